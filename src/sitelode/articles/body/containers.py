"""Decide on lists and tables as a whole: half of their rows, or rows without one of their columns, are useless."""

from sitelode.articles.body.features import ClassFeatures, Floats
from sitelode.articles.body.kernels.containers import containers, even_out
from sitelode.html.vocabulary import tag_flags

LONGEST_LINE = 60.0  # mean width of a line; lists and tables with longer lines are used for page layout. Set by hand
_LISTS, _TABLES = tag_flags(frozenset(("ul", "ol", "dl"))), tag_flags(frozenset(("table",)))


def even_out_containers(features: ClassFeatures, probability: Floats) -> Floats:
    """Give all of a list, with the lists inside it, one probability, and all of a table: the mean weighted by width."""
    tag, above, path = features.tree.tag, features.tree.above, features.path
    width, count = features.width, features.count
    for flags, outermost in ((_LISTS, True), (_TABLES, False)):
        wanted = flags[tag]
        if wanted.any():
            probability = even_out(containers(above, wanted, outermost), path, width, count, probability, LONGEST_LINE)
    return probability
