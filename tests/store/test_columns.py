"""Arrays as Parquet, and back as they were."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from chsim.core.game import GAME_RESULT
from chsim.core.layout import HAND_LOG
from chsim.core.moon import MOON
from chsim.laboratory import HAND
from chsim.store.columns import from_parquet, to_parquet

NUMBERS = st.one_of(
    arrays.integer_dtypes(endianness="<"),
    arrays.unsigned_integer_dtypes(endianness="<"),
    arrays.floating_dtypes(endianness="<", sizes=(32, 64)),
    arrays.boolean_dtypes(),
)
SHAPES = arrays.array_shapes(min_dims=0, max_dims=2, max_side=3)
RECORDS = st.builds(
    lambda kinds, align: np.dtype(
        [(f"f{number}", kind, shape) for number, (kind, shape) in enumerate(kinds)], align=align
    ),
    st.lists(st.tuples(NUMBERS, SHAPES), min_size=1, max_size=4),
    st.booleans(),
)
ROWS = arrays.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=5)


def assert_back(array):
    back = from_parquet(to_parquet(array))
    assert (back.dtype, back.shape) == (array.dtype, array.shape)
    assert back.dtype.isalignedstruct == array.dtype.isalignedstruct
    for name in array.dtype.names or [...]:
        assert back[name].tobytes() == array[name].tobytes()


@settings(max_examples=150)
@given(st.data())
def test_any_array_comes_back_to_the_last_bit(data):
    dtype = data.draw(st.one_of(RECORDS, NUMBERS))
    assert_back(data.draw(arrays.arrays(dtype, data.draw(ROWS))))


@pytest.mark.parametrize("dtype", [GAME_RESULT, HAND, MOON, HAND_LOG])
@pytest.mark.parametrize("shape", [(0,), (5,), (3, 2), (0, 4)])
def test_what_games_leave_comes_back_in_any_shape(dtype, shape):
    array = np.zeros(shape, dtype)
    assert_back(array)
    for name in dtype.names:
        array[name] = np.arange(array[name].size).reshape(array[name].shape) - 2
    assert_back(array)


@pytest.mark.parametrize(
    "values",
    [
        np.array([-(2**63), 2**63 - 1]),
        np.array([0, 2**64 - 1], np.uint64),
        np.array([-0.0, 0.0, np.nan, np.inf]),
        np.array([-0.0]),
        np.array([1, 2], ">i8"),
        np.array([1.5, 2], ">f8"),
        np.arange(5)[::-2],
        np.arange(1_100_000) % 3,  # more than a file holds in one piece
    ],
)
def test_odd_numbers_come_back(values):
    back = from_parquet(to_parquet(values))
    assert back.dtype == values.dtype
    assert back.tobytes() == values.tobytes()


def test_records_with_attributes_come_back_plain():
    back = from_parquet(to_parquet(np.ones(2, GAME_RESULT).view(np.recarray)))
    assert type(back) is np.ndarray
    assert back.dtype == GAME_RESULT


def test_seats_that_nobody_has_take_no_column():
    array = np.zeros(3, GAME_RESULT)
    array["total_re"][:, :4] = 1
    columns = list(pd.read_parquet(io.BytesIO(to_parquet(array))).columns)
    assert columns == [f"total_re.{seat}" for seat in range(4)]


def test_others_can_read_the_columns():
    array = np.zeros(3, GAME_RESULT)
    array["total_im"][:, 1] = [5, -300, 7]
    array["hands"] = [20, 21, 22]
    frame = pd.read_parquet(io.BytesIO(to_parquet(array)))
    assert frame.to_dict("list") == {"total_im.1": [5, -300, 7], "hands": [20, 21, 22]}


def test_small_numbers_are_small():
    games = np.zeros(20_000, GAME_RESULT)
    games["total_re"][:, :4] = np.random.default_rng(1).integers(-100, 101, (20_000, 4))
    assert len(to_parquet(games)) < 20_000 * 4 * 1.1


def test_numbers_that_rise_by_one_take_next_to_nothing():
    assert len(to_parquet(np.arange(10**6, 10**6 + 50_000))) < 5_000


@pytest.mark.parametrize(
    "dtype",
    [
        "U3",
        "O",
        "c16",
        [("a", [("b", int)])],
        [("a", "S2")],
        [("a", int, (2,)), ("a.0", int)],
        {"names": ["a", "b"], "formats": [int, int], "offsets": [8, 0]},
    ],
)
def test_what_would_not_come_back_is_refused(dtype):
    with pytest.raises(TypeError, match="cannot be stored"):
        to_parquet(np.zeros(2, dtype))


@pytest.mark.parametrize("data", [b"", b"PAR1", b"\x00" * 100])
def test_what_is_no_such_file_is_refused(data):
    with pytest.raises(ValueError, match="not a file of a store"):
        from_parquet(data)


def test_a_parquet_file_of_something_else_is_refused():
    with pytest.raises(ValueError, match="not a file of a store"):
        from_parquet(pd.DataFrame({"a": [1]}).to_parquet())
