"""A small shop: detail pages of one layout, with values that stand several times on a page."""

from sitelode.html.parse import parse
from sitelode.wrappers.taught.page_tokens import page_tokens

WORDS = ["Lamp", "Chair", "Table", "Shelf", "Clock", "Mirror", "Carpet", "Vase", "Stool", "Bench", "Kettle", "Plate"]


def product(number):
    """Name, price, maker, weight (every fourth has none)."""
    name = f"{WORDS[number % 12]} {number + 1}"
    weight = "" if number % 4 == 3 else f"{number + 2}.5"
    return {"name": name, "price": f"${number * 7 + 10}.90", "maker": ["Oak & Sons", "Nordlys", "Casa"][number % 3], "weight": weight}


def html(number):
    values = product(number)
    weight = f"<tr><th>Weight:</th><td>{values['weight']} kg net</td></tr>" if values["weight"] else ""
    others = "".join(
        f"<li><a href='/p{other}.html'>{product(other)['name']}</a> <b>{product(other)['price']}</b></li>"
        for other in (number + 1, number + 5)
    )
    return (
        f"<html><head><title>{values['name']} - Shop</title></head><body><ul class='nav'><li>Home</li><li>Sale</li></ul>"
        f"<div class='main'><h1>{values['name']}</h1><p>A fine piece for every home, made with care, number {number} of many that we offer here.</p>"
        f"<table><tr><th>Price:</th><td><b>{values['price']}</b></td></tr><tr><th>Maker:</th><td>{values['maker']}</td></tr>{weight}</table></div>"
        f"<div class='also'><h2>You may like</h2><ul>{others}</ul></div><p>Shop, all rights reserved</p></body></html>"
    )


def page(number):
    return page_tokens(parse(html(number).encode(), f"https://shop.example/p{number}.html"))


def pages(count):
    return [page(number) for number in range(count)]
