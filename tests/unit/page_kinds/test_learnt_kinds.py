"""The evidence that the model of page kinds looks at, and what is made of its answers."""

import json
from dataclasses import replace

import numpy as np
import pytest
from small_site import kinds_of, opened, page, paragraphs, small_site, words

from sitelode.html.parse import parse
from sitelode.layout.site_layouts import find_layouts
from sitelode.page_kinds.announcements import Heads, Lists
from sitelode.page_kinds.decide import (
    COARSE,
    FINER,
    KindShares,
    PageText,
    Verdicts,
    by_rules,
    kinds_from_shares,
    told_by_names,
)
from sitelode.page_kinds.kernels.lines import line_marks
from sitelode.page_kinds.kinds import collect
from sitelode.page_kinds.lines import MOST_ITEMS, items_of, page_lines
from sitelode.page_kinds.model import KindModel, Trees, shipped_model
from sitelode.page_kinds.own_text import shared_text
from sitelode.page_kinds.page_evidence import read_evidence
from sitelode.page_kinds.page_groups import Groups
from sitelode.page_kinds.page_look import LOOKS, look_of
from sitelode.page_kinds.titles import RawTitles, named_kinds, title_shapes
from sitelode.site.page_links import LinkReader
from sitelode.text.segments import segments_of


def parsed(source):
    return parse(source.encode(), "https://a.example/page")


