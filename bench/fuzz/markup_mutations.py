"""Mutations of pages that know what markup is: tags, nesting, attributes, entities, encodings, metadata."""

import json
import random
import re
from collections.abc import Callable
from typing import TypeAlias

Tokens: TypeAlias = list[bytes]
_TOKEN = re.compile(rb"<[^>]{0,2000}>?|[^<]+")

TAGS = (
    "a abbr address article aside audio b base blockquote body br button canvas caption center code col colgroup dd details dialog div dl dt em "
    "embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h6 head header hr html i iframe img input ins label li link main "
    "map mark math meta nav nobr noframes noscript object ol optgroup option p param picture plaintext pre q rp rt ruby s script section select "
    "slot small source span strong style sub summary svg table tbody td template textarea tfoot th thead time title tr u ul video wbr x-y xmp"
).split()
_NUMBERS = (
    "0",
    "-1",
    "1",
    "2147483648",
    "4294967296",
    "18446744073709551616",
    "9" * 400,
    "1e309",
    "NaN",
    "0x10",
    "٣",
    "½",
    "1" + "0" * 5000,
)
_TEXTS = (
    " " * 3000, "\t\n\r\x0c" * 200, "a" * 5000, "a " * 1500, "\u202e\u200f", "\u00a0" * 800, "\u0301" * 500, "\ufeff", "\ufffd", "\u2028", "𝔘𝔫𝔦", "ﷺ" * 60,
    "港" * 600, "ก" * 900, "2031-13-45T99:99:99Z", "March 32, 99999", "31.02.0000", "By By By", "|" * 400, "- " * 500, "« » “ ” ‹ ›" * 40, "\\" * 300, "`" * 300,
    "*_" * 300, "[[[](((" * 100, "&amp;" * 300, "http://[::1", "$" * 100, "1,2.3,4.5" * 80, "A.B." * 300, "?" * 500, "…", ": " * 400, "\x00", "\x1b[31m", "=1+1",
)  # fmt: skip
_ENTITIES = (
    "&nbsp;",
    "&#0;",
    "&#x110000;",
    "&#xD800;",
    "&#99999999999;",
    "&nGt;",
    "&nLt;",
    "&notit;",
    "&",
    "&#",
    "&#x;",
    "&lt;script&gt;",
    "&NotEqualTilde;" * 50,
)
_ATTRIBUTES = (
    "class", "id", "style", "href", "src", "hidden", "aria-hidden", "role", "rel", "itemprop", "itemtype", "itemscope", "datetime", "content",
    "colspan", "rowspan", "span", "start", "value", "type", "lang", "dir", "title", "alt", "data-x", "xml:lang", "srcset", "property", "name", "charset",
)  # fmt: skip
_VALUES = (
    "", "x", "x " * 500, "display:none", "visibility: hidden", "javascript:alert(1)", "http://", "//", "//[", "http://a:b@c:99999/%zz?%", "../" * 300, "#", "?" * 200,
    "data:,x", "mailto:a@b", "true", "next", "prev canonical author tag", "article:published_time", "og:title", "nav menu footer comment", "datePublished", "\u0000", "é\u0301",
    "http://xn--\u00e9.example/", "http://" + "a" * 300 + "/", "/" + "a/" * 400, "a" * 9000,
)  # fmt: skip
_CHARSETS = (
    "utf-8",
    "utf-16le",
    "utf-16be",
    "utf-7",
    "shift_jis",
    "gb18030",
    "big5",
    "euc-kr",
    "iso-2022-jp",
    "windows-1252",
    "x-user-defined",
    "utf-32",
    "hz",
    "idna",
    "zip",
)
_TYPES = ("Article", "NewsArticle", "BlogPosting", "Product", "Person", "WebPage", "ItemList", "Organization")
_FIELDS = (
    "headline",
    "name",
    "author",
    "datePublished",
    "dateModified",
    "keywords",
    "articleBody",
    "description",
    "@graph",
    "@type",
    "mainEntityOfPage",
    "image",
    "url",
    "articleSection",
)


