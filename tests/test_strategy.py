"""Finding strategies by name, with settings, and registering them."""

import pickle

import pytest

import chsim
from chsim.errors import StrategyError, StrategyFault
from chsim.strategy import CompiledStrategy, load_strategy, registered
from chsim.toolbox import U64, ZERO, bit, compiled, lowest
from strategies.random import STRATEGY as RANDOM


@compiled
def pass_lowest(view):
    kept = view.hand
    for _ in range(view.pass_count):
        kept ^= bit(lowest(kept))
    return view.hand ^ kept


@compiled
def play_lowest(view):
    return lowest(view.legal)


@compiled
def give(view):
    return U64(1)


@compiled
def play_nothing(view):
    return U64(7) if view.hand_number < 1 else U64(200)


@compiled
def divide_by_zero(view):
    if view.hand_number == 2:
        return U64(1 // (view.hand_number - 2))
    return lowest(view.legal)


@compiled
def play_by_setting(view):
    return lowest(view.legal) if view.setting(1) > 0.5 else play_nothing(view)


def strategy(card, **settings):
    return CompiledStrategy("mine", "for tests", pass_lowest, card, give, settings)


def test_the_built_in_strategies_are_registered():
    assert {"random", "plain", "peacecat"} <= set(registered())


@pytest.mark.parametrize("name", ["random", "plain", "peacecat"])
def test_a_built_in_strategy_is_called_by_its_name(name):
    found = load_strategy(name)
    assert isinstance(found, CompiledStrategy)
    assert found.name == name
    assert found.summary


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("peacecap", "did you mean peacecat"),
        ("zzz", "known: "),
        ("", "unknown strategy ''"),
        ("exec:./bot", "outside programs cannot be played"),
        ("bot.py", "name the class too"),
        ("random:speed=3", "unknown setting 'speed'"),
        ("random:=3", "written key=value"),
    ],
)
def test_an_unknown_strategy_is_one_line(spec, message):
    with pytest.raises(StrategyError, match=message) as caught:
        load_strategy(spec)
    assert "\n" not in str(caught.value)


def test_settings_change_a_copy():
    base = strategy(play_by_setting, first=0.0, second=1.0)
    changed = base.with_settings({"second": "off"}, "mine:second=off")
    assert dict(changed.settings) == {"first": 0.0, "second": 0.0}
    assert base.settings["second"] == 1.0
    assert changed.name == "mine:second=off"


@pytest.mark.parametrize("text", ["much", "nan", "inf", ""])
def test_a_setting_must_be_a_finite_number(text):
    with pytest.raises(StrategyError, match="setting first"):
        strategy(play_lowest, first=0.0).with_settings({"first": text}, "mine")


def test_settings_reach_the_compiled_decision():
    good = strategy(play_by_setting, first=0.0, second=1.0)
    bad = good.with_settings({"second": "0"}, "mine:second=0")
    assert chsim.run([good] * 4, games=2, jobs=1).matchups[0].tally.games == 2
    with pytest.raises(StrategyFault, match="mine:second=0"):
        chsim.run([bad, RANDOM, RANDOM, RANDOM], games=2, jobs=1)


def test_a_compiled_strategy_of_a_users_own_plays_beside_the_built_in_ones():
    result = chsim.run([strategy(play_lowest), "random", "random", "random"], games=50, jobs=1)
    assert list(result.strategies["seats"]) == [50, 150]


def test_an_illegal_card_of_a_compiled_strategy_names_the_place():
    with pytest.raises(StrategyFault) as caught:
        chsim.run([strategy(play_nothing), RANDOM, RANDOM, RANDOM], games=2, jobs=1)
    text = str(caught.value)
    assert "seat 0, game 0, hand 0, trick 0: mine: choose_card returned" in text
    assert "not a legal card" in text


def test_an_exception_of_a_compiled_strategy_keeps_the_games_before_it():
    """Games shorter than three hands are finished, the first longer one is the fault."""
    table = [strategy(divide_by_zero), RANDOM, RANDOM, RANDOM]
    where = "hand 2, trick 0: mine: choose_card raised ZeroDivision"
    with pytest.raises(StrategyFault, match=where):
        chsim.run(table, games=30, jobs=1)


def test_too_many_settings_are_refused():
    with pytest.raises(StrategyError, match="more than 32"):
        strategy(play_lowest, **{f"s{n}": 0.0 for n in range(33)})


def test_loaded_strategies_are_the_same_object():
    assert load_strategy("random") is load_strategy("random")


def test_plans_travel_without_their_strategies():
    from chsim.chunks import Plan
    from chsim.rules_file import load_rules

    plan = Plan(("random",) * 4, load_rules("complex-hearts"), 1)
    assert len(plan.strategies) == 4
    copy = pickle.loads(pickle.dumps(plan))
    assert copy == plan
    assert "strategies" not in vars(copy)


def test_a_pass_of_no_cards_is_a_fault():
    @compiled
    def pass_nothing(view):
        return ZERO

    keeper = CompiledStrategy("keeper", "", pass_nothing, play_lowest, give)
    with pytest.raises(StrategyFault, match=r"choose_pass returned \[\]"):
        chsim.run([keeper, RANDOM, RANDOM, RANDOM], games=1, jobs=1)


@pytest.mark.parametrize("thing", [None, 5, ["random"]])
def test_what_is_no_strategy_is_refused(thing):
    with pytest.raises(StrategyError, match="expected a strategy's name or class, not "):
        load_strategy(thing)
