"""Which tags are part of a layout: each is kept as a node, ignored (its text joins its neighbours), or removed with its contents.

News Ripper, chapter 11: Jasselette and Vanderwhale, thesis, 2005. The default is that of its tables 11.3.3 to 11.3.14 for the tags of
HTML 4.01: block-level tags are kept, inline-level ones ignored, invisible ones removed. Extended by the same rule to later tags;
unknown tags are inline in every browser, and therefore ignored.
"""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Final

from sitelode.errors import SettingError

_KEPT: Final = (
    "html head body title "  # always
    "table thead tbody tfoot tr td th caption col colgroup "  # tables
    "ol ul li dl dt dd dir menu "  # lists
    "object img applet iframe "  # objects: no text, but they take up space on the page
    "p blockquote div hr h1 h2 h3 h4 h5 h6 frameset frame noframes "
    "form fieldset legend input button select optgroup option textarea label isindex "  # forms, with their controls (11.3.12)
    # later than HTML 4.01, block-level or taking up space
    "article aside details dialog figcaption figure footer header hgroup main nav search section summary video audio canvas svg math "
    "picture embed center marquee"
)
_REMOVED: Final = (
    "meta style link base address param map area br del script noscript "
    # later: not shown by a browser, or shown outside the document
    "template source track wbr rp datalist noembed"
)


class Treatment(Enum):
    """What happens to a tag in the layout tree."""

    KEEP = "keep"
    IGNORE = "ignore"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class TagSelection:
    """A treatment for every tag; tags that are not named are ignored."""

    kept: frozenset[str]
    removed: frozenset[str]

    def treatment(self, tag: str) -> Treatment:
        if tag in self.kept:
            return Treatment.KEEP
        return Treatment.REMOVE if tag in self.removed else Treatment.IGNORE

    def changed(self, treatments: dict[str, Treatment]) -> "TagSelection":
        """The same selection except for these tags."""
        kept, removed = set(self.kept), set(self.removed)
        for tag, treatment in treatments.items():
            (kept.add if treatment is Treatment.KEEP else kept.discard)(tag)
            (removed.add if treatment is Treatment.REMOVE else removed.discard)(tag)
        return TagSelection(frozenset(kept), frozenset(removed))

    def to_json(self) -> str:
        return json.dumps({"keep": sorted(self.kept), "remove": sorted(self.removed)}, indent=2)

    @classmethod
    def from_json(cls, text: str) -> "TagSelection":
        """Raises SettingError when the text is not a selection."""
        try:
            lists = json.loads(text)
            return cls(*(frozenset(_names(lists[key])) for key in ("keep", "remove")))
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            raise SettingError(f'not a tag selection: {problem}; it looks like {{"keep": ["div"], "remove": ["br"]}}') from problem


def _names(tags: object) -> list[str]:
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise TypeError(f"{tags!r} is not a list of tag names")
    return tags


DEFAULT_SELECTION: Final = TagSelection(frozenset(_KEPT.split()), frozenset(_REMOVED.split()))
EVERY_TAG: Final = TagSelection(
    frozenset(_KEPT.split()) | frozenset("a b i u s em strong q pre span font ins cite code tt small big sub sup abbr br".split()),
    frozenset("script style noscript meta link base".split()),
)
"""The thesis' box with everything ticked, for its examples."""
