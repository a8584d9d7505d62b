"""Bots in plain Python for tests."""

from __future__ import annotations


class First:
    """The first cards it may play, without any luck."""

    def choose_pass(self, view):
        return list(view.hand)[: view.pass_count]

    def choose_card(self, view):
        return next(iter(view.legal))

    def choose_moon(self, view):
        return "add"
