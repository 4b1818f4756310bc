"""Field rules: for every field of an article the sources that deserve trust on the pages of one layout, in order.

What the pages state (JSON-LD, OpenGraph, microdata, relations, addresses) and what they show (regions of the layout) is compared over the
layout: a value that is the same on all pages is not the article's, a source is trusted more when others agree with it, and whatever is
left out is kept with its reason, for `sitelode explain`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sitelode.articles.captions import common_captions
from sitelode.articles.comments import CommentRule
from sitelode.articles.dates import DateForms, stated_date
from sitelode.articles.field_regions import (
    MOST_ON_A_PAGE,
    author_regions,
    date_lines,
    date_regions,
    like_a_name,
    regions_of,
    shown_date,
    subtitle_regions,
    tag_regions,
)
from sitelode.articles.field_sources import FIELDS, Source
from sitelode.articles.field_values import cleaned, is_name_of_site, without_common_beginning
from sitelode.articles.page_view import PageView
from sitelode.articles.titles import TitleParts
from sitelode.dom.render_text import text_of
from sitelode.text.language import language_of

MOST_VIEWS: Final = 20  # pages of a layout that are compared; ten nearly suffice
SAME_SHARE: Final = 0.8  # of the pages; a value on more of them is the site's, not the article's
COMPARED_FROM: Final = 3  # pages
# Trust before any comparison. What is made for machines to read and seldom wrong stands above what is often a template's.
TRUST: Final = {"feed": 1.0, "json-ld": 0.9, "meta": 0.8, "microdata": 0.8, "rel": 0.75, "region": 0.6, "address": 0.55}
BETWEEN: Final = "; "  # values of one field
_LATER: Final = 0.01  # less for every name further down the list of a kind
_MAY_BE_SAME: Final = frozenset(("author", "site_name"))  # a site may have one author


@dataclass(frozen=True, slots=True)
class FieldRule:
    """The sources of one field."""

    sources: tuple[Source, ...] = ()  # the most trusted first
    rejected: tuple[tuple[Source, str], ...] = ()  # with the reason
    beginning: str = ""  # what the shown values begin with and do not mean: "By"

    def to_data(self) -> dict[str, Any]:
        rejected = [[*source.to_data(), reason] for source, reason in self.rejected]
        return {"sources": [source.to_data() for source in self.sources], "rejected": rejected, "beginning": self.beginning}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "FieldRule":
        rejected = tuple((Source.from_data(each[:-1]), str(each[-1])) for each in data.get("rejected", ()))
        return cls(tuple(map(Source.from_data, data["sources"])), rejected, str(data.get("beginning", "")))


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A field of one page and where it comes from."""

    values: tuple[str, ...]
    source: Source

    @property
    def text(self) -> str:
        return BETWEEN.join(self.values)


