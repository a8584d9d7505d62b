"""Plain-Python strategies at the table: what they may answer, and what stops a run."""

import subprocess
import sys

import pytest

import chsim
from chsim import StrategyFault
from chsim.errors import StrategyError
from chsim.strategy import PythonStrategy, load_strategy

GOOD = '''
class Low:
    """Plays its lowest cards."""

    def __init__(self, passes=3):
        self.passes = passes

    def choose_pass(self, view):
        return view.hand[: self.passes]

    def choose_card(self, view):
        return min(view.legal, key=lambda card: card.rank)

    def choose_moon(self, view):
        return "add"
'''

TRICKS = """
class Disguised:
    @property
    def __class__(self):
        raise RuntimeError("no class")


class Unshown:
    def __repr__(self):
        raise SystemExit(7)


class Unsaid(Exception):
    def __str__(self):
        raise ValueError("no words")


class Any(str):
    def __hash__(self):
        return hash("add")

    def __eq__(self, other):
        return True
"""


@pytest.fixture
def bot_file(tmp_path):
    """Write a bot file and give the specification of a class in it."""

    def write(text, name="Low"):
        path = tmp_path / "bot.py"
        path.write_text(text)
        return f"{path}:{name}"

    return write


def table(spec):
    return [spec, "random", "random", "random"]


def test_a_python_bot_plays_in_any_seat_under_the_same_deals(bot_file):
    spec = bot_file(GOOD)
    result = chsim.run(table(spec), games=8, seed=4, jobs=1)
    compiled = chsim.run(["random"] * 4, games=8, seed=4, jobs=1)
    assert result.matchups[0].tally.games == 8
    first = result.matchups[0].logs[0][0]
    assert (first["dealt"] == compiled.matchups[0].logs[0][0]["dealt"]).all()


def test_workers_do_not_change_the_games_of_a_python_bot(bot_file):
    spec = bot_file(GOOD)
    digests = {
        chsim.run(table(spec), games=6, jobs=jobs, keep=False).matchups[0].tally.digest
        for jobs in (1, 2)
    }
    assert len(digests) == 1


def test_workers_send_back_hands_that_can_be_recorded(bot_file, tmp_path):
    spec = bot_file(GOOD)
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for jobs, path in enumerate(files, start=1):
        chsim.run(table(spec), games=4, jobs=jobs, keep=False, record=path)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_worker_knows_where_record_arrays_come_from_where_only_chsim_is_installed():
    absent = "import sys; sys.modules['scipy'] = sys.modules['pyarrow'] = None; "
    code = absent + "import chsim.chunks; print('numpy.rec' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_class_can_be_given_directly():
    class Mine:
        def choose_pass(self, view):
            return view.hand[-view.pass_count :]

        def choose_card(self, view):
            return view.random.choice(view.legal)

        def choose_moon(self, view):
            return "subtract"

    result = chsim.run([Mine, "random", "random", "random"], games=3, jobs=1)
    assert list(result.strategies["strategy"]) == ["Mine", "random"]


def test_a_random_python_bot_repeats_itself(bot_file):
    lowest = "min(view.legal, key=lambda card: card.rank)"
    spec = bot_file(GOOD.replace(lowest, "view.random.choice(view.legal)"))
    one, other = (chsim.run(table(spec), games=4, jobs=1).matchups[0].tally.digest for _ in "ab")
    assert one == other


def test_settings_reach_the_class(bot_file):
    spec = bot_file(GOOD)
    with pytest.raises(StrategyFault, match="3 cards must be passed, not 2"):
        chsim.run(table(f"{spec}:passes=2"), games=1, jobs=1)


FAULTS = [
    ("choose_card", "raise ValueError('lost')", "choose_card raised ValueError: lost"),
    ("choose_card", "raise SystemExit(3)", "choose_card raised SystemExit: 3"),
    ("choose_card", "return None", "choose_card returned None: expected a chsim.Card"),
    ("choose_card", "return 'Qs'", "choose_card returned 'Qs': expected a chsim.Card, not str"),
    ("choose_card", "return 7", "expected a chsim.Card, not int"),
    ("choose_card", "return view.rules.opening", "is not in the hand"),
    ("choose_card", "return ([*set(view.hand) - {*view.legal}] or view.legal)[0]", "may not be"),
    ("choose_pass", "return [view.hand[0]] * 3", "a card is named more than once"),
    ("choose_pass", "return None", "choose_pass returned None: expected cards to pass"),
    ("choose_pass", "return 'abc'", "expected a chsim.Card, not str"),
    ("choose_pass", "return view.hand[:4]", "3 cards must be passed, not 4"),
    ("choose_pass", "return view.hand", "3 cards must be passed, not 13"),
    ("choose_pass", "return iter(lambda: view.hand[0], None)", "a card is named more than once"),
    ("choose_pass", "yield 1 / 0", "choose_pass raised ZeroDivisionError: division by zero"),
    ("choose_card", "return object.__new__(type(view.hand[0]))", "one made without Card(text)"),
    ("choose_card", "return Disguised()", "expected a chsim.Card, not Disguised"),
    ("choose_card", "return Unshown()", "returned Unshown: expected a chsim.Card, not Unshown"),
    ("choose_card", "raise Unsaid", "choose_card raised Unsaid"),
]


@pytest.mark.parametrize(("method", "body", "message"), FAULTS)
def test_a_fault_is_one_line_that_names_the_place(bot_file, method, body, message):
    spec = bot_file(f"{TRICKS}{GOOD}\n    def {method}(self, view):\n        {body}\n")
    with pytest.raises(StrategyFault) as caught:
        chsim.run(table(spec), games=20, jobs=1)
    text = str(caught.value)
    assert "\n" not in text
    assert message in text
    for word in ("seat ", "game ", "hand ", "trick ", spec):
        assert word in text


