"""One game, one decision at a time: how plain-Python strategies and people play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from chsim.cards import DECK, Card, from_mask, is_card, to_mask, to_text
from chsim.claims import is_high, play_out
from chsim.core import layout
from chsim.core.bots import bot_table
from chsim.core.game import GAME_RESULT, log_hand, next_hand, start_game, write_result
from chsim.core.hand import ASK, FOUL, may_choose, play_hand
from chsim.core.rng import run_key
from chsim.errors import (
    IllegalPlay,
    OptionError,
    StrategyFault,
    class_of,
    in_words,
    need_whole,
)
from chsim.faults import describe_foul, describe_raised, place_of
from chsim.fields import Gaussian
from chsim.interrupts import held_back
from chsim.moon_choice import choice_code
from chsim.rules import Rules
from chsim.rules_file import load_rules
from chsim.strategy import CompiledStrategy
from chsim.view import View, seat_view

_PHASES = {
    layout.PASSING: "pass",
    layout.PLAYING: "play",
    layout.CHOOSING: "moon",
    layout.OVER: "over",
}


class Game:
    """A game that stops at every decision of the seats it does not play itself.

    Parameters
    ----------
    rules : str, Path or Rules
    seed, game : int
        Address of the deals: game number ``game`` of the run with ``seed``.
    strategies : sequence of (CompiledStrategy or None), optional
        By seat; None, the default for all, is a seat that is decided outside.

    Raises
    ------
    RulesError, OptionError
        If the rules cannot be loaded, or an argument is out of range.

    Examples
    --------
    >>> game = Game(seed=1)
    >>> game.phase, game.seat, len(game.legal)
    ('pass', 0, 13)
    >>> game.pass_cards(game.legal[:3])
    >>> game.seat
    1
    """

    def __init__(
        self,
        rules: str | Rules = "complex-hearts",
        *,
        seed: int = 1,
        game: int = 0,
        strategies: Sequence[CompiledStrategy | None] = (),
    ) -> None:
        self.rules = load_rules(rules)
        need_whole("seed", seed, 0)
        need_whole("game", game, 0, 2**63 - 1)
        _check(strategies, self.rules.players)
        self.number = game
        self.hands: list[Any] = []
        self.moons = 0
        self._names = [strategy.name if strategy else "" for strategy in strategies]
        self._record = self.rules.record()
        self._state = layout.new_record(layout.STATE)
        _seat(strategies, self._state)
        start_game(self._state, self._record, run_key(seed), np.int64(game))
        self._advance()

    @property
    def phase(self) -> str:
        """What is to be decided: ``"pass"``, ``"play"``, ``"moon"``; or ``"over"``."""
        return _PHASES[int(self._state["phase"])]

    @property
    def seat(self) -> int:
        """The seat that must decide."""
        return int(self._state["seat"])

    @property
    def legal(self) -> tuple[Card, ...]:
        """Cards the seat may play; while passing, those it may pass."""
        return from_mask(self._state["legal"]) if self.phase in ("pass", "play") else ()

    @property
    def view(self) -> View:
        """What the seat that must decide may see."""
        return seat_view(self._state, self.rules, self.seat)

    @property
    def totals(self) -> tuple[Gaussian, ...]:
        """By seat, the running total."""
        state = self._state
        return tuple(
            (int(state.total_re[seat]), int(state.total_im[seat]))
            for seat in range(self.rules.players)
        )

    @property
    def losers(self) -> tuple[int, ...]:
        """Seats that lost; empty until the game is over, and when it was capped."""
        return tuple(layout.seats_in(self._state.losers))

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that won; empty until the game is over, when all lost, and when it was capped."""
        return tuple(layout.seats_in(self._state.winners))

    @property
    def capped(self) -> bool:
        """Whether the game was ended by the limit on hands."""
        return bool(self._state.capped)

    def result(self) -> Any:
        """The finished game as a record of `chsim.core.game.GAME_RESULT`."""
        result = layout.new_record(GAME_RESULT)
        write_result(self._state, np.int64(self.moons), result)
        return result

    @property
    def where(self) -> str:
        """Seat, game, hand and trick of the decision, for messages."""
        return place_of(self._state, self.number, self.rules)

    def pass_cards(self, cards: Iterable[Card]) -> None:
        """Pass cards for the seat that must decide.

        Raises
        ------
        IllegalPlay
            If nothing is to be passed now, or the cards are not the right
            number of different cards that the seat holds. Nothing changes then.
        """
        self._expect("pass")
        cards = _listed(cards)
        if len(set(cards)) != len(cards):
            raise IllegalPlay("a card is named more than once")
        if len(cards) != self.rules.pass_count:
            raise IllegalPlay(f"{self.rules.pass_count} cards must be passed, not {len(cards)}")
        self._need_held(cards)
        kept = [card for card in cards if card not in self.legal]
        if kept:
            raise IllegalPlay(f"{kept[0]} may not be passed")
        self._decide(to_mask(cards))

    def play(self, card: Card) -> None:
        """Play a card for the seat that must decide.

        Raises
        ------
        IllegalPlay
            If the card may not be played now; the message says why. Nothing changes then.
        """
        self._expect("play")
        _need_card(card)
        self._need_held([card])
        if card not in self.legal:
            raise IllegalPlay(f"{card} may not be played: {self._why_not(card)}")
        self._decide(card.number)

    def claim(self, seat: int) -> bool:
        """Claim all tricks that are left.

        Parameters
        ----------
        seat : int
            Who claims; it must be about to lead.

        Returns
        -------
        bool
            Whether every card of the hand beats all others of its suit that are
            held. The hand is then played out, and all its cards go to that seat;
            otherwise nothing changes.

        Raises
        ------
        IllegalPlay
            If nothing is to be played now.
        """
        self._expect("play")
        hands = self._state.hand.tolist()[: self.rules.players]
        leads = self._state.position == 0 and self.seat == seat
        if not leads or not is_high(hands, seat):
            return False
        bots = self._state.bot.copy()
        self._state.bot[:] = 0
        play_out(self)
        self._state.bot[:] = bots
        self._advance()
        return True

    def choose(self, choice: str) -> None:
        """Settle the moon for its shooter: ``"subtract"`` or ``"add"``.

        Where the rules let the shooter turn signs, with the seats that are turned:
        see `chsim.moon_choice`.

        Raises
        ------
        IllegalPlay
            If no moon is to be settled, or the choice is another word.
        """
        self._expect("moon")
        text = _text(choice)
        try:
            code = choice_code(text)
        except ValueError:
            raise IllegalPlay(f"expected 'subtract' or 'add', not {in_words(choice)}") from None
        self._state.answer = np.uint64(code)
        if not may_choose(self._state, self._record):
            raise IllegalPlay(f"the rules do not leave the choice {text!r} to the shooter")
        self._decide(code)

    def _expect(self, phase: str) -> None:
        if self.phase != phase:
            raise IllegalPlay(f"nothing to {phase} now: the game is at {self.phase!r}")

    def _need_held(self, cards: Iterable[Card]) -> None:
        held = int(self._state.hand[self.seat])
        for card in cards:
            if not held >> card.number & 1:
                raise IllegalPlay(f"{card} is not in the hand")

    def _why_not(self, card: Card) -> str:
        state, this = self._state, to_mask([card])
        legal, led = int(state.legal), int(state.led)
        leads = state.position == 0
        if not leads and legal & led and not this & led:
            return "the suit led must be followed"
        kept = self.rules.first_trick_keep
        if not (leads or this & led):
            kept |= self.rules.first_trick_ban
        if state.trick == 0 and this & kept and legal & ~kept:
            return "not on the first trick"
        if leads and this & self.rules.lead_ban and legal & ~self.rules.lead_ban:
            return "not to be led until broken"
        if not leads and this & self.rules.throw_ban and legal & ~self.rules.throw_ban:
            return "not to be thrown until broken"
        return f"{to_text(legal).replace(' ', ' or ')} must be played"

    def _decide(self, answer: int) -> None:
        self._state.answer = np.uint64(answer)
        self._state.answered = 1
        self._advance()

    def _advance(self) -> None:
        """Run to the next decision of an outside seat, logging the hands that end."""
        while self._state.phase != layout.OVER:
            status = self._play_on()
            if status == ASK:
                return
            self.moons += int(self._state.shooter >= 0)
            self.hands.append(layout.new_record(layout.HAND_LOG))
            log_hand(self._state, self.number, self.hands[-1])
            next_hand(self._state, self._record)

    def _play_on(self) -> int:
        try:
            status = int(play_hand(self._state, self._record))
        except Exception as error:  # noqa: BLE001 - whatever a compiled strategy raises
            raise StrategyFault(self._fault(describe_raised(self._state, error))) from None
        if status == FOUL:
            raise StrategyFault(self._fault(describe_foul(self._state)))
        return status

    def _fault(self, what: str) -> str:
        return f"{self.where}: {self._names[self.seat]}: {what}"


