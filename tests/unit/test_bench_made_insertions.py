import random
import re

from bench.corpora import ArticleSite
from bench.made_insertions import MADE, MADE_KINDS, OWN_KINDS, sentences_of, with_insertions

WORDS = ("harbour", "lantern", "morning", "bakery", "engine", "window", "ladder", "garden", "council", "letter", "winter", "bridge")
OWN = re.compile(f'{MADE}="(?:{"|".join(OWN_KINDS)})"')
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
            own = OWN.search(page["html"])
            assert own or "elsewhere" not in found.truth[page["id"]].lower()
            assert not own or found.truth[page["id"]] != " ".join(site().truth[page["id"]].split())


def test_what_is_made_is_marked():
    kinds = {kind for found in made() for page in found.pages for kind in re.findall(f'{MADE}="([^"]*)"', page["html"])}

    assert kinds == set(MADE_KINDS)


def test_some_sites_get_more_of_their_own():
    enriched = [found for found in made(articles=False) if any(OWN.search(page["html"]) for page in found.pages)]

    assert 2 <= len(enriched) <= 16
    for found in enriched:
        for page in found.pages:
            body = site().truth[page["id"]].split("\n")
            assert all(text in found.truth[page["id"]] for text in body)
            assert (len(found.truth[page["id"]]) > sum(map(len, body)) + len(body)) == bool(OWN.search(page["html"]))


def test_something_is_inserted_into_many_pages_of_every_site():
    old = {page["id"]: page["html"] for page in site().pages}

    for found in made():
        assert sum(page["html"] != old[page["id"]] for page in found.pages) >= 5


def test_some_sites_are_shortened_to_a_few_paragraphs():
    lengths = {max(truth.count(".") for truth in found.truth.values()) for found in made()}

    assert min(lengths) <= 3
    assert max(lengths) >= 6


def test_nothing_is_shortened_where_pages_are_no_articles():
    texts = [body.split("\n") for body in site().truth.values()]

    for found in made(articles=False):
        assert all(text in truth for truth, body in zip(found.truth.values(), texts, strict=True) for text in body)


def test_a_site_without_paragraphs_gives_nothing():
    bare = ArticleSite("bare", [{"id": 0, "url": "", "html": "<html><body>Nothing here</body></html>"}], {0: "Nothing here"})

    assert with_insertions(bare, ELSEWHERE, 0, articles=True) is None
