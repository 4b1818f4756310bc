"""Every classifier by its published name."""

from collections.abc import Callable, Mapping
from typing import Final

from sitelode.classify.contract import Classifier
from sitelode.classify.pages.addresses import Addresses
from sitelode.classify.pages.ant_miner import AntMiner
from sitelode.classify.pages.combined import Combined
from sitelode.classify.pages.summaries import Summaries
from sitelode.classify.pages.words_bayes import WordsBayes
from sitelode.classify.sites.markov_trees import MarkovTrees
from sitelode.classify.sites.metatags import Metatags
from sitelode.classify.sites.site_words import SiteWords
from sitelode.classify.sites.superpages import Superpages
from sitelode.classify.sites.topic_vectors import TopicVectors
from sitelode.errors import ClassifyError

DEFAULT_FOR_PAGES: Final = "combined"
DEFAULT_FOR_SITES: Final = "site-words"

CLASSIFIERS: Final[Mapping[str, Callable[[], Classifier]]] = {
    DEFAULT_FOR_PAGES: Combined,
    DEFAULT_FOR_SITES: SiteWords,
    "metatags": Metatags,
    "superpages": Superpages,
    "topic-vectors": TopicVectors,
    "markov-trees": MarkovTrees,
    "addresses": Addresses,
    "summaries": Summaries,
    "ant-miner": AntMiner,
    "naive-bayes": WordsBayes,
}
"""The default first; then the systems of the document in its order; then plain naive Bayes on all words, to compare with."""


def classifier(name: str) -> Classifier:
    """The classifier of a name.

    Raises:
        ClassifyError: when there is none.

    """
    if name not in CLASSIFIERS:
        raise ClassifyError(f"no classifier is called {name!r:.60}; choose one of: {', '.join(CLASSIFIERS)}")
    return CLASSIFIERS[name]()
