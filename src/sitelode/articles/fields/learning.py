"""Learn field rules: compare the sources of each field over the pages of a layout, and order them by trust.

A source with the same value on all pages is rejected, with that reason. The others are ordered: values for machines before values for
readers, and authors that pages show and mark before one that never varies.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sitelode.articles.fields.authors import author_regions
from sitelode.articles.fields.comments import CommentRule
from sitelode.articles.fields.dates import DateForms
from sitelode.articles.fields.field_sources import FIELDS, PROFILE, SECTION, FieldSource
from sitelode.articles.fields.page_view import PageView
from sitelode.articles.fields.pictures import common_captions, common_pictures, pictures_of
from sitelode.articles.fields.regions import SAME_SHARE, date_lines, date_regions, regions_of, same_for_all, shown_date
from sitelode.articles.fields.rules import FieldRule, FieldRules
from sitelode.articles.fields.tags import TAG_SHARE, distant_tag_regions, tag_regions
from sitelode.articles.fields.titles import TitleParts, subtitle_regions
from sitelode.articles.fields.values import label_of
from sitelode.html.render.text import text_of
from sitelode.text.language import language_of

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
MOST_VIEWS: Final = 12  # pages of a layout that are compared, spread over it; with 8, 12 and 20 feedsites and othercms score the same
COMPARED_FROM: Final = 3  # pages; of two, one may be an exception
MOST_REGIONS: Final = 4  # regions for one field, the most certain ones
MOST_LANGUAGES: Final = 4  # languages of a layout
# Trust before any comparison. Sources made for machines and seldom wrong rank above those that templates often fill.
TRUST: Final = {"feed": 1.0, "json-ld": 0.9, "meta": 0.8, "microdata": 0.8, "rel": 0.75, "address": 0.55}
# Added for links marked as tags: keywords are often more. Tags of feedsites2, its halves: .766 to .792, .828 both times.
_SHOWN_TAGS: Final = 0.2
_MAY_BE_SAME: Final = frozenset(("author", "site_name", "categories", "licence"))  # a site may have one of each

ByPage = Mapping[int, tuple[str, ...]]  # values by page index


def learn_fields(views: Sequence[PageView], titles: TitleParts) -> FieldRules:
    """The rules of a layout from views of its pages, with their bodies chosen."""
    views = [views[place] for place in compared_pages(len(views))]
    return _Learning(views, titles.with_region(views)).rules() if views else FieldRules(titles=titles)


def compared_pages(count: int) -> list[int]:
    """Which pages of a layout are compared: at most MOST_VIEWS, evenly spread, because neighbours are often of one month or category."""
    most = min(count, MOST_VIEWS)
    return [number * count // most for number in range(most)]


class _Learning:
    """One comparison of the pages of a layout."""

    def __init__(self, views: Sequence[PageView], titles: TitleParts) -> None:
        self.views, self.titles = views, titles
        self.regions = regions_of(views)
        self.site_name = self._site_name()
        self.dated: Mapping[int, Sequence[int]] = {}  # the text nodes that show each page's date
        self.languages = Counter(filter(None, (language_of(text_of(view.page, view.body_rows)) for view in views)))  # of the texts
        self.draft = FieldRules(titles=titles, site_name=self.site_name, names=views[0].names)

    def rules(self) -> FieldRules:
        stated = {name: self._stated(name) for name in FIELDS if name not in ("modified", "site_name")}
        self.draft = replace(self.draft, forms=self._forms())
        rules = {name: self._ranked(name, stated[name]) for name in stated if name != "date"}
        rules.update(self._date_rules())
        rules["author"] = self._with_author_regions(rules["author"], stated["author"])
        tags = self._with(rules["tags"], self._tag_regions(rules["tags"].sources))
        rules["tags"] = replace(tags, sources=tuple(sorted(tags.sources, key=lambda source: source.name == SECTION)))
        rules["subtitle"] = self._with(rules["subtitle"], subtitle_regions(self.views))
        comments = CommentRule.learn(self.views, self.draft.forms)
        rules = {name: _pages_first(rule) for name, rule in rules.items()}
        pictures = list(map(pictures_of, self.views)) if len(self.views) > 1 else [()]  # on a single page none recurs
        return replace(
            self.draft,
            rules=rules,
            common_captions=common_captions(self.views, pictures),
            common_pictures=common_pictures(self.views, pictures),
            comments=comments,
            language=self._usual_language(),
        )

    def _stated(self, name: str) -> dict[FieldSource, dict[int, tuple[str, ...]]]:
        """The cleaned values of every source, by page."""
        found: dict[FieldSource, dict[int, tuple[str, ...]]] = {}
        for place, view in enumerate(self.views):
            for source, raw in view.stated.values(name).items():
                values = self.draft.clean(view, name, raw)
                if values:
                    found.setdefault(source, {})[place] = values
        return found

    def _ranked(self, name: str, stated: Mapping[FieldSource, ByPage]) -> FieldRule:
        """The sources of a field by trust, without those that have the same value on all pages."""
        same = {source for source, by_page in stated.items() if name not in _MAY_BE_SAME and same_for_all(list(by_page.values()))}
        rejected = ((source, f"the same on {len(stated[source])} of {len(self.views)} pages") for source in stated if source in same)
        trust = TRUST | {"rel": TRUST["rel"] + _SHOWN_TAGS} if name == "tags" else TRUST
        return FieldRule(tuple(sorted((each for each in stated if each not in same), key=lambda each: -trust[each.kind])), tuple(rejected))

    def _with(self, rule: FieldRule, regions: Sequence[tuple[FieldSource, float]]) -> FieldRule:
        return replace(rule, sources=(*rule.sources, *(source for source, _ in regions[:MOST_REGIONS])))

    def _forms(self) -> DateForms:
        """How the layout writes dates."""
        return DateForms.learn(date_lines(self.regions), self._languages())

    def _languages(self) -> list[str]:
        """The languages that the pages state, the most frequent first; if none is stated, the one identified in most texts."""
        stated = Counter(view.metadata.language.lower().replace("_", "-").split("-")[0] for view in self.views)
        known = [code for code, _ in stated.most_common(MOST_LANGUAGES) if code]
        return known or [code for code, _ in self.languages.most_common(1)]

    def _usual_language(self) -> str:
        """The language of most texts; empty where few are known."""
        return next((code for code, texts in self.languages.most_common(1) if texts >= max(COMPARED_FROM, len(self.views) / 2)), "")

    def _date_rules(self) -> dict[str, FieldRule]:
        stated = self._stated("date")
        ranked = self._ranked("date", stated)
        days: dict[int, str] = {}
        addresses: dict[int, str] = {}
        for source in ranked.sources:
            for place, values in stated[source].items():
                (addresses if source.kind == "address" else days).setdefault(place, values[0][:10])
        shown = date_regions(self.regions, self.draft.forms, days, addresses)
        self.dated = {
            place: [row for row in rows if shown_date(self.views[place], row, self.draft.forms)]
            for each in shown[:1]
            for place, rows in each.rows.items()
        }
        published = [(each.source, each.score) for each in shown if not (each.of_changes or each.is_same)]
        changed = [(each.source, each.score) for each in shown if each.of_changes and not each.is_same]
        modified = self._with(self._ranked("modified", self._stated("modified")), changed)
        # An address gives only a day, often by another calendar: dates shown on the page rank before it.
        own = tuple(source for source in ranked.sources if source.kind != "address")
        address = tuple(source for source in ranked.sources if source.kind == "address")
        # A site may have been filled on one day: a marked time below the title is better than no date.
        doubtful = tuple(each.source for each in shown if each.is_same)[:1]
        order = (*own, *(source for source, _ in published[:MOST_REGIONS]), *address, *doubtful)
        return {"date": replace(ranked, sources=order), "modified": modified}

    def _with_author_regions(self, rule: FieldRule, stated: Mapping[FieldSource, ByPage]) -> FieldRule:
        regions = author_regions(self.regions, self.dated)[:MOST_REGIONS]
        label = self._author_label([stated[source] for source in rule.sources], [each.texts for each in regions[:1]])
        # A meta element with one author on all pages may name the site's owner: authors that pages show and mark rank before it. But
        # categories vary too and link to addresses made of their names: stated values rank before places that are not marked.
        constant = [source for source in rule.sources if source.kind == "meta" and same_for_all(list(stated[source].values()))]
        first = [source for source in rule.sources if source not in constant]
        marked = [each.source for each in regions if each.is_marked]
        others = [each.source for each in regions if not each.is_marked]
        profile = [PROFILE] if any(view.stated.value("author", PROFILE) for view in self.views) else []
        return replace(rule, sources=(*first, *marked, *constant, *profile, *others), beginning=label)

    def _author_label(self, stated: Sequence[ByPage], shown: Sequence[Mapping[int, str]]) -> str:
        """The label at the beginning of the values at the most certain place, or of a source: "By"."""
        said = [[values[0] for values in by_page.values()] for by_page in stated]
        return next(filter(None, map(label_of, (*(list(texts.values()) for texts in shown), *said))), "")

    def _tag_regions(self, stated: Sequence[FieldSource]) -> list[tuple[FieldSource, float]]:
        if TAG_SHARE * len(self.views) < 1:  # with a single page, every text is on all pages
            return []
        titles = {self.draft.title(view)[0].lower() for view in self.views}
        near = tag_regions(self.regions, titles)
        return near if near or stated else distant_tag_regions(self.views, titles)

    def _site_name(self) -> str:
        """The site name that nearly all pages state, or else the part that recurs in their titles."""
        counts: Counter[str] = Counter()
        for view in self.views:
            values = view.stated.values("site_name")
            if values:
                counts[next(iter(values.values()))[0]] += 1
        if counts and counts.most_common(1)[0][1] > SAME_SHARE * counts.total():
            return counts.most_common(1)[0][0]
        return max(self.titles.common, key=lambda part: (sum(part in view.metadata.title for view in self.views), part), default="")


def _pages_first(rule: FieldRule) -> FieldRule:
    """Rank the page's own sources before its feed, which has only the latest pages, so that all pages are read alike, also by a wrapper."""
    order = {"feed": 1, "address": 2}
    return replace(rule, sources=tuple(sorted(rule.sources, key=lambda source: order.get(source.kind, 0))))
