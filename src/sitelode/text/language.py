"""Which language a text is written in, identified offline."""

import py3langid

SAMPLE = 600  # characters; more hardly ever changes the answer
LEAST = 20  # letters; below that a guess is worth nothing


def language_of(text: str, announced: str = "") -> str:
    """Two-letter code of the language; what the page announced where the text is too short to tell, else empty."""
    sample = text[:SAMPLE]
    if sum(map(str.isalpha, sample)) >= LEAST:
        return str(py3langid.classify(sample)[0])
    code = announced.strip().lower().replace("_", "-").split("-")[0]
    return code if code.isalpha() and len(code) in (2, 3) else ""