def test_blocks_beside_each_other_are_numbered():
    found = parsed("<h1>Thread</h1>" + "".join(f"<div class=post><p>{words(n, 20)}</p><p>by {n}</p></div>" for n in range(4)))
    items = items_of(found, segments_of(found))

    assert items[0] == -1
    assert (items[1:] % MOST_ITEMS).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert len(set((items[1:] // MOST_ITEMS).tolist())) == 1


def test_the_regions_of_a_page_are_no_list():
    found = parsed(f"<div>menu</div><div>{paragraphs('long')}</div><div>foot</div>")
    items = items_of(found, segments_of(found))

    assert len(set(items[1:-1].tolist())) == 5, "the paragraphs are the blocks, not the region around them"


@pytest.mark.parametrize("line", ["3 March 2031", "March 3, 2031", "2031-03-03", "03.03.2031", "2031年3月3日"])
def test_days_are_seen_in_any_order(line):
    found = parsed(f"<p>words<p>{line}<p>call 5550 1234")
    lines = page_lines(found, segments_of(found), found.rows("a"))

    assert lines.dated.sum() == 1


def test_what_a_page_declares_and_holds():
    source = (
        '<html><head><meta property="og:type" content="product"></head><body><form><input><input></form>'
        '<table><tr><td>1<td>2</table><a href="/a.pdf">x</a><time>now</time></body></html>'
    )
    found = parsed(source)
    look = dict(zip(LOOKS, look_of(found, LinkReader().links_of(found))[0], strict=True))

    assert (look["fields"], look["cells"], look["times"], look["links to files"]) == (2, 2, 1, 1)
    assert (look["says thing"], look["says article"]) == (1, 0)


def test_titles_that_name_a_kind_of_page_are_told_apart():
    titles = [f"Category:{words(n, 2)} - Wiki" for n in range(6)] + [f"{words(f'p{n}', 3)} - Wiki" for n in range(20)]
    shapes = title_shapes([RawTitles(title, ()) for title in titles], [0] * 26)

    assert len(set(shapes[:6].tolist())) == 1
    assert not set(shapes[:6].tolist()) & set(shapes[6:].tolist())


def test_a_listing_shows_many_pages_and_an_article_is_shown():
    texts = [words(n, 25) for n in range(4)]
    pages = {"/": "".join(f"<p>{text}</p>" for text in texts)} | {f"/{n}": f"<p>{text}</p>" for n, text in enumerate(texts)}
    lines = read_evidence(opened(pages)).lines
    shared = dict(shared_text(lines, np.ones(len(lines.code), dtype=bool), 5))

    assert np.expm1(shared["pages with its text"]).round().tolist() == [4, 1, 1, 1, 1]
    assert np.expm1(shared["pages that show it"]).round().tolist() == [0, 1, 1, 1, 1]
    assert shared["share of one page in shared text"][0] < 1


def test_a_line_of_several_pages_is_shared_by_each_with_each():
    lines = read_evidence(opened({f"/{n}": f"<p>{words(9, 25)}</p><p>{words(n, 25)}</p>" for n in range(4)})).lines

    shared = dict(shared_text(lines, np.ones(len(lines.code), dtype=bool), 4))

    assert np.expm1(shared["pages with its text"]).round().tolist() == [3] * 4


def test_a_model_is_the_same_after_it_was_stored():
    _, table = collect(read_evidence(site := opened(small_site())), find_layouts(site.pages()).clusters.of_page)
    model = shipped_model()
    again = KindModel.from_data(json.loads(json.dumps(model.as_data())))

    for one, other in zip(model.shares(table), again.shares(table), strict=True):
        assert list(one) == list(other)
        assert all(np.allclose(one[kind], other[kind], rtol=1e-2) for kind in one)
        assert np.allclose(sum(one.values()), 1)


def test_every_column_of_the_model_is_there():
    _, table = collect(read_evidence(site := opened(small_site())), find_layouts(site.pages()).clusters.of_page)

    assert set(shipped_model().columns) <= set(table.names)


def test_finer_kinds_belong_to_their_kind():
    kinds = kinds_of(opened(small_site()))

    assert all(finer in FINER[kind] for kind, finer in zip(kinds.kind, kinds.finer, strict=True))
    assert ((kinds.confidence > 0) & (kinds.confidence <= 1)).all()


def test_rules_decide_where_the_model_is_in_doubt():
    found = kinds_from_shares(undecided(3), COARSE, np.zeros(3), Groups.of([0, 0, 0]), Groups.of([0, 0, 0]))

    assert found.coarse == list(COARSE)


def test_pages_named_alike_are_listings_where_they_look_like_some():
    said = undecided(20)
    said.coarse["index"][:] = [0.4] * 5 + [0.0] * 15
    said.coarse["article"][:] = [0.6] * 5 + [1.0] * 15
    rules, standing, layout = ["article"] * 20, np.zeros(20), Groups.of([0] * 20)

    named = kinds_from_shares(said, rules, standing, layout, Groups.of([1] * 5 + [0] * 15))
    unnamed = kinds_from_shares(said, rules, standing, layout, Groups.of([0] * 20))

    assert named.coarse == ["index"] * 5 + ["article"] * 15
    assert unnamed.coarse == ["article"] * 20
    assert (named.score[:5] > 0.9).all(), "no other page of the layout looks like an index page at all"


def undecided(pages):
    names = {name for names in FINER.values() for name in names}
    looks = {name: np.full(pages, 1 / len(names)) for name in names}
    return KindShares({kind: np.full(pages, 1 / 3) for kind in COARSE}, {name: np.ones(pages) for name in names}, looks)


def test_names_before_colons_are_kinds_where_pages_share_them():
    titles = [RawTitles(title, ()) for title in [*(f"Category:{n}" for n in range(5)), "Rain: a report", "Rain"]]

    assert named_kinds(titles, [0] * 7).tolist() == [1] * 5 + [0, 0]
    assert named_kinds(titles, [0, 0, 1, 1, 1, 0, 0]).tolist() == [1, 1, 2, 2, 2, 0, 0]


@pytest.mark.parametrize("title", ["404", "Error 403", "Page not found", "Forbidden"])
def test_pages_that_name_an_error_are_errors(title):
    errors = {"/lost": page(title, f"<h1>{title}</h1><p>There is nothing here.</p>")}
    kinds = kinds_of(opened(small_site() | errors))

    assert kinds.finer[-1] == "error"
    assert kinds.kind[-1] == "other"
    assert kinds.evidence[-1].startswith("error: ")


@pytest.mark.parametrize(("title", "kind"), [("Karte:ort.png", "media"), ("ort.JPG", "media"), ("Node.js", "article"), ("Ort", "article")])
def test_pages_named_as_files_show_them(title, kind):
    told = told_by_names([RawTitles(f"{title} | Wiki", ())], [0], PageText(*np.zeros((2, 1))), nothing_found(1))

    assert told["media"].tolist() == [kind == "media"]


def test_pages_named_after_other_pages_are_talk():
    names = [words(f"name {number}", 2) for number in range(6)]
    titles = [*names, *(f"Sarunas:{name}" for name in names[:5]), *(f"Kategorija:{word}" for word in "abcd"), f"Kategorija:{names[0]}"]
    told = told_by_names([RawTitles(each, ()) for each in titles], [0] * 16, PageText(*np.zeros((2, 16))), nothing_found(16))

    assert told["thread"].tolist() == [False] * 6 + [True] * 5 + [False] * 5


def nothing_found(pages):
    none = np.zeros(pages, dtype=np.int64)
    return Verdicts(["article"] * pages, np.zeros(pages), none, none, none > 0, None)


def test_what_is_told_is_neither_index_nor_article():
    found = by_rules(replace(nothing_found(2), kinds=["index", "article"])).with_told({"media": np.array([True, False])})

    assert (found.coarse, found.fine, found.score[0]) == (["other", "article"], ["media", "article"], 0)


@pytest.mark.parametrize(("article", "kinds"), [(0.6, ["detail", "thread"]), (0.9, ["article", "article"])])
def test_records_and_threads_may_be_told_as_articles_but_not_where_all_else_says_articles(article, kinds):
    said = undecided(2)
    said.coarse["article"][:], said.coarse["other"][:], said.coarse["index"][:] = article, 1 - article, 0.0
    said.fine["detail"][0], said.fine["thread"][1] = 5.0, 5.0
    found = kinds_from_shares(said, ["article"] * 2, np.zeros(2), Groups.of([0, 1]), Groups.of([0, 0]))

    assert found.coarse == ["article"] * 2
    assert found.fine == kinds


def test_a_tree_is_walked_down_to_the_leaf_of_each_row():
    table = np.array([[0, 0], [0, 2], [2, 0], [2, 2]], dtype=np.float32, order="F")
    one = Trees(0.5, np.array([[0, 1, 1]], np.int32), np.array([[1, 1, np.inf]], np.float32), np.array([[1, 2, 4, 8]], np.float32))
    twice = Trees(0.5, *(np.repeat(each, 2, axis=0) for each in (one.feature, one.threshold, one.leaf)))

    assert one.scores(table).tolist() == [1.5, 2.5, 4.5, 4.5]
    assert twice.scores(table).tolist() == [2.5, 4.5, 8.5, 8.5]
    assert one.scores(table[:0]).tolist() == []


def test_layouts_that_look_like_threads_are_no_articles():
    said = undecided(4)
    said.coarse["article"][:] = 0.9
    said.looks["thread"][:] = [0.9, 0.4, 0.4, 0.4]
    found = kinds_from_shares(said, ["article"] * 4, np.zeros(4), Groups.of([0, 0, 1, 1]), Groups.of([0] * 4))

    assert found.coarse == ["other", "other", "article", "article"]


def test_the_front_page_is_an_index_page():
    found = kinds_from_shares(undecided(3), ["article"] * 3, np.zeros(3), Groups.of([0] * 3), Groups.of([0] * 3))

    assert found.with_front(1).coarse == ["article", "index", "article"]
    assert found.with_front(1).score.argmax() == 1
    assert found.with_front(None) is found


def record(number):
    fields = "".join(f"<dt>{words(f'label {n}', 2)}</dt><dd>{words(f'{number} {n}', 5)}</dd>" for n in range(6))
    return f"<h1>{words(f'name {number}', 3)}</h1><dl>{fields}</dl><p>Made in: {words(f'place {number}', 2)}</p>"


def evidence_of(pages):
    site = opened(pages)
    _, table = collect(read_evidence(site), find_layouts(site.pages()).clusters.of_page)
    return table


def test_values_stand_under_labels_that_recur():
    records = {f"/item/{n}": page(words(f"name {n}", 3), record(n)) for n in range(8)}
    texts = {f"/text/{n}": page(words(f"title {n}", 3), paragraphs(f"text {n}")) for n in range(8)}
    found = evidence_of(records | texts).evidence

    assert np.expm1(found["values under labels"][:8]).round().tolist() == [6] * 8
    assert np.expm1(found["labels in lines"][:8]).round().tolist() == [1] * 8
    assert (found["share of text under labels"][:8] > 0.5).all()
    assert (found["share of the longest run"][:8] < 0.5).all()
    assert found["values under labels"][8:].sum() == found["labels in lines"][8:].sum() == 0
    assert (found["share of the longest run"][8:] == 1).all()


@pytest.mark.parametrize(
    ("line", "labelled"), [("Price: 12", 1), ("値段：12", 1), ("12:30", 0), ("see https://a.example", 0), ("plain", 0)]
)
def test_labels_end_with_a_colon(line, labelled):
    found = parsed(f"<p>{line}")

    assert (labels_of(found) > 0).tolist() == [bool(labelled)]


def labels_of(page):
    segments, columns = segments_of(page), page.columns
    text = np.frombuffer(columns.text, dtype=np.uint8)
    return line_marks(text, columns.text_start[segments.rows], columns.text_end[segments.rows], segments.first)[1]


@pytest.mark.parametrize("line", ["in 2031", "12031 3 4", "4 of 20316", "year 2031 was", "2031, 123", "333 May 2031"])
def test_years_without_a_day_are_no_dates(line):
    found = parsed(f"<p>words<p>{line}")

    assert page_lines(found, segments_of(found), found.rows("a")).dated.sum() == 0


def test_labels_are_the_same_wherever_they_stand():
    found = parsed("<p>Price: 12<p>price : 30<p>Size: 3")
    one, two, three = labels_of(found).tolist()

    assert one == two != three


def test_files_that_other_pages_show_are_not_a_pages_own():
    pages = {
        f"/{n}": page(words(n, 3), f'<img src="/logo.png"><img src="/{n}.png"><a href="/{n}.pdf">x</a>{paragraphs(n)}') for n in range(4)
    }
    found = evidence_of(pages).evidence

    assert np.expm1(found["pictures of its own"]).round().tolist() == [1] * 4
    assert np.expm1(found["files of its own"]).round().tolist() == [1] * 4


def test_pages_are_seen_beside_those_that_are_listed_with_them():
    lists = Lists(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 2], dtype=np.int32), 4)

    assert lists.mean(np.array([0.0, 2.0, 4.0, 9.0])).tolist() == [1.0, 2.0, 3.0, 9.0]


def test_the_reason_names_the_finer_kind_and_what_shows_it():
    kinds = kinds_of(opened(small_site()))

    assert all(line.startswith(f"{finer}: ") for line, finer in zip(kinds.evidence, kinds.finer, strict=True))
    assert not any("\n" in line for line in kinds.evidence)


def test_the_smallest_sites_are_judged_by_rules_alone():
    few = kinds_of(opened({f"/{n}": page(words(n, 4), paragraphs(n)) for n in range(3)}))

    assert few.kind == few.finer == ["article"] * 3


def test_what_a_chapter_holds_together():
    chapters = {f"/{name}/": [f"/{name}/{number}" for number in range(4)] for name in ("rain", "snow")}
    pages = {
        path: page(
            words(path, 5),
            paragraphs(path) + "<ul>" + "".join(f'<li><a href="{part}">{words(part, 5)}</a></li>' for part in parts) + "</ul>",
        )
        for path, parts in chapters.items()
    }
    pages |= {part: page(words(part, 5), paragraphs(part)) for parts in chapters.values() for part in parts}
    columns = evidence_of(pages).evidence
    for name in ("announced by it alone", "announced in one list", "announced below its address", "pages below its address"):
        assert np.allclose(columns[name], np.log1p([4, 4] + [0] * 8)), name


def test_a_folder_is_headed_by_the_page_that_is_called_as_it():
    names = ("plans:plans", "plans:rain", "plans:snow", "team/team.html", "team/one.html", "notes/", "notes/one/")
    pages = {f"/{name}": page(words(name, 5), paragraphs(name)) for name in names}

    assert np.allclose(evidence_of(pages).evidence["pages below its address"], np.log1p([2, 0, 0, 1, 0, 1, 0]))


def test_missing_targets_are_worth_what_their_folder_is_worth():
    known = {f"/text/{n}": page(words(n, 6), paragraphs(n)) for n in range(8)} | {"/": listing_of(f"/text/{n}" for n in range(8))}
    site = opened(known | {"/lost/": listing_of(f"/text/{n}" for n in range(50, 55)), "/files/": listing_of(f"/x/{n}" for n in range(5))})
    case, _ = collect(read_evidence(site), find_layouts(site.pages()).clusters.of_page)
    lost = [folder >= 0 for folder in case.links.lost_folder.tolist()]

    assert sorted(lost) == [False] * 5 + [True] * 5
    assert case.standing.announces[9] > case.standing.announces[10] > 0


def listing_of(paths):
    return page("All", "<ul>" + "".join(f'<li><a href="{path}">{words(path, 6)}</a></li>' for path in paths) + "</ul>")


@pytest.mark.parametrize(("article", "kind"), [(0.8, "index"), (0.2, "article")])
def test_heads_of_chapters_are_index_pages_where_their_parts_are_articles(article, kind):
    said = undecided(4)
    said.coarse["article"][:], said.coarse["index"][:], said.coarse["other"][:] = [0.8, *[article] * 3], 0.1, [0.1, *[0.9 - article] * 3]
    heads = Heads(np.array([0, 0, 0]), np.array([1, 2, 3]))
    found = kinds_from_shares(said, ["article"] * 4, np.zeros(4), Groups.of([0] * 4), Groups.of([0] * 4), heads)

    assert found.coarse[0] == kind


def test_heads_announce_most_of_what_lies_below_them():
    below = [f"/rain/{number}" for number in range(4)]
    pages = {path: page(words(path, 5), paragraphs(path)) for path in (*below, *(f"/x/{number}" for number in range(4)))}
    site = opened({"/rain/": listing_of(below), "/x/": listing_of(["/x/0", *below])} | pages)
    case, _ = collect(read_evidence(site), [0] * 10)

    assert set(case.parts.heads().head.tolist()) == {0}
