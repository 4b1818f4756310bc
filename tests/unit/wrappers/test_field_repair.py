"""Taught fields after a redesign: found again by known values and by their labels, or else named."""

import json

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.html.parse import parse
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.teach.known_values import ChangedPages, KnownField, relearn
from sitelode.wrappers.teach.teaching import Lesson, teach

BOOKS = [
    ("The Quiet Harbour", "Ann Lee", "$7.09"), ("A Winter of Glass", "Bob Stone", "$10.19"), ("Songs for the Tall Grass", "Cora Diaz", "$13.29"),
    ("The Clockmaker Returns", "Dan Weber", "$16.39"), ("Seven Rivers", "Eva Holt", "$19.49"), ("Light Over Marren", "Finn Marsh", "$22.59"),
    ("The Paper Orchard", "Gita Rao", "$25.69"), ("Notes from a Small Ridge", "Hugo Lind", "$28.79"), ("The Last Cartographer", "Iris Moon", "$31.89"),
    ("Bread and Thunder", "Jack Perry", "$34.99"), ("An Island of Letters", "Kim Soto", "$37.09"), ("The Salt Road", "Lena Voss", "$40.19"),
]  # fmt: skip
PEOPLE = [
    ("Ann Hill", "Rosa Kern"), ("Bob Marsh", "Tom Vale"), ("Cora Stone", "Una Field"), ("Dan Brook", "Vic Moor"),
    ("Eva Glen", "Will Shore"), ("Finn Holt", "Xena Ford"), ("Gita Lake", "Yves Cliff"), ("Hugo Reed", "Zoe Bank"),
]  # fmt: skip
BOLD, YELLOW = ("<b>", "</b>"), ("<font color=yellow>", "</font>")


def book_page(title, author, price, around=BOLD):
    head = "<html><head><title>Books Online</title></head><body><h1>Books Online</h1>"
    return f"{head}<p>Author: <i>{author}</i></p><p>Title: {around[0]}{title}{around[1]}</p><p>Price: {price}</p></body></html>"


def tokens(html, number=0):
    return page_tokens(parse(html.encode(), f"https://books.example/{number}"))


def known_field(name, old_pages, values, told=None, said=2):
    """A field taught by its values on some old pages."""
    field = teach(name, [Lesson(page, value) for page, value in zip(old_pages[:said], values, strict=False)], old_pages[said:])
    return KnownField(name, told or {}, field)


@pytest.fixture
def book_folders(tmp_path):
    for name, around in (("old", BOLD), ("new", YELLOW)):
        (tmp_path / name).mkdir()
        for number, book in enumerate(BOOKS):
            (tmp_path / name / f"book{number}.html").write_text(book_page(*book, around=around), encoding="utf-8")
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(cli, [str(each) for each in arguments])


def taught_books(folder):
    wrapper = folder / "wrapper.json"
    assert run("wrapper", "learn", folder / "old", "-o", wrapper, "--date", "2031-01-01").exit_code == 0
    examples = [f"--example=book{number}.html={BOOKS[number][0]}" for number in range(2)]
    assert run("teach", wrapper, folder / "old", "--field", "booktitle", "--no-ask", *examples).exit_code == 0
    return wrapper


