"""How far from zero a score is, and how much further each card takes it.

This is the question that ``peacecat`` asks, as arithmetic: a hand's score is a
factor (the ten's) times the points won, on top of the own total.

Queen, jack, ten and hearts are whatever plays their part in the rules: the
penalty card that costs most, the card that takes most off, the multiplier, the
suits full of penalty cards. Whatever else counts is counted once it lies on the
table or is about to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from chsim.toolbox import ALL, ONE, ZERO, SeatView, above, bit, compiled, count
from strategies import peacecat_weights as weight


class Worth(NamedTuple):
    """What cards are worth by the rules, as far as the settings let them count."""

    queen_re: Any
    queen_im: Any
    jack_re: Any
    jack_im: Any
    heart_re: Any
    heart_im: Any
    ten_re: Any
    ten_im: Any


class Place(NamedTuple):
    """A score in the making: total + factor * points."""

    total_re: Any
    total_im: Any
    re: Any
    im: Any
    by_re: Any
    by_im: Any


class Stakes(NamedTuple):
    """How far a score is from zero, and how much further one more card takes it."""

    here: Any
    queen: Any
    jack: Any
    ten: Any
    heart: Any


class Scene(NamedTuple):
    """What all cards of one decision have in common."""

    out: Any  # cards in the other hands
    now: Any  # distance before the trick
    stakes: Stakes  # on top of the cards on the table; of what a hand brings, to be rid of cards
    average: Any  # what an average trick to come adds to the distance


@compiled
def look(view: SeatView) -> Any:
    """Work out what all cards of a decision have in common."""
    worth = worth_of(view)
    taken = view.taken(view.seat) | view.taken(view.partner)
    place = place_with(view, taken)
    now = distance_at(view, place, 0.0, 0.0)
    left = view.deck & ~view.gone
    if ridding(view):
        share = view.setting(weight.AVERAGE)
        re, im = view.points(left & counted(view))
        stakes = stakes_at(view, worth, place, share * re, share * im)
    else:
        stakes = stakes_at(view, worth, place_with(view, taken | view.on_table), 0.0, 0.0)
    queens = float(count(left & view.heaviest.card))
    still = stakes.heart * count(left & view.hearts) + stakes.queen * queens
    average = still / max(view.tricks - max(view.trick, 0), 1)
    return Scene(left & ~view.hand, now, stakes, average)


@compiled
def ridding(view: SeatView) -> Any:
    """Whether cards are passed or thrown, so that none of them can take a trick now."""
    return view.trick < 0 or (view.position > 0 and view.legal & view.led == ZERO)


@compiled
def counted(view: SeatView) -> Any:
    """Every card but those that the settings leave out."""
    cards = ALL
    if view.setting(weight.JACK_COUNTS) == 0.0:
        cards &= ~view.bonus.card
    if view.setting(weight.TEN_COUNTS) == 0.0:
        cards &= ~view.multiplier.card
    return cards


@compiled
def worth_of(view: SeatView) -> Any:
    """What the rules say of queen, jack, hearts and ten."""
    cards = counted(view)
    queen_re, queen_im = view.points(view.heaviest.card)
    jack_re, jack_im = view.points(view.bonus.card & cards)
    hearts_re, hearts_im = view.points(view.hearts)
    each = 1.0 / max(float(count(view.hearts)), 1.0)
    ten_re, ten_im = view.factor(view.multiplier.card & cards)
    return Worth(
        queen_re, queen_im, jack_re, jack_im, hearts_re * each, hearts_im * each, ten_re, ten_im
    )


@compiled
def place_with(view: SeatView, pile: Any) -> Any:
    """The own score with a pile won."""
    pile &= counted(view)
    re, im = view.points(pile)
    by_re, by_im = view.factor(pile)
    toward = view.setting(weight.DIRECTION)
    total_re = toward * view.total_re(view.seat)
    total_im = toward * view.total_im(view.seat)
    return Place(total_re, total_im, float(re), float(im), float(by_re), float(by_im))


@compiled
def distance_at(view: SeatView, place: Place, re: Any, im: Any) -> Any:
    """Distance from zero with some more points won."""
    re += place.re
    im += place.im
    return view.distance(
        place.total_re + re * place.by_re - im * place.by_im,
        place.total_im + re * place.by_im + im * place.by_re,
    )


@compiled
def turned(worth: Worth, place: Place) -> Any:
    """The same with the ten won too."""
    by_re = place.by_re * worth.ten_re - place.by_im * worth.ten_im
    by_im = place.by_re * worth.ten_im + place.by_im * worth.ten_re
    return Place(place.total_re, place.total_im, place.re, place.im, by_re, by_im)


@compiled
def stakes_at(view: SeatView, worth: Worth, place: Place, re: Any, im: Any) -> Any:
    """Distance with some more points won, and with one more card on top."""
    here = distance_at(view, place, re, im)
    return Stakes(
        here,
        distance_at(view, place, re + worth.queen_re, im + worth.queen_im) - here,
        distance_at(view, place, re + worth.jack_re, im + worth.jack_im) - here,
        distance_at(view, turned(worth, place), re, im) - here,
        distance_at(view, place, re + worth.heart_re, im + worth.heart_im) - here,
    )


@compiled
def takers(view: SeatView) -> Any:
    """Cards that would take the trick as it lies."""
    if view.position == 0:
        return ALL
    return above(view.best)


@compiled
def has(cards: Any, card: Any) -> Any:
    """1.0 if a mask holds a card, else 0.0."""
    return float((cards >> card) & ONE)


@compiled
def special(view: SeatView) -> Any:
    """Cards that count, hearts aside."""
    return view.penalties | view.heaviest.card | view.bonus.card | view.multiplier.card


@compiled
def below_queen(view: SeatView) -> Any:
    """Cards of the queen's suit below it; none where there is no queen."""
    queen = view.heaviest
    return queen.suit & ~queen.over & ~queen.card


@compiled
def penalties_of(view: SeatView, stakes: Stakes, card: Any, queen: Any, heart: Any) -> Any:
    """What a card costs as a penalty, with a weight for the queen's kind and for hearts."""
    if view.uniform:
        own = queen * stakes.queen * has(view.heaviest.card, card)
        return own + heart * stakes.heart * has(view.hearts, card)
    own = queen * stakes.queen * penalty_share(view, card)
    return own + heart * stakes.heart * heart_share(view, card)


@compiled
def heart_share(view: SeatView, card: Any) -> Any:
    """Worth of a heart as a share of the average one; 0 for other cards."""
    if has(view.hearts, card) == 0.0:
        return 0.0
    return share(view, view.hearts, card, count(view.hearts))


@compiled
def penalty_share(view: SeatView, card: Any) -> Any:
    """Worth of another penalty card as a share of the queen's; 0 for other cards."""
    queen = view.heaviest.card
    if has(view.penalties | queen, card) == 0.0:
        return 0.0
    return share(view, queen, card, ONE)


@compiled
def share(view: SeatView, cards: Any, card: Any, number: Any) -> Any:
    """Worth of a card as a share of the average one of some cards."""
    re, im = view.points(bit(card))
    all_re, all_im = view.points(cards)
    return float(re + im) * float(number) / max(float(all_re + all_im), 1.0)
