"""Data that a script gives a name: `window.__STATE__ = {..}`, `window["x"] = JSON.parse("..")`.

Only what is JSON is read; nothing is evaluated, so a value that needs a program to know it (a call, a variable, `undefined`) is passed by.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

MOST_ASSIGNED: Final = 50  # of one script, set by hand
_ASSIGNMENT = re.compile(
    r"""window(?P<name>(?:\.[\w$]{1,100}|\[\s?(?:"[^"\]]{1,100}"|'[^'\]]{1,100}')\s?\]){1,5})\s{0,20}=\s{0,20}(?P<call>JSON\.parse\(\s{0,20})?"""
)
_NAME = re.compile(r"[^.\[\]\"'\s]+")
_IN_DOUBLE_QUOTES = re.compile(r'"(?P<text>[^"\\\n]*(?:\\.[^"\\\n]*)*)"', re.DOTALL)
_IN_SINGLE_QUOTES = re.compile(r"'(?P<text>[^'\\\n]*(?:\\.[^'\\\n]*)*)'", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|(\r\n|.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": "", "\r": ""}
_DECODER = json.JSONDecoder(strict=False)


def assigned_data(code: str) -> Iterator[tuple[str, Any]]:
    """The name and value of each assignment whose value is an object or array in JSON."""
    position = 0
    for _ in range(MOST_ASSIGNED):
        found = _ASSIGNMENT.search(code, position)
        if found is None:
            return
        position = found.end()
        try:
            value, position = _parsed_text(code, position) if found["call"] else _DECODER.raw_decode(code, position)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict | list):
            yield ".".join(_NAME.findall(found["name"])), value


def _parsed_text(code: str, position: int) -> tuple[Any, int]:
    """The value in a text that a script would parse itself."""
    literal = _IN_DOUBLE_QUOTES.match(code, position) or _IN_SINGLE_QUOTES.match(code, position)
    if literal is None:
        raise ValueError("no text in quotes")
    return _DECODER.decode(_ESCAPE.sub(_unescaped, literal["text"]).strip()), literal.end()


def _unescaped(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if not digits:
        return _LETTERS.get(escape[4], escape[4])
    number = int(digits, 16)
    return chr(number) if number <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"  # noqa: PLR2004 (the last of Unicode)
