"""Every preset against the slow twin, and played by every strategy."""

from __future__ import annotations

import pytest

from chsim.rules_file import load_rules, preset_names
from strategies.peacecat import STRATEGY as PEACECAT
from strategies.plain import STRATEGY as PLAIN
from tests.core.compare import differences_in_blocks
from tests.strategies.positions import plays_by_the_rules


@pytest.mark.parametrize("name", preset_names())
def test_games_of_a_preset_are_the_twins(name):
    rules = load_rules(name)
    assert differences_in_blocks(rules, ["random"] * rules.players, 6, 500) == []


@pytest.mark.compiled
@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("strategy", [PLAIN, PEACECAT], ids=lambda strategy: strategy.name)
def test_strategies_play_a_preset_by_its_rules(strategy, name):
    assert plays_by_the_rules(strategy, load_rules(name), games=100)