def mutated(page: bytes, chance: random.Random, others: list[bytes], most: int) -> bytes:
    """The page after a few mutations, at most so many bytes long; `others` lend their parts."""
    for _ in range(1 + int(chance.expovariate(0.5))):
        change = chance.choice(_CHANGES)
        page = change(page, chance, others)[:most]
    return page


def _by_tokens(change: Callable[[Tokens, random.Random], None]) -> Callable[[bytes, random.Random, list[bytes]], bytes]:
    def changed(page: bytes, chance: random.Random, _others: list[bytes]) -> bytes:
        tokens = _TOKEN.findall(page) or [b""]
        change(tokens, chance)
        return b"".join(tokens)

    return changed


def _run(tokens: Tokens, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(tokens))
    return start, min(len(tokens), start + 1 + int(chance.expovariate(0.2)))


def _count(chance: random.Random) -> int:
    """Mostly few, now and then very many."""
    return int(2 ** chance.uniform(0, 11))


def _repeat(tokens: Tokens, chance: random.Random) -> None:
    start, end = _run(tokens, chance)
    tokens[start:end] = tokens[start:end] * _count(chance)


def _remove(tokens: Tokens, chance: random.Random) -> None:
    start, end = _run(tokens, chance)
    tokens[start:end] = [b""]


def _move(tokens: Tokens, chance: random.Random) -> None:
    start, end = _run(tokens, chance)
    moved = tokens[start:end]
    del tokens[start:end]
    place = chance.randrange(len(tokens) + 1)
    tokens[place:place] = moved


