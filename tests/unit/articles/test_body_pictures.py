"""Pictures of a body stand in Markdown and HTML, where they stand on the page; plain text is without them."""

import pytest
from lantern_pages import source
from made_articles import page_of

from sitelode.articles.reader import ClusterReader

PICTURE = "https://lantern.example/p3.jpg"


def article(**parts):
    """The fourth article of a site whose pages have such parts, in which {} is a number."""
    filled = [{name: part.format(number) for name, part in parts.items()} for number in range(8)]
    pages = [page_of(source(number, **each), f"https://lantern.example/{number}") for number, each in enumerate(filled)]
    return ClusterReader.learnt(0, pages).article(pages[3], "", markdown=True, html=True)


@pytest.mark.parametrize(
    "picture",
    [
        '<img src="/p{0}.jpg" alt="quay">',
        '<img src="data:image/gif;base64,R0lG" data-src="/p{0}.jpg" alt="quay">',
        '<img src="/blank.gif" data-lazy-src="/p{0}.jpg" alt="quay">',
        '<img srcset="/q{0}.jpg 640w, /p{0}.jpg 1280w" alt="quay">',
        '<img data-srcset="/p{0}.jpg 640w" src="data:image/gif;base64,R0lG" alt="quay">',
        '<picture><source srcset="/p{0}.jpg 2x" type="image/webp"><img alt="quay"></picture>',
        '<img src="data:image/gif;base64,R0lG"><noscript><img src="/p{0}.jpg" alt="quay"></noscript>',
        '<img src="/p{0}.jpg" alt="quay"><noscript><img src="/p{0}.jpg?large" alt="quay"></noscript>',
        '<amp-img src="/p{0}.jpg" alt="quay" width=600 height=300></amp-img>',
    ],
    ids=["plain", "late", "placeholder", "srcset", "late srcset", "picture", "noscript", "noscript too", "amp"],
)
@pytest.mark.parametrize("around", ["<p>{}</p>", "<figure>{}<figcaption>The quay on day {{0}}.</figcaption></figure>"])
def test_every_kind_of_picture_is_shown_once(picture, around):
    found = article(in_body="<p>Before the picture of day {0} there are some words in a line.</p>" + around.format(picture))
    assert found.markdown.count(f"![quay]({PICTURE})") == found.markdown.count("![") == 1
    assert found.html.count(f'<img src="{PICTURE}" alt="quay">') == found.html.count("<img") == 1
    assert found.lead_image == PICTURE
    assert "quay]" not in found.text
    if "figure" in around:
        assert found.captions == ("The quay on day 3.",)
        assert f"![quay]({PICTURE})\n\nThe quay on day 3." in found.markdown
        assert "<figcaption>The quay on day 3.</figcaption>" in found.html


@pytest.mark.parametrize(
    "box",
    [
        '<div class="more"><a href="/x"><img src="/x.jpg"></a><a href="/x">What else happened on day {0} at the quay</a></div>',
        '<p><img src="/x.jpg" width="16" height="16"></p>',
        '<div class="share"><a href="/s"><img src="/x.svg"></a></div>',
    ],
    ids=["teaser", "icon", "drawing"],
)
def test_pictures_of_other_things_are_not_shown(box):
    found = article(in_body=f"<p>Words of day {{0}} before the box, which are quite a few.</p><div>{box}</div>")
    assert "/x." not in found.markdown + found.html


def test_bars_behind_the_body_are_not_of_it():
    assert "![" not in article(after='<div><a href="/s"><img src="/share{0}.png"></a></div>').markdown


def test_who_took_a_picture_may_have_written_the_text():
    caption = "<figure><img src='/p{0}.jpg'><figcaption>The quay on day {0}. Photo: Ann Lee</figcaption></figure>"
    found = article(byline='<a rel="author" href="/ann">Ann Lee</a>', in_body=caption)
    assert found.author == "Ann Lee"
    assert found.captions == ("The quay on day 3. Photo: Ann Lee",)
    assert found.lead_image == PICTURE
    assert PICTURE in found.markdown


@pytest.mark.parametrize("caption", ["Ann Lee", "Ann Lee d{0}"])
def test_a_portrait_of_the_author_is_no_picture_of_the_article(caption):
    portrait = f"<figure><img src='/ann.jpg'><figcaption>{caption}</figcaption></figure>"
    found = article(byline='<a rel="author" href="/ann">Ann Lee</a>', in_body=portrait)
    assert (found.captions, found.lead_image) == ((), "")
    assert "/ann.jpg" not in found.markdown
