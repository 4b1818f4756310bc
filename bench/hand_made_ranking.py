"""List ranking with a few weights set by hand: the starting point of learning, and its baseline."""

from dataclasses import dataclass

import numpy as np

from sitelode.tables.lists.evidence import Evidence
from sitelode.tables.lists.ranking import DERIVED, Scores, derived


@dataclass(frozen=True, slots=True)
class HandMadeRanking:
    """A sum of what makes a main list, with weights set by hand: where learning starts."""

    weights: tuple[tuple[str, float], ...] = (
        ("log_share", 1.5), ("log_count_to_20", 0.7), ("log_rest", 1.5), ("log_support", 2.0), ("log_coverage", 0.5), ("log_density", 1.0),
        ("log_distinct_texts", 1.0), ("log_distinct_links", 0.5), ("log_repeated", -1.0), ("single_text", -1.5), ("log_left_beside", -0.3),
        ("hidden", -1.0), ("alternates", -2.5),
        ("spread", -0.5), ("one_heading", 0.4), ("pictures", 0.3), ("is_article", 0.7), ("is_li", 0.3), ("is_tr", 0.3),
        ("is_td", -1.0), ("is_p", -1.0), ("is_inline", -1.0), ("in_nav", -1.0), ("in_footer", -1.0), ("in_aside", -0.5), ("kind_6", -0.2),
    )  # fmt: skip
    no_list_below: float = -12.0
    scale: float = 3.0  # to differences as large as those of the learned table

    def scores(self, evidence: Evidence) -> Scores:
        table = derived(evidence)
        total: Scores = np.sum([weight * table[:, DERIVED.index(name)] for name, weight in self.weights], axis=0)
        return self.scale * total
