"""Names and column indexes of the features that compiled code computes; `evidence.py` has the rest."""

from collections import namedtuple

SpanColumns = namedtuple(  # noqa: PYI024 (every field is the number of a column)
    "SpanColumns",
    "share log_count largest spread log_width empty single_text log_texts log_elements distinct_texts linked distinct_links log_links "
    "link_share density coverage parents log_parents left_beside left_on_page pictures headed one_heading digits same_name siblings depth "
    "before after median low worded markup region",
)
PathColumns = namedtuple(  # noqa: PYI024 (every field is the number of a column)
    "PathColumns", "support path_support repeated lowest_likeness likeness strange constant_text paths common_paths"
)
SPANS = SpanColumns(*range(len(SpanColumns._fields)))
PATHS = PathColumns(*range(len(PathColumns._fields)))