@dataclass(frozen=True)
class FieldRules:
    """All rules of one layout. Plain data."""

    rules: Mapping[str, FieldRule] = field(default_factory=dict)
    titles: TitleParts = field(default_factory=lambda: TitleParts(frozenset(), frozenset()))
    forms: DateForms = field(default_factory=DateForms)
    site_name: str = ""
    names: frozenset[str] = frozenset()  # the class names and ids that count in places
    common_captions: tuple[str, ...] = ()  # texts beside pictures on several pages
    comments: CommentRule = field(default_factory=CommentRule)

    @classmethod
    def learnt(cls, views: Sequence[PageView], titles: TitleParts, *, words: bool = True) -> "FieldRules":
        """Compare the pages of a layout; the views carry metadata and which segments are body."""
        if not views:
            return cls(titles=titles)
        return _Learning(views[:MOST_VIEWS], titles.with_region(views[:MOST_VIEWS]), words=words).rules()

    def title(self, view: PageView) -> tuple[str, str]:
        """The title of a page, and where it comes from in words."""
        rows = view.elements_at(self.titles.region) if self.titles.region else []
        shown = next((text for row in rows if (text := view.words(row))), "")
        return self.titles.chosen(view.page, view.metadata, shown)

    def read(self, view: PageView, name: str) -> FieldValue | None:
        """A field of a page by the most trusted source that has it there."""
        if name == "site_name":
            return FieldValue((self.site_name,), Source("", "the layout's pages")) if self.site_name else None
        rule = self.rules.get(name)
        if rule is None or not rule.sources:
            return None
        for source in rule.sources:
            values = self.values_of(view, name, source)
            if values:
                return FieldValue(values, source)
        return None

    def values_of(self, view: PageView, name: str, source: Source) -> tuple[str, ...]:
        """What one source says on a page, as far as it holds."""
        if source.kind == "region":
            return self.clean(view, name, source, self.shown(view, name, source, self.rules[name]))
        return self.clean(view, name, source, view.stated.value(name, source))

    def read_all(self, view: PageView) -> dict[str, str]:
        """Every field of a page as one text, empty where it has none; several values are divided by BETWEEN."""
        return {name: found.text if (found := self.read(view, name)) else "" for name in FIELDS}

    def shown(self, view: PageView, name: str, source: Source, rule: FieldRule) -> tuple[str, ...]:
        """What a region shows on a page."""
        if name == "subtitle":
            return tuple(filter(None, map(view.words, view.elements_at(source.name))))[:1]
        rows = view.texts_at(source.name)
        if name in ("date", "modified"):
            return tuple(filter(None, (shown_date(view, row, self.forms) for row in rows)))[:1]
        texts = [view.words(row) for row in rows]
        if name == "author":
            near = [view.words(row) for row in rows if view.is_near(row)] or texts
            texts = [text.removeprefix(rule.beginning).strip() for text in near[:MOST_ON_A_PAGE] if like_a_name(text)]
        return tuple(texts)

    def clean(self, view: PageView, name: str, source: Source, raw: Sequence[str]) -> tuple[str, ...]:
        """Values as they are given out; empty where nothing of them holds."""
        if name in ("date", "modified"):
            return tuple(filter(None, (stated_date(each, self.forms) for each in raw[:1])))
        values = cleaned(name, raw, view.page.url)
        if name == "author" and source.kind in ("meta", "json-ld"):
            people = view.stated.persons
            values = tuple(each for each in values if each.lower() in people or not is_name_of_site(each, self.site_name))
        if name in ("tags", "subtitle"):
            title = self.title(view)[0].lower()
            values = tuple(each for each in values if each.lower() != title)
        return values

    def to_data(self) -> dict[str, Any]:
        return {
            "rules": {name: rule.to_data() for name, rule in self.rules.items()},
            "titles": self.titles.to_data(),
            "forms": self.forms.to_data(),
            "site_name": self.site_name,
            "names": sorted(self.names),
            "common_captions": list(self.common_captions),
            "comments": self.comments.to_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "FieldRules":
        return cls(
            {str(name): FieldRule.from_data(rule) for name, rule in data["rules"].items()},
            TitleParts.from_data(data["titles"]),
            DateForms.from_data(data["forms"]),
            str(data["site_name"]),
            frozenset(map(str, data["names"])),
            tuple(map(str, data["common_captions"])),
            CommentRule.from_data(data["comments"]),
        )


class _Learning:
    """One comparison of the pages of a layout."""

    def __init__(self, views: Sequence[PageView], titles: TitleParts, *, words: bool) -> None:
        self.views, self.titles, self.words = views, titles, words
        self.regions = regions_of(views)
        self.site_name = self._site_name()
        self.draft = FieldRules(titles=titles, site_name=self.site_name, names=views[0].names)

    def rules(self) -> FieldRules:
        stated = {name: self._stated(name) for name in FIELDS}
        self.draft = replace(self.draft, forms=self._forms(stated["date"]))
        rules = {name: self._judged(name, self._stated(name)) for name in FIELDS if name not in ("date", "modified", "site_name")}
        rules.update(self._date_rules())
        rules["author"] = self._with_author_regions(rules["author"])
        rules["tags"] = self._with(rules["tags"], tag_regions(self.regions, self._known_titles(), words=self.words))
        rules["subtitle"] = self._with(rules["subtitle"], subtitle_regions(self.views))
        comments = CommentRule.learnt(self.views, self.draft.forms)
        return replace(self.draft, rules=rules, common_captions=common_captions(self.views), comments=comments)

    def _stated(self, name: str) -> dict[Source, dict[int, tuple[str, ...]]]:
        """What every source says, cleaned, by page."""
        found: dict[Source, dict[int, tuple[str, ...]]] = {}
        for place, view in enumerate(self.views):
            for source, raw in view.stated.values(name).items():
                values = self.draft.clean(view, name, source, raw)
                if values:
                    found.setdefault(source, {})[place] = values
        return found

    def _judged(self, name: str, stated: Mapping[Source, Mapping[int, tuple[str, ...]]]) -> FieldRule:
        """The sources of a field by trust, without those that say the same on all pages."""
        trusted: dict[Source, float] = {}
        rejected = []
        for number, (source, by_page) in enumerate(stated.items()):
            if name not in _MAY_BE_SAME and self._same_on_all(list(by_page.values())):
                rejected.append((source, f"the same on {len(by_page)} of {len(self.views)} pages"))
                continue
            varies = 0.1 * (len(set(by_page.values())) > 1)
            trusted[source] = TRUST[source.kind] - _LATER * number + 0.1 * len(by_page) / len(self.views) + varies * (name == "author")
        return FieldRule(tuple(sorted(trusted, key=lambda source: -trusted[source])), tuple(rejected))

    def _same_on_all(self, values: Sequence[object]) -> bool:
        return len(values) >= COMPARED_FROM and Counter(values).most_common(1)[0][1] > SAME_SHARE * len(values)

    def _with(self, rule: FieldRule, regions: Sequence[tuple[Source, float]]) -> FieldRule:
        return replace(rule, sources=(*rule.sources, *(source for source, _ in regions)))

    def _forms(self, stated: Mapping[Source, Mapping[int, tuple[str, ...]]]) -> DateForms:
        """How the layout writes dates, learnt where pages give a date in numbers as well."""
        days: dict[int, str] = {}
        for by_page in stated.values():
            for place, values in by_page.items():
                days.setdefault(place, values[0][:10])
        lines = date_lines(self.regions)
        known = [(text, days[place]) for place, text in lines if place in days]
        return DateForms.learnt([text for _, text in lines], known, self._language())

    def _language(self) -> str:
        stated = Counter(view.metadata.language.lower().replace("_", "-").split("-")[0] for view in self.views)
        code = stated.most_common(1)[0][0]
        return code or language_of(text_of(self.views[0].page, self.views[0].body_rows))

    def _date_rules(self) -> dict[str, FieldRule]:
        stated = self._stated("date")
        judged = self._judged("date", stated)
        days: dict[int, str] = {}
        for source in judged.sources:
            for place, values in stated[source].items():
                days.setdefault(place, values[0][:10])
        shown = date_regions(self.regions, self.draft.forms, days, words=self.words)
        published = [(each.source, each.score) for each in shown if not each.of_changes]
        changed = [(each.source, each.score) for each in shown if each.of_changes]
        modified = self._with(self._judged("modified", self._stated("modified")), changed)
        by_agreement = self._ordered_by_agreement(judged, stated, {each.source: each.days for each in shown})
        # An address has a day at best, and often that of another calendar: what pages show stands before it.
        own = tuple(source for source in by_agreement if source.kind != "address")
        address = tuple(source for source in by_agreement if source.kind == "address")
        order = (*own, *(source for source, _ in published), *address)
        return {"date": replace(judged, sources=order), "modified": modified}

    def _ordered_by_agreement(
        self, judged: FieldRule, stated: Mapping[Source, Mapping[int, tuple[str, ...]]], shown: Mapping[Source, Mapping[int, str]]
    ) -> list[Source]:
        """Stated sources, those first that say the same as another one, stated or shown."""
        days = {source: {place: values[0][:10] for place, values in stated[source].items()} for source in judged.sources}
        everything = {**days, **shown}

        def contradicted(source: Source) -> bool:
            others = [each for other, each in everything.items() if other != source]
            pages = [place for place in days[source] if any(place in each for each in others)]
            agreeing = sum(any(each.get(place) == days[source][place] for each in others) for place in pages)
            return len(pages) >= COMPARED_FROM and agreeing < len(pages) / 5

        return sorted(judged.sources, key=contradicted)

    def _with_author_regions(self, rule: FieldRule) -> FieldRule:
        stated = self._stated("author")
        names: dict[int, set[str]] = {}
        for source in rule.sources:
            for place, values in stated[source].items():
                names.setdefault(place, set()).update(each.lower() for each in values)
        regions = author_regions(self.regions, names if self._vary(names) else {}, words=self.words)
        by_path = {region.source: region for region in self.regions if any(region.source == source for source, _ in regions)}
        beginning = ""
        if regions:
            beginning = without_common_beginning(list(by_path[regions[0][0]].firsts.values()))
        constant = [source for source in rule.sources if source.kind == "meta" and self._same_on_all(list(stated[source].values()))]
        shown = tuple(source for source, _ in regions)
        # A meta element that names one author everywhere is often the site's owner: what pages show stands before it.
        first = tuple(source for source in rule.sources if source not in constant)
        return replace(rule, sources=(*first, *shown, *constant), beginning=beginning)

    def _vary(self, names: Mapping[int, set[str]]) -> bool:
        return len({frozenset(each) for each in names.values()}) > 1

    def _known_titles(self) -> set[str]:
        return {self.draft.title(view)[0].lower() for view in self.views}

    def _site_name(self) -> str:
        """The name that nearly all pages give their site, or else the part that recurs in their titles."""
        counts: Counter[str] = Counter()
        for view in self.views:
            values = view.stated.values("site_name")
            if values:
                counts[next(iter(values.values()))[0]] += 1
        if counts and counts.most_common(1)[0][1] > SAME_SHARE * counts.total():
            return counts.most_common(1)[0][0]
        return max(self.titles.common, key=lambda part: (sum(part in view.metadata.title for view in self.views), part), default="")
