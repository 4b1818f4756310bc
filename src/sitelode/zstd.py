"""Python's own module for zstd, which is part of it from 3.14 on; before that, its backport."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import *  # noqa: F403 (the same names)
else:
    from backports.zstd import *  # noqa: F403
