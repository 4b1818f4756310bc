"""What the containers of a page say after the trees.

Lists and tables are decided on as a whole: half of their rows, or rows without one of their columns, are useless. What stands in elements
that are called as those of the body are belongs to it: the answers of a thread, which look like comments.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.features import PLAIN, ClassFeatures, Floats, MergedTree
from sitelode.articles.body.kernels.tree import nearest_unflagged
from sitelode.compiled.code_sets import are_among, distinct
from sitelode.compiled.codes import Codes, labels_behind, mix_columns
from sitelode.html.vocabulary import tag_flags
from sitelode.paths.labels import sorted_tag_codes

LONGEST_LINE = 60.0  # mean width of a line; lists and tables with longer lines are used for page layout. Set by hand
LEAST_PROBABILITY = 0.05  # less is never body, even on a page with nothing better. Set by hand
MIXED_FROM = 0.1  # of a container's width clear body, and as much no body; .2 gives .0006 less in the mean of 14 corpora
# The values below were compared by scores on unseen sites; neighbouring ones give the same within .001 (docs/algorithms/consensus.md).
CLEAR_FROM = 0.8  # probability of body that others may be like; from .6 more advertisements stay, with few pages
LEAST_ALIKE = 0.25  # probability of what is like it; .1 takes the sidebar of a blog, .2 lines of another that is known by five pages
BESIDE_TITLE = 0.5  # share of a class's text in containers like the one of the title: other articles, however alike
KEPT = 0.5  # probability of what is taken so: it is not sure. Set by hand
_LISTS, _TABLES = tag_flags(frozenset(("ul", "ol", "dl"))), tag_flags(frozenset(("table",)))


def even_out_containers(features: ClassFeatures, probability: Floats) -> Floats:
    """Give all of a list, with the lists inside it, one probability, and all of a table: the mean weighted by width.

    What is clearly body in one part and clearly not in another is a frame around a page. Classes that are never body keep 0.
    """
    tree, width, count = features.tree, features.width, features.count
    wholes = _containers(tree.above, _outermost(tree.above, _LISTS[tree.tag])), _containers(tree.above, _TABLES[tree.tag])
    for whole in (each[features.path] for each in wholes):
        inside = whole >= 0
        values = width, count, width * probability, width * ((probability > 0) & (probability < LEAST_PROBABILITY))
        sums = (np.bincount(whole[inside], each[inside]) for each in (*values, width * (probability >= CLEAR_FROM)))
        total, lines, body, outside, clear = sums
        is_even = (total > 0) & (total <= LONGEST_LINE * lines) & (np.minimum(outside, clear) <= MIXED_FROM * total)
        evened = inside & (probability > 0)
        evened[inside] &= is_even[whole[inside]]
        probability = probability.copy()
        probability[evened] = (body / np.maximum(total, 1))[whole[evened]]
    return probability


def _containers(above: NDArray[np.int32], wanted: NDArray[np.bool_]) -> NDArray[np.int32]:
    """For every element, the nearest wanted element at or above it, or -1."""
    nearest = nearest_unflagged(above, ~wanted)
    return np.where(wanted[nearest], nearest, -1)


def _outermost(above: NDArray[np.int32], wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of these elements those that are in no other."""
    return np.asarray(wanted & (_containers(above, wanted)[np.maximum(above, 0)] < 0))


def in_list_or_table(tree: MergedTree) -> NDArray[np.bool_]:
    """For every element of the tree, whether it is a list or a table, or in one."""
    return np.asarray(_containers(tree.above, (_LISTS | _TABLES)[tree.tag]) >= 0)


def take_alike(features: ClassFeatures, probability: Floats, taken_from: float) -> Floats:
    """The probabilities with doubtful text taken that stands in elements called as those of clear body text are.

    The posts of a thread have one look, the first one too; comments on an article look unlike it. The place that holds most of the
    expected body is clear, however sure the trees are of it.
    """
    plain = features.kind == PLAIN
    doubtful = plain & (probability >= LEAST_ALIKE) & (probability < taken_from)
    doubtful &= features.column("beside_title_repeat") < BESIDE_TITLE
    taken = plain & (probability >= taken_from)
    if not doubtful.any() or not taken.any():
        return probability
    clear = plain & (probability >= CLEAR_FROM)
    clear[np.argmax(np.where(taken, features.width * probability, 0.0))] = True
    called = _names_of_places(features.tree)[features.path]
    alike = are_among(called, distinct(called[clear])) & (called > 0)
    return np.where(doubtful & alike, KEPT, probability)


def _names_of_places(tree: MergedTree) -> Codes:
    """For every element one code of what it and the element above are called; 0 where neither has a name that counts.

    With a third element above, forums that mark the first post or each second one are lost.
    """
    above = np.maximum(tree.above, 0)
    label = labels_behind(np.where(tree.above >= 0, tree.code[above], np.uint64(0)), tree.code)
    named = ~are_among(label, sorted_tag_codes())
    return np.where((named | named[above]) & (tree.above >= 0), mix_columns(label[above], label), np.uint64(0))
