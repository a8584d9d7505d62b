"""Claiming all tricks that are left: when a hand is clearly high, and playing it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chsim.cards import from_mask

if TYPE_CHECKING:
    from chsim.game import Game


def is_high(hands: list[int], seat: int) -> bool:
    """Whether every card of a seat beats all cards of its suit in the other hands.

    Parameters
    ----------
    hands : list of int
        Masks of the cards held, by seat.
    seat : int
    """
    others = 0
    for who, hand in enumerate(hands):
        if who != seat:
            others |= hand
    rivals = from_mask(others)
    return not any(
        rival.suit == card.suit and rival.rank > card.rank
        for card in from_mask(hands[seat])
        for rival in rivals
    )


def play_out(game: Game) -> None:
    """Play the hand to its last card, the seat on lead from the top, the others from below.

    Whatever the others play, every card goes to the claiming seat.
    """
    claimer, finished = game.seat, len(game.hands)
    while game.phase == "play" and len(game.hands) == finished:
        choose = max if game.seat == claimer else min
        game.play(choose(game.legal, key=lambda card: (card.rank, card.number)))
