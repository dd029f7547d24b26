"""Models: which pairs there are, fetching one, loading any other, and what a pass costs here."""

from specviz.ui.lesson import Lesson
from specviz.ui.models.machine_part import machine_part
from specviz.ui.models.own_pair import other_pairs_allowed, own_pair
from specviz.ui.models.pair_cards import pair_cards
from specviz.ui.router import ensure_frame
from specviz.ui.settings_form import limits_line

ensure_frame()
lesson = Lesson("models")
lesson.open()
limits_line()
pair_cards()
if other_pairs_allowed():
    lesson.show("other")
    own_pair()
lesson.show("machine")
machine_part()
lesson.show("sources")
