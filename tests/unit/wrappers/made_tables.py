"""A made-up shop, as it was and as it is: detail pages and lists, in an old template and in several new ones."""

import random

from made_articles import page_of

from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.site_lists import find_site_lists
from sitelode.wrappers.learn.learning import fields_layout, list_layout
from sitelode.wrappers.wrapper import Wrapper

FACTS = ("Colour", "Weight", "Maker")


def lamp(number):
    chance = random.Random(number)
    return {
        "name": f"Lamp {chance.choice(['Alder', 'Birch', 'Cedar', 'Dune', 'Elm'])} {number}",
        "price": f"${chance.randint(10, 900)}.{chance.randint(10, 99)}",
        "Colour": chance.choice(["green", "red", "blue", "white"]),
        "Weight": f"{chance.randint(1, 60)} kg",
        "Maker": f"{chance.choice(['Orrin', 'Belfast Works', 'Tarn & Sons', 'Quay'])} {chance.randint(1, 99)}",
    }


def old_detail(number):
    thing = lamp(number)
    rows = "".join(f"<tr><th>{name}</th><td>{thing[name]}</td></tr>" for name in FACTS)
    return (
        f"<html><head><title>{thing['name']} - Shop</title></head><body><div id=nav><a href=/>Home</a> <a href=/about>About</a></div>"
        f"<div class=product><h1>{thing['name']}</h1><span class=price>{thing['price']}</span><table class=facts>{rows}</table></div>"
        "<div class=foot>Imprint and terms</div></body></html>"
    )


def new_detail(number):
    """Other tags, other names, another order."""
    thing = lamp(number)
    rows = "".join(f"<div class=fact><em>{name}</em><b>{thing[name]}</b></div>" for name in reversed(FACTS))
    return (
        f"<html><head><title>{thing['name']} - Shop</title></head><body><header><nav><a href=/>Home</a> <a href=/about>About</a></nav></header>"
        f"<main class=detail><section class=box>{rows}</section><h2 class=ttl>{thing['name']}</h2><p class=cost>{thing['price']}</p></main>"
        "<footer>Imprint and terms</footer></body></html>"
    )


def kettle(number):
    chance = random.Random(1000 + number)
    return {
        "name": f"{chance.choice(['Copper', 'Brass', 'Tin', 'Oak'])} kettle no {number}",
        "price": f"${chance.randint(5, 99)}.50",
        "stock": chance.choice(["in stock", "sold out"]),
        "width": f"{chance.randint(10, 99)} cm",
        "height": f"{chance.randint(10, 99)} cm",
    }


def old_list(page, *, cells=("width", "height")):
    rows = "".join(
        f'<li class=hit><h3><a href="/k/{number}">{each["name"]}</a></h3><span class=price>{each["price"]}</span>'
        f"<span class=stock>{each['stock']}</span><i>{each[cells[0]]}</i><b>{each[cells[1]]}</b></li>"
        for number in range(page * 10, page * 10 + 10)
        for each in [kettle(number)]
    )
    return f"<html><body><div class=nav><a href=/>Home</a></div><h1>Kettles {page}</h1><ul class=hits>{rows}</ul></body></html>"


def new_list(page):
    rows = "".join(
        f"<article class=card><p class=m><b>{each['price']}</b><i>{each['stock']}</i></p><p class=s><u>{each['height']}</u><s>{each['width']}</s></p>"
        f'<div class=t><a href="/k/{number}">{each["name"]}</a></div></article>'
        for number in range(page * 10 + 5, page * 10 + 15)
        for each in [kettle(number)]
    )
    return f"<html><body><header><a href=/>Home</a></header><main><h2>Kettles {page}</h2><div class=grid>{rows}</div></main></body></html>"


def swapped_list(page):
    return old_list(page, cells=("height", "width"))


def details(make, numbers):
    return [page_of(make(number), f"https://shop.test/lamp/{number}") for number in numbers]


def lists(make, numbers):
    return [page_of(make(number), f"https://shop.test/list/{number}") for number in numbers]


def detail_wrapper(numbers=range(12)):
    pages = details(old_detail, numbers)
    return Wrapper("shop.test", (fields_layout(pages, learn_rules(pages), 0, "2026-01-01", PageSketcher()),)), pages


def list_wrapper(numbers=range(4)):
    pages = lists(old_list, numbers)
    rule = find_site_lists(pages, most=1)[0].rule
    return Wrapper("shop.test", (list_layout(pages, rule, 0, "2026-01-01", PageSketcher()),)), pages
