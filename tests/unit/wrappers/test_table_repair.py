"""Wrappers of lists and of detail pages: verified as tables, mended by rows seen before or by looks, under their old names; or broken."""

import json
import re
from contextlib import suppress

import pytest
from made_articles import page_of
from made_tables import detail_wrapper, details, kettle, lamp, list_wrapper, lists, new_detail, new_list, old_detail, old_list, swapped_list

from sitelode.errors import WrapperError
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.exchange.importing import imported
from sitelode.wrappers.known_content import (
    KnownContent,
    KnownRow,
    KnownRows,
    LayoutRows,
    read_known,
    write_known,
)
from sitelode.wrappers.learn.profiling import ProfileLearner, is_unprofiled
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.teach.apply_lessons import with_field
from sitelode.wrappers.teach.teaching import Lesson, teach
from sitelode.wrappers.verify.verifying import Verdict, verify


def readings_of(wrapper, pages):
    applier = Applier(wrapper)
    return [reading for page in pages for reading in applier.read(page)]


def evidence(wrapper, pages):
    return KnownContent(rows=KnownRows.of_readings(readings_of(wrapper, pages)))


def records_of(wrapper, pages):
    return [dict(record) for reading in readings_of(wrapper, pages) for record in reading.found.records]


def named_kettle(number, names):
    each = kettle(number) | {"link": f"https://shop.test/k/{number}"}
    return {column: each[key] for column, key in names.items()}


def names_of_list(wrapper):
    """What each column of the old list holds, found out from its first record."""
    first = records_of(wrapper, lists(old_list, [0]))[0]
    by_value = {value: key for key, value in (kettle(0) | {"link": "https://shop.test/k/0"}).items()}
    return {column: by_value[value] for column, value in first.items()}


def test_detail_pages_keep_their_columns_in_a_new_template():
    wrapper, pages = detail_wrapper()
    changed = details(new_detail, range(6, 20))
    done = repair(wrapper, changed, evidence(wrapper, pages), "2026-02-02")

    assert (done.before.verdict, done.after.verdict) == (Verdict.BROKEN, Verdict.FITS)
    assert done.wrapper.history == ("2026-02-02: new layout fields-2 for 14 pages: 6 pages seen before are found, with 6 of 6 columns",)
    for number, reading in zip(range(6, 20), readings_of(done.wrapper, changed), strict=True):
        thing = lamp(number)
        values = reading.found.values
        assert (values["title"], values["price"], values["Weight"], values["Maker"]) == tuple(
            thing[key] for key in ("name", "price", "Weight", "Maker")
        )
    assert readings_of(wrapper, pages)[0].found.values.keys() == readings_of(done.wrapper, changed)[0].found.values.keys()


def test_a_list_keeps_its_columns_in_a_new_template_where_half_of_it_is_new():
    wrapper, pages = list_wrapper()
    names = names_of_list(wrapper)
    changed = lists(new_list, range(3))
    done = repair(wrapper, changed, evidence(wrapper, pages))

    assert done.after.verdict is Verdict.FITS
    assert records_of(done.wrapper, changed) == [
        named_kettle(number, names) for page in range(3) for number in range(page * 10 + 5, page * 10 + 15)
    ]


@pytest.mark.parametrize(
    ("made", "old", "new", "make"),
    [
        pytest.param(detail_wrapper, old_detail, new_detail, details, id="detail pages"),
        pytest.param(list_wrapper, old_list, new_list, lists, id="lists"),
    ],
)
def test_pages_of_both_templates_keep_both_rules(made, old, new, make):
    wrapper, pages = made()
    both = [*make(old, range(3)), *make(new, range(3, 6))]
    done = repair(wrapper, both, evidence(wrapper, pages))

    assert done.before.verdict is Verdict.DRIFTING
    assert done.after.verdict is Verdict.FITS
    assert [layout.name.partition("-")[2] for layout in done.wrapper.layouts] == ["2", "1"]
    assert [reading.layout.name[-1] for reading in readings_of(done.wrapper, both)] == ["1"] * 3 + ["2"] * 3


