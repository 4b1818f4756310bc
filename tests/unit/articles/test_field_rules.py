"""Fields on made-up layouts: what is stated and what is shown, compared over the pages."""

import json
import random

import pytest
from lantern_pages import AUTHORS, TAGS, TITLES, source
from made_articles import page_of, paragraphs

from sitelode.articles.fields.learning import MOST_VIEWS, compared_pages
from sitelode.articles.fields.rules import FieldRules
from sitelode.articles.fields.values import cleaned
from sitelode.articles.reader import ClusterReader
from sitelode.model import Article


def read(make, count=8):
    pages = [page_of(make(number), f"https://lantern.example/{number}") for number in range(count)]
    reader = ClusterReader.learnt(0, pages)
    articles = [reader.article(page, "") for page in pages]
    assert all(isinstance(article, Article) for article in articles)
    return articles, reader


def day(number):
    return f"2031-03-{number + 10}"


def test_title_author_date_and_tags_from_json_ld():
    def make(number):
        stated = {
            "@type": "NewsArticle", "headline": TITLES[number], "datePublished": f"{day(number)}T08:00:00Z", "keywords": list(TAGS[number]),
            "author": [{"@type": "Person", "name": AUTHORS[number % 3]}, {"@type": "Person", "name": "Ann Other"}],
            "dateModified": f"{day(number)}T09:00:00Z", "image": {"@type": "ImageObject", "url": f"/p/{number}.jpg"},
        }  # fmt: skip
        return source(number, head=f'<script type="application/ld+json">{json.dumps(stated)}</script>')

    articles, _ = read(make)
    for number, article in enumerate(articles):
        assert article.title == TITLES[number]
        assert article.author == f"{AUTHORS[number % 3]}; Ann Other"
        assert (article.date, article.modified) == (f"{day(number)}T08:00:00Z", f"{day(number)}T09:00:00Z")
        assert article.tags == TAGS[number]
        assert article.image == f"https://lantern.example/p/{number}.jpg"
        assert article.site_name == "The Lantern"


def test_a_date_that_is_the_same_on_all_pages_is_not_the_articles():
    def make(number):
        head = '<meta property="article:published_time" content="2031-09-09T09:09:09Z">'
        return source(number, head=head, byline=f'<span class="x">{number + 10} March 2031</span>')

    articles, reader = read(make)
    assert [article.date for article in articles] == [day(number) for number in range(8)]
    assert any("the same on 8 of 8" in reason for _, reason in reader.fields.rules["date"].rejected)


def test_a_shown_author_is_found_by_relation_and_freed_from_what_all_bylines_begin_with():
    def make(number):
        return source(number, byline=f'<p class="by">By <a rel="author" href="/staff/{number % 3}">{AUTHORS[number % 3]}</a></p>')

    articles, _ = read(make)
    assert [article.author for article in articles] == [AUTHORS[number % 3] for number in range(8)]

    def in_one_text(number):
        return source(number, byline=f'<p class="byline">Posted by {AUTHORS[number % 3]}</p>')

    articles, _ = read(in_one_text)
    assert [article.author for article in articles] == [AUTHORS[number % 3] for number in range(8)]


def test_a_label_before_stated_names_is_no_part_of_them():
    def make(number):
        return source(number, byline=f'<p itemprop="author">Words by {AUTHORS[number % 2]}</p>')

    articles, _ = read(make)
    assert [article.author for article in articles] == [AUTHORS[number % 2] for number in range(8)]


@pytest.mark.parametrize("names", [("Maria Lopez", "Maria Diaz"), ("Dr. Ann Lee", "Dr. Max Holt", "Dr. Ada Moon"), ("Ann Lee",)])
def test_what_names_have_in_common_is_no_label(names):
    articles, _ = read(lambda number: source(number, byline=f'<p class="author">{names[number % len(names)]}</p>'))
    assert [article.author for article in articles] == [names[number % len(names)] for number in range(8)]


def test_an_organisation_with_an_address_in_brackets_stays_as_it_is():
    articles, _ = read(lambda number: source(number, head='<meta name="author" content="Harbour Board (www.harbour.example)">'))
    assert {article.author for article in articles} == {"Harbour Board (www.harbour.example)"}


def category_link(number):
    return f'<p><a href="/c/{TAGS[number][0]}">{TAGS[number][0]}</a></p>'


