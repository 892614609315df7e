"""The comparison with other suites: who takes part, and what is counted."""

from __future__ import annotations

import json

import pytest
from cli.running import refused, run_command

from regolith import envs
from regolith.benchmarks import peers
from regolith.cli.commands import peers as peers_command

GAME = "tinyforming_mars"


def test_the_peer_that_the_development_install_has_plays() -> None:
    """Whole games of connect four, 7 to 42 decisions each."""
    connect_four = peers.PEERS[0]
    assert connect_four.installed
    assert connect_four.play(0.01) >= 7


def test_rates_are_those_of_the_best_round(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter((100, 300, 200))
    slow = peers.Peer("slow", (), "a peer", lambda seconds: next(counts))
    clock = iter(float(i) for i in range(1000))
    monkeypatch.setattr(peers, "PEERS", (slow,))
    monkeypatch.setattr(peers.time, "perf_counter", lambda: next(clock))
    rates = {rate.name: rate.decisions for rate in peers.compare(envs.game(GAME), 1.0, 3)}
    assert rates == {"Regolith": 10_001, "slow": 300}


def test_a_suite_that_is_not_installed_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = peers.Peer("Absent", ("no_package_of_this_name",), "nothing", lambda seconds: 1)
    monkeypatch.setattr(peers, "PEERS", (absent,))
    assert [rate.name for rate in peers.compare(envs.game(GAME), 0.01, 1)] == ["Regolith"]
    monkeypatch.setattr(peers_command, "PEERS", (absent,))
    shown = run_command(monkeypatch, capsys, "peers", GAME, "--seconds", "0.01", "--rounds", "1")
    assert shown.code == 0
    assert "Absent is not installed" in shown.out


def test_the_command_gives_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run_command(monkeypatch, capsys, "peers", GAME, "--seconds", "0.01", "--rounds", "1", "--json")
    assert json.loads(shown.out)["Regolith"] > 0


@pytest.mark.parametrize(("option", "value"), [("--seconds", "0"), ("--rounds", "0")])
def test_lengths_of_nothing_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    refused(run_command(monkeypatch, capsys, "peers", GAME, option, value), option)
