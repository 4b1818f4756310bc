"""Every separator by its name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from sitelode.templates.baselines import HeaderTail, TableBreakdown
from sitelode.templates.block_entropy import BlockEntropy
from sitelode.templates.leaf_difference import LeafDifference
from sitelode.templates.separator import Separator
from sitelode.templates.style_tree import StyleTree

SEPARATORS: Final[Mapping[str, Callable[[], Separator]]] = MappingProxyType(
    {
        "leaf-difference": LeafDifference,
        "style-tree": StyleTree,
        "block-entropy": BlockEntropy,
        "header-tail": HeaderTail,
        "table-breakdown": TableBreakdown,
    }
)
