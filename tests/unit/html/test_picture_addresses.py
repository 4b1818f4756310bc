"""Which addresses a picture gives, the best first."""

import pytest

from sitelode.html.addresses import picture_address, picture_sources
from sitelode.html.parse import parse


@pytest.mark.parametrize(
    ("markup", "sources"),
    [
        ("<img src=/a.jpg>", ["/a.jpg"]),
        ("<img src='data:image/gif;base64,R0' data-src=/a.jpg>", ["/a.jpg", "data:image/gif;base64,R0"]),
        ("<img src=/a.jpg srcset='/b.jpg 640w, /c.jpg 1280w, /d.jpg 1280w'>", ["/a.jpg", "/c.jpg"]),
        ("<img data-lazy-srcset='/a.jpg 1x, /b.jpg 2x' data-original=/c.jpg>", ["/c.jpg", "/b.jpg"]),
        ("<picture><source srcset='/a.webp 2x'><source src=/b.jpg><img src=/c.jpg></picture>", ["/c.jpg", "/a.webp", "/b.jpg"]),
        ("<div><img src=/a.jpg><p><picture><source src=/b.jpg></picture></div>", ["/a.jpg"]),
        ("<img alt=quay>", []),
    ],
)
def test_addresses_of_a_picture(markup, sources):
    page = parse(f"<body>{markup}".encode())
    row = int(page.rows("img")[0])

    assert list(picture_sources(page, row)) == sources
    assert picture_address(page, row) == next((each for each in sources if not each.startswith("data:")), "")
