"""Which language a text is written in, identified offline by py3langid."""

import py3langid

# Characters that are looked at; set by measurement. They cost 0.46 ms, 3 % of `sitelode mine` (daliansky, f1blog). 400 would cost 0.34 ms
# and change the answer for 3 of 838 articles of the corpora.
SAMPLE = 600
LEAST = 20  # letters; set by hand: below that a guess is worth nothing


def language_of(text: str, announced: str = "") -> str:
    """Two-letter code of the language; what the page announced where the text is too short to tell, else empty."""
    sample = text[:SAMPLE]
    if _has_letters(sample[: 3 * LEAST]) or _has_letters(sample):
        return str(py3langid.classify(sample)[0])
    code = announced.strip().lower().replace("_", "-").split("-")[0]
    return code if code.isalpha() and len(code) in (2, 3) else ""


def _has_letters(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= LEAST
