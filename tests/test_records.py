"""Records written and read back, and what a reader refuses."""

from __future__ import annotations

import copy
import json

import pytest

import chsim
from chsim.errors import RecordError
from chsim.records import read_records

SEATS = ["random", "plain", "random", "random"]


@pytest.fixture(scope="module")
def lines(tmp_path_factory) -> list[str]:
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    chsim.run(seats=SEATS, games=40, seed=3, jobs=1, record=path, keep=False)
    return path.read_text().splitlines()


@pytest.fixture
def game(lines):
    return json.loads(lines[0])


@pytest.fixture
def read(tmp_path):
    def read(*games):
        path = tmp_path / "games.jsonl"
        texts = [one if isinstance(one, str) else json.dumps(one) for one in games]
        path.write_text("\n".join(texts) + "\n")
        return list(read_records(path))

    return read


def test_what_was_written_is_read_back(lines, read):
    assert read(*lines) == [json.loads(line) for line in lines]


def test_blank_lines_are_nothing(lines, read):
    assert len(read(lines[0], "", lines[1])) == 2


def test_a_record_has_the_fields_of_the_format(game):
    assert list(game) == [
        "format", "rules", "seed", "game", "seats", "hands", "losers", "winners", "fouls",
    ]  # fmt: skip
    assert (game["format"], game["rules"], game["seed"]) == ("chsim-game/1", "complex-hearts", 3)
    assert [hand["pass"] for hand in game["hands"]][:5] == [
        "left",
        "right",
        "across",
        "hold",
        "left",
    ]


def test_cards_passed_are_absent_from_a_hold(game):
    assert ["passed" in hand for hand in game["hands"][:4]] == [True, True, True, False]


def test_a_hand_has_every_card_once(game):
    for hand in game["hands"]:
        assert len({card for text in hand["dealt"] for card in text.split()}) == 52
        assert len({card for trick in hand["tricks"] for card in trick["cards"]}) == 52
        assert [len(text.split()) for text in hand.get("passed", [])] in ([], [3] * 4)


def test_a_winner_leads_the_next_trick(game):
    for hand in game["hands"]:
        tricks = hand["tricks"]
        assert [t["winner"] for t in tricks[:-1]] == [t["leader"] for t in tricks[1:]]


def test_moons_name_shooter_and_choice(lines):
    moons = [hand["moon"] for line in lines for hand in json.loads(line)["hands"] if hand["moon"]]
    assert moons
    assert all(set(moon) == {"shooter", "choice"} for moon in moons)
    assert {moon["choice"] for moon in moons} <= {"add", "subtract"}


def edited(path, value):
    """A record with one field replaced, or removed where the value is None."""

    def edit(game):
        at = game
        for key in path[:-1]:
            at = at[key]
        if value is None:
            del at[path[-1]]
        else:
            at[path[-1]] = value

    return edit


TRICK = ("hands", 0, "tricks", 0)

WRONG = [
    (edited(["format"], "chsim-game/2"), "format"),
    (edited(["format"], None), "format"),
    *[
        (edited([field], None), field)
        for field in ("rules", "seed", "game", "seats", "hands", "losers", "winners", "fouls")
    ],
    *[
        (edited(["hands", 0, field], None), rf"hands\[0\].{field}")
        for field in ("pass", "dealt", "passed", "tricks", "moon", "scores", "totals")
    ],
    *[
        (edited([*TRICK, field], None), rf"hands\[0\].tricks\[0\].{field}")
        for field in ("leader", "cards", "winner")
    ],
    (edited(["seed"], "1"), "seed"),
    (edited(["seed"], True), "seed"),
    (edited(["hands"], {}), "hands"),
    (edited(["hands", 0], []), r"hands\[0\]"),
    (edited(["hands", 0, "dealt", 1], "2c 2x"), r"hands\[0\].dealt\[1\]"),
    (edited(["hands", 0, "dealt", 1], 7), r"hands\[0\].dealt\[1\]"),
    (edited(["hands", 0, "dealt"], ["2c"]), r"hands\[0\]"),
    (edited(["hands", 0, "scores", 2], [1.5, 0]), r"hands\[0\].scores"),
    (edited(["hands", 0, "scores", 2], [1, 0, 0]), r"hands\[0\].scores"),
    (edited(["hands", 0, "totals"], [[0, 0]]), r"hands\[0\].totals"),
    (edited([*TRICK, "cards", 3], "1c"), r"hands\[0\].tricks\[0\].cards"),
    (edited([*TRICK, "cards", 3], 5), r"hands\[0\].tricks\[0\].cards"),
    (edited([*TRICK, "leader"], "0"), r"hands\[0\].tricks\[0\].leader"),
    (edited([*TRICK, "winner"], 4), r"hands\[0\].tricks\[0\].winner"),
    (edited([*TRICK, "cards", 3], None), r"hands\[0\].tricks\[0\].cards"),
    (edited(["hands", 0, "moon"], "yes"), r"hands\[0\].moon"),
    (edited(["hands", 0, "moon"], {"shooter": 1}), r"hands\[0\].moon.choice: missing"),
    (edited(["hands", 0, "moon"], {"shooter": 4, "choice": "add"}), r"hands\[0\].moon.shooter"),
    (edited(["hands", 0, "moon"], {"shooter": 1, "choice": "both"}), r"hands\[0\].moon.choice"),
    (edited(["losers"], [7]), "losers"),
    (edited(["winners"], ["0"]), "winners"),
]


@pytest.mark.parametrize(("edit", "field"), WRONG)
def test_a_wrong_field_is_refused_by_line_and_name(game, read, edit, field):
    wrong = copy.deepcopy(game)
    edit(wrong)
    with pytest.raises(RecordError, match=f"line 2: {field}") as refusal:
        read(game, wrong)
    assert "\n" not in str(refusal.value)


def test_a_card_played_twice_is_not_there(game, read):
    tricks = game["hands"][0]["tricks"]
    tricks[5]["cards"][0] = card = tricks[0]["cards"][0]
    with pytest.raises(RecordError, match=rf"line 1: hands\[0\].tricks\[5\].cards: {card}"):
        read(game)


def test_a_card_passed_by_another_seat_is_not_there(game, read):
    passed = game["hands"][0]["passed"]
    passed[2] = passed[1]
    with pytest.raises(RecordError, match=r"line 1: hands\[0\].passed\[2\]: .. is not there"):
        read(game)


def test_a_card_dealt_twice_is_refused(game, read):
    dealt = game["hands"][0]["dealt"]
    dealt[1] = dealt[1][:-2] + dealt[0][:2]
    with pytest.raises(RecordError, match=r"line 1: hands\[0\].dealt\[1\]"):
        read(game)


@pytest.mark.parametrize("line", ["{", "[]", "7", "null", '{"format": NaN}', "[" * 100_000])
def test_what_is_no_record_is_refused(read, line):
    with pytest.raises(RecordError, match="line 1: "):
        read(line)


def test_half_a_line_at_the_end_is_refused(lines, read):
    with pytest.raises(RecordError, match="line 2: "):
        read(lines[0], lines[1][:500])


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"none\.jsonl"):
        list(read_records(tmp_path / "none.jsonl"))
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"binary\.jsonl"):
        list(read_records(tmp_path / "binary.jsonl"))
