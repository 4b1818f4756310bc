"""Numbers and strings on which the two walkers of the parser's tree and the compiled code agree."""

KNOWN_TAG_IDS = 1024  # Lexbor numbers the standard's tags from 0; other tags have an address as id, far above
UNKNOWN_TAG = 0xFFFF  # in the tag column, until the names are looked up
SEED_STRINGS = (b"class", b"id", b"role", b"type", b"#text")
"""The strings that the walkers ask for: they have the first numbers of every string table."""
