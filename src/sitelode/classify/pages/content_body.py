"""S_CB (3.4.3): the content body of a page: the object that most others resemble, and those that resemble it.

J. Chen et al., "Function-based object model", WWW 2001, as D. Shen et al., SIGIR 2004, use it. Objects here are blocks of text (basic)
and the boxes that hold several of them (composite); navigation is what consists mostly of links. Each object is a tf-idf document; two
are linked when their cosine exceeds 0.1. Decided: these two numbers. Blocks behind the first 400 are outside.
"""

import numpy as np

from sitelode.classify.learners.features import FeatureSpace
from sitelode.classify.reading import PageText
from sitelode.classify.words import words

ALIKE_FROM = 0.1  # cosine
NAVIGATION_FROM = 0.6  # share of characters in links
_MOST_OBJECTS = 400


def content_body(page: PageText) -> frozenset[int]:
    """The numbers of the blocks inside."""
    boxes: dict[int, list[int]] = {}
    for number, block in enumerate(page.blocks[:_MOST_OBJECTS]):
        if block.link_share < NAVIGATION_FROM:
            boxes.setdefault(block.box, []).append(number)
    objects = [[number] for numbers in boxes.values() for number in numbers]
    objects += [numbers for numbers in boxes.values() if len(numbers) > 1]
    if not objects:
        return frozenset()
    texts = [[word for number in numbers for word in words(page.blocks[number].text)] for numbers in objects]
    space = FeatureSpace.learnt([{"words": text} for text in texts], {"words": 1.0})
    rows = space.matrix([{"words": text} for text in texts])
    linked = np.asarray((rows @ rows.T).todense()) > ALIKE_FROM
    np.fill_diagonal(linked, True)
    core = int(linked.sum(axis=1).argmax())
    return frozenset(number for place in np.flatnonzero(linked[core]).tolist() for number in objects[place])
