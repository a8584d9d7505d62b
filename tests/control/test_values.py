"""What totals are worth: learned from games, and shipped."""

from __future__ import annotations

import numpy as np
import pytest

from chsim.control import learn, shipped
from chsim.control.values import foretell, save
from chsim.rules_file import load_rules
from chsim.strategy import load_strategy

RULES = load_rules("complex-hearts")
#: Renewed by the recipe in `experiments/learn_values.py`.
DIGESTS = {
    "peacecat": "569d5803a807ab22",
    "plain": "4b640a8b7b242faa",
    "random": "5273eed099f2d3a7",
}


def four(first):
    return [load_strategy(one) for one in (first, *["peacecat"] * 3)]


@pytest.mark.parametrize("first", DIGESTS)
def test_what_is_shipped_is_what_the_recipe_gave(first):
    values = shipped(RULES, [one.name for one in four(first)])
    assert (values.seed, values.games) == (1_000_000, 40_000)
    assert values.digest[:16] == DIGESTS[first]


@pytest.mark.compiled
@pytest.mark.parametrize("first", DIGESTS)
def test_what_is_shipped_foretells_other_games_as_a_small_fit_does(first):
    values = shipped(RULES, [one.name for one in four(first)])
    small = learn(RULES, four(first), games=400, seed=7)
    foretold, ends = foretell(values, RULES, four(first), games=150, seed=8)
    other, _ = foretell(small, RULES, four(first), games=150, seed=8)
    for outcome in (0, 2):
        error, small_error, none = (
            np.square(one[:, outcome] - ends[:, outcome]).mean()
            for one in (foretold, other, ends.mean(axis=0, keepdims=True))
        )
        assert error < none
        assert error < 1.1 * small_error


@pytest.mark.compiled
def test_the_same_games_give_the_same_values():
    assert learn(RULES, four("plain"), games=50) == learn(RULES, four("plain"), games=50)
    assert learn(RULES, four("plain"), games=50) != learn(RULES, four("plain"), games=50, seed=1)


def test_other_rules_or_seats_have_none_shipped():
    assert shipped(load_rules("hearts"), ["peacecat"] * 4) is None
    assert shipped(RULES, ["peacecat"] * 3 + ["plain"]) is None


def test_a_saved_file_is_what_shipped_reads(tmp_path, monkeypatch):
    values = shipped(RULES, ["peacecat"] * 4)
    save(values, tmp_path / "one.json")
    monkeypatch.setattr("chsim.control.values._folder", lambda: tmp_path)
    assert shipped(RULES, ["peacecat"] * 4) == values
