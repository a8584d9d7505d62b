"""Asking plain-Python strategies, and refusing what is no answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chsim.cards import Card
from chsim.errors import IllegalPlay, StrategyFault
from chsim.faults import describe_raised
from chsim.game import Game
from chsim.rules import Rules
from chsim.strategy import Bot, CompiledStrategy, Strategy
from chsim.view import CHOICES

_METHOD = {"pass": "choose_pass", "play": "choose_card", "moon": "choose_moon"}


def play_game(rules: Rules, seed: int, number: int, seats: Sequence[Strategy]) -> Game:
    """Play a game in which plain-Python strategies sit.

    Parameters
    ----------
    rules : Rules
    seed, number : int
        Address of the deals.
    seats : sequence of Strategy
        By seat. Each Python strategy makes one new bot for this game.

    Returns
    -------
    Game
        The finished game.

    Raises
    ------
    StrategyFault
        When a bot raises or gives an answer that the rules do not allow; the
        message names seat, game, hand and trick.
    """
    compiled = [seat if isinstance(seat, CompiledStrategy) else None for seat in seats]
    bots = _Table(seats)
    game = Game(rules, seed=seed, game=number, strategies=compiled)
    while game.phase != "over":
        bots.decide(game)
    return game


class _Table:
    """The bots of one game, made when first asked."""

    def __init__(self, seats: Sequence[Strategy]) -> None:
        self._seats = seats
        self._bots: dict[int, Bot] = {}

    def decide(self, game: Game) -> None:
        """Ask the seat that must decide and carry its answer out."""
        method, seat = _METHOD[game.phase], game.seat
        try:
            answer = _ask(lambda: getattr(self._bot(seat), method)(game.view))
            _ANSWERS[game.phase](game, answer)
        except IllegalPlay as error:
            what = f"{method} returned {_shown(answer)}: {error}"
            raise StrategyFault(f"{game.where}: {self._seats[seat].name}: {what}") from None
        except _Raised as error:
            what = describe_raised(game._state, error.cause)
            raise StrategyFault(f"{game.where}: {self._seats[seat].name}: {what}") from None

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            strategy = self._seats[seat]
            assert not isinstance(strategy, CompiledStrategy)
            self._bots[seat] = strategy.make()
        return self._bots[seat]


class _Raised(Exception):
    """An exception of a bot, kept apart from the engine's own."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__()
        self.cause = cause


def _ask(question: Callable[[], Any]) -> Any:
    try:
        return question()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a bot raises
        raise _Raised(error) from None


def _pass(game: Game, answer: Any) -> None:
    try:
        cards = list(answer)
    except TypeError:
        raise IllegalPlay("expected cards to pass") from None
    for card in cards:
        _need_card(card)
    game.pass_cards(cards)


def _play(game: Game, answer: Any) -> None:
    _need_card(answer)
    game.play(answer)


def _choose(game: Game, answer: Any) -> None:
    if not isinstance(answer, str) or answer not in CHOICES:
        raise IllegalPlay("expected 'subtract' or 'add'")
    game.choose(answer)


_ANSWERS: dict[str, Callable[[Game, Any], None]] = {
    "pass": _pass,
    "play": _play,
    "moon": _choose,
}


def _need_card(answer: Any) -> None:
    if not isinstance(answer, Card):
        raise IllegalPlay(f"expected a chsim.Card, not {type(answer).__name__}")


def _shown(answer: Any) -> str:
    """The answer in a few characters on one line, whatever its repr does."""
    try:
        text = " ".join(repr(answer).split())
    except Exception:  # noqa: BLE001 - a bot's own repr
        text = type(answer).__name__
    return text if len(text) <= 60 else text[:57] + "…"
