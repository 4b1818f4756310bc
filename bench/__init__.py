"""Measurements on real pages, and comparisons with other extractors. See README.md in this folder."""
