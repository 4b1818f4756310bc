"""Where the verdicts on a wrapper change sides; the figures stand in the text."""

import numpy as np
import pytest

from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_content import KnownRow, KnownRows
from sitelode.wrappers.readers import Extraction
from sitelode.wrappers.verify import verifying
from sitelode.wrappers.verify.verdict_log import LoggedVerdict, add_verdict, read_verdicts, verdicts_file
from sitelode.wrappers.verify.verdicts import BatchVerdict, FieldVerdict, Finding, Verdict
from sitelode.wrappers.verify.verifying import StreamVerifier, field_findings, lost_lists, table_findings, verify
from sitelode.wrappers.wrapper import RECORDS, FieldProfile, Layout, LayoutProfile, Range

FITS, DRIFTING, BROKEN = Verdict
NO_PROTOTYPE = DataPrototype((), (), 0, 1.0, (0, 0))


def layout(kind="article", fields=None, measures=None, rules=None, name="one"):
    profile = LayoutProfile(fields or {}, measures or {})
    return Layout(name, kind, pages=10, sketch=np.empty(0, np.uint32), rules=rules or {}, profile=profile)


def worst(findings):
    return max((each.verdict for each in findings), default=FITS)


def learnt(filled, of):
    """A profile of values that have nothing in common, of so many pages."""
    values = [f"{'abcdefghij'[number % 10]}{number}" for number in range(filled)] + [""] * (of - filled)
    profile = FieldProfile.from_values(values)
    return FieldProfile(profile.filled, (1, 2, 3), DataPrototype((), (), of, 1.0, (1, 1)))


@pytest.mark.parametrize(
    ("usual", "filled", "verdict"),
    [
        pytest.param(100, 90, FITS, id="nine in ten of what it was"),
        pytest.param(100, 89, DRIFTING, id="less"),
        pytest.param(100, 50, DRIFTING, id="half"),
        pytest.param(100, 49, BROKEN, id="less than half"),
        pytest.param(80, 40, DRIFTING, id="half of a field that was rarer"),
        pytest.param(80, 39, BROKEN, id="less than half of it"),
        pytest.param(50, 0, BROKEN, id="half of the pages had it"),
        pytest.param(49, 0, FITS, id="fewer had it: nothing is said"),
    ],
)
def test_a_field_that_is_empty(usual, filled, verdict):
    values = ["x"] * filled + [""] * (100 - filled)

    assert worst(verifying._filled("day", learnt(usual, 100), values, "pages")) is verdict


@pytest.mark.parametrize(("filled", "pages", "verdict"), [(1, 5, BROKEN), (1, 4, FITS), (2, 6, FITS), (0, 1, BROKEN)])
def test_what_chance_does_once_in_a_thousand_batches_is_no_finding(filled, pages, verdict):
    """Nine in ten pages had the field. One of five by chance: .0005, one of four: .004, two of six: .0013; where there is none, it is gone."""
    values = ["x"] * filled + [""] * (pages - filled)

    assert worst(verifying._filled("day", learnt(900, 1000), values, "pages")) is verdict


@pytest.mark.parametrize(("length", "verdict"), [(50, FITS), (4, FITS), (3, DRIFTING), (250, FITS), (251, DRIFTING)], ids=str)
def test_a_length_may_be_two_and_a_half_times_what_it_was(length, verdict):
    profile = FieldProfile(1.0, (10, 50, 100), DataPrototype((), (), 3, 1.0, (1, 1)))

    assert worst(verifying._long("day", profile, ["x" * length] * 3, "pages")) is verdict
    assert worst(verifying._long("day", profile, ["x" * length] * 2, "pages")) is FITS, "of two values nothing is said"


@pytest.mark.parametrize(
    ("unlike", "verdict"),
    [
        pytest.param(8, FITS, id="two in five no longer fit"),
        pytest.param(9, DRIFTING, id="more"),
        pytest.param(10, DRIFTING, id="half of them"),
        pytest.param(11, BROKEN, id="more than half"),
    ],
)
def test_values_that_no_longer_look_as_they_did(unlike, verdict):
    profile = FieldProfile.from_values([f"$ {number}.99" for number in range(40)])
    values = [value for number in range(20) for value in (["Add to cart"] if number < unlike else [f"$ {number}.50"])]

    assert worst(verifying._alike("price", profile, values, "pages")) is verdict
    assert worst(verifying._alike("title", profile, values, "pages")) is FITS, "new words are the nature of titles"
    assert worst(verifying._alike("price", profile, ["Add to cart"] * 2, "pages")) is FITS, "of two values nothing is said"
    for name, one in (("price", "a price"), ("edition", "an edition")):
        said = [f"{name} no longer looks like {one} on {unlike} of 20 pages"] if verdict else []
        assert [each.reason for each in verifying._alike(name, profile, values, "pages")] == said