def _nest(tokens: Tokens, chance: random.Random) -> None:
    start, end = _run(tokens, chance)
    names, depth = chance.choices(TAGS, k=chance.randint(1, 3)), _count(chance)
    opening, closing = "".join(f"<{name}>" for name in names), "".join(f"</{name}>" for name in reversed(names))
    tokens.insert(end, (closing * (depth if chance.random() < 0.6 else depth // 3)).encode())  # some are left open
    tokens.insert(start, (opening * depth).encode())


def _tag(tokens: Tokens, chance: random.Random) -> None:
    tokens.insert(
        chance.randrange(len(tokens) + 1),
        f"<{chance.choice(('', '', '/', '!', '?'))}{chance.choice(TAGS)}{chance.choice(('', ' ', '/', ' a'))}>".encode(),
    )


def _rename(tokens: Tokens, chance: random.Random) -> None:
    """All tags of one name get another."""
    names = [found[1] for token in tokens if (found := re.match(rb"<([a-zA-Z0-9]+)", token))]
    if names:
        old, new = chance.choice(names), chance.choice(TAGS).encode()
        tokens[:] = [re.sub(rb"^(</?)" + old + rb"\b", lambda found: found[1] + new, token) for token in tokens]


def _attribute(tokens: Tokens, chance: random.Random) -> None:
    places = [place for place, token in enumerate(tokens) if token[:1] == b"<" and token[1:2].isalpha() and token.endswith(b">")]
    if not places:
        return
    value = chance.choice(_VALUES) if chance.random() < 0.7 else chance.choice(_NUMBERS)
    quote = chance.choice(('"', "'", ""))
    added = f" {chance.choice(_ATTRIBUTES)}={quote}{value}{quote}".encode("utf-8", "replace")
    for place in chance.sample(places, min(len(places), _count(chance))):
        tokens[place] = tokens[place][:-1] + added + b">"


def _text(tokens: Tokens, chance: random.Random) -> None:
    places = [place for place, token in enumerate(tokens) if token[:1] != b"<"]
    text = (chance.choice(_TEXTS) if chance.random() < 0.8 else chance.choice(_ENTITIES) * _count(chance)).encode("utf-8", "replace")
    if not places:
        tokens.append(text)
        return
    place = chance.choice(places)
    middle = chance.randrange(len(tokens[place]) + 1)
    tokens[place] = chance.choice((text, tokens[place][:middle] + text + tokens[place][middle:], b"a" + text + b"b"))


def _number(tokens: Tokens, chance: random.Random) -> None:
    """One number somewhere becomes an odd one."""
    page = b"".join(tokens)
    numbers = list(re.finditer(rb"\d+", page))
    if numbers:
        found = chance.choice(numbers)
        tokens[:] = [page[: found.start()] + chance.choice(_NUMBERS).encode() + page[found.end() :]]


def _metadata(tokens: Tokens, chance: random.Random) -> None:
    """JSON-LD with values of any type, or a meta element."""
    if chance.random() < 0.3:
        tokens.insert(
            0,
            f"<meta {chance.choice(('name', 'property', 'http-equiv'))}='{chance.choice(_VALUES)}' content='{chance.choice(_TEXTS)}'>".encode(
                "utf-8", "replace"
            ),
        )
        return
    data = {
        "@context": "https://schema.org",
        "@type": chance.choice(_TYPES),
        **{chance.choice(_FIELDS): odd_value(chance, 0) for _ in range(chance.randint(1, 5))},
    }
    text = json.dumps(data)
    if chance.random() < 0.2:
        text = text[: chance.randrange(len(text))]
    tokens.insert(
        chance.randrange(len(tokens) + 1), b"<script type='application/ld+json'>" + text.encode("utf-8", "replace") + b"</script>"
    )


def odd_value(chance: random.Random, depth: int) -> object:
    """A JSON value of any type, with numbers and texts that code may not expect."""
    plain: list[object] = [
        None,
        True,
        -1,
        0,
        2**31,
        2**64,
        10**400,
        1e308,
        -0.5,
        float("inf"),
        float("nan"),
        "",
        [],
        {},
        chance.choice(_TEXTS),
        chance.choice(_VALUES),
        chance.choice(_NUMBERS),
        "a" + " " * 4000 + "b",
    ]
    if depth < 4 and chance.random() < 0.3:
        inner = [odd_value(chance, depth + 1) for _ in range(chance.randint(0, 4))]
        return inner if chance.random() < 0.5 else {chance.choice(_FIELDS): each for each in inner}
    if chance.random() < 0.03:
        deep: object = 1
        for _ in range(_count(chance) // 3):
            deep = [deep] if chance.random() < 0.5 else {"@graph": deep}
        return deep
    return chance.choice(plain)


def _recode(page: bytes, chance: random.Random, _others: list[bytes]) -> bytes:
    """Another encoding, declared or not, rightly or not."""
    charset = chance.choice(_CHARSETS)
    text = page.decode("utf-8", "replace")
    try:
        coded = text.encode(charset, "replace") if chance.random() < 0.6 else page
    except (LookupError, UnicodeError, ValueError):
        coded = page
    mark = chance.choice(
        (
            b"",
            b"",
            b"\xef\xbb\xbf",
            b"\xff\xfe",
            b"\xfe\xff",
            f"<meta charset={charset}>".encode(),
            f"<?xml version='1.0' encoding='{charset}'?>".encode(),
        )
    )
    return mark + coded


def _cut(page: bytes, chance: random.Random, _others: list[bytes]) -> bytes:
    place = chance.randrange(len(page) + 1)
    return page[:place] if chance.random() < 0.7 else page[place:]


def _bytes(page: bytes, chance: random.Random, _others: list[bytes]) -> bytes:
    damaged = bytearray(page)
    for _ in range(_count(chance) % 64 + 1):
        place = chance.randrange(len(damaged) + 1)
        damaged[place : place + chance.randrange(3)] = chance.choice(
            (bytes([chance.randrange(256)]), b"<", b">", b"\0", b"&", b"'", b'"', b"\xf0\x9f")
        )
    return bytes(damaged)


def _splice(page: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """A part of another page in the middle of this one."""
    other = chance.choice(others)
    tokens, lent = _TOKEN.findall(page) or [b""], _TOKEN.findall(other) or [b""]
    start, end = _run(lent, chance)
    place = chance.randrange(len(tokens) + 1)
    return b"".join([*tokens[:place], *lent[start : end + 10], *tokens[place:]])


_CHANGES = (
    *(_by_tokens(change) for change in (_repeat, _repeat, _remove, _move, _nest, _nest, _tag, _tag, _rename, _attribute, _attribute, _text, _text, _number, _metadata, _metadata)),
    _recode, _cut, _bytes, _splice, _splice,
)  # fmt: skip
