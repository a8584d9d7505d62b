"""Parts of rules that have fields of their own: the moon, the die, the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from chsim import fields
from chsim.fields import Gaussian


@dataclass(frozen=True)
class Moon:
    """What shooting the moon takes and brings.

    Parameters
    ----------
    cards : int
        Mask of the cards that one seat must take.
    worth : Gaussian
        Subtracted from the shooter or added to everybody else, in place of the
        values of ``cards``; the shooter's multipliers act on it, and those of who
        receives it only if ``multiplied``.
    mode : str
        What becomes of it. ``none``: there is no moon, and ``cards`` and ``worth``
        are nothing. ``subtract`` and ``add``:
        always so. ``choose``: the shooter says which. ``add-unless-lost``: added,
        unless the game would then end without the shooter among its winners.
        ``zero``: everybody scores nothing for the hand. ``hurt``: added to or
        subtracted from each other seat, whichever leaves its total worse: further
        from zero, or with more points. ``choose-each``: the shooter applies it to
        himself or to the others, and says for each whether it is added or subtracted.
    bonus : int
        Mask of cards that must be taken too, but keep their values.
    sun : Gaussian or None
        Worth instead if the shooter took every trick; None: no difference.
    alone : bool
        With partners: one of them must take it all.
    multiplied : bool
        Whether the multipliers of who receives it act on it too.
    """

    cards: int
    worth: Gaussian
    mode: str
    bonus: int = 0
    sun: Gaussian | None = None
    alone: bool = False
    multiplied: bool = False

    def __post_init__(self) -> None:
        tidy(
            self,
            "moon.",
            cards=fields.mask,
            worth=fields.gaussian,
            mode=fields.text,
            bonus=fields.mask,
            sun=partial(fields.optional, fields.gaussian),
            alone=fields.flag,
            multiplied=fields.flag,
        )
        if self.mode == "none":  # two such are the same, whatever cards a base has named
            object.__setattr__(self, "cards", 0)
            object.__setattr__(self, "worth", (0, 0))


@dataclass(frozen=True)
class Die:
    """A die rolled after the pass: one card, each as likely, is worth something this hand.

    Parameters
    ----------
    cards : int
        Mask of the cards it may name; 0: no die.
    worth : Gaussian
        On top of the card's value.
    """

    cards: int = 0
    worth: Gaussian = (0, 0)

    def __post_init__(self) -> None:
        tidy(self, "die.", cards=fields.mask, worth=fields.gaussian)


@dataclass(frozen=True)
class End:
    """What ends a game, and who then has lost and won.

    Parameters
    ----------
    measure : {"magnitude", "points"}
        Compare the magnitude of the total, or its real part.
    limit : int
        A total that reaches it ends the game; 0: none does.
    max_hands : int
        A game that is not over after this many hands is capped.
    reaching : bool
        Whether a total of exactly the limit ends it; else only one beyond.
    hands : int
        The game ends after this many hands; 0: only at the limit.
    losers : {"reached", "worst"}
        Whoever reached the limit, or whoever is furthest.
    ties : {"share", "play-on"}
        Seats that are nearest together share the win, or another hand is played.
    trigger_every, trigger_off : int
        A hand that brings a total to an exact positive multiple of ``trigger_every``
        takes ``trigger_off`` off it, within that hand's score; 0: no trigger.
    """

    measure: str = "magnitude"
    limit: int = 100
    max_hands: int = 500
    reaching: bool = True
    hands: int = 0
    losers: str = "reached"
    ties: str = "share"
    trigger_every: int = 0
    trigger_off: int = 0

    def __post_init__(self) -> None:
        whole = ("limit", "max_hands", "hands", "trigger_every", "trigger_off")
        texts = ("measure", "losers", "ties")
        kinds = dict.fromkeys(whole, fields.whole) | dict.fromkeys(texts, fields.text)
        tidy(self, "end.", reaching=fields.flag, **kinds)


def tidy(record: Any, prefix: str, **converters: Callable[[str, Any], Any]) -> None:
    """Make the fields of a frozen record plain Python data of the right type."""
    for name, convert in converters.items():
        object.__setattr__(record, name, convert(prefix + name, getattr(record, name)))