def test_a_bold_title_that_becomes_yellow_is_found_again(book_folders):
    wrapper = taught_books(book_folders)
    assert run("verify", wrapper, book_folders / "new").exit_code == 1
    done = run("repair", wrapper, book_folders / "new", "-o", book_folders / "mended.json", "--date", "2031-02-01")
    assert done.exit_code == 0, done.output
    assert "booktitle found again" in done.output
    assert "yellow" not in wrapper.read_text(encoding="utf-8")
    read = run("apply", book_folders / "mended.json", book_folders / "new", "-o", book_folders / "out.jsonl")
    assert read.exit_code == 0
    lines = [json.loads(line) for line in (book_folders / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["url"].rpartition("/")[2]: line["fields"]["booktitle"] for line in lines} == {
        f"book{number}.html": book[0] for number, book in enumerate(BOOKS)
    }


def test_books_nobody_has_seen_are_enough_where_the_label_stays():
    old = [tokens(book_page(*book), number) for number, book in enumerate(BOOKS[:6])]
    new = ChangedPages([tokens(book_page(*book, around=YELLOW), number) for number, book in enumerate(BOOKS[6:])])
    found, why = relearn(known_field("booktitle", old, [book[0] for book in BOOKS]), new)
    assert "Title" in why
    assert [found.answer(page).value for page in new.pages] == [book[0] for book in BOOKS[6:]]


def test_values_of_before_show_where_a_field_is():
    old = [tokens(f"<div><b>{writer}</b></div>", number) for number, (writer, _) in enumerate(PEOPLE[:4])]
    again = [*PEOPLE[:2], *PEOPLE[4:]]
    new = ChangedPages([tokens(f"<ul><li>{painter}</li><li>{writer}</li></ul>", number) for number, (writer, painter) in enumerate(again)])
    found, why = relearn(known_field("writer", old, [writer for writer, _ in PEOPLE]), new)
    assert why == "2 of 2 values seen before"
    assert [found.answer(page).value for page in new.pages] == [writer for writer, _ in again]


def test_what_only_looks_like_the_field_is_not_taken_for_it():
    """Without label or known values nothing tells the writer from the painter."""
    old = [tokens(f"<div><b>{writer}</b></div>", number) for number, (writer, _) in enumerate(PEOPLE[:4])]
    new = [tokens(f"<ul><li>{writer}</li><li>{painter}</li></ul>", number) for number, (writer, painter) in enumerate(PEOPLE[4:])]
    assert relearn(known_field("writer", old, [writer for writer, _ in PEOPLE]), ChangedPages(new)) is None


def test_a_list_is_found_again():
    tags = [("red", "blue"), ("green", "red", "black"), ("blue", "white"), ("black", "green"), ("white", "red", "blue"), ("red", "green")]
    old = [
        tokens(f"<p>Tags</p><div>{''.join(f'<i>{tag}</i>' for tag in each)}</div><p>end</p>", number) for number, each in enumerate(tags)
    ]
    new = [
        tokens(f"<p>Tags</p><ul>{''.join(f'<li>{tag}</li>' for tag in each)}</ul><p>end</p>", number) for number, each in enumerate(tags)
    ]
    lost = known_field("tags", old, ["\n".join(each) for each in tags], {number: "; ".join(each) for number, each in enumerate(tags)})
    found, _ = relearn(lost, ChangedPages(new))
    assert [found.answer(page).value for page in new] == ["; ".join(each) for each in tags]


def test_a_date_in_another_form_is_the_same_date():
    days = [
        ("3 May 2031", "May 3, 2031"),
        ("14 June 2031", "June 14, 2031"),
        ("2 July 2031", "July 2, 2031"),
        ("9 August 2031", "August 9, 2031"),
    ]
    old = [tokens(f"<p>on <b>{day}</b></p><p>Text</p>", number) for number, (day, _) in enumerate(days)]
    new = [tokens(f"<h2>News</h2><p>Text</p><small>Published {day} by us</small>", number) for number, (_, day) in enumerate(days)]
    found, _ = relearn(known_field("day", old, [day for day, _ in days], {n: day for n, (day, _) in enumerate(days)}), ChangedPages(new))
    assert [found.answer(page).value for page in new] == [day for _, day in days]


def article(title, number, kind):
    """Articles of two layouts: of the one the place is said in a table, of the other in a line."""
    words = " ".join(f"{title.lower()} {kind}{word}{number}{time}" for word in ("harbour", "market", "river") for time in range(12))
    place = f"<table class=facts><tr><td>Place</td><td>{title} Town</td></tr></table>"
    if kind == "note":
        place = f"<section class=about><h4>Place</h4><div class=where>{title} Town</div><ul><li>a<li>b<li>c</ul></section>"
    return (
        f"<html><head><title>{title}</title></head><body class={kind}><header class=top-{kind}><i>x</i></header><main class={kind}-main>"
        f"<h1>{title}</h1>{place}<p>{words}.</p><p>{words[::-1]}.</p></main><footer class=foot-{kind}>foot</footer></body></html>"
    )


@pytest.fixture
def two_layouts(tmp_path):
    folder = tmp_path / "site"
    for kind in ("news", "note"):
        (folder / kind).mkdir(parents=True)
        for number, (title, author, _) in enumerate(BOOKS):
            name = title.removeprefix("The ") if kind == "news" else author
            (folder / kind / f"{number}.html").write_text(article(name, number, kind), encoding="utf-8")
    return folder


def test_a_field_reaches_the_second_layout_or_says_that_it_does_not(two_layouts, tmp_path):
    assert run("mine", two_layouts, "-o", tmp_path / "mined").exit_code == 0
    wrapper = tmp_path / "mined" / "wrapper.json"
    layouts = [each for each in json.loads(wrapper.read_text("utf-8"))["layouts"] if "body" in each["rules"]]
    done = run("teach", wrapper, tmp_path / "mined", "--field", "place", "--no-ask", "--example=news/0.html=Quiet Harbour Town")
    assert done.exit_code == 0, done.output
    articles = [json.loads(line) for line in (tmp_path / "mined" / "articles.jsonl").read_text("utf-8").splitlines()]
    values = {each["url"]: each.get("fields", {}).get("place") for each in articles}
    assert sum(value is not None and value.endswith(" Town") for value in values.values()) == 2 * len(BOOKS), done.output
    assert len(layouts) == 1 or "has place, too" in done.output


def test_a_field_that_the_other_layout_lacks_is_named(two_layouts, tmp_path):
    for path in (two_layouts / "note").iterdir():
        path.write_text(path.read_text("utf-8").replace("Place", "Crew").replace(" Town", " and two more of them"), encoding="utf-8")
    wrapper = tmp_path / "w.json"
    assert run("wrapper", "learn", two_layouts, "-o", wrapper).exit_code == 0
    done = run("teach", wrapper, two_layouts, "--field", "place", "--no-ask", "--example=news/0.html=Quiet Harbour Town")
    assert done.exit_code == 0, done.output
    assert "does not have place yet" in done.output