def test_the_one_author_of_a_blog_stands_before_a_place_that_only_varies():
    articles, _ = read(lambda number: source(number, head='<meta name="author" content="Maud Ferrier">', byline=category_link(number)))
    assert {article.author for article in articles} == {"Maud Ferrier"}

    def of_the_owner(number):
        byline = f'<p><a rel="author" href="/staff/{number % 3}">{AUTHORS[number % 3]}</a></p>'
        return source(number, head='<meta name="author" content="Webmaster Smith">', byline=byline)

    articles, _ = read(of_the_owner)
    assert [article.author for article in articles] == [AUTHORS[number % 3] for number in range(8)]


def test_the_date_of_the_day_in_the_masthead_and_the_dates_of_comments_are_not_the_articles():
    def make(number):
        comments = "".join(
            f'<li class="c"><b>Reader {n}</b> <i>{n + 2} April 2031</i><p>I was on the boat and saw it all myself, {number}-{n}.</p></li>'
            for n in range(3)
        )
        return source(
            number,
            before='<div class="today">Friday, 6 June 2031</div>',
            byline=f'<time datetime="{day(number)}T10:00:00Z">{number + 10}.3.</time>',
            after=f"<ol>{comments}</ol>",
        )

    articles, _ = read(make)
    assert [article.date for article in articles] == [f"{day(number)}T10:00:00Z" for number in range(8)]
    assert [len(article.comments) for article in articles] == [3] * 8
    first = articles[0].comments[0]
    assert (first.author, first.date, first.text) == ("Reader 0", "2031-04-02", "I was on the boat and saw it all myself, 0-0.")


@pytest.mark.parametrize(("part", "expected"), [("byline", "2031-02-21"), ("before", ""), ("after", "")])
def test_one_time_below_all_titles_is_better_than_no_date(part, expected):
    articles, _ = read(lambda number: source(number, **{part: '<p><time datetime="2031-02-21">21 February 2031</time></p>'}))
    assert {article.date for article in articles} == {expected}


def test_dates_in_long_lines_are_found():
    line = "<p>This article was written on Saturday {} March 2031 at 08:15 for the page on</p>"
    articles, _ = read(lambda number: source(number, byline=line.format(number + 10)))
    assert [article.date for article in articles] == [day(number) + "T08:15" for number in range(8)]


def test_dates_of_comments_are_not_those_of_articles_without_date():
    def make(number):
        return source(
            number, after=f'<dl class="comments"><dt><i>{number + 10} April 2031, 08:15</i></dt><dd>I saw boat {number}.</dd></dl>'
        )

    articles, _ = read(make)
    assert {article.date for article in articles} == {""}


def test_months_of_all_languages_of_a_layout_are_known():
    def make(number):
        dated = f"{number + 10} марта 2031" if number % 2 else f"{number + 10} maaliskuuta 2031"
        return source(number, byline=f"<i>{dated}</i>").replace("<html>", f'<html lang="{"ru" if number % 2 else "fi"}">')

    articles, _ = read(make)
    assert [article.date for article in articles] == [day(number) for number in range(8)]


def test_teasers_of_other_articles_are_no_comments():
    def make(number):
        teasers = "".join(
            f'<li class="t"><a href="/{n}">{TITLES[n]} and what came of it</a> <i>{n + 2} April 2031</i><p>A short text.</p></li>'
            for n in range(3)
        )
        return source(number, after=f"<ol>{teasers}</ol>")

    articles, _ = read(make)
    assert not any(article.comments for article in articles)


def test_tags_are_links_that_come_back_on_some_pages_and_navigation_is_on_all():
    def make(number):
        links = " ".join(f'<a href="/topic/{tag}">{tag}</a>' for tag in TAGS[number])
        return source(number, after=f'<p class="z">{links}</p>')

    articles, _ = read(make)
    assert [article.tags for article in articles] == list(TAGS)


def test_what_stands_beside_a_category_on_every_page_is_no_tag():
    def make(number):
        links = " ".join(f'<a rel="tag" href="/tag/{tag}/">{tag}</a>' for tag in TAGS[number])
        return source(number, byline=f'<p class="meta"><span>{AUTHORS[number % 3]}</span> {links}</p>')

    articles, _ = read(make)
    assert [article.tags for article in articles] == [TAGS[number] for number in range(8)]


