"""Authors on made-up layouts: several in one text, in microdata and RDFa, behind an address, and the site itself where nobody else is."""

import json

import pytest
from lantern_pages import AUTHORS, source
from made_articles import page_of

from sitelode.articles.fields.values import cleaned
from sitelode.articles.reader import ClusterReader


def authors_of(make, count=8):
    pages = [page_of(make(number), f"https://lantern.example/{number}") for number in range(count)]
    reader = ClusterReader.learnt(0, pages)
    return [reader.article(page, "").author for page in pages]


def linked(**stated):
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **stated})}</script>'


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Felix Stark und Jana Holm", ("Felix Stark", "Jana Holm")),
        ("Trine Bo Dahl og Nuka Olsen-Ree", ("Trine Bo Dahl", "Nuka Olsen-Ree")),
        ("Иван Котов и Анна Белова", ("Иван Котов", "Анна Белова")),
        ("Ann Lee, Max Holt and Ada Moon", ("Ann Lee", "Max Holt", "Ada Moon")),
        ("Ludwig van Beethoven", ("Ludwig van Beethoven",)),
        ("Maria Luisa de Filippi", ("Maria Luisa de Filippi",)),
        ("Juan Carlos de la Cruz Soto", ("Juan Carlos de la Cruz Soto",)),
        ("Holm, Jana", ("Holm, Jana",)),
        ("王小明、李娜", ("王小明", "李娜")),
        ("约翰·史密斯", ("约翰·史密斯",)),
    ],
)
def test_names_in_one_text_are_divided_without_knowing_its_language(text, names):
    assert cleaned("author", [text], "https://lantern.example/") == names


def test_the_site_is_the_author_that_json_ld_names_where_there_is_nobody_else():
    def make(number):
        site = {"@type": "Organization", "name": "The Lantern"}
        head = linked(author=site if number % 2 else {"@type": "Person", "name": AUTHORS[0]}, publisher=site)
        return source(number, head=head + '<meta property="og:site_name" content="The Lantern">')

    assert authors_of(make) == ["The Lantern" if number % 2 else AUTHORS[0] for number in range(8)]


def test_several_authors_in_one_property_are_apart():
    def make(number):
        names = ((AUTHORS[number % 3], "editor"), ("Ann Other", "reporter"))
        links = "".join(f'<a href="/staff/{name.lower().replace(" ", "-")}">{name}</a><span>{what}</span>' for name, what in names)
        return source(number, byline=f'<div itemprop="author">By {links}</div>')

    assert authors_of(make) == [f"{AUTHORS[number % 3]}; Ann Other" for number in range(8)]

    def with_names(number):
        persons = "".join(f'<b itemprop="name">{name}</b>' for name in (AUTHORS[number % 3], "Ann Other"))
        return source(number, byline=f'<div itemprop="author" itemscope>{persons}</div>')

    assert authors_of(with_names) == [f"{AUTHORS[number % 3]}; Ann Other" for number in range(8)]


@pytest.mark.parametrize("prefix", ["schema:", "", "https://schema.org/"])
def test_authors_and_dates_in_rdfa(prefix):
    def make(number):
        name = f'<span rel="schema:author"><a typeof="schema:Person" property="schema:name" href="/user/{number % 3}">{AUTHORS[number % 3]}</a></span>'
        return source(
            number, byline=f'<p>{name} <span property="{prefix}dateCreated" content="2031-03-{number + 10}T08:00:00Z">spring</span></p>'
        )

    assert authors_of(make) == [AUTHORS[number % 3] for number in range(8)]
    pages = [page_of(make(number), f"https://lantern.example/{number}") for number in range(8)]
    reader = ClusterReader.learnt(0, pages)
    assert [reader.article(page, "").date for page in pages] == [f"2031-03-{number + 10}T08:00:00Z" for number in range(8)]


@pytest.mark.parametrize(
    ("address", "shown", "author"),
    [
        ("https://lantern.example/writers/7/", '<a href="/writers/7"> Maud Ferrier </a>', "Maud Ferrier"),
        ("https://lantern.example/author/maud-ferrier/", "", "Maud Ferrier"),
        ("https://lantern.example/author/maud", "", "maud"),
        ("https://lantern.example/author/1234", "", ""),
        ("https://social.example/lanternpaper", "", ""),
    ],
)
def test_a_profile_names_its_author_by_a_link_or_by_an_address_of_the_site(address, shown, author):
    def make(number):
        return source(number, head=f'<meta property="article:author" content="{address}">', byline=f"<p>{shown}</p>")

    assert set(authors_of(make)) == {author}


