"""Numbers and strings shared by the two converters of the parser's tree and the compiled code."""

import re

KNOWN_TAG_IDS = 1024  # Lexbor numbers the standard's tags from 0; the id of any other tag is an address, far above
UNKNOWN_TAG = 0xFFFF  # in the tag column, until the name is looked up
SEED_STRINGS = (b"class", b"id", b"role", b"type", b"#text")
"""Strings that the converters look for: they have the first numbers in every string table."""

DATA_OWNER, DATA_CALL, LONGEST_DATA_NAME = b"window", b"JSON.parse(", 200
_BLANK = rb"[ \n\t\r\f]*"
ASSIGNED_DATA = re.compile(
    rb"\A" + _BLANK + DATA_OWNER + rb"[.\[][^=;(]{1,%d}=" % LONGEST_DATA_NAME + _BLANK + rb"(?:[{\[]|" + re.escape(DATA_CALL) + rb")"
)
"""How a script begins that gives data a name (`window.X = {..}`, `window["X"] = JSON.parse(..)`): its text is kept, like that of JSON."""