def test_one_link_on_some_pages_that_is_always_the_same_is_no_tag():
    def make(number):
        wall = '<aside><h3>Read on</h3><p>A reader already? <a href="/login.html">Log in</a></p></aside>' if number % 2 else ""
        return source(number, after=wall)

    assert {article.tags for article in read(make)[0]} == {()}


def test_a_section_stands_in_for_tags_where_there_are_none():
    def make(number):
        stated = {"@type": "NewsArticle", "articleSection": "News" if number % 2 else "Town"}
        head = f'<script type="application/ld+json">{json.dumps(stated)}</script>'
        return source(number, head=head + (f'<meta name="keywords" content="{", ".join(TAGS[number])}">' if number else ""))

    articles, _ = read(make)
    assert [article.tags for article in articles] == [("Town",), *TAGS[1:8]]


@pytest.mark.parametrize(
    ("keywords", "tags"), [("航天技术 太空", ("航天技术", "太空")), ("fish soup", ("fish soup",)), ("우주 탐사", ("우주 탐사",))]
)
def test_spaces_divide_tags_of_scripts_without_spaces_in_sentences(keywords, tags):
    assert cleaned("tags", [keywords], "") == tags


def test_keywords_that_all_pages_share_are_no_tags():
    articles, _ = read(lambda number: source(number, head='<meta name="keywords" content="lantern, news, town">'))

    assert not any(article.tags for article in articles)


def test_the_first_paragraph_is_no_subtitle_though_pages_are_described_by_it():
    def make(number):
        first = f"The harbour master told us on the morning of day {number} that nothing would move."
        return source(number, head=f'<meta name="description" content="{first}">', in_body=f"<p>{first}</p>")

    articles, _ = read(make)
    assert {article.subtitle for article in articles} == {""}


def test_subtitle_and_captions():
    def make(number):
        teaser = f"What happened on day {number} and why nobody at the harbour was surprised."
        return source(
            number,
            head=f'<meta name="description" content="{teaser}">',
            below_title=f'<p class="stand">{teaser}</p>',
            in_body=f'<figure><img src="/p{number}.jpg"><figcaption>The quay on day {number}.</figcaption></figure>',
        )

    articles, _ = read(make)
    for number, article in enumerate(articles):
        assert article.subtitle == article.description == f"What happened on day {number} and why nobody at the harbour was surprised."
        assert article.captions == (f"The quay on day {number}.",)
        assert article.lead_image == f"https://lantern.example/p{number}.jpg"


@pytest.mark.parametrize(
    "picture",
    [
        '<p><img src="/p.jpg">{0} {1}</p>',
        '<div><img src="/p.jpg">{0}. {1}.</div>',
        '<div><img src="/p.jpg"><div><p>{0}</p><p>{1}</p></div></div>',
        '<ul><li><p>{0}</p><p><img src="/p.jpg"></p></li><li>{1}</li></ul>',
    ],
    ids=["paragraph", "line", "box", "item"],
)
def test_text_of_the_body_around_a_picture_is_no_caption(picture):
    texts = [[" ".join(text.split()[:12]) for text in paragraphs(random.Random(50 + number), 2)] for number in range(8)]
    articles, _ = read(lambda number: source(number, in_body=picture.format(*texts[number])))
    for (first, _), article in zip(texts, articles, strict=True):
        assert first in article.text
        assert article.captions == ()


def test_a_small_block_beside_a_picture_is_its_caption():
    block = '<div class="pic"><a href="/p.jpg"><img src="/p.jpg"></a><p>The quay on day {0}, seen from the old crane.</p></div>'
    articles, _ = read(lambda number: source(number, in_body=block.format(number)))
    assert [article.captions for article in articles] == [(f"The quay on day {number}, seen from the old crane.",) for number in range(8)]


@pytest.mark.parametrize("control", ["<button>Larger</button>", '<a href="#p">Larger</a>', '<span role="button">Larger</span>'])
def test_captions_are_without_controls_and_their_parts_are_apart(control):
    def make(number):
        player = "<div><span>Mute</span><span>0:00</span></div>"
        caption = f"<figcaption><span>Qu<b>ay</b> {number}</span><small>Ann Lee</small>.{control}</figcaption>"
        return source(number, in_body=f'<figure><div><img src="/p.jpg"></div>{player}{caption}</figure>')

    articles, _ = read(make)
    assert [article.captions for article in articles] == [(f"Quay {number} Ann Lee.",) for number in range(8)]


