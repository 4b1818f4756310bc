"""Fields that a site's articles usually had and a layout learnt anew does not find: a repair says so.

Whether the site gave a field up or only shows it elsewhere is told by articles seen before. Where their values still stand on the pages,
the new layout goes on expecting the field, so that verifying reports it until somebody teaches it or mines anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sitelode.articles.fields.titles.words import units_of
from sitelode.html.page import Page
from sitelode.wrappers.readers import ARTICLE_FIELDS
from sitelode.wrappers.repair.repair_evidence import RepairEvidence
from sitelode.wrappers.taught.value_profiles import USUAL_FIELD, FieldProfile
from sitelode.wrappers.verify.field_checks import BROKEN_BELOW
from sitelode.wrappers.wrapper import Layout

LEAST_SHOWN: Final = 2  # pages that still show what was lost; set by hand
MOST_PAGES: Final = 60  # looked at; a bound


def with_missing_fields(layout: Layout, pages: Sequence[Page], old: Sequence[Layout], evidence: RepairEvidence) -> tuple[Layout, list[str]]:
    """A new layout that still expects the fields it lost and its pages show, and what was lost, in words."""
    profiles, said = dict(layout.profile.fields), list[str]()
    for name, usual in _usual_fields(old).items():
        filled = profiles[name].filled if name in profiles else 0.0
        if filled >= BROKEN_BELOW * usual.filled:
            continue
        shown, compared = _still_shown(name, pages[:MOST_PAGES], evidence)
        if shown >= LEAST_SHOWN and 2 * shown > compared:
            profiles[name] = usual
            said.append(f"{name} is lost in {layout.name}: {shown} of {compared} pages still show it; teach it with: sitelode teach")
        else:
            said.append(f"{name} is lost in {layout.name}: its pages have it nowhere that is known")
    return replace(layout, profile=replace(layout.profile, fields=profiles)), said


def _usual_fields(old: Sequence[Layout]) -> Mapping[str, FieldProfile]:
    """The fields of articles that most pages of the old layouts had, as the largest of these had them."""
    layouts = sorted((each for each in old if each.kind == "article" and "text" in each.profile.fields), key=lambda each: -each.pages)
    pages = sum(each.pages for each in layouts)
    found = {}
    for name in ARTICLE_FIELDS:
        having = [each for each in layouts if name in each.profile.fields]
        filled = sum(each.pages * each.profile.fields[name].filled for each in having)
        if having and filled >= USUAL_FIELD * pages:
            found[name] = having[0].profile.fields[name]
    return found


def _still_shown(name: str, pages: Sequence[Page], evidence: RepairEvidence) -> tuple[int, int]:
    """On how many pages all words of the value seen before stand, and on how many it is known."""
    shown = compared = 0
    for page in pages:
        article = evidence.article_on(page)
        value = article.shown.get(name, "") if article is not None else ""
        if value:
            compared += 1
            shown += units_of(value) <= units_of(page.text())
    return shown, compared
