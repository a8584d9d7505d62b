"""The computer players of Peace Cat Games, after the description they publish.

The source is the section "The computer players" of Peace Cat Games' rules of
Complex Hearts. For each card it may play, the player works out how far from zero
the trick would take its score if that card won it. The
answer is exact for the cards on the table and the card played: the points won
so far and these, turned and doubled where the ten is among them, on top of the
total and its direction. So the jack is welcome only where it pulls back towards
zero. With that answer the player

- wins good tricks, and ducks under bad ones with the highest safe card,
- throws the queen of spades when it can't follow suit, then hearts from the top,
- leads low, and leads low spades to flush the queen out,
- passes the cards most dangerous to hold,
- works both choices of a moon out for everybody and takes the better.

It looks no further ahead than the trick on the table: what a card may do later
plays no part in following and leading. It shoots no moon on purpose and
learns nothing. Of unseen cards it knows how many there are of a suit, and takes
each to lie with any opponent by the same chance.

The description gives no numbers. Here the cost of a card is its chance of
taking the trick times that answer, with what later players may add. With
neither queen nor heart to throw it throws what it would pass, the most
dangerous (`peacecat_danger`). The weights (`peacecat_weights`) are round numbers
set by hand, not tuned.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chsim.strategy import CompiledStrategy
from chsim.toolbox import (
    ADD,
    ONE,
    SUBTRACT,
    U64,
    ZERO,
    SeatView,
    above,
    bit,
    compiled,
    count,
    highest,
    lowest,
    rank_of,
    suit_of,
)
from strategies import peacecat_weights as weight
from strategies import plain
from strategies.peacecat_danger import danger, highest_of_each, most_dangerous
from strategies.peacecat_stakes import (
    Scene,
    Stakes,
    below_queen,
    has,
    look,
    penalties_of,
    penalty_share,
    ridding,
    special,
    takers,
)

#: ``_LACK[players, n]``: chance that one opponent holds none of n unseen cards.
_LACK = np.array([[(1 - 1 / max(players - 1, 1)) ** n for n in range(17)] for players in range(7)])

#: Worth of an end of the game to the moon's choice: far more than any distance.
LOST, SAVED, WON = 1e9, 1e6, 1e6

#: Badness of the queen and of a heart: more than any danger.
FIRST, SECOND = 1e9, 1e6


@compiled
def choose_pass(view: SeatView) -> Any:
    """Pass the cards most dangerous to hold, one after the other."""
    if view.setting(weight.PASS) == 0.0:
        return plain.pass_by_habit(view, 0)
    scene = look(view)
    kept = view.hand
    for _ in range(view.pass_count):
        kept ^= bit(most_dangerous(view, scene, kept))
    return view.hand ^ kept


@compiled
def choose_card(view: SeatView) -> Any:
    """Throw what is bad when void, else play the card that costs least."""
    cards = worth_a_look(view)
    best = lowest(cards)
    if cards == bit(best):
        return best
    scene = look(view)
    throws = ridding(view)
    least = np.inf
    while cards != ZERO:
        card = lowest(cards)
        cards ^= bit(card)
        cost = -badness(view, scene, card) if throws else cost_of(view, scene, card)
        if cost < least:
            least = cost
            best = card
    return best


@compiled
def choose_moon(view: SeatView) -> Any:
    """Take the choice that leaves the seat best placed."""
    if view.setting(weight.MOON) == 0.0:
        return U64(ADD)
    best = SUBTRACT
    most = placed(view, best)
    choice = next_choice(view, best)
    while choice >= 0:
        here = placed(view, choice)
        if here > most:
            best = choice
            most = here
        choice = next_choice(view, choice)
    return U64(best)


@compiled
def next_choice(view: SeatView, choice: Any) -> Any:
    """The choice after another, beginning with subtract; -1 after the last."""
    if not view.may_turn:
        return ADD if choice == SUBTRACT else -1
    own = 2 << view.seat
    if choice == SUBTRACT:
        return own
    if choice == own:
        return ADD
    choice += 2
    if choice & own != 0:
        choice += own
    return choice if choice < 2 << view.players else -1


@compiled
def worth_a_look(view: SeatView) -> Any:
    """Legal cards; of those that cannot take the trick only the highest safe ones."""
    if view.setting(weight.DUCK) < 0.0:
        return view.legal
    may_take = view.legal & takers(view)
    return may_take | highest_of_each(view.legal & ~may_take) | (view.legal & special(view))


@compiled
def badness(view: SeatView, scene: Scene, card: Any) -> Any:
    """How gladly a card is thrown: the queen, then hearts from the top, then the dangerous."""
    if partner_takes(view):
        return -FIRST * adds(view, scene.stakes, card)
    if view.setting(weight.THROW) != 0.0:
        if (view.penalties | view.heaviest.card) & bit(card) != ZERO:
            return FIRST * penalty_share(view, card)
        if view.hearts & bit(card) != ZERO:
            return SECOND + rank_of(card)
    return danger(view, scene, view.hand, card)


# --- what taking the trick would cost ----------------------------------------


@compiled
def cost_of(view: SeatView, scene: Scene, card: Any) -> Any:
    """Chance of taking the trick times what it adds; of equals, low leads and high ducks."""
    cost = 0.0
    if takers(view) & bit(card) != ZERO:
        cost = take_chance(view, scene, card) * further(view, scene, card)
    elif partner_takes(view):
        cost = adds(view, scene.stakes, card)
    if view.position > 0:
        return cost - view.setting(weight.DUCK) * rank_of(card)
    return cost + view.setting(weight.LOW) * rank_of(card) - flushes(view, scene, card)


@compiled
def partner_takes(view: SeatView) -> Any:
    """Whether the trick is the partner's, whose score is the own, whatever is not above it."""
    last = view.position == view.players - 1
    return last and view.partner != view.seat and view.winner == view.partner


