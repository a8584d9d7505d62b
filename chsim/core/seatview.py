"""The handle that a compiled strategy is given: a game, its rules and one seat.

Its attributes and methods are those that `view` lists and nothing else; none
can be assigned to. In compiled code a view is three machine words, and an
attribute costs one load.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import (
    intrinsic,
    models,
    overload_attribute,
    overload_method,
    register_model,
)

from chsim.core.jit import compiled
from chsim.core.layout import RULES, STATE

STATE_TYPE = from_dtype(STATE)
RULES_TYPE = from_dtype(RULES)


class SeatView:
    """Plain-Python form of the view, used under ``NUMBA_DISABLE_JIT=1``."""

    __slots__ = ("_rules", "_seat", "_state")

    def __init__(self, state: Any, rules: Any, seat: int) -> None:
        self._state = state
        self._rules = rules
        self._seat = seat

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The attributes and methods that `view` adds."""


class SeatViewType(types.Type):
    """numba's type of a `SeatView`."""

    def __init__(self) -> None:
        super().__init__(name="chsim.SeatView")


VIEW = SeatViewType()


@register_model(SeatViewType)
class _SeatViewModel(models.StructModel):
    def __init__(self, manager: Any, view_type: Any) -> None:
        members = [("state", STATE_TYPE), ("rules", RULES_TYPE), ("seat", types.intp)]
        super().__init__(manager, view_type, members)


def _member(name: str, member_type: Any) -> Any:
    @intrinsic
    def read(context: Any, view: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            proxy = cgutils.create_struct_proxy(VIEW)
            return getattr(proxy(context, builder, value=args[0]), name)

        return member_type(view), generate

    return read


_state_of = _member("state", STATE_TYPE)
_rules_of = _member("rules", RULES_TYPE)
_seat_of = _member("seat", types.intp)


def attribute(look: Callable[[Any, Any, Any], Any]) -> None:
    """Offer ``look(state, rules, seat)`` as an attribute of views."""
    inner = compiled(look)

    def plain(view):
        return inner(view._state, view._rules, view._seat)

    def native(view):
        return inner(_state_of(view), _rules_of(view), _seat_of(view))

    setattr(SeatView, look.__name__, property(plain, doc=look.__doc__))
    overload_attribute(SeatViewType, look.__name__)(lambda view: native)


def method(look: Callable[..., Any]) -> None:
    """Offer ``look(state, rules, seat, …)`` as a method of views, of one or two arguments."""
    inner = compiled(look)

    def plain(view, *what):
        return inner(view._state, view._rules, view._seat, *what)

    def native_one(view, a):
        return inner(_state_of(view), _rules_of(view), _seat_of(view), a)

    def native_two(view, a, b):
        return inner(_state_of(view), _rules_of(view), _seat_of(view), a, b)

    setattr(SeatView, look.__name__, plain)
    if len(inspect.signature(look).parameters) == 4:
        overload_method(SeatViewType, look.__name__)(lambda view, a: native_one)
    else:
        overload_method(SeatViewType, look.__name__)(lambda view, a, b: native_two)
