"""The parts of a game's README that are made from code: a test checks that they are up to date.

`python -m regolith.envs.core.readme GAME` writes them anew between their markers.
"""

from __future__ import annotations

import sys
from pathlib import Path

from regolith.envs.core.game import GameSpec

MARKER = "<!-- {mark} {name} -->"


def options_table(spec: GameSpec) -> str:
    """Options with their defaults."""
    rows = ["| option | default | meaning |", "|---|---|---|"]
    for name, field in spec.options.model_fields.items():
        rows.append(f"| `{name}` | `{field.default!r}` | {field.description} |")
    return "\n".join(rows)


def parts(spec: GameSpec) -> dict[str, str]:
    """The generated parts by name."""
    kinds = ", ".join(kind.name.lower().replace("_", " ") for kind in spec.kinds)
    return {
        "options": options_table(spec),
        "observation": f"{spec.observation.size} numbers in [0, 1].\n\n{spec.observation.markdown()}",
        "actions": f"{spec.actions.size} actions. Kinds of decision: {kinds}.\n\n{spec.actions.markdown()}",
    }


def renewed(text: str, spec: GameSpec) -> str:
    """A README with its generated parts made anew."""
    for name, body in parts(spec).items():
        start, end = MARKER.format(mark="begin", name=name), MARKER.format(mark="end", name=name)
        if text.count(start) != 1 or text.count(end) != 1:
            raise ValueError(f"the README of {spec.name} has no part {start} ... {end}")
        before, rest = text.split(start)
        text = f"{before}{start}\n{body}\n{end}{rest.split(end)[1]}"
    return text


def readme_of(spec: GameSpec) -> Path:
    """Where a game's README lies."""
    return Path(__file__).parent.parent / spec.name / "README.md"


def main() -> None:
    from regolith import envs

    for name in sys.argv[1:] or envs.games():
        spec = envs.spec(name)
        path = readme_of(spec)
        path.write_text(renewed(path.read_text(encoding="utf-8"), spec), encoding="utf-8")
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
