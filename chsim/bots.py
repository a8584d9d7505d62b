"""Asking plain-Python strategies, and refusing what is no answer."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from chsim.cards import DECK
from chsim.errors import IllegalPlay, StrategyFault, in_words, reason
from chsim.game import Game
from chsim.rules import Rules
from chsim.strategy import Bot, CompiledStrategy, Strategy

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
            bot = self._bot(seat)
            answer = _ask(method, lambda: getattr(bot, method)(game.view))
            _ANSWERS[game.phase](game, answer)
        except IllegalPlay as error:
            what = f"{method} returned {in_words(answer)}: {error}"
        except _Raised as error:
            what = str(error)
        else:
            return
        raise StrategyFault(f"{game.where}: {self._seats[seat].name}: {what}")

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            strategy = self._seats[seat]
            assert not isinstance(strategy, CompiledStrategy)
            self._bots[seat] = _ask("making it", strategy.make)
        return self._bots[seat]


class _Raised(Exception):
    """An exception of a bot, in words, kept apart from the engine's own."""


def _ask(what: str, question: Callable[[], Any]) -> Any:
    try:
        return question()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a bot raises
        raise _Raised(f"{what} raised {reason(error)}{_line_of(error)}") from None


def _line_of(error: BaseException) -> str:
    """Where in a bot's own file an exception came from, as `` (bot.py, line 12)``."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if Path(frame.filename).parent != Path(__file__).parent]
    lines = [frame.lineno for frame in theirs if frame.filename == theirs[0].filename]
    return f" ({in_words(Path(theirs[0].filename).name, str)}, line {lines[-1]})" if lines else ""


def _pass(game: Game, answer: Any) -> None:
    game.pass_cards(_ask(_METHOD["pass"], lambda: _unpacked(answer)))


def _unpacked(answer: Any) -> Any:
    """The answer's items, which may be code of the bot's; an answer without items as it is."""
    try:
        items = iter(answer)
    except TypeError:
        return None
    return list(islice(items, len(DECK) + 1))


_ANSWERS: dict[str, Callable[[Game, Any], None]] = {
    "pass": _pass,
    "play": Game.play,
    "moon": Game.choose,
}
