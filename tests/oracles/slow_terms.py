"""Terms letter by letter."""

from itertools import pairwise

from sitelode.text.tokens import DIVIDES, INVISIBLE, UNSPACED, WORD, character_kind


def slow_terms(text):
    found, run, kind_of_run = [], "", DIVIDES
    for character in text:
        kind = character_kind(ord(character))
        if kind == INVISIBLE:
            continue
        if kind != kind_of_run:
            found += _terms_of_run(run, kind_of_run)
            run, kind_of_run = "", kind
        lower = character.lower() if ord(character) < 1 << 16 else character
        run += lower if len(lower) == 1 else character
    return [*found, *_terms_of_run(run, kind_of_run)]


def _terms_of_run(run, kind):
    if kind == WORD or (kind == UNSPACED and len(run) == 1):
        yield run
    elif kind == UNSPACED:
        yield from map("".join, pairwise(run))
