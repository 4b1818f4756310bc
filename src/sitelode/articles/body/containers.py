"""Lists and tables are body as a whole or not at all: half of their rows, or rows without one of their columns, are of no use."""

from sitelode.articles.body.features import ClassFeatures, Floats
from sitelode.compiled.lazy import Compiled
from sitelode.html.vocabulary import tag_flags

LONGEST_LINE = 60.0  # mean width of a line; tables and lists of longer ones lay out the page. Set by hand
_LISTS, _TABLES = tag_flags(frozenset(("ul", "ol", "dl"))), tag_flags(frozenset(("table",)))
_kernel = Compiled("sitelode.articles.body.kernels.containers")


def even_out_containers(features: ClassFeatures, probability: Floats) -> Floats:
    """One probability for all of a list with the lists in it, and for all of a table: the mean by width."""
    tag, above, path = features.tree.tag, features.tree.above, features.path
    width, count = features.width, features.count
    for flags, outermost in ((_LISTS, True), (_TABLES, False)):
        wanted = flags[tag]
        if wanted.any():
            probability = _kernel.even_out(_kernel.containers(above, wanted, outermost), path, width, count, probability, LONGEST_LINE)
    return probability
