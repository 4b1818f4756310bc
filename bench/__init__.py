"""Measurements against real pages and against other extractors. See README.md in this folder."""
