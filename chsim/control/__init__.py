"""Variance reduction: the luck of the deals, as fast players find it, taken out of results.

A game is a chain of hands. Before each hand the totals are known, and so is an estimate
of how a game from there ends for a seat (`values`). Each hand that was played is played
out once more by fast compiled players, from the same totals and with the very same deal;
and with fresh deals, which have nothing to do with the game's. What the estimate is after
the one, less its mean after the others, is the *luck* of that deal (`luck`). Up to the
deal, both have the same law: so the luck has mean zero whatever happened before, however
wrong the estimate and whoever plays out, and results less any fixed multiple of it are
without bias. The multiple that cuts the variance most is learned from other blocks
(`coefficients`).

The same idea, with other estimates: M. Zinkevich et al. 2006, "Optimal unbiased
estimators for evaluating agent performance" (DIVAT); M. Bowling et al. 2008, "Strategy
evaluation in extensive games with importance sampling"; N. Burch et al. 2018, "AIVAT: a
new variance reduction technique for agent evaluation in imperfect information games".
"""

from __future__ import annotations

from chsim.control.coefficients import Correction, Estimate
from chsim.control.corrected import Corrected
from chsim.control.luck import OUTCOMES, Control
from chsim.control.values import Values, learn, shipped

__all__ = [
    "OUTCOMES",
    "Control",
    "Corrected",
    "Correction",
    "Estimate",
    "Values",
    "learn",
    "shipped",
]
