"""Kinds of link targets: none, the same page, another site, a page of the site, or one with an address like the page's own."""

NOWHERE, WITHIN_PAGE, OUTSIDE, OWN_SITE, SIBLING = range(5)
