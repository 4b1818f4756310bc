"""Pages made from a known template, with words that follow Zipf's law between its constant strings."""

import random
from dataclasses import dataclass
from functools import cache

LETTERS = "eeeetttaaaooinnshrdlucmfwypvbgkqjxz"


@dataclass(frozen=True)
class MadePage:
    source: str
    content: tuple[tuple[int, int], ...]  # where the varying texts stand

    def texts(self):
        return [self.source[start:end] for start, end in self.content]


def vocabulary(randomness, size=20_000):
    return ["".join(randomness.choice(LETTERS) for _ in range(randomness.randint(2, 9))) for _ in range(size)]


def zipf_words(randomness, words, count):
    # The k-th word has a weight of 1 / k; the inverse of a logarithm draws it without a table.
    return " ".join(words[int(len(words) ** randomness.random()) - 1] for _ in range(count))


def novel(seed=0, characters=120_000):
    """Plain text without any template."""
    return zipf_words(random.Random(seed), one_vocabulary(), characters // 5)


@cache
def one_vocabulary():
    return vocabulary(random.Random(0))


def made_pages(constants, count, seed=0, words_between=40):
    """Each page: constant, text, constant, .. constant."""
    randomness = random.Random(seed)
    words = vocabulary(randomness)
    return [_page(constants, [zipf_words(randomness, words, words_between) for _ in constants[1:]]) for _ in range(count)]


def _page(constants, texts):
    source, content = constants[0], []
    for text, constant in zip(texts, constants[1:], strict=True):
        content.append((len(source), len(source) + len(text)))
        source += text + constant
    return MadePage(source, tuple(content))


def constants(seed, count=4, characters=400):
    """Constant strings that look like markup, no two alike."""
    randomness = random.Random(seed)
    names = vocabulary(randomness, 60)
    found = []
    for _ in range(count):
        markup = ""
        while len(markup) < characters:
            tag, kind, name = randomness.choice(("div", "td", "li", "span")), randomness.choice(("class", "id")), randomness.choice(names)
            markup += f'<{tag} {kind}="{name}-{randomness.randrange(10_000)}">{randomness.choice(names)}</{tag}>'
        found.append(markup)
    return found
