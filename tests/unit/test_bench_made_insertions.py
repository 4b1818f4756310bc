import random
import re

from bench.corpora import ArticleSite
from bench.made_insertions import sentences_of, with_insertions

WORDS = ("harbour", "lantern", "morning", "bakery", "engine", "window", "ladder", "garden", "council", "letter", "winter", "bridge")
ELSEWHERE = [f"Elsewhere they tell of {number} things that nobody here has heard." for number in range(30)]


def paragraph(chance):
    return " ".join(chance.choice(WORDS) for _ in range(30)).capitalize() + "."


def site(pages=12, paragraphs=6):
    chance = random.Random(3)
    bodies = [[paragraph(chance) for _ in range(paragraphs)] for _ in range(pages)]
    rows = [
        {
            "id": number,
            "url": f"https://site.example/{number}",
            "html": f"<html><head><title>About {number} ladders</title></head><body><article>"
            + "".join(f"<p>{text}</p>" for text in body)
            + "</article></body></html>",
        }
        for number, body in enumerate(bodies)
    ]
    return ArticleSite("site", rows, {number: "\n".join(body) for number, body in enumerate(bodies)})


def made(seeds=range(20), *, articles=True):
    return [found for seed in seeds if (found := with_insertions(site(), ELSEWHERE, seed, articles=articles))]


def test_the_same_seed_gives_the_same_pages():
    assert with_insertions(site(), ELSEWHERE, 4, articles=True) == with_insertions(site(), ELSEWHERE, 4, articles=True)


def test_the_truth_stays_on_the_page_and_insertions_stay_out_of_it():
    for found in made():
        for page in found.pages:
            text = " ".join(re.sub("<[^>]*>", " ", page["html"]).split())
            assert all(sentence in text for sentence in sentences_of(found.truth[page["id"]]))
            assert "Elsewhere" not in found.truth[page["id"]]


def test_something_is_inserted_into_many_pages_of_every_site():
    old = {page["id"]: page["html"] for page in site().pages}

    for found in made():
        assert sum(page["html"] != old[page["id"]] for page in found.pages) >= 5


def test_some_sites_are_shortened_to_a_few_paragraphs():
    lengths = {max(truth.count(".") for truth in found.truth.values()) for found in made()}

    assert min(lengths) <= 3
    assert max(lengths) == 6


def test_nothing_is_shortened_where_pages_are_no_articles():
    assert all(found.truth == site().truth for found in made(articles=False))


def test_a_site_without_paragraphs_gives_nothing():
    bare = ArticleSite("bare", [{"id": 0, "url": "", "html": "<html><body>Nothing here</body></html>"}], {0: "Nothing here"})

    assert with_insertions(bare, ELSEWHERE, 0, articles=True) is None
