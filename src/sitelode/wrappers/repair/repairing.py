"""Repair a wrapper after a site has changed: find on the changed pages what is known, learn their layout anew, keep only what is proved.

The pages that no longer read well are studied as mining would study them (`article_repair`, `table_repair`). A new layout must be proved:
by articles or rows seen before, whose values stand in the new template, or else by values that look like those the wrapper used to give.
Then the fields that people taught are found again, all those of a layout together (`field_repair`).
Nothing is guessed: without proof the wrapper stays as it is, and broken. Layouts that other pages still have are kept, so that pages of
both designs are read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sitelode.html.page import Page
from sitelode.wrappers.applying import readings_of
from sitelode.wrappers.repair.article_repair import ArticleRepair
from sitelode.wrappers.repair.field_repair import FieldRepair
from sitelode.wrappers.repair.repair_evidence import RepairEvidence, other_site_name
from sitelode.wrappers.repair.table_repair import TableRepair
from sitelode.wrappers.verify.verifying import BatchVerdict, Verdict, verify
from sitelode.wrappers.wrapper import Wrapper


@dataclass(frozen=True)
class Repair:
    """What was done, and why."""

    wrapper: Wrapper
    before: BatchVerdict
    after: BatchVerdict
    changes: tuple[str, ...]  # in words; empty where nothing could be or had to be repaired
    refusal: str = ""  # why nothing was repaired, where more can be said than that nothing proves it
    questions: tuple[str, ...] = ()  # taught fields that were not found again for certain, and what may be them

    @property
    def repaired(self) -> bool:
        return bool(self.changes)


def repair(wrapper: Wrapper, pages: Sequence[Page], evidence: RepairEvidence | None = None, learned_on: str = "") -> Repair:
    """Repair what no longer fits these pages; the wrapper stays as it is where all fits or nothing can be proved.

    Args:
        wrapper: with rules of any kinds.
        pages: as the site has them now; pages of an old layout among them keep its rules.
        evidence: what was seen or taught before.
        learned_on: the date of the new rules.

    """
    evidence = evidence or RepairEvidence()
    readings = readings_of(wrapper, pages)
    before = verify(readings, evidence.articles, evidence.rows)
    if before.verdict is Verdict.FITS:
        return Repair(wrapper, before, before, ())
    with_articles, article_changes = ArticleRepair(wrapper, pages, readings, before, evidence, learned_on).repaired()
    with_tables, table_changes = TableRepair(with_articles, pages, readings, before, evidence.rows, learned_on).repaired()
    repaired, field_changes, questions = FieldRepair(with_tables, wrapper, pages, evidence, learned_on).repaired()
    changes = (*article_changes, *table_changes, *field_changes)
    if not changes:
        return Repair(wrapper, before, before, (), _refusal(wrapper, pages), tuple(questions))
    after = verify(readings_of(repaired, pages), evidence.articles)
    if after.main_verdict > before.main_verdict:
        return Repair(wrapper, before, before, ())
    lines = [f"{learned_on or 'repaired'}: {change}" for change in changes]
    return Repair(replace(repaired, history=(*wrapper.history, *lines)), before, after, changes, "", tuple(questions))


def _refusal(wrapper: Wrapper, pages: Sequence[Page]) -> str:
    other = other_site_name(wrapper.site, (page.url for page in pages))
    return f"the pages are of {other}, the wrapper is of {wrapper.site}, and nothing seen before stands on them" if other else ""