def test_an_exception_names_the_line_of_the_bot_that_led_to_it(bot_file):
    lines = f"import json\n{GOOD}\n    def choose_card(self, view):\n        json.loads('{{')\n"
    spec = bot_file(lines)
    with pytest.raises(StrategyFault) as caught:
        chsim.run(table(spec), games=1, jobs=1)
    number = lines.count("\n")
    assert str(caught.value).endswith(f"(bot.py, line {number})")
    assert "choose_card raised JSONDecodeError: " in str(caught.value)


@pytest.mark.parametrize("choice", ["'both'", "Any('both')", "['add']", "None"])
def test_a_moon_choice_that_is_no_choice_is_a_fault(bot_file, choice):
    spec = bot_file(f"{TRICKS}{GOOD}\n    def choose_moon(self, view):\n        return {choice}\n")
    with pytest.raises(StrategyFault, match=r"choose_moon returned .*: expected 'subtract'"):
        chsim.run([spec] * 4, games=60, jobs=1)


def test_a_message_is_short_and_steers_no_terminal(bot_file):
    spec = bot_file(GOOD.replace("self.passes = passes", "raise ValueError('\\x1b[2J' * 10**6)"))
    with pytest.raises(StrategyFault, match="making it raised ValueError: ") as caught:
        chsim.run(table(spec), games=1, jobs=1)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


def test_the_games_before_a_fault_are_kept(bot_file):
    body = "if view.hand_number == 20: raise RuntimeError('enough')\n        return view.legal[0]"
    spec = bot_file(f"{GOOD}\n    def choose_card(self, view):\n        {body}\n")
    with pytest.raises(StrategyFault) as caught:
        chsim.run(table(spec), games=40, seed=7, jobs=1)
    result = caught.value.result
    finished = result.matchups[0].tally.games
    assert 0 < finished < 40
    assert f"game {finished}, hand 20" in str(caught.value)
    assert result.stopped == str(caught.value)


def test_the_first_fault_is_reported_whatever_the_workers(bot_file):
    body = "if view.hand_number == 20: raise RuntimeError('enough')\n        return view.legal[0]"
    spec = bot_file(f"{GOOD}\n    def choose_card(self, view):\n        {body}\n")
    messages = set()
    for jobs in (1, 2):
        with pytest.raises(StrategyFault) as caught:
            chsim.run(table(spec), games=20, jobs=jobs, keep=False)
        messages.add(str(caught.value))
    assert len(messages) == 1


def test_a_bot_cannot_change_the_game_through_its_view(bot_file):
    """A bot that tries everything it can reach leaves the game as a well-behaved one does."""
    meddle = """
    def choose_card(self, view):
        for name in view.__slots__:
            try:
                setattr(view, name, None)
            except Exception:
                pass
        view.random.seed(1)
        return min(view.legal, key=lambda card: card.rank)
"""
    quiet = chsim.run(table(bot_file(GOOD)), games=5, jobs=1).matchups[0].tally.digest
    loud = chsim.run(table(bot_file(GOOD + meddle)), games=5, jobs=1).matchups[0].tally.digest
    assert quiet == loud


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("import nothing_of_the_kind\n", "Low", "does not import: ModuleNotFoundError"),
        ("def broken(:\n", "Low", "does not import: SyntaxError"),
        ("raise SystemExit\n", "Low", "does not import: SystemExit"),
        ("raise BaseException('no')\n", "Low", "does not import: BaseException: no"),
        (f"{TRICKS}raise Unsaid\n", "Low", "does not import: Unsaid"),
        ("def __getattr__(name): return 1 / 0\n", "Low", "unknown class 'Low' (known: none)"),
        (GOOD.replace("def choose_card", "async def choose_card"), "Low", "choose_card of class"),
        ("class Low:\n    __signature__ = 5\n" + GOOD.partition("\n\n")[2], "Low", "Low(…): Type"),
        (GOOD, "Lou", "did you mean Low"),
        ("Low = 3\n", "Low", "Low is not a class"),
        (GOOD.replace("choose_moon", "choose_mon"), "Low", "has no method choose_moon"),
        (GOOD, "Low:deals=3", "unexpected keyword argument 'deals'"),
        (GOOD, "Low:passes", "written key=value"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_one_line(bot_file, text, name, message):
    with pytest.raises(StrategyError) as caught:
        load_strategy(bot_file(text, name))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named():
    with pytest.raises(StrategyError, match=r"no such file: nowhere/bot\.py"):
        load_strategy("nowhere/bot.py:Low")


def test_a_loaded_bot_knows_its_summary(bot_file):
    strategy = load_strategy(bot_file(GOOD))
    assert isinstance(strategy, PythonStrategy)
    assert strategy.summary == "Plays its lowest cards."


def test_workers_of_an_earlier_run_look_where_this_one_is_now(tmp_path, monkeypatch):
    for folder, moon in (("one", "add"), ("other", "subtract")):
        (tmp_path / folder).mkdir()
        bot = "class Bot:\n    def choose_pass(self, view): return list(view.hand)[:3]\n"
        bot += "    def choose_card(self, view): return next(iter(view.legal))\n"
        bot += f"    def choose_moon(self, view): return '{moon}'\n"
        (tmp_path / folder / f"{folder}.py").write_text(bot)
        monkeypatch.chdir(tmp_path / folder)
        seats = f"{folder}.py:Bot,random,random,random"
        assert chsim.run(seats=seats, games=6, jobs=2).matchups[0].tally.games == 6