def test_a_portrait_box_on_several_pages_is_no_caption():
    box = '<div class="bio"><img src="/ann.jpg" alt="Ann">Ann writes about boats and the people who mend them.</div>'

    articles, _ = read(lambda number: source(number, in_body=box))

    assert not any(article.captions for article in articles)


def test_the_shown_heading_wins_over_what_is_announced_to_search_engines():
    def make(number):
        return source(number, head=f'<meta property="og:title" content="{TITLES[number]}: all you need to know today">')

    articles, _ = read(make)
    assert [article.title for article in articles] == list(TITLES)


def test_a_title_that_is_the_same_on_all_pages_is_none():
    def make(number):
        return source(number).replace(f"<title>{TITLES[number]} - The Lantern</title>", "<title>The Lantern</title>")

    articles, _ = read(make)
    assert [article.title for article in articles] == list(TITLES)


def test_one_page_alone_has_its_fields_too():
    (article,), _ = read(
        lambda number: source(number, head='<meta name="author" content="Ann Author"><meta name="date" content="2031-04-05">'), count=1
    )

    assert (article.title, article.author, article.date) == (TITLES[0], "Ann Author", "2031-04-05")


def test_rules_are_plain_data_and_read_the_same():
    def make(number):
        return source(number, byline=f'<p class="byline">By {AUTHORS[number % 3]}</p><i class="d">{number + 10} March 2031</i>')

    _, reader = read(make)
    stored = json.loads(json.dumps(reader.fields.to_data()))
    again = FieldRules.from_data(stored)
    view = reader.view(page_of(make(5), "https://lantern.example/5"))

    assert again.to_data() == reader.fields.to_data()
    assert again.read_all(view) == reader.fields.read_all(view)
    assert again.title(view) == reader.fields.title(view)


@pytest.mark.parametrize("place", ["", "a.[9]x", ">", "p[] > a"])
def test_data_with_a_place_that_is_none_are_refused(place):
    data = FieldRules().to_data() | {"rules": {"author": {"sources": [["region", place or "##"]]}}}

    with pytest.raises(ValueError, match="not a step of a path"):
        FieldRules.from_data(data)


@pytest.mark.parametrize(
    "damage",
    [
        '<script type="application/ld+json">{"@type":"Article","author":[[[["x"]]]],"datePublished":{"a":1},"image":[1,null]}</script>',
        '<script type="application/ld+json">{"@type":"Article","author":{"@id":"#a"},"@id":"#a","keywords":'
        + json.dumps(["k" * 50] * 500)
        + "}</script>",
        "<meta name=author content='" + "x" * 50_000 + "'>",
        "<meta name=date content='99999999999999999999'><meta property=article:tag content=''>",
        "<span itemprop=author itemscope>" * 200,
    ],
    ids=["nested nonsense", "circular", "huge", "no date", "deep microdata"],
)
def test_hostile_metadata_costs_nothing_but_itself(damage):
    articles, _ = read(lambda number: source(number, head=damage), count=3)

    assert [article.title for article in articles] == list(TITLES[:3])
    assert all(len(article.author) < 200 and len(article.tags) <= 50 for article in articles)


def test_compared_pages_are_spread_over_the_layout():
    assert compared_pages(0) == []
    assert compared_pages(5) == [0, 1, 2, 3, 4]
    for count in (12, 13, 20, 300):
        found = compared_pages(count)
        assert len(set(found)) == MOST_VIEWS
        assert found[0] == 0
        assert found[-1] >= count * (MOST_VIEWS - 1) // MOST_VIEWS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("富士フイルムが富山化学を買収した。" * 3, "ja", id="the layout's language"),
        pytest.param("買付予定額 本格参入 完全子会社化 上場廃止 買付総額 低分子医薬", "ja", id="too short for another"),
        pytest.param("The keepers of the harbour mend their nets every evening. " * 4, "en", id="another one throughout"),
    ],
)
def test_another_language_than_the_layouts_is_that_of_the_whole_text(text, expected):
    assert FieldRules(language="ja").language_of(text, "") == expected