@compiled
def further(view: SeatView, scene: Scene, card: Any) -> Any:
    """How much further from zero the score goes if the card takes the trick."""
    there = scene.stakes.here + adds(view, scene.stakes, card)
    return there - scene.now + to_fall(view, scene, card)


@compiled
def adds(view: SeatView, stakes: Stakes, card: Any) -> Any:
    """How much further from zero a card itself takes a score."""
    jack = stakes.jack * has(view.bonus.card, card)
    ten = stakes.ten * has(view.multiplier.card, card)
    return jack + ten + penalties_of(view, stakes, card, 1.0, 1.0)


@compiled
def take_chance(view: SeatView, scene: Scene, card: Any) -> Any:
    """Chance that nobody who plays later beats the card: opponents duck when they can."""
    suit = scene.out & suit_of(card)
    eager = view.setting(weight.EAGER_FIRST) if view.trick == 0 else view.setting(weight.EAGER)
    can = 1.0 - lack(view, suit & above(card))
    must = lack(view, suit & ~above(card))
    stays = 1.0 - can * (must + eager * (1.0 - must))
    chance = 1.0
    for _ in range(view.players - 1 - view.position):
        chance *= stays
    return chance


@compiled
def to_fall(view: SeatView, scene: Scene, card: Any) -> Any:
    """What those who play later are expected to add to the trick."""
    trick = scene.stakes
    q, j, t = view.heaviest, view.bonus, view.multiplier
    queen = trick.queen * falls(view, scene, card, q, weight.QUEEN_FOLLOWS, weight.QUEEN_THROWN)
    jack = trick.jack * falls(view, scene, card, j, weight.JACK_FOLLOWS, weight.JACK_THROWN)
    ten = trick.ten * falls(view, scene, card, t, weight.TEN_FOLLOWS, weight.TEN_THROWN)
    hearts = trick.heart * hearts_fall(view, scene, card)
    if view.trick == 0:
        queen *= float(count(~view.first_trick_ban & q.card))
        hearts *= has(~view.first_trick_ban, highest(view.hearts | ONE))
    later = view.players - 1 - view.position
    return later * ((queen + jack + ten) / (view.players - 1) + hearts)


@compiled
def falls(view: SeatView, scene: Scene, card: Any, role: Any, follows: Any, thrown: Any) -> Any:
    """Chance that an opponent plays a card that plays a part to the trick if it is theirs."""
    if scene.out & role.card == ZERO:
        return 0.0
    followed = view.setting(follows) * has(role.over, card)
    discarded = view.setting(thrown) * has(~role.suit, card) * void(view, scene, card)
    return followed + discarded


@compiled
def hearts_fall(view: SeatView, scene: Scene, card: Any) -> Any:
    """Hearts that one opponent plays on average."""
    hearts = view.hearts
    if scene.out & hearts == ZERO:
        return 0.0
    if hearts & suit_of(card) != ZERO:
        return 1.0 - void(view, scene, card)
    return void(view, scene, card) * view.setting(weight.HEART_THROWN)


@compiled
def lack(view: SeatView, cards: Any) -> Any:
    """Chance that one opponent holds none of some unseen cards."""
    return _LACK[U64(view.players), count(cards)]


@compiled
def void(view: SeatView, scene: Scene, card: Any) -> Any:
    """Chance that one opponent is void in the suit of a card."""
    return lack(view, scene.out & suit_of(card))


@compiled
def flushes(view: SeatView, scene: Scene, card: Any) -> Any:
    """Worth of a low spade lead that may bring the queen down on somebody else."""
    queen = view.heaviest
    if view.hand & (queen.card | queen.over) != ZERO or scene.out & queen.card == ZERO:
        return 0.0
    return view.setting(weight.FLUSH) * has(below_queen(view), card)


# --- if I shoot the moon -----------------------------------------------------


@compiled
def placed(view: SeatView, choice: Any) -> Any:
    """How much nearer to zero than the others a choice leaves the seat, and who loses or wins."""
    re, im = view.total_after(choice, view.seat)
    own = view.standing(re, im)
    ahead = -view.distance(re, im)
    ended = False
    nearest = True
    for who in range(view.players):
        if who != view.seat:
            re, im = view.total_after(choice, who)
            ended |= view.standing(re, im) >= view.threshold
            nearest &= own <= view.standing(re, im)
            ahead += view.distance(re, im) / (view.players - 1)
    if own >= view.threshold:
        return ahead - LOST
    return ahead + ended * (SAVED + nearest * WON)


STRATEGY = CompiledStrategy(
    name="peacecat",
    summary="the computer players of Peace Cat Games, after their description",
    choose_pass=choose_pass,
    choose_card=choose_card,
    choose_moon=choose_moon,
    settings=weight.SETTINGS,
)
