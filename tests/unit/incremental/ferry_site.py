"""A made-up site of stories and lists of them."""

import json
import random

HOST = "https://ferries.example"
MENU = "<header><a href='/'>Ferry news</a></header><nav><a href='/list/1'>All trips</a> <a href='/about'>About us</a></nav>"


WORDS = "wind rope deck bell crew tide sail port lamp mast gull oar wave dock fog net star rain coal map ice hull fish pier sand bay reef".split()


def story(number, word="sailed"):
    chance = random.Random(number)
    sentences = [" ".join(chance.choices(WORDS, k=14)).capitalize() for _ in range(18)]
    text = "".join(f"<p>{'. '.join(sentences[part : part + 3])}. The boat {word} on.</p>" for part in range(0, 18, 3))
    body = f"<main><article><h1>{title(number)}</h1><p class=by>By Ann Oak, {number % 27 + 1} May 2031</p>{text}</article></main>"
    return f"<html><head><title>{title(number)}</title></head><body>{MENU}{body}<footer>Ferry news, all rights</footer></body></html>"


def title(number):
    return f"Trip {number}: {' '.join(random.Random(-number - 1).choices(WORDS, k=5))}"


def listing(number, stories):
    items = "".join(
        f"<li class=teaser><h2><a href='/trip/{each}'>{title(each)}</a></h2><p>The boat sailed {each} times.</p></li>" for each in stories
    )
    head = f"<html><head><title>Trips, page {number}</title></head><body>{MENU}"
    return f"{head}<h1>Trips, page {number}</h1><ul class=teasers>{items}</ul><footer>Ferry news, all rights</footer></body></html>"


def site(stories=range(40), *, per_list=8):
    pages = {f"{HOST}/trip/{number}": story(number) for number in stories}
    known = list(stories)
    for number, first in enumerate(range(0, len(known), per_list), 1):
        pages[f"{HOST}/list/{number}"] = listing(number, known[first : first + per_list])
    pages[f"{HOST}/"] = listing(0, known[:6])
    return pages


def write(path, pages):
    path.write_text("".join(json.dumps({"url": url, "html": html}) + "\n" for url, html in pages.items()), encoding="utf-8")
