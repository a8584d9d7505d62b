"""A folder that outlives its process: an append-only store of Parquet chunks and a manifest.

A store holds one or several named *series*. A series is units 0, 1, 2, … (games,
deal blocks) in chunks; a chunk is units ``first … first + count - 1`` and some named
numpy arrays. What the units are and what is in the arrays is the caller's affair.

>>> import numpy as np, tempfile
>>> from chsim.store import Store
>>> with tempfile.TemporaryDirectory() as folder:
...     with Store.create(folder, {"format": 1}) as store:
...         store.append("games", 0, 2, {"results": np.array([7, 9])})
...     [chunk.arrays["results"].tolist() for chunk in Store.read(folder).chunks("games")]
[[7, 9]]

`chsim.store.identity` says what makes a store of games.

| file | what it is |
| :-- | :-- |
| ``manifest.jsonl`` | one line that says what made the store, then one line a chunk |
| ``chunks/*.parquet`` | one file a chunk and array |
| ``lock``, ``writer.json`` | held by the process that writes; which one that is |
"""

from __future__ import annotations

from chsim.store.buffer import Buffer
from chsim.store.differences import differences
from chsim.store.folder import is_store
from chsim.store.store import Gap, Store, StoredChunk

__all__ = ["Buffer", "Gap", "Store", "StoredChunk", "differences", "is_store"]
