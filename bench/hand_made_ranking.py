"""List ranking with a few weights set by hand: where learning starts and what it is held to, and its baseline.

Set with the corpora of `bench.learn_records` in view; each weight says what a reader would say: menus stand in `nav`, `header` and
`footer`, what is hidden is no result, a record has several texts, its link is its own.
"""

from dataclasses import dataclass

import numpy as np

from sitelode.tables.lists.evidence import Evidence
from sitelode.tables.lists.ranking import DERIVED, Scores, derived

Weights = tuple[tuple[str, float], ...]
LISTING: Weights = (
    ("log_share", 1.5), ("log_count_to_20", 0.7), ("log_rest", 1.5), ("log_support", 2.0), ("log_coverage", 0.5), ("log_density", 1.0),
    ("log_distinct_texts", 1.0), ("log_distinct_links", 0.8), ("log_repeated", -1.0), ("single_text", -2.0), ("log_width_to_100", 0.2),
    ("log_lowest_likeness", 0.3), ("log_left_beside", -0.3), ("log_siblings", -0.3), ("log_parents", -0.1), ("spread", -0.5),
    ("hidden", -1.0), ("hidden_share", -1.5), ("alternates", -2.5), ("one_heading", 0.6), ("pictures", 0.5),
    ("is_article", 0.7), ("is_li", 0.3), ("is_tr", 0.3), ("is_td", -1.0), ("is_p", -1.0), ("is_inline", -1.0),
    ("in_main", 0.5), ("in_nav", -1.5), ("in_header", -1.0), ("in_footer", -1.5), ("in_aside", -1.0), ("kind_4", -0.2),
)  # fmt: skip
THREAD: Weights = tuple(
    {
        **dict(LISTING), "log_count_to_20": 0.4, "log_distinct_links": 0.2, "log_repeated": -0.8, "log_width_to_100": 0.6, "pictures": 0.0,
        "is_tr": 0.0, "is_li": 0.0, "link_share": -1.0,
    }.items()
)  # fmt: skip
"""Posts: few are enough, they need no link or picture of their own, and they hold prose."""


@dataclass(frozen=True, slots=True)
class HandMadeRanking:
    """A sum of what makes a main list, with weights set by hand."""

    weights: Weights = LISTING
    no_list_below: float = -12.0
    scale: float = 3.0  # to differences as large as those of the learned table

    def scores(self, evidence: Evidence) -> Scores:
        table = derived(evidence)
        total: Scores = np.sum([weight * table[:, DERIVED.index(name)] for name, weight in self.weights], axis=0)
        return self.scale * total
