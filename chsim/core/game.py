"""Whole games in one compiled loop, many in a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from chsim.core.bits import U64
from chsim.core.ending import end_of_game
from chsim.core.hand import DONE, play_hand, start_hand
from chsim.core.jit import compiled
from chsim.core.layout import DECISIONS, MAX_SEATS, OVER
from chsim.core.rng import word_at

#: One finished game. Losers and winners are masks of seats.
GAME_RESULT = np.dtype(
    [
        ("total_re", np.int64, (MAX_SEATS,)),
        ("total_im", np.int64, (MAX_SEATS,)),
        ("losers", np.int64),
        ("winners", np.int64),
        ("hands", np.int64),
        ("moons", np.int64),
        ("capped", np.int64),
    ],
    align=True,
)


@compiled
def start_game(state: Any, rules: Any, run_key: Any, game: Any) -> None:
    """Set up game number ``game`` of a run and deal its first hand."""
    state.game_key = word_at(run_key, U64(game))
    state.hand_number = 0
    state.losers = 0
    state.winners = 0
    state.capped = 0
    for seat in range(rules.players):
        state.total_re[seat] = 0
        state.total_im[seat] = 0
    start_hand(state, rules)


@compiled
def next_hand(state: Any, rules: Any) -> Any:
    """After a scored hand: deal the next, or end the game. True when over."""
    if end_of_game(state, rules):
        state.phase = OVER
        return True
    state.hand_number += 1
    start_hand(state, rules)
    return False


@compiled
def log_hand(state: Any, game: Any, log: Any) -> None:
    """Copy the scored hand into a record of `layout.HAND_LOG`."""
    log.game = game
    log.hand_number = state.hand_number
    log.pass_offset = state.pass_offset
    log.rolled = state.rolled
    log.trick = state.trick
    log.shooter = state.shooter
    log.choice = state.choice
    log.dealt[:] = state.dealt
    log.passed[:] = state.passed
    log.card_played[:] = state.card_played
    log.trick_leader[:] = state.trick_leader
    log.trick_winner[:] = state.trick_winner
    log.score_re[:] = state.score_re
    log.score_im[:] = state.score_im
    log.total_re[:] = state.total_re
    log.total_im[:] = state.total_im


@compiled
def write_result(state: Any, moons: Any, result: Any) -> None:
    """Copy a finished game into a record of `GAME_RESULT`."""
    result.total_re[:] = state.total_re
    result.total_im[:] = state.total_im
    result.losers = state.losers
    result.winners = state.winners
    result.hands = state.hand_number + 1
    result.moons = moons
    result.capped = state.capped


@compiled
def seat_players(state: Any, rules: Any, bots: Any, settings: Any, turn: Any) -> None:
    """Seat player p at p + ``turn`` (mod players), with its bot and its settings."""
    for player in range(rules.players):
        seat = (player + turn) % rules.players
        for decision in range(DECISIONS):
            state.bot[decision, seat] = bots[decision, player]
        state.setting[seat, :] = settings[player]


@compiled
def play_games(
    state: Any,
    rules: Any,
    bots: Any,
    settings: Any,
    run_key: Any,
    first: Any,
    step: Any,
    rotate: Any,
    results: Any,
    logs: Any,
) -> Any:
    """Play games ``first``, ``first + step``, … until results are full or logs may overflow.

    Parameters
    ----------
    state, rules : records of `layout.STATE` and `layout.RULES`
        ``state`` is scratch; after a foul it shows where the game stopped.
    bots : uint64[DECISIONS, MAX_SEATS]
        By player; see `bots.bot_table`.
    settings : float64[MAX_SEATS, MAX_SETTINGS]
        By player.
    run_key : uint64
    first, step : int64
    rotate : int64
        1 to turn the players by the game number, 0 to seat them as listed.
    results : GAME_RESULT[n]
    logs : HAND_LOG[m]
        Where every hand is written; of length 0 to write none.

    Returns
    -------
    status, games, hands : int64
        `hand.DONE` or `hand.FOUL`, how many games were finished and hands logged.
    """
    logged = 0
    for done in range(len(results)):
        if 0 < len(logs) < logged + rules.max_hands:
            return DONE, done, logged
        game = first + done * step
        seat_players(state, rules, bots, settings, game * rotate)
        start_game(state, rules, run_key, game)
        moons = 0
        over = False
        while not over:
            status = play_hand(state, rules)
            if status != DONE:
                return status, done, logged
            moons += int(state.shooter >= 0)
            if len(logs) > 0:
                log_hand(state, game, logs[logged])
                logged += 1
            over = next_hand(state, rules)
        write_result(state, moons, results[done])
    return DONE, len(results), logged
