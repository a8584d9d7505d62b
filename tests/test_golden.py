"""The digests in golden.json: games stay what they were until the changelog says otherwise."""

import json

import pytest

from tests.golden import FILE, SEEDS, TABLES, digest


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_games_are_what_they_were(table, seed):
    assert digest(table, seed) == json.loads(FILE.read_text())[f"{table} seed {seed}"]


def test_every_run_has_its_own_games():
    digests = json.loads(FILE.read_text()).values()
    assert len(set(digests)) == len(TABLES) * len(SEEDS)
