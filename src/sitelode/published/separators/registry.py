"""All separators by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from sitelode.published.separators.alternation import Alternation
from sitelode.published.separators.amplification import Amplification
from sitelode.published.separators.block_entropy import BlockEntropy
from sitelode.published.separators.header_tail import HeaderTail
from sitelode.published.separators.infodiscoverer import InfoDiscoverer
from sitelode.published.separators.leaf_difference import LeafDifference
from sitelode.published.separators.page_grammar import PageGrammar
from sitelode.published.separators.separator import Separator
from sitelode.published.separators.style_tree import StyleTree
from sitelode.published.separators.table_breakdown import TableBreakdown
from sitelode.published.separators.tree_pattern import TreePattern

SEPARATORS: Final[Mapping[str, Callable[[], Separator]]] = MappingProxyType(
    {
        "alternation": Alternation,
        "amplification": Amplification,
        "leaf-difference": LeafDifference,
        "style-tree": StyleTree,
        "block-entropy": BlockEntropy,
        "infodiscoverer": InfoDiscoverer,
        "tree-pattern": TreePattern,
        "page-grammar": PageGrammar,
        "header-tail": HeaderTail,
        "table-breakdown": TableBreakdown,
    }
)
