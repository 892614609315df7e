"""Faults that were planted one by one: none may pass."""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith.benchmarks import parquet
from regolith.benchmarks.tallies import ENTRIES, TALLY
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.replay import MOST_BYTES, MOST_DECISIONS

from .kinds import KINDS, checksummed, closed, opened, packed, rewritten, unpacked
from .mutation import NESTED, json_text

Fault = Callable[[bytes], bytes]


def head(**changes: Any) -> Fault:
    """A replay whose header says something else; `...` leaves an entry out."""

    def planted(data: bytes) -> bytes:
        about, actions = unpacked(data)
        about = {key: value for key, value in {**about, **changes}.items() if value is not ...}
        return packed(json_text(about).encode(), actions)

    return planted


def option(**changes: Any) -> Fault:
    return lambda data: head(options={**unpacked(data)[0]["options"], **changes})(data)


def body(change: Callable[[bytes], bytes]) -> Fault:
    """A replay with another packed body."""
    return lambda data: checksummed(zlib.compress(change(zlib.decompress(data[14:]))))


REPLAY: dict[str, Fault] = {
    "format of another type": head(format="1"),
    "format true": head(format=True),
    "format of yesterday": head(format=1),
    "format of tomorrow": head(format=3),
    "another action layout": head(action_layout="0123456789ab"),
    "another record": head(record_layout="0123456789ab"),
    "a record that has no fingerprint": head(record_layout="../../record"),
    "another distance of digests": head(digest_every=17),
    "env that is a list": head(env=["tinyforming_mars_v0"]),
    "env of tomorrow": head(env="tinyforming_mars_v9"),
    "game that is none": head(game="chess"),
    "game that is a number": head(game=1),
    "game with a name without end": head(game="x" * 100_000),
    "options that are a list": head(options=[]),
    "options nested": head(options={"players": NESTED}),
    "header nested": head(seed=NESTED),
    "an option more": option(colour="red"),
    "an option named self": option(self=1),
    "players that are text": option(players="2"),
    "players that are true": option(players=True),
    "players without end": option(players=10**30),
    "a map that is none": option(map="moon"),
    "seed negative": head(seed=-1),
    "seed too large": head(seed=2**63),
    "seed that is a fraction": head(seed=3.0),
    "seed that is true": head(seed=True),
    "seed that is not a number": head(seed=float("nan")),
    "seed missing": head(seed=...),
    "digests that are one text": head(digests="0" * 16),
    "digests that are numbers": head(digests=[1, 2, 3]),
    "digests that are no digests": head(digests=["\x1b[2J" * 4]),
    "digests missing": head(digests=...),
    "digests without end": head(digests=["0" * 16] * (MOST_DECISIONS + 1)),
    "players that are a text": head(players="random"),
    "players that are numbers": head(players=[1, 2]),
    "one player of two": head(players=["random"]),
    "three players of two": head(players=["random"] * 3),
    "decisions of another number": head(decisions=1),
    "decisions negative": head(decisions=-1),
    "decisions without end": head(decisions=10**12),
    "an entry more": head(comment="hello"),
    "header that is a list": lambda data: packed(b"[]", unpacked(data)[1]),
    "header that is no JSON": lambda data: packed(b"{", unpacked(data)[1]),
    "header longer than the file": body(lambda all_: (2**32 - 1).to_bytes(4, "little") + all_[4:]),
    "half an action": body(lambda all_: all_ + b"\0"),
    "nothing in it": body(lambda all_: b""),
    "more actions than any game": lambda data: packed(
        json_text({**unpacked(data)[0], "decisions": MOST_DECISIONS + 1}).encode(), bytes(2 * MOST_DECISIONS + 2)
    ),
    "a stream that goes on": lambda data: checksummed(data[14:] + b"more"),
    "a stream that stops": lambda data: checksummed(data[14:-8]),
    "no stream at all": lambda data: checksummed(b"hello"),
    "more than is unpacked": lambda data: checksummed(zlib.compress(bytes(MOST_BYTES + 1))),
    "a file without end": lambda data: data + bytes(3 * MOST_BYTES),
}


def about(**changes: Any) -> Fault:
    """A model that says something else of itself."""

    def planted(data: bytes) -> bytes:
        text, tensors = opened(data)
        said = {key: value for key, value in {**json.loads(text), **changes}.items() if value is not ...}
        return closed(json_text(said), tensors)

    return planted


def setting(**changes: Any) -> Fault:
    """A tuning with other settings."""
    return lambda data: about(settings={**json.loads(opened(data)[0])["settings"], **changes})(data)


