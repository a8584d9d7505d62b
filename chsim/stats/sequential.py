"""A test of whether there is a difference or none, which may stop at any block."""

from __future__ import annotations

from math import log

import numpy as np
import numpy.typing as npt

SHARE = 0.75  # of the largest bet that could lose everything
Floats = npt.NDArray[np.float64]


class SequentialTest:
    """Test of "the mean difference is 0" against "it is delta", judged after every block.

    Parameters
    ----------
    delta : float
        The difference worth finding, above or below 0.
    alpha : float
        Largest chance of "different" where the mean is 0 (or on 0's other side).
    beta : float
        Largest chance of "same" where the mean is delta (or beyond).
    bound : float
        No block's difference is larger, in either direction.

    Attributes
    ----------
    blocks : int
        Blocks used; none after the decision.
    decision : "different", "same" or None
    evidence : (float, float)
        Natural logs of the two wealths: against "0" and against "delta".
    bounds : (float, float)
        What they must reach: log 1/alpha for "different", log 1/beta for "same".

    Notes
    -----
    Two gamblers bet on the blocks in their order, each against a hypothesis: the
    first's wealth is the product of 1 + bet·x, the second's of 1 + bet·(x - delta).
    If the hypothesis holds, the wealth is a supermartingale of start 1, and the
    chance that it ever reaches 1/α is at most α (J. Ville 1939, "Étude critique de
    la notion de collectif"). So the test is valid wherever it stops. It assumes
    that each block's difference, given all blocks before it, has the hypothesis's
    mean, and that none exceeds the bound; nothing of their distribution. Blocks of
    different seeds are independent, so the first holds; the second holds for
    rates with a bound of 1.

    A bet depends on earlier blocks alone: delta / (variance + delta²), the bet
    under which wealth grows fastest if the other hypothesis is true and differences
    are small, with a running variance that starts at half the bound, as one block,
    and no bet above three quarters of what could lose everything (I. Waudby-Smith
    and A. Ramdas 2024, "Estimating means of bounded random variables by betting",
    Journal of the Royal Statistical Society B 86). With a known normal distribution
    this would be A. Wald's test (1945, "Sequential tests of statistical hypotheses")
    but for his bounds, log (1 - β)/α and log (1 - α)/β, which are slightly lower.

    Sums run strictly from block to block, so how blocks are cut into calls does
    not matter to the last bit.
    """

    def __init__(
        self, delta: float, alpha: float = 0.05, beta: float = 0.05, bound: float = 1.0
    ) -> None:
        if delta == 0 or abs(delta) > bound:
            raise ValueError(f"a difference of {delta} cannot be tested within a bound of {bound}")
        if not (0 < alpha < 1 and 0 < beta < 1):
            raise ValueError(f"alpha {alpha} and beta {beta} must be within 0 and 1")
        self.delta, self.bound = delta, bound
        self.alpha, self.beta = alpha, beta
        self.bounds = (-log(alpha), -log(beta))
        self.blocks = 0
        self.decision: str | None = None
        self._sums = np.zeros(4)  # of values, of their squares, and the logs of both wealths

    @property
    def evidence(self) -> tuple[float, float]:
        """Natural logs of the wealths against "0" and against "delta"."""
        return float(self._sums[2]), float(self._sums[3])

    def add(self, differences: npt.ArrayLike) -> None:
        """Take the next blocks' differences, in the order of their block numbers."""
        x = np.asarray(differences, dtype=np.float64)
        if self.decision or not len(x):
            return
        if not np.abs(x).max() <= self.bound:
            raise ValueError(f"a difference is beyond the bound of {self.bound}")
        sums = np.empty((4, len(x) + 1))
        sums[:, 0] = self._sums
        sums[:2, 1:] = x, x * x
        _run(sums[:2])
        sums[2:, 1:] = self._growth(x, sums[0, :-1], sums[1, :-1])
        _run(sums[2:])
        used = self._judge(sums[2], sums[3])
        self._sums = sums[:, used].copy()
        self.blocks += used

    def _growth(self, x: Floats, total: Floats, squares: Floats) -> tuple[Floats, Floats]:
        """What each block adds to the logs of both wealths, given the sums before it."""
        seen = self.blocks + np.arange(1, len(x) + 1)  # one more than there were
        spread = squares - total * total / seen  # never below 0: divided by more than their number
        variance = (self.bound**2 / 4 + spread) / seen
        bet = self.delta / (variance + self.delta**2)
        largest = SHARE / self.bound
        against_none = np.clip(bet, -largest, largest)
        largest = SHARE / (self.bound + abs(self.delta))
        against_delta = np.clip(-bet, -largest, largest)
        return np.log1p(against_none * x), np.log1p(against_delta * (x - self.delta))

    def _judge(self, against_none: Floats, against_delta: Floats) -> int:
        """How many of the new blocks are used; sets the decision."""
        different = against_none >= self.bounds[0]
        ends = different | (against_delta >= self.bounds[1])
        if not ends.any():
            return len(ends) - 1
        used = int(ends.argmax())
        self.decision = "different" if different[used] else "same"
        return used


def _run(rows: Floats) -> None:
    """Running sums along each row, in place, one after the other."""
    for row in rows:
        np.cumsum(row, out=row)
