"""``chsim score``."""

from __future__ import annotations

import json

SEVEN = ("--taken", "5h 6h 7h 8h 9h Qs Tc", "--taken", "", "--taken", "Jd", "--taken", "2h")


def test_json_has_the_keys_that_scripts_read(chsim):
    done = chsim("score", *SEVEN, "--json")
    data = json.loads(done.stdout)
    assert data["scores"] == [[-26, 10], [0, 0], [-10, 0], [1, 0]]
    assert data["totals"] == data["scores"]
    assert (data["moon"], data["losers"], data["winners"]) == (None, [], [])
    assert data["working"][3] == "seat 3: 2♥: 1 = 1; total 0 + 1 = 1"


def test_totals_are_added_to(chsim):
    totals = [part for total in ("40,0", "60,80", "0", "-3,4") for part in ("--total", total)]
    data = json.loads(chsim("score", *SEVEN, *totals, "--json").stdout)
    assert data["totals"] == [[14, 10], [60, 80], [-10, 0], [-2, 4]]
    assert (data["losers"], data["winners"]) == ([1], [3])


def test_the_screen_shows_the_working(chsim):
    done = chsim("score", *SEVEN)
    assert "  10♣ × 2i = −26 + 10i\n  total: 0 + (−26 + 10i) = −26 + 10i\n" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_magnitude_just_short_of_the_limit_is_not_rounded_up_to_it(chsim):
    done = chsim("score", *["--taken", ""] * 4, *["--total", "99,14"] * 4)
    assert "99.98" in done.stdout
    assert "lost" not in done.stdout


def test_errors_are_one_line(chsim):
    for wrong in (
        ["--taken", "Zz"],
        ["--taken", "Qs"],
        [*SEVEN, "--total", "1,2,3"],
        [*SEVEN, "--moon", "add"],
        [*SEVEN, "--rolled", "Zz"],
        [*SEVEN, "--rolled", " "],
        [*SEVEN, "--rolled", "7c 7d", "--rules", "papayoo"],
        [*SEVEN, "--rules", "nowhere"],
    ):
        done = chsim("score", *wrong)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), wrong
