"""All separators by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from sitelode_lab.separators.alternation import Alternation
from sitelode_lab.separators.amplification import Amplification
from sitelode_lab.separators.baselines import HeaderTail, TableBreakdown
from sitelode_lab.separators.block_entropy import BlockEntropy
from sitelode_lab.separators.infodiscoverer import InfoDiscoverer
from sitelode_lab.separators.leaf_difference import LeafDifference
from sitelode_lab.separators.page_grammar import PageGrammar
from sitelode_lab.separators.separator import Separator
from sitelode_lab.separators.style_tree import StyleTree
from sitelode_lab.separators.tree_pattern import TreePattern

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
