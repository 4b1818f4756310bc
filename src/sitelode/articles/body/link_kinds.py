"""Where a link may lead: nowhere, within its page, out of its site, to some page of the site, or to one with an address like its own."""

NOWHERE, WITHIN_PAGE, OUTSIDE, OWN_SITE, SIBLING = range(5)
