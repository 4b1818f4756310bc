"""A repair invents nothing: a field that articles never had is not taken from a place on the page."""

from dataclasses import replace

from sitelode.articles.study import study_pages
from sitelode.html.parse import parse
from sitelode.wrappers.learn.learning import compile_wrapper
from sitelode.wrappers.readers import reader_of
from sitelode.wrappers.repair.article_repair import without_unproved_fields

WORDS = "harbour market river winter garden letter island window morning station".split()
NAMES = ["Ann Lee", "Bob Stone", "Cora Diaz", "Dan Weber", "Eva Holt", "Finn Marsh"]


def page(number, stated=""):
    text = "".join(f"<p>{' '.join(f'{WORDS[(number + place + step) % 10]}{number} word' for step in range(20))}.</p>" for place in range(4))
    head = f"<head><title>Story {number}</title>{stated}</head>"
    by = f'<p class="byline">By <a class="author" rel="author" href="/a">{NAMES[number % 6]}</a></p>' if not stated else ""
    return parse(
        f"<html>{head}<body><h1>Story {number}</h1>{by}<div class=text>{text}</div></body></html>".encode(), f"https://x.example/{number}"
    )


def learnt(pages):
    [layout] = compile_wrapper(study_pages(pages)).layouts
    assert "author" in layout.profile.fields
    return layout


def without_author(layout):
    fields = {name: profile for name, profile in layout.profile.fields.items() if name != "author"}
    return replace(layout, profile=replace(layout.profile, fields=fields))


def authors(layout, pages):
    return {reader_of(layout, 0).read(each, "").values["author"] for each in pages}


def on_page_only(layout):
    """The layout with the author's sources on the page alone, as where nothing states one."""
    rules = {**layout.rules["fields"], "rules": dict(layout.rules["fields"]["rules"])}
    own = dict(rules["rules"]["author"])
    own["sources"] = [source for source in own["sources"] if source[0] in ("region", "part")]
    assert own["sources"]
    rules["rules"]["author"] = own
    return replace(layout, rules={**layout.rules, "fields": rules})


def test_an_author_that_articles_never_had_is_not_taken_from_the_page():
    pages = [page(number) for number in range(12)]
    layout = on_page_only(learnt(pages))
    kept, said = without_unproved_fields(layout, pages, [without_author(layout)])
    assert authors(layout, pages) >= set(NAMES)
    assert authors(kept, pages) == {""}
    assert "author" not in kept.profile.fields
    assert any("author is not taken" in line for line in said)


def test_an_author_that_articles_had_stays():
    pages = [page(number) for number in range(12)]
    layout = learnt(pages)
    assert without_unproved_fields(layout, pages, [layout]) == (layout, [])


def test_an_author_that_pages_state_is_proved():
    pages = [page(number, f'<meta name="author" content="{NAMES[number % 6]}">') for number in range(12)]
    layout = learnt(pages)
    kept, _ = without_unproved_fields(layout, pages, [without_author(layout)])
    assert authors(kept, pages) == set(NAMES)