@pytest.mark.parametrize(
    ("bad", "broken", "verdict"),
    [(0, 0, FITS), (1, 0, DRIFTING), (10, 10, DRIFTING), (10, 11, BROKEN)],
    ids=["none", "a tenth", "half", "more"],
)
def test_columns_of_a_table(bad, broken, verdict):
    names = [f"c{number}" for number in range(20)]
    profile = dict.fromkeys(names, FieldProfile(1.0, (1, 1, 1), NO_PROTOTYPE))
    verdicts = [DRIFTING] * bad + [BROKEN] * broken if bad < 10 else [BROKEN] * broken
    verdicts = [DRIFTING, *verdicts][:20] if bad == 1 else verdicts
    fields = [
        FieldVerdict("one", name, (Finding(each, "why"),) if each else (), is_column=True)
        for name, each in zip(names, [*verdicts, *[FITS] * 20], strict=False)
    ]

    assert worst(table_findings(layout("records", profile), fields)) is verdict


def test_one_of_twenty_columns_is_no_drift():
    names = [f"c{number}" for number in range(20)]
    profile = dict.fromkeys(names, FieldProfile(1.0, (1, 1, 1), NO_PROTOTYPE))
    fields = [FieldVerdict("one", name, (Finding(BROKEN, "why"),) if name == "c0" else (), is_column=True) for name in names]

    assert worst(table_findings(layout("records", profile), fields)) is FITS


@pytest.mark.parametrize(("lost", "verdict"), [(2, FITS), (3, DRIFTING), (5, DRIFTING), (6, BROKEN)])
def test_lists_that_are_gone(lost, verdict):
    without, with_list = layout("records", rules={"nothing": True}), layout("records")
    readings = [
        Reading(f"https://a.example/{number}", "", without if number < lost else with_list, 1.0, Extraction(), "records")
        for number in range(10)
    ]
    rows = KnownRows(tuple(KnownRow("one", f"https://a.example/{number}", {"name": "x"}) for number in range(10)))

    assert worst(lost_lists(readings, rows)) is verdict


@pytest.mark.parametrize(("records", "verdict"), [(10, FITS), (2, FITS), (1, DRIFTING), (0, FITS)], ids=str)
def test_lists_that_are_shorter(records, verdict):
    """Nine in ten had five or more; those that are gone are counted elsewhere."""
    known = layout("records", {RECORDS: FieldProfile(0.0, (0, 0, 0), NO_PROTOTYPE)}, {RECORDS: Range(5, 10, 20)})
    readings = [Reading("https://a.example/", "", known, 1.0, Extraction(records=({"name": "x"},) * records), "records")]

    assert [each.verdict for each in verify(readings).fields] == [verdict]


def test_a_stream_is_judged_every_so_many_pages_and_once_more_at_its_end():
    def judged(pages, every=20):
        verifier = StreamVerifier(every)
        found = [verifier.add([Reading(f"https://a.example/{n}", "", layout(), 1.0, Extraction())]) for n in range(pages)]
        return [each.pages for each in (*found, verifier.rest()) if each]

    assert [judged(pages) for pages in (0, 1, 19, 20, 29, 30, 50)] == [[], [1], [19], [20], [20], [20, 10], [20, 20, 10]]
    assert judged(50, every=0) == []


@pytest.mark.parametrize(("unknown", "verdict"), [(1, FITS), (2, DRIFTING), (5, DRIFTING), (6, BROKEN)])
def test_pages_of_no_layout(unknown, verdict):
    readings = [
        Reading(f"https://a.example/{number}", "", None if number < unknown else layout(), 0.5, Extraction()) for number in range(10)
    ]

    assert worst(verify(readings).findings) is verdict


@pytest.mark.parametrize(
    ("middle", "low", "verdict"),
    [(0.55, 0.45, FITS), (0.54, 0.45, DRIFTING), (0.55, 0.44, DRIFTING), (0.375, 0.375, DRIFTING), (0.37, 0.37, BROKEN)],
)
def test_text_that_is_left_behind(middle, low, verdict):
    assert worst(verifying._left_behind(Range(0.75, 0.75, 0.9), Range(low, middle, 0.9))) is verdict


