"""What the containers of a page say after the trees.

Lists and tables are decided on as a whole: half of their rows, or rows without one of their columns, are useless. A list, a quotation, a
heading or code that stands between two pieces of the body in the same container belongs to it. A doubtful text outside of the container
that holds nearly all of the body is a teaser, a summary or a line about the article. What stands in elements that are called as those of
the body are belongs to it: the answers of a thread, which look like comments.
"""

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.features import PLAIN, ClassFeatures, Floats, MergedTree
from sitelode.articles.body.kernels.decisions import containers, even_out, width_apart, width_between
from sitelode.compiled.code_sets import are_among, distinct
from sitelode.compiled.codes import Codes, labels_behind, mix_columns
from sitelode.html.vocabulary import tag_flags
from sitelode.paths.labels import sorted_tag_codes

LONGEST_LINE = 60.0  # mean width of a line; lists and tables with longer lines are used for page layout. Set by hand
# The values below were compared by scores on unseen sites; neighbouring ones give the same within .001 (docs/algorithms/consensus.md).
BETWEEN_FROM = 0.8  # share of a class's text that stands between pieces of the body
LEAST_BETWEEN = 0.15  # probability of a list, quotation, heading or code there; any other text may be an advertisement
CORE_SHARE = 0.9  # of the expected body; what is outside of the smallest element with it stands apart
APART_FROM = 0.5  # share of a class's text that stands apart
DOUBTFUL_BELOW = 0.5  # probability
CLEAR_FROM = 0.8  # probability of body that others may be like; from .6 more advertisements stay, with few pages
LEAST_ALIKE = 0.25  # probability of what is like it; .1 takes the sidebar of a blog, .2 lines of another that is known by five pages
BESIDE_TITLE = 0.5  # share of a class's text in containers like the one of the title: other articles, however alike
KEPT, LEFT = 0.5, 0.3  # probabilities of what is taken or left by its place: neither is sure. Set by hand
_LISTS, _TABLES = tag_flags(frozenset(("ul", "ol", "dl"))), tag_flags(frozenset(("table",)))
_STRUCTURED = tag_flags(
    frozenset(("ul", "ol", "dl", "li", "dd", "dt", "blockquote", "q", "cite", "pre", "code", "h2", "h3", "h4", "h5", "h6"))
)
_STEPS = 3  # from the text up in which such an element counts


def even_out_containers(features: ClassFeatures, probability: Floats) -> Floats:
    """Give all of a list, with the lists inside it, one probability, and all of a table: the mean weighted by width."""
    tag, above, path = features.tree.tag, features.tree.above, features.path
    width, count = features.width, features.count
    for flags, outermost in ((_LISTS, True), (_TABLES, False)):
        wanted = flags[tag]
        if wanted.any():
            probability = even_out(containers(above, wanted, outermost), path, width, count, probability, LONGEST_LINE)
    return probability


def keep_together(features: ClassFeatures, probability: Floats, taken_from: float) -> Floats:
    """The probabilities by the place of each class beside the classes that are taken; for layouts of which several pages are known."""
    return _with_what_is_between(features, _without_what_is_apart(features, probability, taken_from), taken_from)


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


def _without_what_is_apart(features: ClassFeatures, probability: Floats, taken_from: float) -> Floats:
    doubtful = (probability >= taken_from) & (probability < DOUBTFUL_BELOW)
    if not doubtful.any():
        return probability
    segments = features.segments
    expected = np.where(probability >= taken_from, probability, 0.0)
    apart = width_apart(
        segments.start, segments.element_start, segments.above, segments.holder, segments.width, features.class_of, expected, CORE_SHARE
    )
    return np.where(doubtful & (apart > APART_FROM * features.width), LEFT, probability)


def _with_what_is_between(features: ClassFeatures, probability: Floats, taken_from: float) -> Floats:
    likely = _is_structured(features) & (probability >= LEAST_BETWEEN) & (probability < taken_from)
    if not likely.any():
        return probability
    segments, taken = features.segments, probability >= taken_from
    between = width_between(
        segments.start, segments.element_start, segments.above, segments.holder, segments.width, features.class_of, taken
    )
    return np.where(likely & (between >= BETWEEN_FROM * features.width), KEPT, probability)


def _is_structured(features: ClassFeatures) -> NDArray[np.bool_]:
    """The classes in lists, quotations, headings and code."""
    element, found = features.path, np.zeros(len(features.path), dtype=np.bool_)
    for _ in range(_STEPS):
        found |= _STRUCTURED[features.tree.tag[element]]
        element = np.maximum(features.tree.above[element], 0)
    return found
