"""Positions written as cards in text, and what a strategy decides in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from chsim.cards import Card, from_text, to_mask, to_text
from chsim.core import layout
from chsim.core.bots import bot_table
from chsim.core.game import GAME_RESULT, play_games
from chsim.core.hand import DONE, play_hand
from chsim.core.jit import PLAIN_PYTHON
from chsim.core.rng import run_key
from chsim.rules import Rules
from chsim.rules_file import load_rules
from chsim.strategy import CompiledStrategy
from chsim.toolbox import U64, suit_of
from strategies.random import STRATEGY as RANDOM

RULES = load_rules("complex-hearts")


@dataclass(frozen=True)
class Position:
    """One seat's view of a hand; cards are texts such as ``"Qs 2h"``.

    Parameters
    ----------
    hand : str
        Cards of the seat that decides.
    table : str
        Cards played to the trick so far, the leader's first.
    out : str, optional
        Cards of the other hands; by default all that are named nowhere else.
        What is named nowhere at all has been played and lies with ``elsewhere``.
    piles : mapping of int to str
        Tricks won, by seat.
    totals : mapping of int to (re, im)
        Running totals, by seat; (0, 0) for others.
    trick : int
        Number of the trick, from 0.
    broken : bool
        Whether hearts may be led.
    seat : int
        The seat that decides.
    elsewhere : int
        See ``out``.
    turn_hidden : int
        How far the cards of ``out`` are dealt on, to vary who holds what.
    """

    hand: str
    table: str = ""
    out: str | None = None
    piles: Mapping[int, str] = field(default_factory=dict)
    totals: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    trick: int = 5
    broken: bool = True
    seat: int = 0
    elsewhere: int = 1
    turn_hidden: int = 0

    def state(self, rules: Rules, phase: int) -> Any:
        """The record of the engine, about to ask the seat."""
        state = layout.new_record(layout.STATE)
        state.phase = phase
        state.seat = self.seat
        state.shooter = self.seat if phase == layout.CHOOSING else -1
        state.choice = layout.UNDECIDED
        state.trick = {layout.PASSING: -1, layout.CHOOSING: rules.tricks}.get(phase, self.trick)
        state.broken = (1 << 64) - 1 if self.broken else 0
        state.pass_offset = 1
        for seat, (re, im) in self.totals.items():
            state.total_re[seat], state.total_im[seat] = re, im
        self._deal(state, rules)
        self._lay_table(state, rules)
        return state

    def _deal(self, state: Any, rules: Rules) -> None:
        named = _mask(" ".join([self.hand, self.table, *self.piles.values()]))
        out = rules.deck & ~named if self.out is None else _mask(self.out)
        for seat, pile in self.piles.items():
            state.taken[seat] = _mask(pile)
        state.taken[self.elsewhere] |= U64(rules.deck & ~named & ~out)
        state.gone = U64(rules.deck & ~out & ~_mask(self.hand) & ~_mask(self.table))
        state.hand[self.seat] = _mask(self.hand)
        others = [seat for seat in range(rules.players) if seat != self.seat]
        for place, card in enumerate(from_text(to_text(out))):
            seat = others[(place + self.turn_hidden) % len(others)]
            state.hand[seat] |= U64(1 << card.number)

    def _lay_table(self, state: Any, rules: Rules) -> None:
        cards = [U64(card.number) for card in from_text(self.table)]
        leader = (self.seat - len(cards)) % rules.players
        state.position = len(cards)
        state.on_table = _mask(self.table)
        state.trick_leader[self.trick] = leader
        state.card_played[self.trick * rules.players :][: len(cards)] = cards
        if cards:
            state.led = suit_of(cards[0])
            state.best = max(card for card in cards if suit_of(card) == state.led)
            state.winner = (leader + cards.index(state.best)) % rules.players


def _mask(text: str) -> int:
    return to_mask(from_text(text))


def _decisions(strategy: CompiledStrategy) -> tuple[Any, Any, Any]:
    return strategy.choose_pass, strategy.choose_card, strategy.choose_moon


def _decide(strategy: CompiledStrategy, position: Position, phase: int, rules: Rules) -> Any:
    state = position.state(rules, phase)
    values = list(strategy.settings.values())
    state.setting[position.seat, : len(values)] = values
    seated: list[Any] = [None] * rules.players
    seated[position.seat] = _decisions(strategy)
    state.bot[:] = bot_table(seated)
    play_hand(state, rules.record())
    return state


def card(strategy: CompiledStrategy, rules: Rules = RULES, **position: Any) -> str:
    """The card that a strategy plays in a position."""
    here = Position(**position)
    state = _decide(strategy, here, layout.PLAYING, rules)
    place = here.trick * rules.players + len(from_text(here.table))
    return str(Card.from_number(int(state.card_played[place])))


def passed(strategy: CompiledStrategy, hand: str, rules: Rules = RULES, **position: Any) -> str:
    """The cards that a strategy passes from a hand."""
    here = Position(hand=hand, **position)
    return to_text(int(_decide(strategy, here, layout.PASSING, rules).passed[here.seat]))


def moon(strategy: CompiledStrategy, rules: Rules = RULES, **position: Any) -> str:
    """What a strategy does with the moon that it has shot."""
    state = _decide(strategy, Position(hand="", **position), layout.CHOOSING, rules)
    return "add" if state.choice == layout.ADD else "subtract"


def plays_by_the_rules(strategy: CompiledStrategy, rules: Rules, games: int) -> bool:
    """Whether some games between a strategy and random players have no foul."""
    if PLAIN_PYTHON:
        games = 1
    players = [strategy, RANDOM] * 3
    bots = bot_table([_decisions(player) for player in players])
    settings = np.zeros((layout.MAX_SEATS, layout.MAX_SETTINGS))
    settings[::2, : len(strategy.settings)] = list(strategy.settings.values())
    results = np.zeros(games, GAME_RESULT).view(np.recarray)
    logs = np.zeros(0, layout.HAND_LOG).view(np.recarray)
    state, record = layout.new_record(layout.STATE), rules.record()
    key = run_key(5)
    run = play_games(state, record, bots, settings, key, 0, 1, 1, results, logs)
    return int(run[0]) == DONE
