"""The script that a text is mostly written in, for tables by script."""

import re

SCRIPTS = {
    "Latin": "A-Za-z\u00c0-\u024f\u1e00-\u1eff",
    "Cyrillic": "\u0400-\u052f",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Chinese, Japanese, Korean": "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af",
    "Arabic, Hebrew": "\u0590-\u06ff\u0750-\u077f",
    "Indian": "\u0900-\u0dff",
    "Thai": "\u0e00-\u0e7f",
}
_LETTERS = {name: re.compile(f"[{ranges}]") for name, ranges in SCRIPTS.items()}


def script_of(text: str) -> str:
    """The script with most letters, "other" where there is none."""
    counts = {name: len(letters.findall(text)) for name, letters in _LETTERS.items()}
    most = max(counts, key=counts.__getitem__)
    return most if counts[most] else "other"
