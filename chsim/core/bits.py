"""Sets of cards as 64-bit masks: counting, lowest, highest, n-th.

Each function is plain Python; inside compiled code an overload puts the
machine instruction in its place. All masks and cards are unsigned there, as
numba turns a mixture of signed and unsigned into floats.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, overload

U64 = np.uint64
ONE = np.uint64(1)
ZERO = np.uint64(0)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def _has_bmi2() -> bool:
    chosen_by_user = config.CPU_NAME is not None or config.CPU_FEATURES is not None
    return not chosen_by_user and bool(llvm.get_host_cpu_features().get("bmi2"))


#: Whether the n-th set bit is found by one BMI2 instruction on this machine.
HAS_BMI2 = _has_bmi2()


def bit(card: Any) -> Any:
    """Mask with the bit of one card set."""
    return ONE << U64(card)


@overload(bit, inline="always")
def _bit(card):
    return lambda card: ONE << np.uint64(card)


def count(mask: Any) -> Any:
    """Number of cards in a mask."""
    return U64(int(mask).bit_count())


def lowest(mask: Any) -> Any:
    """Lowest card of a non-empty mask (by suit, then rank)."""
    return U64((int(mask) & -int(mask)).bit_length() - 1)


def highest(mask: Any) -> Any:
    """Highest card of a non-empty mask (by suit, then rank)."""
    return U64(int(mask).bit_length() - 1)


def high_word(a: Any, b: Any) -> Any:
    """Upper 64 bits of the 128-bit product of two words."""
    return U64((int(a) * int(b)) >> 64)


def select(condition: Any, yes: Any, no: Any) -> Any:
    """``yes if condition else no``, without a branch in compiled code."""
    return yes if condition else no


def nth(mask: Any, n: Any) -> Any:
    """Mask of the ``n``-th lowest card (from 0) of a mask that holds more than ``n``."""
    return nth_portable(U64(mask), U64(n))


def nth_portable(mask: Any, n: Any) -> Any:
    """`nth` by clearing the lowest bit ``n`` times."""
    for _ in range(n):
        mask &= mask - ONE
    return mask & (~mask + ONE)


@intrinsic
def _ctpop(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _cttz(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def _ctlz(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def _umulh(context: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _pdep(context: Any, word: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        name = "llvm.x86.bmi.pdep.64"
        word64 = ir.IntType(64)
        function = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(word64, [word64, word64]), name
        )
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _select(context: Any, condition: Any, yes: Any, no: Any) -> Any:
    result = types.uint64

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        chosen = builder.select(*args)
        # Which way it goes is random; a mispredicted branch costs more than the card.
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return result(types.boolean, result, result), generate


@overload(count, inline="always")
def _count(mask):
    return lambda mask: _ctpop(np.uint64(mask))


@overload(lowest, inline="always")
def _lowest(mask):
    return lambda mask: _cttz(np.uint64(mask))


@overload(highest, inline="always")
def _highest(mask):
    return lambda mask: np.uint64(63) - _ctlz(np.uint64(mask))


@overload(high_word, inline="always")
def _high_word(a, b):
    return lambda a, b: _umulh(np.uint64(a), np.uint64(b))


@overload(select, inline="always")
def _select_words(condition, yes, no):
    return lambda condition, yes, no: _select(condition, np.uint64(yes), np.uint64(no))


@overload(nth_portable)
def _nth_portable(mask, n):
    def search(mask, n):
        for _ in range(n):
            mask &= mask - ONE
        return mask & (~mask + ONE)

    return search


@overload(nth, inline="always")
def _nth(mask, n):
    if HAS_BMI2:
        return lambda mask, n: _pdep(ONE << np.uint64(n), np.uint64(mask))
    return lambda mask, n: nth_portable(np.uint64(mask), np.uint64(n))
