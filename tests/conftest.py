"""That this file is here lets tests import helpers such as `crawl_server` from this folder."""

import warnings

# fastwarc warns about its own old names while it is imported, whoever imports it and whatever for.
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import fastwarc  # noqa: F401
