"""What made a store, and how a difference is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from chsim.core import jit
from chsim.errors import StoreError
from chsim.rules_file import load_rules
from chsim.stamp import engine_stamp
from chsim.store import Store, differences
from chsim.store import identity as module
from chsim.store.identity import identity
from chsim.strategy import PythonStrategy, load_strategy

BOT = """
class Bot:
    def choose_pass(self, view): return list(view.hand)[:view.pass_count]
    def choose_card(self, view): return list(view.legal)[0]
    def choose_moon(self, view): return "add"
"""


def one(rules="complex-hearts", strategies=("peacecat", "plain"), noted=None, **options):
    return identity(
        "run",
        {"seed": 1, "seats": list(strategies)} | options,
        [load_rules(rules) if isinstance(rules, str) else rules],
        map(load_strategy, strategies),
        noted,
    )


def test_the_same_is_the_same(tmp_path):
    with Store.create(tmp_path, one()):
        pass
    Store.open(tmp_path, one()).close()
    assert Store.read(tmp_path).identity == one()


def test_it_is_plain_data():
    made = one(strategies=("peacecat:ten=off", "plain"))
    assert json.loads(json.dumps(made)) == made
    assert made["strategies"]["peacecat:ten=off"]["settings"]["ten"] == 0
    assert made["rules"][0]["end"]["limit"] == 100
    assert made["noted"]["made_with"]["numpy"]


def test_what_is_noted_may_differ():
    assert differences(one(noted={"games": 400}), one(noted={"games": 800})) == ""


def test_an_option_is_named():
    assert differences(one(), one(seed=2)) == "seed was 1, is 2"
    assert differences(one(), one(rotate=True)) == "rotate was not given, is true"


def test_another_version_is_named(monkeypatch):
    before = one()
    monkeypatch.setattr(module, "version", lambda name: "9.9")
    assert differences(before, one()).startswith(f"version was {before['chsim']}, is 9.9")


def test_another_rule_is_named():
    rules = load_rules("complex-hearts")
    other = replace(rules, end=replace(rules.end, limit=90))
    assert differences(one(), one(other)) == "rules: end.limit was 100, is 90"


def test_rules_called_otherwise_are_the_same():
    rules = load_rules("complex-hearts")
    assert differences(one(), one(replace(rules, name="mine", summary="other"))) == ""


def test_rules_are_the_same_or_not_by_their_id():
    was, now = one(), one()
    was["rules"][0]["passing"] = ["left5"]  # the same pass as right, for six
    assert differences(was, now) == ""
    now["rules"][0]["id"] = "another"
    assert differences(was, now).startswith('rules: passing was ["left5"], is ')
    now["rules"][0]["passing"] = ["left5"]
    assert differences(was, now).startswith("rules: id was ")


def test_one_of_several_rules_is_named():
    rules = load_rules("complex-hearts")
    other = replace(rules, pass_count=2)
    was = identity("run", {}, [rules, rules], [])
    assert (
        differences(was, identity("run", {}, [rules, other], []))
        == "rules complex-hearts: pass_count was 3, is 2"
    )
    assert differences(was, identity("run", {}, [rules], [])) == "number of rules was 2, is 1"


def test_another_strategy_and_another_setting_are_named():
    other = differences(one(), one(strategies=("peacecat", "random")))
    assert other == 'seats was ["peacecat", "plain"], is ["peacecat", "random"]'
    was = one()
    del was["strategies"]["plain"]
    assert differences(was, one()) == "strategies was peacecat, is peacecat, plain"
    was = one()
    was["strategies"]["peacecat"]["settings"]["ten"] = 0.5
    assert differences(was, one()) == "strategy peacecat: ten was 0.5, is 1.0"


def test_another_command_says_it_all():
    was = one() | {"command": "compare", "options": {"seed": 9}}
    assert differences(was, one()) == "command was compare, is run"


def test_only_the_first_differences_are_named():
    was = one()
    was["options"] |= dict.fromkeys("abcde", 1)
    line = differences(was, one())
    assert line == "a was 1, is not given; b was 1, is not given; c was 1, is not given; and 2 more"


def test_a_line_stays_a_line():
    was = one()
    was["options"]["seats"] = "a\n\x1b[2J" * 100
    assert differences(was, one()).isprintable()


def test_a_bot_that_was_edited_is_named(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    spec = f"{bot}:Bot"
    with Store.create(tmp_path / "store", one(strategies=(spec, "plain"))):
        pass
    bot.write_text(BOT + "# other\n")
    with pytest.raises(StoreError, match=r"another strategy code: [^;]*$"):
        Store.open(tmp_path / "store", one(strategies=(spec, "plain")))


def test_a_neighbour_of_a_compiled_strategy_counts(tmp_path, monkeypatch):
    before = one()
    jit.fingerprint.cache_clear()
    real = jit.fingerprint
    monkeypatch.setattr(
        jit, "fingerprint", lambda folder: real(folder) + "x" * (folder.name == "strategies")
    )
    assert differences(before, one()) == "another strategy code: peacecat, plain"


def test_another_engine_is_named_once(monkeypatch):
    before = one()
    monkeypatch.setattr(jit, "fingerprint", lambda folder: "other")
    engine_stamp.cache_clear()
    now = one()
    engine_stamp.cache_clear()
    assert differences(before, now) == "another code of the engine"


def typed_in(body):
    """A class that has no file, as from a prompt or a notebook."""
    names = {}
    exec(f"class Base:\n    step = 1\nclass Bot(Base):\n    {body}", names)
    return PythonStrategy("Bot", names["Bot"], "Bot", made_from=names["Bot"])


CHANGES = {
    "code": "def choose(self): return {'a', 'b'} or max(self.cards)",
    "constant": "def choose(self): return {'a', 'c'} or min(self.cards)",
    "inner": "def choose(self): return [min(x) for x in (lambda: self.cards)()]",
    "attribute": "weight = 2",
    "nested attribute": "weights = {'a': [1, 3]}",
    "static": "choose = staticmethod(lambda: 1)",
    "property": "choose = property(lambda self: 2)",
}
SAME = "def choose(self): return {'a', 'b'} or min(self.cards)"


@pytest.mark.parametrize("body", CHANGES.values(), ids=CHANGES)
def test_a_class_typed_in_anew_with_other_code_is_named(body):
    was, now = (identity("run", {}, [], [typed_in(one)]) for one in (SAME, body))
    assert differences(was, now) == "another strategy code: Bot"


def test_a_class_typed_in_anew_with_the_same_code_is_the_same():
    for body in (SAME, *CHANGES.values()):
        was, now = (identity("run", {}, [], [typed_in(body)]) for _ in range(2))
        assert differences(was, now) == ""


def test_a_class_has_the_same_stamp_in_every_process():
    """Sets of words have another order in each."""
    code = (
        "from chsim.stamp import class_stamp\n"
        "class Bot:\n    def choose(self, x): return x in {'a', 'b', 'c', 'd', 'e', 'f', 'g'}\n"
        "print(class_stamp(Bot))"
    )
    stamps = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    ]
    assert stamps[0] == stamps[1]


def test_plain_data_of_another_make_is_compared_by_its_keys():
    assert differences({"a": 1, "b": [1]}, {"a": 1, "b": (1,)}) == ""
    assert differences({"a": 1}, {"b": 1}) == "a was 1, is not given; b was not given, is 1"
