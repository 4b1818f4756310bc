"""A made-up newspaper: pages of one layout, with parts that tests add."""

import random
from collections import defaultdict

from made_articles import paragraphs

AUTHORS = ("Ines Calloway", "Tobias Wren", "Maud Ferrier")
TITLES = (
    "Swing bridge sticks open", "Town clock stays fast", "Plovers back early", "Library forgives fines", "Rope remembers knots",
    "Seal joins the race", "Budget takes all night", "Moths after dark",
)  # fmt: skip
TAGS = (
    ("boats", "bridges"),
    ("council",),
    ("birds", "council"),
    ("books",),
    ("boats",),
    ("sport", "boats"),
    ("council",),
    ("nature", "birds"),
)


def source(number, **parts):
    """A page with parts of its own: head, before, below_title, byline, in_body, after."""
    part = defaultdict(str, parts)
    title = TITLES[number]
    body = "".join(f"<p>{text}</p>" for text in paragraphs(random.Random(number), 4))
    return f"""<html><head><title>{title} - The Lantern</title>{part["head"]}</head><body><nav><a href="/">Home</a> <a href="/n">News</a></nav>
    {part["before"]}<main><article><h1 class="headline">{title}</h1>{part["below_title"]}<div class="head">{part["byline"]}</div>
    <div class="text">{part["in_body"]}{body}</div></article>{part["after"]}</main>
    <footer><p>All rights reserved by the Lantern.</p></footer></body></html>"""
