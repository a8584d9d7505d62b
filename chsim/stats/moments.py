"""Running sums of rows and of their products, the same however the rows come in pieces."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Moments:
    """First and second moments of the columns of rows that are added in order.

    Every sum is taken row after row, so the result is the same to the last bit
    for any cutting of the rows into pieces.

    Parameters
    ----------
    columns : int

    Attributes
    ----------
    count : int
        Rows so far.
    sums : array, shape (columns,)
    products : array, shape (columns, columns)
        Sums of the products of each two columns.
    """

    def __init__(self, columns: int) -> None:
        self.count = 0
        self.sums: Floats = np.zeros(columns)
        self.products: Floats = np.zeros((columns, columns))

    def add(self, rows: Floats) -> None:
        """Add rows, shape (n, columns), that follow those added before."""
        self.count += len(rows)
        self.sums = summed(self.sums, rows)
        self.products = summed(self.products, rows[:, :, None] * rows[:, None, :])

    def total(self, weights: Floats) -> float:
        """Sum over rows of a weighted sum of the columns."""
        return float(weights @ self.sums)

    def squares(self, weights: Floats) -> float:
        """Sum over rows of the square of a weighted sum of the columns, never below zero."""
        return max(float(weights @ self.products @ weights), 0.0)


def summed(before: Floats, rows: Floats) -> Floats:
    """Sums carried on in the order of the rows, not by halves as ``sum`` adds."""
    found: Floats = np.cumsum(np.concatenate([before[None], rows]), axis=0)[-1]
    return found
