"""Methods that compare pages as trees of their elements."""
