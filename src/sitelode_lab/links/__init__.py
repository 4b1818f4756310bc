"""Methods that rank the pages of a site by its links."""