def tensor(name: str, change: Callable[[Any], Any]) -> Fault:
    """A model with another tensor; None leaves it out."""

    def planted(data: bytes) -> bytes:
        text, tensors = opened(data)
        changed = {**tensors, name: change(tensors[name].copy())}
        return closed(text, {key: value for key, value in changed.items() if value is not None})

    return planted


def put(value: float) -> Callable[[Any], Any]:
    def change(numbers: Any) -> Any:
        numbers.flat[0] = value
        return numbers

    return change


MODEL: dict[str, Fault] = {
    "a weight that is no number": tensor("0.weight", put(np.nan)),
    "an infinite bias": tensor("1.bias", put(np.inf)),
    "weights so large that scores are infinite": tensor("0.weight", lambda numbers: numbers + np.float32(1e38)),
    "a matrix of rank 1": tensor("0.weight", lambda numbers: numbers.reshape(-1)),
    "a matrix of rank 3": tensor("0.weight", lambda numbers: numbers[None]),
    "a bias of rank 2": tensor("0.bias", lambda numbers: numbers[None]),
    "a layer too narrow": tensor("1.weight", lambda numbers: numbers[:, :-1]),
    "an empty layer": tensor("1.weight", lambda numbers: numbers[:0]),
    "a tensor missing": tensor("1.bias", lambda numbers: None),
    "no layers": about(layers=0),
    "layers without end": about(layers=10**9),
    "layers that are text": about(layers="2"),
    "layers that are true": about(layers=True),
    "an activation that is none": about(activation="sine"),
    "an activation that is a list": about(activation=["relu"]),
    "format of tomorrow": about(format="regolith-model-2"),
    "env of another game": about(env="terror_below_v0"),
    "another layout": about(observation="0" * 12),
    "other actions": about(actions="0" * 12),
    "options that are a list": about(options=[]),
    "options nested": about(options=NESTED),
    "options missing": about(options=...),
    "another number of players": about(options={"players": 3}),
    "players that are text": about(options={"players": "2"}),
    "no text": lambda data: closed("", opened(data)[1]),
    "text that is no object": lambda data: closed("[]", opened(data)[1]),
}


def deck(old: str, new: str) -> Fault:
    def planted(data: bytes) -> bytes:
        text = data.decode()
        assert old in text
        return text.replace(old, new, 1).encode()

    return planted


DECK: dict[str, Fault] = {
    "bonuses that are a number": lambda data: b"bonuses = 1\n" + deck("[bonuses]", "[malus]")(data),
    "a board that is a number": lambda data: b"desert = 1\n" + deck("[desert]", "[dessert]")(data),
    "rows of mixed types": deck("rows = [1, 2, 3, 4, 5, 6]", 'rows = [1, 2, 3, "4", 5, 6]'),
    "rows that are true": deck("rows = [1, 2, 3, 4, 5, 6]", "rows = [true, 2, 3, 4, 5, 6]"),
    "rows that are a number": deck("rows = [1, 2, 3, 4, 5, 6]", "rows = 7"),
    "a worm that is a list": deck('worm = "any"', "worm = [1]"),
    "a worm that is a table": deck('worm = "any"', "worm = { any = 1 }"),
    "eggs that are a number": deck("eggs = [", "eggs = 7, seven = ["),
    "a cost that is a number": deck("cost = {", "cost = 3 # {"),
    "a name that clears the screen": deck('name = "Shep"', 'name = "\\u001b[2J"'),
    "a name that is a number": deck('name = "Shep"', "name = 7"),
    "a number without end": deck("value = 2", "value = 1" + "0" * 5000),
    "a number that is none": deck("value = 2", "value = nan"),
    "a date": deck("value = 2", "value = 2020-01-01"),
    "lists within lists": deck("value = 2", "value = " + "[" * 10_000 + "]" * 10_000),
    "tables within tables": deck('motel = { do = "vp", n = 1 }', "motel." + "a." * 3000 + "a = 1"),
    "a value that is a deep table": deck(
        'motel = { do = "vp", n = 1 }', 'motel.do = "vp"\nmotel.n.' + "a." * 3000 + "a = 1"
    ),
    "not UTF-8": lambda data: data + b"# \xff\n",
    "more than a deck": lambda data: data + b"#" * (1 << 20),
    "nothing": lambda data: b"",
}


def growth(number: bytes) -> Fault:
    return lambda data: re.sub(rb'"growth" = \S+', b'"growth" = ' + number, data, count=1)


