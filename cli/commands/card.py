"""`regolith card`: what stands on a card, in our words."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from regolith import envs
from regolith.cli.arguments import split_rest
from regolith.cli.terminal import say
from regolith.envs.core.card_words import found
from regolith.envs.core.errors import RegolithError


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
) -> None:
    """Look a card up, named after the game: cost, tags, requirement, what it does, points, box.

    Options of the game may be given: a deck or a file of cards of your own changes what is told.
    """
    options, words = split_rest(game, context.args)
    if not words:
        raise RegolithError(f"name a card: regolith card {game} NAME")
    spec = envs.spec(game)
    chosen = spec.options.parse(game, options)
    for card in found(spec.cards(chosen), " ".join(words)):
        print("\n".join(card.lines()))
    if chosen.caveat:
        say(Console(), chosen.caveat)
