"""Types of a game's record and table: with them an editor completes `s.stock` in a rule, and mypy knows the fields.

`python -m regolith.envs.core.record_types GAME` writes `envs/GAME/record_types.py` from the dtypes of the game; a test checks that it is
up to date. Rules import the names under `TYPE_CHECKING`, because only annotations use them: so a game runs, and its types can be written,
while the file is missing or behind. Kernels are compiled anew when the file changes, as they must be when the record or the table does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from regolith.envs.core.game import GameSpec
from regolith.envs.core.record import GAP, PORTS_FIELD

TEXT = '''"""What an editor and mypy know of the record and the table of {title}.

Made from their dtypes: `python -m regolith.envs.core.record_types {name}`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Record(Protocol):
    """The state of a game, `s` in the rules."""

{record}


class Table(Protocol):
    """What the rules look things up in, `t` in the rules."""

{table}
'''


def annotation(dtype: np.dtype[Any]) -> str:
    """The type of one field; of an array also its shape, as a comment."""
    if dtype.shape:
        return f"NDArray[np.{dtype.base.name}]  # {' x '.join(map(str, dtype.shape))}"
    return "int" if np.issubdtype(dtype, np.integer) else "float"


def fields(dtype: np.dtype[Any]) -> str:
    """The fields of a record or table that rules may use, a line each."""
    names = [name for name in dtype.names or () if name != PORTS_FIELD and not name.startswith(GAP)]
    return "\n".join(f"    {name}: {annotation(dtype[name])}" for name in names)


def types_of(spec: GameSpec) -> str:
    """The text of a game's `record_types.py`."""
    return TEXT.format(
        title=spec.title, name=spec.name, record=fields(spec.record.dtype), table=fields(spec.table.dtype)
    )


def types_file(spec: GameSpec) -> Path:
    """Where it lies."""
    return Path(__file__).parent.parent / spec.name / "record_types.py"


def main() -> None:
    from regolith import envs

    for name in sys.argv[1:] or envs.games():
        spec = envs.spec(name)
        types_file(spec).write_text(types_of(spec), encoding="utf-8")
        print(f"wrote {types_file(spec)}")


if __name__ == "__main__":
    main()