WEIGHTS: dict[str, Fault] = {
    "a name that there is not": lambda data: b"last_mcc = 1.0\n" + data,
    "a number beyond its range": growth(b"1.0"),
    "a number that is none": growth(b"nan"),
    "a number without end": growth(b"1e999"),
    "a number that is true": growth(b"true"),
    "a number that is text": growth(b'"1.1"'),
    "a number that is a list": growth(b"[1.1]"),
    "a group that is a number": lambda data: b"pace = 1.0\n" + data.replace(b"[pace]", b"[place]", 1),
    "lists within lists": lambda data: b"keep = " + b"[" * 3000 + b"]" * 3000,
    "tables within tables": lambda data: b"keep." + b"a." * 1000 + b"a = 1",
    "not UTF-8": lambda data: data + b"# \xff\n",
    "more than all weights": lambda data: data + b"#" * (8 << 10),
}


def column(name: str, value: Any, row: int = 0) -> Fault:
    """A results file with one other value."""

    def planted(data: bytes) -> bytes:
        frame = pl.read_parquet(io.BytesIO(data))
        values = frame[name].to_list()
        assert values[row] != value
        values[row] = value
        return rewritten(frame.with_columns(pl.Series(name, values, frame.schema[name])))

    return planted


def frame(change: Callable[[pl.DataFrame], pl.DataFrame]) -> Fault:
    return lambda data: rewritten(change(pl.read_parquet(io.BytesIO(data))))


BOTH: dict[str, Fault] = {
    "no checksum": lambda data: data.replace(parquet.MARK, b"CRC32:"),
    "another checksum": lambda data: data.replace(parquet.MARK, parquet.MARK + b"0"),
    "a value missing": column("score", None),
    "a run missing": column("run", None),
    "a run that clears the screen": column("run", "\x1b[2J"),
    "a deal that is negative": column("deal", -1),
    "a score that is no number": column("score", float("nan")),
    "a score without end": column("score", 1e300),
    "time that is negative": column("seconds", -1.0),
    "time without end": column("seconds", float("inf")),
    "decisions that are negative": column("decisions", -5),
    "decisions without end": column("decisions", 2**62),
    "length that is negative": column("length", -1),
    "an end that is none": column("end", "lost"),
    "facts that are no JSON": column("facts", "{"),
    "facts that are a list": column("facts", "[1]"),
    "facts that are nested": column("facts", '{"a": ' + "[" * 10_000 + "]" * 10_000 + "}"),
    "facts of another type": column("facts", '{"generations": [10]}'),
    "facts that are true": column("facts", '{"generations": true}'),
    "facts that are not numbers": column("facts", '{"generations": NaN}'),
    "facts without end": column("facts", '{"generations": 1' + "0" * 400 + "}"),
    "facts that clear the screen": column("facts", '{"corporation": "\\u001b[2J"}'),
    "seat facts that are no JSON": column("seat_facts", "oops"),
    "seat facts that are a text": column("seat_facts", '"oops"'),
    "options that are no JSON": column("options", "{"),
    "another game": column("game", "chess"),
    "another version": column("env_version", 99),
    "an agent that did not play": column("agent", "human"),
    "a column missing": frame(lambda rows: rows.drop("facts")),
    "a column more": frame(lambda rows: rows.with_columns(extra=1)),
    "a column of another type": frame(lambda rows: rows.with_columns(pl.col("deal").cast(pl.Int32))),
    "a row twice": frame(lambda rows: pl.concat([rows, rows[:1]])),
    "rows without end": frame(lambda rows: pl.concat([rows[:1]] * 100_000, rechunk=True)),
    "a text without end": frame(lambda rows: rows.with_columns(facts=pl.lit("x" * 50_000_000))),
}
ARENA: dict[str, Fault] = BOTH | {
    "a seat that does not exist": column("seat", 2),
    "a seat that is negative": column("seat", -1),
    "a seat without its rival": frame(lambda rows: rows[1:]),
    "a rotation missing": frame(lambda rows: rows.filter((pl.col("deal") > 0) | (pl.col("rotation") > 0))),
    "a rotation that does not exist": frame(
        lambda rows: rows.with_columns(rotation=pl.when(pl.col("rotation") == 1).then(7).otherwise(0).cast(pl.Int64))
    ),
    "a lineup that does not exist": column("lineup", 1),
    "agents that sit elsewhere": frame(
        lambda rows: rows.with_columns(
            agent=pl.when(pl.col("agent") == "random").then(pl.lit("greedy")).otherwise(pl.lit("random"))
        )
    ),
    "shares that do not add up": column("win", 0.25),
    "a share below nothing": column("win", -1.0),
    "a share that is no number": column("win", float("nan")),
    "places that cannot be": column("place", 3),
    "a place without a winner": frame(lambda rows: rows.with_columns(place=pl.lit(2, pl.Int64))),
    "the lower score wins": frame(lambda rows: rows.with_columns(score=-pl.col("score"))),
    "decisions that do not add up": column("decisions", 1),
    "two lengths of a game": column("length", 1),
    "two ends of a game": column("end", "truncated"),
    "two fingerprints of a game": column("fingerprint", "0" * 16),
    "facts that differ by seat": column("facts", '{"generations": 99}'),
}