def test_without_rows_seen_before_looks_must_do():
    wrapper, pages = detail_wrapper()
    changed = details(new_detail, range(8))
    done = repair(wrapper, changed)

    assert done.changes == ("new layout fields-2 for 8 pages: title, price, Maker, Weight, Colour, page title look as before",)
    assert readings_of(done.wrapper, changed)[3].found.values == readings_of(wrapper, pages)[3].found.values


def test_columns_that_look_alike_are_not_guessed():
    wrapper, _ = list_wrapper()
    names, changed = names_of_list(wrapper), lists(new_list, range(3))
    done = repair(wrapper, changed)

    alike = [column for column, key in names.items() if key in ("width", "height")]
    assert done.changes[1] == f"{', '.join(alike)} of records-1 not found again"
    sure = {column: key for column, key in names.items() if column not in alike}
    assert records_of(done.wrapper, changed)[:10] == [named_kettle(number, sure) for number in range(5, 15)]


@pytest.mark.parametrize(("made", "make"), [(detail_wrapper, details), (list_wrapper, lists)])
def test_nothing_is_guessed_on_pages_of_something_else(made, make):
    wrapper, pages = made()
    strangers = make(
        lambda number: f"<html><body><h1>Notice {number}</h1><p>{'Nothing is sold here any more. ' * (number + 2)}</p></body>", range(6)
    )
    done = repair(wrapper, strangers, evidence(wrapper, pages))

    assert done.before.verdict is Verdict.BROKEN
    assert not done.repaired
    assert done.wrapper is wrapper


def test_one_page_or_none_proves_nothing_about_detail_pages():
    wrapper, pages = detail_wrapper()

    assert not repair(wrapper, details(new_detail, [3]), evidence(wrapper, pages)).repaired
    assert not repair(wrapper, [page_of("<p>", "https://shop.test/lamp/3")], evidence(wrapper, pages)).repaired


def test_columns_that_look_alike_and_changed_places_are_noticed_by_rows_seen_before_and_mended():
    wrapper, pages = list_wrapper()
    names, changed = names_of_list(wrapper), lists(swapped_list, range(4))
    remembered = evidence(wrapper, pages)

    assert verify(readings_of(wrapper, changed)).verdict is Verdict.FITS
    verdict = verify(readings_of(wrapper, changed), remembered.rows)
    assert verdict.verdict is not Verdict.FITS
    assert any("now has the values of" in reason for reason in verdict.reasons)
    done = repair(wrapper, changed, remembered)
    assert records_of(done.wrapper, changed) == [named_kettle(number, names) for number in range(40)]


def test_a_column_that_most_records_lack_is_lost_although_pages_have_a_value():
    wrapper, _ = list_wrapper()
    changed = lists(lambda page: old_list(page).replace("<span class=price>", "<span>", 9), range(4))
    verdict = verify(readings_of(wrapper, changed))

    assert verdict.verdict is Verdict.DRIFTING
    assert "price empty on 36 of 40 records" in verdict.reasons


def test_lists_that_became_short_are_noticed():
    wrapper, _ = list_wrapper()
    short = lists(lambda page: old_list(page).split("</li>")[0] + "</li></ul>", range(4))

    assert "1 records on the median page, 10 before" in verify(readings_of(wrapper, short)).reasons


def test_a_tenth_of_the_columns_makes_a_table_drift_and_half_of_them_break_it():
    wrapper, _ = detail_wrapper()
    [layout] = wrapper.layouts

    def verdict(lost):
        pages = details(lambda number: re.sub(lost, "", old_detail(number)), range(8))
        return verify(readings_of(wrapper, pages)).verdict

    assert len(layout.profile.fields) == 6
    assert verdict("nothing") is Verdict.FITS
    assert verdict("<span class=price>.*?</span>") is Verdict.DRIFTING
    assert verdict("<div class=product>.*</table>") is Verdict.BROKEN


