"""The columns of a labelled tree: one record per node, in document order."""

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.void]
LabelColumn = npt.NDArray[np.int64]
NodeColumn = npt.NDArray[np.int32]
FingerprintColumn = npt.NDArray[np.uint64]

# One record per node, because the compiled mappings read several columns of one node at a time.
TREE_ROW = np.dtype(
    [
        ("label", np.int64),
        ("fingerprint", np.uint64),
        ("parent", np.int32),
        ("end", np.int32),
        ("twin", np.int32),
    ],
    align=True,
)