def entries(piece: str, change: Callable[[list[int]], list[int | None] | None]) -> Fault:
    """A results file in whose first row a piece of the tally is another one."""

    def planted(data: bytes) -> bytes:
        frame = pl.read_parquet(io.BytesIO(data))
        first, *others = frame[TALLY + piece].to_list()
        return rewritten(frame.with_columns(pl.Series(TALLY + piece, [change(first), *others], ENTRIES)))

    return planted


TALLIES: dict[str, Fault] = ARENA | {
    "a piece missing": frame(lambda rows: rows.drop(f"{TALLY}tokens")),
    "a piece more": frame(lambda rows: rows.with_columns(pl.col(f"{TALLY}tokens").alias(f"{TALLY}luck"))),
    "no tally": frame(lambda rows: rows.drop(name for name in rows.columns if name.startswith(TALLY))),
    "a piece of another type": frame(lambda rows: rows.with_columns(pl.col(f"{TALLY}tokens").cast(pl.List(pl.Int32)))),
    "a piece without lists": frame(lambda rows: rows.with_columns(pl.lit(1, pl.Int16).alias(f"{TALLY}tokens"))),
    "a list missing": entries("tokens", lambda found: None),
    "a list without entries": entries("tokens", lambda found: []),
    "a list that is too short": entries("tokens", lambda found: [*found[1:]]),
    "a list that is too long": entries("tokens", lambda found: [*found, 0]),
    "a list without end": entries("tokens", lambda found: [0] * 100_000),
    "an entry missing": entries("tokens", lambda found: [None, *found[1:]]),
    "a count below nothing": entries("tokens", lambda found: [-1, *found[1:]]),
    "a card dealt without a chance": entries("expected", lambda found: [0] * len(found)),
}
SOLO: dict[str, Fault] = BOTH | {
    "missing that is no JSON": column("missing", "nothing"),
    "missing that is a list": column("missing", "[]"),
    "missing that is text": column("missing", '{"heat": "much"}'),
    "missing that is negative": column("missing", '{"heat": -1}'),
    "another unit of length": column("length_unit", "metres"),
    "won and cut off": frame(lambda rows: rows.with_columns(won=True, end=pl.lit("truncated"), missing=pl.lit("{}"))),
    "won and lacking": frame(lambda rows: rows.with_columns(won=True, missing=pl.lit('{"heat": 1}'))),
}


def witness(change: Callable[[str], str]) -> Fault:
    """The first win has other actions."""
    return lambda data: column("witness", change(pl.read_parquet(io.BytesIO(data))["witness"][0]))(data)


def columns(**values: Any) -> Fault:
    """All rows say the same in some columns."""
    return frame(lambda rows: rows.with_columns(**{name: pl.lit(v, rows.schema[name]) for name, v in values.items()}))


