"""The same decision by hand-made rules: for comparison, and for those who want no learned table.

The body is what varies between pages, is not mostly links, and stands in the element of the merged tree that holds most of such text.
Repeated containers in it (comments, related articles) are left out where most of the text stands outside of them.
"""

import numpy as np

from sitelode.articles.body.features import OTHER_ARTICLE, ClassFeatures, Floats

NOVEL_FROM = 0.5
LINKS_BELOW = 0.5
NEAR_MARKER = 8  # steps
RECORDS_FROM = np.log1p(3)  # containers of one kin side by side
OUTSIDE_FROM = 0.6  # of the page's text outside of repeated containers
YES, NO = 0.95, 0.02  # as probabilities: rules are right often, not always


def rule_probabilities(features: ClassFeatures) -> Floats:
    """How likely each class is body, by rules alone."""
    column = features.column
    in_core = column("merged70_down") == 0
    own_text = (column("novelty") >= NOVEL_FROM) & (column("link_share") < LINKS_BELOW)
    outside = np.ones(len(features.path), dtype=np.bool_)
    for marker in ("in_nav", "in_footer", "in_aside", "in_form", "in_figure"):
        outside &= column(marker) > NEAR_MARKER
    record = (column("repeats") >= RECORDS_FROM) & (column("outside_repeats") >= OUTSIDE_FROM)
    title = (column("of_title") >= NOVEL_FROM) & (column("in_title") >= NOVEL_FROM) & (column("heading") > 0)
    return np.where(in_core & own_text & outside & ~record & ~title & (features.kind != OTHER_ARTICLE), YES, NO)
