"""``chsim score``: what a hand scores, worked out step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from chsim.cli.options import Whole, json_option, rules_option
from chsim.cli.output import guarded, say, say_json
from chsim.cli.tables import aligned

if TYPE_CHECKING:
    from chsim.cards import Card
    from chsim.rules import Rules
    from chsim.working import Scored


@click.command()
@rules_option
@click.option(
    "--taken",
    multiple=True,
    required=True,
    metavar="CARDS",
    help="Cards a seat took, as 'Qs Tc 2h'; once a seat, in seat order. '' for none that count.",
)
@click.option(
    "--total",
    multiple=True,
    metavar="RE,IM",
    help="A seat's running total before the hand, as 40,0; once a seat.",
)
@click.option(
    "--moon",
    metavar="CHOICE",
    help="What the shooter does: add or subtract; add:1,3 turns the sign for these seats.",
)
@click.option(
    "--hand",
    type=Whole(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of the hand in the game, where values grow.",
)
@click.option("--rolled", metavar="CARD", help="The card that the die named, where there is one.")
@click.option(
    "--no-trick",
    type=Whole(0),
    multiple=True,
    metavar="SEAT",
    help="A seat that took no trick at all, where that has a score.",
)
@json_option
def score(
    rules: str,
    taken: tuple[str, ...],
    total: tuple[str, ...],
    moon: str | None,
    hand: int,
    rolled: str | None,
    no_trick: tuple[int, ...],
    as_json: bool,
) -> None:
    """Score a hand from the cards that each seat took.

    Cards that are not named are taken to be worth nothing, whoever took them.

    \N{BACKSPACE}
    chsim score --taken "Ah Kh Qh Jh Th Qs Tc" --taken "2h 3h" --taken Jd --taken ""
    """
    with guarded():
        from chsim.rules_file import load_rules
        from chsim.working import Hand, score_taken

        loaded = load_rules(rules)
        known = Hand(
            taken=[_cards("taken", text) for text in taken],
            totals=[_total(text) for text in total],
            moon=moon,
            number=hand,
            rolled=None if rolled is None else _card("rolled", rolled),
            no_trick=no_trick,
        )
        scored = score_taken(loaded, known)
    if as_json:
        say_json(_data(scored))
    else:
        say(_screen(loaded, scored))


def _cards(option: str, text: str) -> tuple[Card, ...]:
    from chsim.cards import from_text

    try:
        return from_text(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint=f"'--{option}'") from None


def _card(option: str, text: str) -> Card:
    cards = _cards(option, text)
    if len(cards) != 1:
        raise click.BadParameter(f"expected one card, not {text!r}.", param_hint=f"'--{option}'")
    return cards[0]


def _total(text: str) -> Any:
    from chsim.gaussians import read_gaussian

    try:
        return read_gaussian(text)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--total'") from None


def _data(scored: Scored) -> dict[str, Any]:
    moon = None
    if scored.shooter is not None:
        moon = {"shooter": scored.shooter, "choice": scored.choice}
    return {
        "scores": [list(score) for score in scored.scores],
        "totals": [list(total) for total in scored.totals],
        "moon": moon,
        "losers": scored.losers,
        "winners": scored.winners,
        "working": [
            f"seat {seat}: {'; '.join(steps)}; total {addition}"
            for seat, (steps, addition) in enumerate(scored.working)
        ],
    }


def _screen(rules: Rules, scored: Scored) -> str:
    from chsim.gaussians import gaussian_text

    blocks = [f"Rules {rules.name}"]
    for seat, (steps, addition) in enumerate(scored.working):
        lines = [f"seat {seat}", *(f"  {step}" for step in steps)]
        blocks.append("\n".join([*lines, f"  total: {addition}"]))
    rows = [["seat", "hand", "total", _measure(rules), ""]]
    for seat, (own, total) in enumerate(zip(scored.scores, scored.totals, strict=True)):
        cells = [str(seat), gaussian_text(own), gaussian_text(total), _distance(rules, total)]
        rows.append([*cells, _fate(scored, seat)])
    return "\n\n".join([*blocks, aligned(rows, left=0)])


def _measure(rules: Rules) -> str:
    return "magnitude" if rules.end.measure == "magnitude" else "points"


def _distance(rules: Rules, total: tuple[int, int]) -> str:
    """The magnitude with two places, cut rather than rounded: 99.98 has not reached 100."""
    from math import isqrt

    if rules.end.measure != "magnitude":
        return str(total[0])
    hundredths = isqrt(10_000 * (total[0] ** 2 + total[1] ** 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _fate(scored: Scored, seat: int) -> str:
    if seat in scored.losers:
        return "lost"
    return "won" if seat in scored.winners else ""