OPTIMUM: dict[str, Fault] = {
    "no checksum": lambda data: data.replace(parquet.MARK, b"CRC32:"),
    "a run missing": column("run", None),
    "a run that clears the screen": column("run", "\x1b[2J"),
    "a deal that is negative": column("deal", -1),
    "a deal that there is not": column("deal", 645_120),
    "a deal of another seed": column("deal", 17),
    "a seed that is none": column("seed", -2),
    "a seed of another deal": column("seed", 99),
    "a fair player that was not dealt the deal": column("seed", -1),
    "a deal twice": frame(lambda rows: pl.concat([rows, rows[:1]])),
    "a bound of nothing": column("bound", 0),
    "a bound after the end": column("bound", 14),
    "a bound that a win refutes": column("bound", 13),
    "a win that is faster than its actions": columns(fastest=3, bound=2),
    "a win that is slower than its actions": columns(fastest=12, bound=5, fair=0),
    "a win after the end": column("fastest", 13),
    "a win without actions": column("witness", ""),
    "a win without a beam": column("beam", 0),
    "actions without a win": column("fastest", 0),
    "actions that are cut short": witness(lambda text: text[:-4]),
    "actions that go on": witness(lambda text: text + text[-4:]),
    "actions of half an action": witness(lambda text: text[:-2]),
    "actions that are no numbers": witness(lambda text: "zzzz" + text[4:]),
    "actions that there are not": witness(lambda text: "ffff" + text[4:]),
    "actions in another order": witness(lambda text: text[4:] + text[:4]),
    "actions without end": witness(lambda text: text * 500),
    "a fair player without a name": column("fair_agent", ""),
    "another fair player": column("fair_agent", "greedy"),
    "a fair win after the end": column("fair", 13),
    "a fair win before the bound": column("fair", 1),
    "a fair player that has not played": column("fair", -1),
    "time that is negative": column("ladder_seconds", -1.0),
    "time that is no number": column("bound_seconds", float("nan")),
    "time without end": column("fair_seconds", float("inf")),
    "another game": column("game", "chess"),
    "another version": column("env_version", 99),
    "other options": column("options", "{}"),
    "a column missing": frame(lambda rows: rows.drop("witness")),
    "a column more": frame(lambda rows: rows.with_columns(extra=1)),
    "a column of another type": frame(lambda rows: rows.with_columns(pl.col("deal").cast(pl.Int32))),
    "rows without end": frame(lambda rows: pl.concat([rows[:1]] * 100_000, rechunk=True)),
}
RUN: dict[str, Fault] = {
    "format of tomorrow": about(format="regolith-checkpoint-2"),
    "another game": about(env="terror_below_v0"),
    "steps that are negative": about(steps=-1),
    "steps that are no number": about(steps="many"),
    "config that is a list": about(config=[]),
    "history nested": about(history=NESTED),
    "history of text": about(history=["good"]),
    "an opponent more": about(frozen=3),
    "an entry more": about(comment="hello"),
    "no text": lambda data: closed("", opened(data)[1]),
    "no tensors": lambda data: closed(opened(data)[0], {}),
}
TUNING: dict[str, Fault] = {
    "format of tomorrow": about(format="regolith-tuning-2"),
    "another game": about(env="terror_below_v0"),
    "other options": about(options={"players": 1}),
    "another start": about(start={"token": 0.5, "room": 0.08}),
    "a start that is no number": about(start={"token": "much", "room": 0.08}),
    "a weight more at the start": about(start={"token": 0.4, "room": 0.08, "ready": 0.3}),
    "settings that are a list": about(settings=[]),
    "settings nested": about(settings=NESTED),
    "a weight that is none": setting(weights=["token", "luck"]),
    "a weight twice": setting(weights=["token", "token"]),
    "an opponent that is none": setting(opponents=["nobody"]),
    "an opponent that asks": setting(opponents=["human"]),
    "an opponent that clears the screen": setting(opponents=["\x1b[2J"]),
    "no opponents": setting(opponents=[]),
    "no deals": setting(deals=0),
    "deals without end": setting(deals=10**12),
    "another number of candidates": setting(candidates=5),
    "no spread": setting(spread=0.0),
    "a seed that is negative": setting(seed=-1),
    "something else that counts": setting(by="luck"),
    "an entry more": about(comment="hello"),
    "weights out of their range": tensor("solutions", lambda tried: tried + 1e6),
    "a generation less": tensor("solutions", lambda tried: tried[1:]),
    "values that no game has": tensor("values", lambda values: values + 2),
    "values missing": tensor("values", lambda values: None),
    "values of one generation": tensor("values", lambda values: values[0]),
    "no text": lambda data: closed("", opened(data)[1]),
    "no tensors": lambda data: closed(opened(data)[0], {}),
}
FAULTS = {
    "replay": REPLAY,
    "model": MODEL,
    "deck": DECK,
    "weights": WEIGHTS,
    "arena": ARENA,
    "tally": TALLIES,
    "solo": SOLO,
    "optimum": OPTIMUM,
    "run": RUN,
    "tuning": TUNING,
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A good file of each kind."""
    found = {}
    for name, kind in KINDS.items():
        path = tmp_path_factory.mktemp(name) / kind.name
        kind.make(path)
        found[name] = path.read_bytes()
    return found


def test_every_kind_has_faults() -> None:
    assert FAULTS.keys() == KINDS.keys()


@pytest.mark.parametrize(("name", "fault"), [(name, fault) for name, faults in FAULTS.items() for fault in faults])
def test_a_planted_fault_is_refused(name: str, fault: str, good: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / KINDS[name].name
    data = FAULTS[name][fault](good[name])
    assert data != good[name]
    path.write_bytes(data)
    with pytest.raises(RegolithError) as caught:
        KINDS[name].use(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 2000 + len(str(tmp_path))
