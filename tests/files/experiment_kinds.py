"""Files of experiments: changed cards, variants, and the results of `compare`, `effect` and `skill`."""

from __future__ import annotations

from pathlib import Path

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import compare, effect, parquet, skill, variants, worlds
from regolith.benchmarks.compare_report import write_compare_report
from regolith.benchmarks.effect_report import write_effect_report
from regolith.benchmarks.skill_report import write_skill_report
from regolith.benchmarks.tables import COMPARE_SCHEMA, EFFECT_SCHEMA, SKILL_SCHEMA

from .kinds import AGENTS, DEALS, GAME, DeckKind, Kind, ResultsKind, play_a_little

MARS = "terraforming_mars"
CARDS = """
[cards.Mine]
cost = 2
points = 10
requirement = "oxygen at least 5%, 1 building tag"
[cards.Helion]
banned = true
"""


class CardsKind(DeckKind):
    """A file that changes cards."""

    name = "cards.toml"
    refused = (0.6, 0.95)

    def make(self, path: Path) -> None:
        path.write_text(CARDS)

    def use(self, path: Path) -> None:
        play_a_little(envs.game(MARS, cards=str(path)), make_agent("random"))

    def command(self, path: Path) -> list[str]:
        return ["card", MARS, "Mine", "--cards", str(path)]


class VariantKind(DeckKind):
    """A file for `compare`, which is one of cards too."""

    name = "variant.toml"
    refused = (0.6, 0.95)

    def make(self, path: Path) -> None:
        path.write_text(f"[options]\nmax_generations = 1\n[seats]\nmc = [0, 8]\n{CARDS}")

    def use(self, path: Path) -> None:
        variants.read(path, MARS, {})

    def command(self, path: Path) -> list[str]:
        (path.parent / "plain.toml").write_text("[options]\nmax_generations = 1\n")
        return ["compare", MARS, str(path), str(path.parent / "plain.toml"), "random", "--deals", "1", "--workers", "1"]


class CompareKind(ResultsKind):
    name = "games.parquet"
    refused = (0.85, 0.99)
    schema = COMPARE_SCHEMA

    def comparison(self, folder: Path) -> compare.Comparison:
        files = folder / "a.toml", folder / "b.toml"
        for file, text in zip(files, ("", "[options]\nintense = true\n"), strict=True):
            file.write_text(text)
        one, other = (variants.read(file, GAME, {}) for file in files)
        return compare.Comparison((one, other), AGENTS, DEALS)

    def make(self, path: Path) -> None:
        parquet.write(path, compare.hold(self.comparison(path.parent), workers=1))

    def use(self, path: Path) -> None:
        comparison = self.comparison(path.parent)
        rows = compare.hold(comparison, workers=1, known=comparison.known_rows(path))
        write_compare_report(comparison, path.parent, rows, "command", "")

    def command(self, path: Path) -> list[str]:
        self.comparison(path.parent)
        files = [str(path.parent / name) for name in ("a.toml", "b.toml")]
        few = ["--deals", str(DEALS), "--workers", "1"]
        return ["compare", GAME, *files, "--agents", *AGENTS, *few, "--out", str(path.parent)]


class EffectKind(ResultsKind):
    name = "games.parquet"
    refused = (0.75, 0.97)
    schema = EFFECT_SCHEMA

    def effects(self) -> effect.Effects:
        game = envs.game(MARS, max_generations=1)
        return effect.Effects(game, "random", worlds.named(game, ["Mine", "Hellas"]), 10, DEALS)

    def make(self, path: Path) -> None:
        parquet.write(path, effect.measure(self.effects(), workers=1))

    def use(self, path: Path) -> None:
        effects = self.effects()
        rows = effect.measure(effects, workers=1, known=effects.known_rows(path))
        write_effect_report(effects, path.parent, rows, "command", "")

    def command(self, path: Path) -> list[str]:
        few = ["--deals", str(DEALS), "--workers", "1", "--max-generations", "1", "--agent", "random"]
        return ["effect", MARS, "Mine", "Hellas", *few, "--out", str(path.parent)]


class SkillKind(ResultsKind):
    name = "games.parquet"
    refused = (0.85, 0.99)
    schema = SKILL_SCHEMA
    ladder = ("mcts:simulations=1", 1)

    def skill(self) -> skill.Skill:
        return skill.Skill(envs.game(GAME), AGENTS, *self.ladder, "random", "greedy", DEALS)

    def make(self, path: Path) -> None:
        parquet.write(path, skill.measure(self.skill(), workers=1))

    def use(self, path: Path) -> None:
        asked = self.skill()
        rows = skill.measure(asked, workers=1, known=asked.known_rows(path))
        write_skill_report(asked, path.parent, rows, "command", "")

    def command(self, path: Path) -> list[str]:
        few = ["--deals", str(DEALS), "--workers", "1", "--ladder", self.ladder[0], "--doublings", "1"]
        players = ["--agents", *AGENTS, "--alone", "random", "--search", "greedy"]
        return ["skill", GAME, *players, *few, "--out", str(path.parent)]


EXPERIMENT_KINDS: dict[str, Kind] = {
    "cards": CardsKind(),
    "variant": VariantKind(),
    "compare": CompareKind(),
    "effect": EffectKind(),
    "skill": SkillKind(),
}
