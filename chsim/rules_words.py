"""Rules in words: one sentence a key of a rules file, as players would say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chsim.cards import FULL_DECK, Card, from_mask, suit_words
from chsim.fields import Gaussian
from chsim.gaussians import gaussian_text
from chsim.rules import DEALER, LEFT_OF_DEALER, Rules

_SUIT_WORDS = {"c": "clubs", "d": "diamonds", "s": "spades", "h": "hearts"}
_MOON = {
    "none": "There is no moon.",
    "choose": "The shooter chooses: it is subtracted from the own score or added to all others'.",
    "subtract": "It is subtracted from the shooter's score.",
    "add": "It is added to the score of everybody but the shooter.",
    "add-unless-lost": "It is added to all others' scores; but if that ended the game without the "
    "shooter among its winners, it is subtracted from the shooter's.",
    "zero": "Everybody scores nothing for the hand.",
    "hurt": "It is added to each other player or subtracted, whichever takes the total further "
    "from zero.",
    "choose-each": "The shooter takes it or gives it to all others, and says for each who "
    "receives whether it is added or subtracted.",
}


def rules_words(rules: Rules) -> dict[str, str]:
    """What rules say, by key of a rules file, in the order people ask for it."""
    parts = (_deal_words, _pass_words, _play_words, _score_words, _moon_words, _end_words)
    return {key: words for part in parts for key, words in part(rules)}


def cards_text(cards: int, deck: int) -> str:
    """A set of cards: whole suits by name, others by symbol, such as ``hearts and Q♠``."""
    words = suit_words(cards, deck)
    names = [_SUIT_WORDS[word] if word in _SUIT_WORDS else Card(word).symbol for word in words]
    names.sort(key=lambda name: name not in _SUIT_WORDS.values())
    return _joined(names) if names else "none"


def _joined(names: list[str], last: str = "and") -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def _deal_words(rules: Rules) -> Iterator[tuple[str, str]]:
    yield "players", f"{rules.players} players, each with {rules.tricks} cards."
    way = "clockwise" if rules.turn == "left" else "anticlockwise"
    yield "turn", f"The turn goes to the {rules.turn}, {way}."
    removed = FULL_DECK & ~rules.deck
    out = cards_text(removed, FULL_DECK)
    yield "removed", f"Out of the 52: {out}." if removed else "None: all 52 cards are played with."


def _pass_words(rules: Rules) -> Iterator[tuple[str, str]]:
    ways = [rules.direction(hand) for hand in range(len(rules.passing))]
    said = ["not at all" if way == "hold" else _pass_way(way) for way in ways]
    if set(ways) == {"hold"}:
        yield "passing", "There is no passing."
    elif len(said) == 1:
        yield "passing", f"On every hand cards go {said[0]}."
    else:
        yield "passing", f"Hand by hand cards go {', '.join(said)}; then from the start again."
    yield "pass_count", f"{rules.pass_count} cards are passed."
    banned = cards_text(rules.pass_ban, rules.deck)
    free = "Any card may be passed."
    told = f"May not be passed, unless there are too few others: {banned}."
    yield "pass_ban", told if rules.pass_ban else free


def _pass_way(way: str) -> str:
    if way == "across":
        return way
    seats = way.removeprefix("left")
    return f"{seats} seats to the left" if seats.isdecimal() else f"to the {way}"


def _play_words(rules: Rules) -> Iterator[tuple[str, str]]:
    yield "opening", _opening(rules.opening)
    for key, (unset, words) in _PLAY_SETS.items():
        cards = getattr(rules, key)
        yield key, f"{words}: {cards_text(cards, rules.deck)}." if cards else unset
    early = "The hand ends once all cards that count have been taken."
    yield "finish_early", early if rules.finish_early else "All tricks of a hand are played."


_PLAY_SETS = {
    "first_trick_ban": (
        "Any card may be thrown on the first trick.",
        "May not be thrown on the first trick, unless nothing else is held",
    ),
    "first_trick_keep": (
        "Following suit to the first trick, any card of it may be played.",
        "May not be played to the first trick even following suit, unless nothing else may",
    ),
    "lead_ban": (
        "Any card may be led at any time.",
        "May not be led until broken, unless nothing else is held",
    ),
    "lead_beside": (
        "Who holds a card that is not banned leads such a one.",
        "Who holds nothing but banned cards and these may lead any of both",
    ),
    "lead_forced": (
        "Who holds nothing but banned cards may lead any of them.",
        "Must be led by who holds nothing but banned cards",
    ),
    "throw_ban": (
        "Who cannot follow suit may throw any card at any time.",
        "May not be thrown until broken, unless nothing else may be played",
    ),
    "play_soon": (
        "No card has to be played at the first safe chance.",
        "Must be played at the first chance where it does not take the trick",
    ),
    "breakers": (
        "No card breaks anything.",
        "Break the bans once played",
    ),
}


def _opening(opening: Card | str) -> str:
    if isinstance(opening, Card):
        return f"Whoever holds {opening.symbol} after the pass leads it first."
    who = {LEFT_OF_DEALER: "The player to the dealer's left", DEALER: "The dealer"}[opening]
    return f"{who} leads first, any card that may be led."


def _score_words(rules: Rules) -> Iterator[tuple[str, str]]:
    worth = _worth_words(rules.values, rules)
    yield "values", f"{worth}; any other card 0." if worth else "No card has a value."
    grown = cards_text(rules.growing, rules.deck)
    growing = f"Worth that times the number of the hand: {grown}."
    yield "growing", growing if rules.growing else "Values are the same on every hand."
    times = [
        f"{card.symbol} × {gaussian_text(by)}" for card, by in sorted(rules.multipliers.items())
    ]
    taken = f"Who takes it has the hand's score multiplied: {_joined(times)}."
    yield "multipliers", taken if times else "No card multiplies."
    apart = f"Added after that, not multiplied: {cards_text(rules.unmultiplied, rules.deck)}."
    yield "unmultiplied", apart if rules.unmultiplied else "All values are added before that."
    none = f"Who takes no trick scores {gaussian_text(rules.no_trick)}."
    yield "no_trick", none if rules.no_trick != (0, 0) else "Taking no trick brings nothing extra."
    yield from _die_words(rules)
    pairs = "Players across the table are partners and score together what both take."
    yield "partners", pairs if rules.partners else "Everybody plays alone."


def _die_words(rules: Rules) -> Iterator[tuple[str, str]]:
    faces = _joined([card.symbol for card in from_mask(rules.die.cards)], "or")
    named = f"After the pass a die names, each as likely, {faces}."
    yield "die.cards", named if faces else "No die is rolled."
    if faces:
        yield "die.worth", f"That card counts {gaussian_text(rules.die.worth)} more."


def _worth_words(values: Mapping[Card, Gaussian], rules: Rules) -> str:
    """Cards that are worth the same, together, in the order of their cards; hearts first."""
    groups: dict[Gaussian, int] = {}
    for card, worth in values.items():
        if worth != (0, 0):
            groups[worth] = groups.get(worth, 0) | 1 << card.number
    order = sorted(groups.items(), key=lambda item: (item[1] >> 48 == 0, item[1]))
    return ", ".join(f"{_each(cards, rules)} {gaussian_text(worth)}" for worth, cards in order)


def _each(cards: int, rules: Rules) -> str:
    text = cards_text(cards, rules.deck)
    if text in _SUIT_WORDS.values():
        return f"each {text[:-1]}"
    return f"each of {text}" if cards.bit_count() > 1 else text


def _moon_words(rules: Rules) -> Iterator[tuple[str, str]]:
    moon = rules.moon
    pair = "but the shooter and partner" if rules.partners else "but the shooter"
    yield "moon.mode", _MOON[moon.mode].replace("but the shooter", pair)
    if moon.mode == "none":
        return
    who = "one side" if rules.partners else "one player"
    needed = cards_text(moon.cards, rules.deck)
    yield "moon.cards", f"Shot by {who} taking {needed}, which then count nothing."
    extra = f"Needed too, and still counted: {cards_text(moon.bonus, rules.deck)}."
    yield "moon.bonus", extra if moon.bonus else "No further card is needed."
    turned = "; a multiplier that the shooter took acts on it."
    yield "moon.worth", gaussian_text(moon.worth) + (turned if rules.multipliers else ".")
    acts = "act on it too" if moon.multiplied else "do not act on it"
    yield "moon.multiplied", f"Multipliers of who receives it {acts}."
    sun = f"{gaussian_text(moon.sun)} instead for taking every trick." if moon.sun else ""
    yield "moon.sun", sun or "Taking every trick makes no difference."
    together = "Partners may shoot together." if rules.partners else "There are no partners."
    yield "moon.alone", "One of two partners must take it all." if moon.alone else together


def _end_words(rules: Rules) -> Iterator[tuple[str, str]]:
    end = rules.end
    far = end.measure == "magnitude"
    what = "Magnitude, the distance from zero," if far else "Points, the real part,"
    yield "end.measure", f"{what} is what counts." if far else f"{what} are what counts."
    limit = f"A total of {end.limit} ends the game." if end.limit else "No total ends the game."
    yield "end.limit", limit
    if end.limit:
        yield "end.reaching", "Reaching it is enough." if end.reaching else "It must be passed."
    hands = f"The game ends after {end.hands} hands." if end.hands else "No set number of hands."
    yield "end.hands", hands
    worst = "Whoever then stands worst loses." if end.losers == "worst" else ""
    yield "end.losers", worst or "Whoever reached the limit loses."
    again = "Equal in front: another hand is played." if end.ties == "play-on" else ""
    yield "end.ties", again or "Equal in front: the win is shared."
    every = f"A hand that brings a total to a multiple of {end.trigger_every} sets it off."
    yield "end.trigger_every", every if end.trigger_every else "No total sets anything off."
    if end.trigger_every:
        yield "end.trigger_off", f"That takes {end.trigger_off} off the total."
    yield "end.max_hands", f"After {end.max_hands} hands it stops: nobody lost, nobody won."