def test_a_field_that_was_taught_beside_a_table_is_taught_again():
    wrapper, pages = detail_wrapper()
    tokens = [page_tokens(page) for page in pages]
    field = teach("cost", [Lesson(tokens[0], lamp(0)["price"])], tokens[1:])
    wrapper = with_field(wrapper, 0, field, [lamp(number)["price"] for number in range(12)])
    changed = details(new_detail, range(12))
    done = repair(wrapper, changed, evidence(wrapper, pages))

    assert any("cost learnt again" in change for change in done.changes)
    assert [reading.found.values["cost"] for reading in readings_of(done.wrapper, changed)] == [
        lamp(number)["price"] for number in range(12)
    ]


SCHEMA = {
    "baseSelector": "li.hit",
    "fields": [{"name": "product", "selector": "h3 a", "type": "text"}, {"name": "cost", "selector": ".price"}],
}
SELECTORS = {"lamp": "//div[@class='product']/h1", "cost": "span.price"}


@pytest.mark.parametrize(
    ("schema", "make", "old", "new"),
    [
        pytest.param(SCHEMA, lists, old_list, new_list, id="schema"),
        pytest.param(SELECTORS, details, old_detail, new_detail, id="selectors by name"),
    ],
)
def test_an_imported_wrapper_lives_once_it_was_applied(schema, make, old, new):
    wrapper = imported(json.dumps(schema))
    assert all(map(is_unprofiled, wrapper.layouts))
    learner, applier = ProfileLearner(wrapper), Applier(wrapper)
    for page in make(old, range(6)):
        learner.listen(page, applier.read(page))
    profiled, rows = learner.learnt("2026-01-01")

    assert not any(map(is_unprofiled, profiled.layouts))
    assert verify(readings_of(profiled, make(old, range(6)))).verdict is Verdict.FITS
    changed = make(new, range(6))
    done = repair(profiled, changed, KnownContent(rows=rows))
    assert (done.before.verdict, done.after.verdict) == (Verdict.BROKEN, Verdict.FITS)
    found = readings_of(done.wrapper, changed)[1].found
    first = found.records[0] if found.records else found.values
    expected = kettle(15) if "baseSelector" in schema else lamp(1)
    assert list(first.values()) == [expected["name"], expected["price"]]
    assert set(first) == {"cost", "product" if "baseSelector" in schema else "lamp"}


def test_a_layout_that_finds_nothing_learns_nothing():
    wrapper = imported(json.dumps(SCHEMA))
    learner = ProfileLearner(wrapper)
    page = page_of("<p>x", "https://shop.test/")
    learner.listen(page, Applier(wrapper).read(page))

    assert learner.names == []
    assert learner.learnt("")[0].text() == wrapper.text()


def test_rows_and_articles_share_a_file(tmp_path):
    rows = KnownRows((KnownRow("fields-1", "https://a.test/", {"name": "Lamp"}),))
    write_known(KnownContent(rows=rows), tmp_path / "w.known.jsonl")

    assert read_known(tmp_path / "w.known.jsonl") == KnownContent(rows=rows)


@pytest.mark.parametrize(
    "line", ["x", '{"layout": "a", "values": {"b": 1}}', '{"layout": 1, "url": 1, "values": {"a": [[[]]]}}', "[" * 9000]
)
def test_damaged_rows_are_one_clear_line_or_harmless(tmp_path, line):
    (tmp_path / "known.jsonl").write_text(line + "\n", "utf-8")
    with suppress(WrapperError):
        assert len(read_known(tmp_path / "known.jsonl").rows.rows) <= 1


def test_a_row_is_known_by_what_no_other_row_says():
    rows = LayoutRows(
        tuple(KnownRow("a", f"https://a.test/{n}", {"name": f"A lamp no {n}", "kind": "lamp", "n": str(n)}) for n in range(3))
    )

    assert rows.place_of(["A lamp no 1", "lamp"]) == 1
    assert rows.place_of(["lamp"]) is None
    assert rows.place_of(["2"]) is None  # too little
    assert rows.place_of(["A lamp no 1", "A lamp no 2"]) is None
    assert rows.of_page("https://a.test/2/", ["lamp"]) is rows.rows[2] or rows.of_page("https://a.test/2", ["lamp"]) is rows.rows[2]
    assert rows.of_page("https://a.test/2", ["nothing"]) is None
