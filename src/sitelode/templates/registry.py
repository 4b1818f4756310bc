"""Every separator by its name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from sitelode.templates.alternation import Alternation
from sitelode.templates.amplification import Amplification
from sitelode.templates.baselines import HeaderTail, TableBreakdown
from sitelode.templates.block_entropy import BlockEntropy
from sitelode.templates.leaf_difference import LeafDifference
from sitelode.templates.page_grammar import PageGrammar
from sitelode.templates.separator import Separator
from sitelode.templates.style_tree import StyleTree
from sitelode.templates.tree_pattern import TreePattern

SEPARATORS: Final[Mapping[str, Callable[[], Separator]]] = MappingProxyType(
    {
        "alternation": Alternation,
        "amplification": Amplification,
        "leaf-difference": LeafDifference,
        "style-tree": StyleTree,
        "block-entropy": BlockEntropy,
        "tree-pattern": TreePattern,
        "page-grammar": PageGrammar,
        "header-tail": HeaderTail,
        "table-breakdown": TableBreakdown,
    }
)
