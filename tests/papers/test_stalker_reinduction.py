"""Figure 6.3: a title that was bold becomes yellow; the wrapper says NIL, finds it again by its data prototype, and learns a new rule.

The figure is missing in the text of the thesis. Section 6.6 says what it shows: a page of a bookshop with four fields (author, title, price,
availability), the title between <b> and </b> before and in yellow after, rules from both sides that find nothing on the new page, and the
rule made anew. The books here are ours.
"""

from collections import Counter
from itertools import pairwise

from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.landmarks.landmark_learning import Example, learn_rule
from sitelode.landmarks.landmark_rules import IndexedTokens
from sitelode.landmarks.token_classes import tokens_of

BOOKS = [
    ("Ann Alder", "The Long Road Home", "$12.90", "In stock"),
    ("Bo Birch", "The Last Harbour Light", "$8.50", "Usually ships in 2 days"),
    ("Cy Cedar", "The River Between Us", "$22.00", "In stock"),
    ("Di Dogwood", "The Night Garden", "$5.25", "Out of print"),
    ("Ed Elm", "The Winter Orchard Keeper", "$31.75", "In stock"),
]
NEW_BOOKS = [("Flo Fir", "The Glass Mountain", "$9.99", "In stock"), ("Gus Gorse", "The Bread of Early Years", "$14.00", "Out of print")]


def old_page(author, title, price, availability):
    return f"<html><p>{author}<br><b>{title}</b><br>Our price: <i>{price}</i><br>{availability}</p></html>"


def new_page(author, title, price, availability):
    return f"<html><p>{author}<br><font color=yellow>{title}</font><br>Our price: <i>{price}</i><br>{availability}</p></html>"


def borders(page, title):
    tokens, wanted = tokens_of(page), tokens_of(title)
    start = next(place for place in range(len(tokens)) if tokens[place : place + len(wanted)] == wanted)
    return IndexedTokens(tokens), start, start + len(wanted)


def learned(pages):
    """A start rule from the top, an end rule from the bottom."""
    starts = [Example(tokens, start) for tokens, start, _ in pages]
    ends = [Example(tokens, end) for tokens, _, end in pages]
    return learn_rule(starts), learn_rule(ends, backward=True)


def candidates(prototype, page):
    """Texts between two tags that look like the field, with the tags."""
    tokens = tokens_of(page)
    tags = [place for place, token in enumerate(tokens) if token.startswith("<")]
    for before, behind in pairwise(tags):
        if prototype.fits(" ".join(tokens[before + 1 : behind])):
            yield (tokens[before], tokens[behind]), (IndexedTokens(tokens), before + 1, behind)


def test_the_wrapper_is_broken_and_mended():
    training = [borders(old_page(*book), book[1]) for book in BOOKS]
    start_rule, end_rule = learned(training)
    prototype = DataPrototype.from_values([title for _, title, _, _ in BOOKS])
    changed = [new_page(*book) for book in [*BOOKS, *NEW_BOOKS]]

    assert "<b>" in str(start_rule)
    assert {rule.border(IndexedTokens(tokens_of(page))) for page in changed for rule in (start_rule, end_rule)} == {None}

    found = [pair for page in changed for pair in candidates(prototype, page)]
    (around, size), *_ = Counter(context for context, _ in found).most_common()
    assert around == ("<font color=yellow>", "</font>")
    assert size == sum(prototype.fits(title) for _, title, _, _ in [*BOOKS, *NEW_BOOKS]) == len(changed) - 1

    new_start, new_end = learned([place for context, place in found if context == around])
    for page, (_, title, _, _) in zip(changed, [*BOOKS, *NEW_BOOKS], strict=True):
        tokens, start, end = borders(page, title)
        assert (new_start.border(tokens), new_end.border(tokens)) == (start, end)
    assert "yellow" in str(new_start)
