"""The slow twin: Complex Hearts and its variants again, in plain Python.

Written from the rules and from the description of the random numbers, without
a look at how the engine does it: hands are lists of card names, piles are sets of
them, scores are pairs of whole numbers. A game comes out in the form
``chsim-game/1``, ready to be compared field by field.

Nothing of chsim is imported; rules are read from a `chsim.rules.Rules` object.
"""

from tests.reference.cards import Illegal as Illegal
from tests.reference.cards import text as text
from tests.reference.deciders import Random as Random
from tests.reference.deciders import Replay as Replay
from tests.reference.scoring import Choice as Choice
from tests.reference.twin import Twin as Twin
from tests.reference.twin import check_record as check_record
from tests.reference.twin import first_difference as first_difference