def in_line(number, name, href=""):
    """A line with a date and a name that nothing marks as an author's."""
    shown = f'<a href="{href}">{name}</a>' if href else f"<u>{name}</u>"
    return source(number, byline=f"<p><i>{number + 10}.3.2031</i> <b>{shown}</b></p>")


def test_names_in_one_line_with_the_date_that_come_back_are_authors():
    names = (*AUTHORS, *AUTHORS, *AUTHORS)
    assert authors_of(lambda number: in_line(number, names[number])) == list(names[:8])


@pytest.mark.parametrize("count", [1, 8])
def test_a_label_before_the_name_is_no_author(count):
    def make(number):
        return source(number, byline='<p class="author">Posted by <span>Maud Ferrier</span></p>')

    assert set(authors_of(make, count)) == {"Maud Ferrier"}

    def with_roles(number):
        return source(number, byline=f'<p class="author">{AUTHORS[number % 3]} <small>Editor</small></p>')

    assert authors_of(with_roles) == [AUTHORS[number % 3] for number in range(8)]


def test_of_two_links_beside_the_date_the_one_to_an_authors_page_is_the_author():
    def make(number):
        category = f'<b><a href="/c/{number % 2}">Harbour</a></b>'
        return source(number, byline=f'<p><i>{number + 10}.3.2031</i> {category} <b><a href="/author/maud">maud</a></b></p>')

    assert set(authors_of(make)) == {"maud"}


def test_a_phrase_is_no_name():
    def make(number):
        said = ("themselves just boats", "all of the ropes", "other knots of old")[number % 3]
        return source(number, byline=f"<p><i>{number + 10}.3.2031</i> <b><u>{said}</u></b></p>")

    assert set(authors_of(make)) == {""}


def test_a_link_to_a_mail_address_made_of_a_name_names_the_author():
    def make(number):
        return source(number, after='<p>posted by <a href="mailto:maud@lantern.example">Maud</a> - <a href="#r">2 remarks</a></p>')

    assert set(authors_of(make)) == {"Maud"}
    assert set(authors_of(lambda number: source(number, after='<p><a href="mailto:desk@lantern.example">Write to us</a></p>'))) == {""}


def test_a_text_around_another_name_is_no_further_author():
    assert cleaned("author", ["Ann Lee", "All articles by Ann Lee"], "") == ("Ann Lee",)


def test_of_the_links_at_one_place_those_to_authors_are_authors_whatever_they_are_called():
    accounts = ("ann31", "wren1977", "maud")

    def make(number):
        section = f'<dd><a href="/blog/{number % 2}">{("Town", "Sea")[number % 2]}</a></dd>'
        return source(number, byline=f'<dl>{section}<dd><a href="/blog/author/{number % 3}">{accounts[number % 3]}</a></dd></dl>')

    assert authors_of(make) == [accounts[number % 3] for number in range(8)]


def test_a_site_with_the_name_of_a_person_is_the_author_that_opengraph_names():
    named = '<meta property="og:site_name" content="Maud Ferrier"><meta property="article:author" content="Maud Ferrier">'
    assert authors_of(lambda number: source(number, head=named)) == ["Maud Ferrier"] * 8
    byline = [f'<p class="byline">{AUTHORS[number % 2]}</p>' for number in range(8)]
    assert authors_of(lambda number: source(number, head=named, byline=byline[number])) == [AUTHORS[number % 2] for number in range(8)]


@pytest.mark.parametrize(("names", "known"), [(1, False), (2, True), (3, True), (8, False)])
def test_unmarked_names_beside_dates_are_authors_if_they_come_back(names, known):
    """A name on every page is the site's, and names of one page each may be anything."""
    people = [f"{first} Holm" for first in "Ann Bea Cora Dora Ella Fay Gwen Hope".split()]
    found = authors_of(lambda number: source(number, byline=f"<p><b>{people[number % names]}</b>, {number + 1}. May 2031</p>"))

    assert found == [people[number % names] if known else "" for number in range(8)]
