"""Nothing is invented by a repair: a field that the site's articles never had, or that was the same on all of them, stays so unless proved.

A layout learnt anew may take a category for an author where the site names none. What pages state about themselves (JSON-LD, meta elements)
is a proof; a region of the page alone is not. A field that had one and the same value is believed where it still gives that value.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sitelode.articles.fields.field_sources import ON_THE_PAGE
from sitelode.articles.fields.rules import FieldRule, FieldRules
from sitelode.html.page import Page
from sitelode.json_data import read_as
from sitelode.wrappers.readers import ARTICLE_FIELDS, ArticleLayoutReader
from sitelode.wrappers.repair.repair_evidence import RepairEvidence
from sitelode.wrappers.taught.value_profiles import FieldProfile
from sitelode.wrappers.wrapper import Layout

NEVER_FILLED: Final = 0.02  # share of the pages of the old layouts up to which they had no such field; set by hand, as are the next
LEAST_KNOWN: Final = 5  # articles seen before with one and the same value
STILL_SAME: Final = 0.5  # share of the new values that are that value
MOST_PAGES: Final = 100  # read again for the profile; a bound


def without_unproved_fields(
    layout: Layout, pages: Sequence[Page], old: Sequence[Layout], evidence: RepairEvidence
) -> tuple[Layout, list[str]]:
    """A new layout without the fields that nothing but a place on the page speaks for, and what was left out, in words.

    Its profile stays as it is, but for the fields that are left out.
    """
    rules = read_as(FieldRules, layout.rules["fields"])
    constant = {name: value for name in rules.rules if (value := _constant(name, evidence))}
    unproved = [name for name in rules.rules if name in ARTICLE_FIELDS and _never_had(name, old)]
    unproved += [name for name, value in constant.items() if name not in unproved and not _still_says(layout, pages, name, value)]
    changed = {name: _stated_only(rules.rules[name]) for name in unproved}
    dropped = sorted(name for name, rule in changed.items() if rule != rules.rules[name])
    if not dropped:
        return layout, []
    data = {**layout.rules, "fields": replace(rules, rules={**rules.rules, **{name: changed[name] for name in dropped}}).to_data()}
    reader = ArticleLayoutReader(data, 0, layout.pages)
    read = [reader.read(page, "").values for page in pages[:MOST_PAGES]]
    values = {name: [each.get(name, "") for each in read] for name in dropped}
    profiles = {name: profile for name, profile in layout.profile.fields.items() if name not in dropped}
    profiles |= {name: FieldProfile.from_values(each) for name, each in values.items() if any(each)}
    said = [f"{name} is not taken in {layout.name}: the site's articles had {_had(constant.get(name, ''))}" for name in dropped]
    return replace(layout, rules=data, profile=replace(layout.profile, fields=profiles)), said


def _had(constant: str) -> str:
    return f"always {constant!r:.40}, and nothing states another" if constant else "none, and nothing states one"


def _never_had(name: str, old: Sequence[Layout]) -> bool:
    """Whether the old articles, as far as there are any, had no such field."""
    layouts = [layout for layout in old if layout.kind == "article" and "text" in layout.profile.fields]
    pages = sum(layout.pages for layout in layouts)
    filled = sum(layout.pages * layout.profile.fields[name].filled for layout in layouts if name in layout.profile.fields)
    return bool(pages) and filled <= NEVER_FILLED * pages


def _constant(name: str, evidence: RepairEvidence) -> str:
    """The one value that all articles seen before had; empty where they had several, or too few are known."""
    articles = evidence.articles.articles if evidence.articles is not None else ()
    values = Counter(value for article in articles if (value := article.shown.get(name, "")))
    return next(iter(values)) if len(values) == 1 and values.total() >= LEAST_KNOWN else ""


def _still_says(layout: Layout, pages: Sequence[Page], name: str, value: str) -> bool:
    reader = ArticleLayoutReader(layout.rules, 0, layout.pages)
    said = [text for page in pages[:MOST_PAGES] if (text := reader.read(page, "").values.get(name, ""))]
    return not said or sum(text == value for text in said) >= STILL_SAME * len(said)


def _stated_only(rule: FieldRule) -> FieldRule:
    return replace(rule, sources=tuple(source for source in rule.sources if source.kind not in ON_THE_PAGE))