@pytest.mark.parametrize(
    ("middle", "low", "verdict"), [(0.5, 0.3, FITS), (0.51, 0.25, DRIFTING), (0.25, 0.3, FITS), (0.25, 0.31, DRIFTING)]
)
def test_text_that_is_the_same_on_several_pages(middle, low, verdict):
    assert worst(verifying._repeated(Range(0.25, 0.25, 0.5), Range(low, middle, 0.9))) is verdict


def swapped(records):
    """The columns that say what others said, of rows that were `name` and `price`, now read so."""
    fields = {name: FieldProfile(1.0, (1, 1, 1), NO_PROTOTYPE) for name in ("name", "price", "gone")}
    known = KnownRows(
        tuple(
            KnownRow("one", f"https://a.example/{number}", {"name": f"lamp {number}", "price": f"{number} coins"}) for number in range(10)
        )
    )
    readings = [
        Reading(f"https://a.example/{number}", "", layout("details"), 1.0, Extraction(values=values), "details")
        for number, values in enumerate(records)
    ]
    return {name for name, _ in verifying._swapped(layout("details", fields), readings, known.of_layout("one"))}


def as_it_was(number):
    return {"name": f"lamp {number}", "price": f"{number} coins"}


def the_other_way(number):
    return {"name": f"{number} coins", "price": f"lamp {number}"}


@pytest.mark.parametrize(
    ("records", "columns"),
    [
        pytest.param([as_it_was(number) for number in range(10)], set(), id="as it was"),
        pytest.param([the_other_way(number) for number in range(10)], {"name", "price"}, id="the other way round"),
        pytest.param([the_other_way(number) for number in range(3)], {"name", "price"}, id="three rows"),
        pytest.param([the_other_way(number) for number in range(2)], set(), id="two rows"),
        pytest.param(
            [(as_it_was if number < 2 else the_other_way)(number) for number in range(10)], {"name", "price"}, id="two in ten agree"
        ),
        pytest.param([(as_it_was if number < 3 else the_other_way)(number) for number in range(10)], set(), id="three in ten agree"),
        pytest.param([as_it_was(number) | {"name": f"oar {number}"} for number in range(10)], set(), id="new names"),
    ],
)
def test_columns_that_changed_places(records, columns):
    assert swapped(records) == columns


def test_a_single_field_cannot_break_a_wrapper_but_the_text_can():
    title, text = (FieldVerdict("one", name, (Finding(BROKEN, f"{name} is gone"),)) for name in ("title", "text"))
    column = FieldVerdict("one", "price", (Finding(BROKEN, "price is gone"),), is_column=True)

    assert BatchVerdict(1, 1.0).verdict is FITS
    assert BatchVerdict(1, 1.0, (title,)).verdict is DRIFTING
    assert BatchVerdict(1, 1.0, (text,)).verdict is BROKEN
    assert BatchVerdict(1, 1.0, (column,)).verdict is FITS, "columns count together"
    assert BatchVerdict(1, 1.0, (title,), (Finding(BROKEN, "all"),)).verdict is BROKEN
    many = BatchVerdict(1, 1.0, (), tuple(Finding(DRIFTING, str(number)) for number in range(30)))
    assert LoggedVerdict.of(many, "x", "2031").reasons == tuple(map(str, range(20)))


def test_the_log_of_a_wrapper_has_a_line_for_each_verdict(tmp_path):
    wrapper = tmp_path / "wrapper.json"
    entries = [LoggedVerdict.of(BatchVerdict(pages, 0.5, (), (Finding(DRIFTING, "新 title"),)), "x", "2031") for pages in (3, 4)]

    assert read_verdicts(wrapper) == []
    for each in entries:
        add_verdict(wrapper, each)
    assert read_verdicts(wrapper) == entries
    assert verdicts_file(wrapper).read_text("utf-8").count("新 title") == len(entries)


def test_where_the_text_alone_was_read_nothing_is_said_of_other_fields():
    fields = dict.fromkeys(("text", "title"), FieldProfile(1.0, (1, 1, 1), NO_PROTOTYPE))
    for values, judged in (
        ({"text": "x"}, ["text"]),
        ({"text": "x", "title": "y"}, ["text", "title"]),
        ({"title": "y"}, ["text", "title"]),
    ):
        readings = [Reading("https://a.example/", "", layout(fields=fields), 1.0, Extraction(values=values), "article")]
        assert [each.field for each in verify(readings).fields] == judged


def test_without_pages_nothing_can_be_said():
    verdict = verify([])

    assert (verdict.pages, verdict.match, verdict.verdict, verdict.reasons) == (0, 0.0, DRIFTING, ["there was no page to verify"])
    assert field_findings("day", learnt(40, 100), [""], "pages") == []