def _listed(cards: Iterable[Card]) -> list[Card]:
    """Cards as a list, no longer than it takes to see that one is named twice."""
    try:
        some = list(islice(cards, len(DECK) + 1))
    except TypeError:
        raise IllegalPlay("expected cards to pass") from None
    for card in some:
        _need_card(card)
    return some


def _text(choice: Any) -> str:
    """A choice as plain text: a subclass of str may have code of the bot's."""
    return str.__str__(choice) if issubclass(type(choice), str) else ""


def _need_card(card: Any) -> None:
    if not is_card(card):
        found = "one made without Card(text)" if type(card) is Card else class_of(card)
        raise IllegalPlay(f"expected a chsim.Card, not {found}")


def _check(strategies: Sequence[Any], players: int) -> None:
    if len(strategies) > players:
        raise OptionError(f"strategies: expected {players} or fewer, not {len(strategies)}")
    for one in strategies:
        if not (one is None or isinstance(one, CompiledStrategy)):
            found = in_words(one)
            raise OptionError(f"strategies: expected a CompiledStrategy or None, not {found}")


def _seat(strategies: Sequence[CompiledStrategy | None], state: Any) -> None:
    decisions: list[Any] = []
    for seat, strategy in enumerate(strategies):
        if strategy is None:
            decisions.append(None)
            continue
        decisions.append((strategy.choose_pass, strategy.choose_card, strategy.choose_moon))
        state.setting[seat, : len(strategy.settings)] = list(strategy.settings.values())
    with held_back():
        state.bot[:] = bot_table(decisions)
