"""What lists say about the pages they lead to."""

import re
from datetime import date, timedelta

import pytest
from small_site import HOST as SITE
from small_site import small_site

from sitelode import mine
from sitelode.articles.listed import Listed, listed_facts
from sitelode.model import Article
from sitelode.tables.lists.list_rule import ColumnRule, ListRule
from sitelode.tables.lists.site_lists import SiteList, SiteRecord
from sitelode.text.value_types import DATE, LINK, TEXT

HOST = "https://nets.example/"
LINKS = ColumnRule("title_link", LINK, ()), ColumnRule("other_link", LINK, ())
RULE = ListRule((), (*LINKS, ColumnRule("day", DATE, ()), ColumnRule("author", TEXT, ())))


def article(number, **fields):
    return Article(**{"url": f"{HOST}{number}", "title": "", "text": "", "language": "it", "date": "", "cluster": 0, "confidence": 1.0,
                      "origin": ""} | fields)  # fmt: skip


def listed(rows, articles):
    records = tuple(SiteRecord(HOST, number, row) for number, row in enumerate(rows, start=1))
    by_url = {each.url: each for each in articles}
    return listed_facts([SiteList(RULE, records, (HOST,), 1.0)], {url: url for url in by_url}, by_url.get)


def rows(*values):
    return [{"title_link": f"/{number}", "day": day, "author": author} for number, (day, author) in enumerate(values)]


def test_a_list_dates_pages_without_a_date_in_the_language_of_the_pages():
    found = listed(rows(("3 luglio 2031", "Ann Lee"), ("14 agosto 2031", "Bo Ek")), map(article, range(2)))

    assert found == {f"{HOST}0": Listed("2031-07-03", "Ann Lee"), f"{HOST}1": Listed("2031-08-14", "Bo Ek")}


@pytest.mark.parametrize(
    ("said", "is_believed"), [pytest.param(0, True, id="the pages say the same"), pytest.param(1, False, id="they say other days")]
)
def test_a_list_is_believed_that_says_what_pages_say_themselves(said, is_believed):
    days = [date(2031, 3, 1 + number) for number in range(6)]
    articles = [article(number, date=str(day + timedelta(days=said)) if number < 4 else "") for number, day in enumerate(days)]
    found = listed(rows(*((str(day), "") for day in days)), articles)

    assert (f"{HOST}5" in found) is is_believed


def test_what_is_the_same_for_all_is_not_said_of_each():
    assert not listed(rows(("2031-03-01", "Admin"), ("2031-03-01", "Admin")), map(article, range(2)))


def test_a_record_that_leads_to_two_articles_is_about_neither():
    both = [row | {"other_link": f"/{number + 2}"} for number, row in enumerate(rows(("2031-03-01", ""), ("2031-03-02", "")))]

    assert not listed(both, map(article, range(4)))


def test_what_a_page_says_itself_comes_first():
    assert Listed("2031-03-01", "Ann Lee").completed(article(0, date="2031-02-28")).date == "2031-02-28"
    assert Listed("2031-03-01", "Ann Lee").completed(article(0, date="2031-02-28")).author == "Ann Lee"


def day_of(number):
    return str(date(2031, 3, 1) + timedelta(days=int(number)))


def test_a_site_whose_articles_have_no_date_gets_them_from_its_index_pages():
    pages = {
        path: re.sub(r"(\d+)\.html\">(.*?)</h2>", lambda found: f"{found[0]}<time>{day_of(found[1])}</time>", source)
        for path, source in small_site().items()
    }
    mined = mine((f"{SITE}{path}", source) for path, source in pages.items())
    dates = {article.url: article.date for article in mined.articles}

    assert dates[f"{SITE}/sport/7.html"] == day_of(7)
    assert all(dates.values())
