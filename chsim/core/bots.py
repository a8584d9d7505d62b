"""Compiled strategies as plug-ins: each decision a function called by address.

A seat's three decisions are `uint64 f(SeatView)`: the cards to pass (a mask),
the card to play (its number), the moon (`layout.SUBTRACT` or `layout.ADD`).
They stand in `STATE.bot` as machine addresses, so the game loop is compiled
once, whoever plays. An address of 0 marks a seat that is
decided outside. (numba's tuples of first-class functions do the same, but pick
the member with a branch that is mispredicted every trick: 1.5 times slower.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from chsim.core.bits import U64
from chsim.core.jit import PLAIN_PYTHON
from chsim.core.layout import DECISIONS, MAX_SEATS
from chsim.core.seatview import RULES_TYPE, STATE_TYPE, VIEW, SeatView

#: Under NUMBA_DISABLE_JIT=1 an address is a place in this list.
_PLAIN: list[Any] = [None]

SIGNATURE = types.uint64(VIEW)


def call(function: Any, state: Any, rules: Any, seat: Any) -> Any:
    """Ask the decision at an address for a seat."""
    return U64(_PLAIN[int(function)](SeatView(state, rules, int(seat))))


@intrinsic
def _call(context: Any, address: Any, state: Any, rules: Any, seat: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = cgutils.create_struct_proxy(VIEW)(context, builder)
        view.state, view.rules, view.seat = args[1:]
        convention = context.call_conv
        function = convention.get_function_type(SIGNATURE.return_type, SIGNATURE.args)
        pointer = builder.inttoptr(args[0], function.as_pointer())
        status, answer = convention.call_function(
            builder, pointer, SIGNATURE.return_type, SIGNATURE.args, [view._getvalue()]
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    return types.uint64(types.uint64, STATE_TYPE, RULES_TYPE, types.intp), generate


@overload(call, inline="always")
def _overload_call(function, state, rules, seat):
    return lambda function, state, rules, seat: _call(function, state, rules, seat)


@cache
def address_of(function: Callable[..., Any]) -> Any:
    """Compile a decision for `SIGNATURE` and give its address.

    Parameters
    ----------
    function : callable
        A function made by `jit.compiled`.

    Returns
    -------
    int
        The address; ``function`` lives as long as the process from now on. Under
        ``NUMBA_DISABLE_JIT=1`` a number that `call` knows it by.
    """
    if PLAIN_PYTHON:
        if function not in _PLAIN:
            _PLAIN.append(function)
        return _PLAIN.index(function)
    function.compile(SIGNATURE)  # type: ignore[attr-defined]
    result = function.overloads[SIGNATURE.args]  # type: ignore[attr-defined]
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


def bot_table(decisions: Sequence[Sequence[Any] | None]) -> Any:
    """Table of bots for the game loop.

    Parameters
    ----------
    decisions : sequence of (choose_pass, choose_card, choose_moon) or None
        One entry a player; None for a seat that is decided outside.

    Returns
    -------
    numpy.ndarray, shape (DECISIONS, MAX_SEATS)
        What goes into `STATE.bot`, by player.
    """
    table = np.zeros((DECISIONS, MAX_SEATS), dtype=np.uint64)
    for player, functions in enumerate(decisions):
        if functions is not None:
            table[:, player] = [address_of(function) for function in functions]
    return table
