"""Small pages with lists, made here, for the tests of records."""

from sitelode.html.parse import parse

WORDS = (
    "harbour lantern granite meadow copper violin saddle orchard thimble barley candle walnut ribbon marble kettle anchor feather cinnamon "
    "garnet willow pepper basket hammer velvet"
).split()


def page_of(body, url="https://shop.example/list"):
    return parse(f"<html><head><title>t</title></head><body>{body}</body></html>".encode(), url)


def phrase(number, words=6):
    return " ".join(WORDS[(number * 7 + place * (number % 5 + 1)) % len(WORDS)] for place in range(words)).capitalize()


def product(number, *, sale=False, tags=0):
    badge = '<span class="badge">Sale</span>' if sale else ""
    labels = "".join(f'<a class="tag" href="/tag/{place}">{WORDS[(number + place) % len(WORDS)]}</a>' for place in range(tags))
    old = '<span class="old">$99.00</span>' if sale else ""
    return (
        f'<li class="product {"sale" if sale else "plain"}" id="p{number}"><a class="name" href="/p/{number}">{phrase(number, 4)}</a>{badge}'
        f'<p class="about">{phrase(number + 3, 12)}</p><b>Price:</b> <span class="price">${number + 3}.5{number % 10}</span>{old}'
        f'<div class="tags">{labels}</div><a class="more" href="/p/{number}#more">Read more</a></li>'
    )


def shop(products=12, **options):
    menu = "".join(f'<li><a href="/c/{word}">{word}</a></li>' for word in WORDS[:8])
    items = "".join(product(number, sale=number % 4 == 1, tags=number % 3, **options) for number in range(products))
    return f'<div class="top"><ul class="menu">{menu}</ul></div><main><h1>Things</h1><ul class="products">{items}</ul></main><p>Imprint and so on</p>'


def story_rows(count):
    """Stories as pairs of table rows with a spacer, as some news aggregators write them."""
    return "".join(
        f'<tr class="story"><td class="rank">{n + 1}.</td><td></td><td class="title"><a href="https://{WORDS[n % 20]}.example/{n}">{phrase(n, 7)}</a></td></tr>'
        f'<tr><td colspan="2"></td><td class="below"><span class="score">{n * 3 + 1} points</span> by <a href="/u/{n}">{phrase(n + 4, 1)}</a> <a href="/c/{n}">{n} comments</a></td></tr>'
        '<tr class="spacer"></tr>'
        for n in range(count)
    )
