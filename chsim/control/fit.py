"""Fits of outcomes to terms, solved with numpy alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

#: Pull of every weight towards zero, as a share of a term's own mean square.
_RIDGE = 1e-6
#: Newton's steps; the fit no longer changes in its first six digits after about eight.
_STEPS = 12

Floats = npt.NDArray[np.float64]


def least_squares(terms: Floats, ends: Floats) -> Floats:
    """Weights of the terms that are nearest to the ends."""
    return _solved(terms.T @ terms, terms.T @ ends, len(terms))


def logistic(terms: Floats, ends: Floats) -> Floats:
    """Weights whose logistic is the likeliest chance of ends that are 0 or 1.

    Newton's method, which for this model is iteratively reweighted least squares.
    """
    weights = np.zeros(terms.shape[1])
    for _ in range(_STEPS):
        logits = np.clip(terms @ weights, -30, 30)
        chances = 1 / (1 + np.exp(-logits))
        spread = chances * (1 - chances) + 1e-6
        towards = terms.T @ (spread * logits + ends - chances)
        weights = _solved((terms.T * spread) @ terms, towards, len(terms))
    return weights


def rounded(weights: Floats) -> tuple[tuple[float, ...], ...]:
    """Weights to six digits, so that the last bits of a machine's sums do not show."""
    return tuple(tuple(float(f"{weight:.6g}") for weight in row) for row in weights)


def _solved(squares: Floats, towards: Floats, rows: int) -> Floats:
    pull = _RIDGE * (rows + np.trace(squares) / len(squares))
    solved: Floats = np.linalg.solve(squares + pull * np.eye(len(squares)), towards)
    return solved
