"""Plackett-Luce worths of strategies, from orders in which they finish games.

A *pattern* says how a game ended: groups of strategies from first to last, those
of a group tied, one entry a seat: ``((2,), (0, 1), (0,))``. One strategy may sit in
several seats. Worths are given as logs with mean 0: of two strategies whose
log-worths differ by d, the better one finishes ahead exp(d) times as often as behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from chsim.stats.blocks import Difference, from_error
from chsim.stats.intervals import Interval

Pattern = tuple[tuple[int, ...], ...]
Field = tuple[int, ...]  # the strategies still to place, one entry a seat, sorted
Stage = tuple[Field, Field]  # a group that is placed, and the field it comes from
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

PRIOR = 0.5
STEPS = 100
PRECISION = 1e-9


class PlackettLuce:
    """The likelihood of patterns, written out once for any number of games of each.

    Parameters
    ----------
    patterns : sequence of patterns
    strategies : int
        How many there are; patterns number them from 0.
    prior : float
        Games that each strategy has won, and as many that it has lost, against an
        imaginary opponent whose log-worth is the mean.

    Notes
    -----
    Place after place, one of the seats still to place is drawn in proportion to
    worths (R. D. Luce 1959, "Individual choice behavior"; R. L. Plackett 1975, "The
    analysis of permutations"). Several seats of a strategy have a worth each.

    Seats that tie finished in one of their orders, unknown in which, so the chance
    of a tie is the sum over these: the marginal likelihood of J. D. Kalbfleisch and
    R. L. Prentice 1973, "Marginal likelihoods based on Cox's regression and life
    model". Of a tie at the end nothing is said, and none of its orders counts.

    A pattern says of independent scores with log-concave densities (log-worths plus
    Gumbel noise) that they lie in a convex cone, so its log-likelihood is concave in
    the log-worths (A. Prékopa 1973, "On logarithmic concave measures and
    functions"), ties included, and Newton's method finds the one maximum.

    Without a prior there need not be one: nothing bounds the worth of a strategy
    that is always first. Half a game won and half a game lost are what Jeffreys'
    prior adds to one pair (D. Firth 1993, "Bias reduction of maximum likelihood
    estimates"); to hundreds of games it makes no difference that shows.
    """

    def __init__(self, patterns: Sequence[Pattern], strategies: int, prior: float = PRIOR) -> None:
        self.strategies, self.prior, self.patterns = strategies, prior, len(patterns)
        stages: dict[Stage, int] = {}
        found = [[stages.setdefault(s, len(stages)) for s in _stages(p)] for p in patterns]
        self._pattern_stages = _padded(found, len(stages))
        self._placed = _counts([placed for placed, _ in stages], strategies)
        self._write_orders(list(stages))

    def _write_orders(self, stages: list[Stage]) -> None:
        """Every order of every stage's group, as the fields it draws from."""
        fields: dict[Field, int] = {}
        orders = [list(_orders(stage)) for stage in stages]
        drawn = [[fields.setdefault(f, len(fields)) for f in o] for kind in orders for o in kind]
        sizes = [len(kind) for kind in orders]
        self._stage_of = np.repeat(np.arange(len(stages)), sizes)
        self._first = np.cumsum([0, *sizes])[:-1]
        self._drawn = _padded(drawn, len(fields))
        self._fields = _counts(list(fields), self.strategies)

    def fit(self, games: npt.ArrayLike, start: Floats | None = None) -> Floats:
        """Log-worths, with mean 0, under which the games of each pattern are likeliest.

        Parameters
        ----------
        games : array of float
            How many ended in each pattern.
        start : array of float, optional
            Log-worths to begin from.
        """
        weights = self._weights(games)
        theta = np.zeros(self.strategies) if start is None else start - start.mean()
        value, gradient, curvature = self._derivatives(theta, weights)
        for _ in range(STEPS):
            step = np.linalg.solve(curvature, gradient)
            if np.abs(step).max() < PRECISION:
                break
            before = value - PRECISION * abs(value)
            value, gradient, curvature = self._derivatives(theta + step, weights)
            while value < before:
                step /= 2
                value, gradient, curvature = self._derivatives(theta + step, weights)
            theta = theta + step
        return np.asarray(theta - theta.mean())

    def log_likelihood(self, theta: Floats, games: npt.ArrayLike) -> float:
        """What `fit` maximises, the imaginary games included, at given log-worths."""
        weights = self._weights(games)
        return self._derivatives(theta - theta.mean(), weights)[0]

    def _weights(self, games: npt.ArrayLike) -> Floats:
        """How often each stage was seen, from how many games ended in each pattern."""
        games = np.broadcast_to(np.asarray(games)[:, None], self._pattern_stages.shape)
        return _collect(self._pattern_stages, games, len(self._placed))

    def _derivatives(self, theta: Floats, weights: Floats) -> tuple[float, Floats, Floats]:
        """Log-likelihood, gradient and negative second derivatives, along mean 0."""
        value, gradient, second = self._of_stages(theta, weights)
        win = 1 / (1 + np.exp(-theta))
        value += self.prior * float(np.log(win * (1 - win)).sum())
        gradient = gradient + self.prior * (1 - 2 * win)
        second = second - np.diag(2 * self.prior * win * (1 - win))
        level = np.full_like(second, 1 / self.strategies)
        centring = np.eye(self.strategies) - level
        return value, centring @ gradient, level - centring @ second @ centring

    def _of_stages(self, theta: Floats, weights: Floats) -> tuple[float, Floats, Floats]:
        worths = np.exp(theta)
        totals = (self._fields * worths).sum(axis=1)
        logs = -np.append(np.log(totals), 0.0)[self._drawn].sum(axis=1)
        likeliest = np.maximum.reduceat(logs, self._first)
        chances = np.exp(logs - likeliest[self._stage_of])
        together = np.add.reduceat(chances, self._first)
        value = weights @ ((self._placed * theta).sum(axis=1) + likeliest + np.log(together))
        chances /= together[self._stage_of]

        shares = self._fields * worths / totals[:, None]
        slopes = -np.vstack([shares, np.zeros_like(worths)])[self._drawn].sum(axis=1)
        slope = np.add.reduceat(chances[:, None] * slopes, self._first)
        orders = chances * weights[self._stage_of]
        draws = _collect(
            self._drawn, np.broadcast_to(orders[:, None], self._drawn.shape), len(totals)
        )
        second = _weighted_squares(shares, draws) - np.diag(draws @ shares)
        second += _weighted_squares(slopes, orders) - _weighted_squares(slope, weights)
        return float(value), weights @ (self._placed + slope), second


def _weighted_squares(rows: Floats, weights: Floats) -> Floats:
    """Sum of each row's products with itself, times its weight."""
    return np.asarray((rows * weights[:, None]).T @ rows)


def _stages(pattern: Pattern) -> Iterator[Stage]:
    """Groups that are placed while different strategies are still to place."""
    field = sorted(strategy for group in pattern for strategy in group)
    for group in pattern[:-1]:
        if field[0] != field[-1]:
            yield tuple(sorted(group)), tuple(field)
        for strategy in group:
            field.remove(strategy)


def _orders(stage: Stage) -> Iterator[list[Field]]:
    """For every order of a stage's group, the fields it draws from."""
    placed, whole = stage
    for order in sorted(set(permutations(placed))):
        field, drawn = list(whole), []
        for strategy in order:
            drawn.append(tuple(field))
            field.remove(strategy)
        yield drawn


def _counts(lists: Sequence[Sequence[int]], width: int) -> Floats:
    """How often each number below the width is in each list."""
    table = np.zeros((len(lists), width))
    for row, numbers in zip(table, lists, strict=True):
        np.add.at(row, list(numbers), 1.0)
    return table


def _padded(lists: Sequence[Sequence[int]], stop: int) -> Ints:
    """Lists of numbers below the stop as rows of a table, filled up with it."""
    table = np.full((len(lists), max(map(len, lists), default=0)), stop)
    for row, numbers in zip(table, lists, strict=True):
        row[: len(numbers)] = numbers
    return table


def _collect(table: Ints, weights: Floats, stop: int) -> Floats:
    """Sum of the weights of each number below the stop."""
    sums = np.bincount(table.ravel(), weights.ravel(), minlength=stop + 1)
    return sums[:stop].astype(np.float64)


@dataclass(frozen=True)
class Worths:
    """Log-worths and how sure they are.

    Attributes
    ----------
    worths : array of float
        One a strategy; their mean is 0.
    replicates : array of float
        One row of log-worths for each time that blocks were drawn anew.
    blocks : int
        How many blocks were drawn from.

    Notes
    -----
    Intervals are Student's, with the replicates' standard deviation as the standard
    error and the blocks' degrees of freedom (B. Efron and R. J. Tibshirani 1993, "An
    introduction to the bootstrap", chapters 6 and 12). In simulations with 50 blocks
    they covered 94.5 %, percentiles of the replicates 92.6 %.
    """

    worths: Floats
    replicates: Floats
    blocks: int

    def interval(self, strategy: int, level: float = 0.95) -> Interval:
        """Interval of a strategy's log-worth."""
        return self._judge(self.worths[strategy], self.replicates[:, strategy], level).interval

    def difference(self, a: int, b: int, level: float = 0.95) -> Difference:
        """How far a's log-worth is above b's."""
        values = self.replicates[:, a] - self.replicates[:, b]
        return self._judge(self.worths[a] - self.worths[b], values, level)

    def _judge(self, mean: float, values: Floats, level: float) -> Difference:
        if self.blocks < 2:
            return Difference(float(mean), (-inf, inf), 1.0)
        freedom = self.blocks - 1
        error = float(values.std(ddof=1)) * sqrt(self.blocks / freedom)
        return from_error(float(mean), error, freedom, level)


def bootstrap(
    model: PlackettLuce,
    patterns: npt.ArrayLike,
    blocks: npt.ArrayLike,
    replicates: int = 400,
    seed: int = 1,
) -> Worths:
    """Log-worths with replicates in which whole blocks are drawn with replacement.

    Parameters
    ----------
    model : PlackettLuce
    patterns : array of int
        The pattern of each game, by its index in the model's patterns.
    blocks : array of int
        The block number of each game.
    replicates : int
    seed : int
        Replicate number b is the same for any number of replicates.

    Notes
    -----
    B. Efron 1979, "Bootstrap methods: another look at the jackknife". Games of a
    block depend on one another, blocks do not, so blocks are what is drawn.
    """
    kinds = np.asarray(patterns, dtype=np.int64)
    numbers, block = np.unique(np.asarray(blocks, dtype=np.int64), return_inverse=True)
    known = model.patterns
    worths = model.fit(np.bincount(kinds, minlength=known))
    rows = np.empty((replicates, model.strategies))
    for replicate, row in enumerate(rows):
        draw = np.random.default_rng((seed, replicate)).integers(len(numbers), size=len(numbers))
        times = np.bincount(draw, minlength=len(numbers))
        row[:] = model.fit(np.bincount(kinds, times[block], minlength=known), worths)
    return Worths(worths, rows, len(numbers))
