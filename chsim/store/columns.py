"""Structured arrays as small Parquet files, and back without loss.

Every number of a record is a column: a field of six seats is six of them. Columns of
zeros, as of seats that nobody sits in, are left out; the others have the narrowest type
that holds them. Shape and dtype stand in the file's metadata, so that the array comes back
as it was, and any program that reads Parquet can read the columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

#: Key of the metadata, and what a column of an array without fields is called.
_KEY = b"chsim"
_ALONE = "value"
_INTEGERS = (np.int8, np.int16, np.int32, np.int64, np.uint64)
_NUMBERS = "biuf"


def to_parquet(array: Any) -> bytes:
    """An array as the bytes of a Parquet file.

    Parameters
    ----------
    array : array
        Of one dimension or more; of bools, integers and floats, or of records of these
        whose fields may be arrays.

    Raises
    ------
    TypeError
        If the dtype is another.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    array = np.asarray(array)
    about = {"dtype": _described(array.dtype), "shape": array.shape}
    columns = {name: _narrow(column) for name, column in _columns(array) if _bits(column)}
    arrays = [_as_arrow(column) for column in columns.values()]
    table = pa.Table.from_arrays(arrays, list(columns), metadata={_KEY: json.dumps(about)})
    file = pa.BufferOutputStream()
    pq.write_table(table, file, compression="zstd", write_statistics=False, **_encodings(columns))
    return file.getvalue().to_pybytes()  # type: ignore[no-any-return]


def from_parquet(data: bytes) -> Any:
    """The array that `to_parquet` made a file of.

    Raises
    ------
    ValueError
        If it was not made by it.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(pa.BufferReader(data)).read(use_threads=False)
        about = json.loads(table.schema.metadata[_KEY])
        array = np.zeros(about["shape"], _dtype_of(about["dtype"]))
        found = dict(zip(table.column_names, map(_from_arrow, table.columns), strict=True))
        for name, column in _columns(array):
            if name in found:
                column[:] = found[name]
    except (pa.ArrowException, TypeError, LookupError) as error:
        raise ValueError(f"not a file of a store: {error}") from None
    return array


def _columns(array: Any) -> Iterator[tuple[str, Any]]:
    """Name and one-dimensional view of every number of a record."""
    rows = array.reshape(-1)
    for name in array.dtype.names or [None]:
        field = rows if name is None else rows[name]
        label = _ALONE if name is None else name
        if field.ndim == 1:
            yield label, field
            continue
        for place in np.ndindex(field.shape[1:]):
            yield ".".join((label, *map(str, place))), field[(slice(None), *place)]


# pyarrow's own way from numpy and back would load pandas, which takes half a second.


def _as_arrow(column: Any) -> Any:
    import pyarrow as pa

    kind = pa.from_numpy_dtype(column.dtype)
    return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(column)])


def _from_arrow(column: Any) -> Any:
    kind = np.dtype(column.type.to_pandas_dtype())
    pieces = [
        np.frombuffer(piece.buffers()[1], kind, len(piece), piece.offset * kind.itemsize)
        for piece in column.chunks
    ]
    return np.concatenate(pieces)


def _bits(column: Any) -> bool:
    """Whether any bit is set, which a negative zero has."""
    return bool(np.ascontiguousarray(column).view(np.uint8).any())


def _narrow(column: Any) -> Any:
    """The same numbers in the smallest type that holds them, bools as 0 and 1."""
    if column.dtype.kind == "f":
        return column.astype(column.dtype.newbyteorder("="))
    least, most = int(column.min()), int(column.max())
    for kind in _INTEGERS:
        bounds = np.iinfo(kind)
        if bounds.min <= least and most <= bounds.max:
            return column.astype(kind)
    raise AssertionError(column.dtype)


def _encodings(columns: dict[str, Any]) -> dict[str, Any]:
    """How columns are written, as measured: numbers that rise by their steps, others by a table."""
    other = {name: how for name, column in columns.items() if (how := _encoding(column))}
    return {
        "use_dictionary": [name for name in columns if name not in other],
        "column_encoding": other or None,
    }


def _encoding(column: Any) -> str | None:
    if column.dtype.kind == "f":
        return "BYTE_STREAM_SPLIT"
    rises = column.dtype.kind == "i" and bool((column[1:] >= column[:-1]).all())
    return "DELTA_BINARY_PACKED" if rises else None


def _described(dtype: np.dtype[Any]) -> Any:
    """A dtype as plain data."""
    plain: Any = dtype.str
    if dtype.names is not None:
        fields = [[name, dtype[name].base.str, dtype[name].shape] for name in dtype.names]
        plain = {"fields": fields, "align": dtype.isalignedstruct}
    kinds = [dtype[name].base.kind for name in dtype.names or ()] or [dtype.kind]
    names = [name for name, _ in _columns(np.zeros(0, dtype))]
    if set(kinds) - set(_NUMBERS) or len(set(names)) < len(names) or not _same(plain, dtype):
        raise TypeError(f"an array of {dtype} cannot be stored")
    return plain


def _same(plain: Any, dtype: np.dtype[Any]) -> bool:
    back = _dtype_of(plain)
    return (back.fields, back.itemsize) == (dtype.fields, dtype.itemsize)


def _dtype_of(plain: Any) -> np.dtype[Any]:
    if isinstance(plain, str):
        return np.dtype(plain)
    fields = [(name, kind, tuple(shape)) for name, kind, shape in plain["fields"]]
    return np.dtype(fields, align=plain["align"])
