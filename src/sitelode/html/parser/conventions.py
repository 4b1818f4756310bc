"""Numbers and strings shared by the two converters of the parser's tree and the compiled code."""

KNOWN_TAG_IDS = 1024  # Lexbor numbers the standard's tags from 0; the id of any other tag is an address, far above
UNKNOWN_TAG = 0xFFFF  # in the tag column, until the name is looked up
SEED_STRINGS = (b"class", b"id", b"role", b"type", b"#text")
"""Strings that the converters look for: they have the first numbers in every string table."""
