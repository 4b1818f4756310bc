"""Labels in front of values: "Director: Ana", "Price: 12". A record has such lines, a text hardly any; which labels recur shows later."""

import re
from itertools import islice
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.text.segments import Segments

MOST_COLONS: Final = 400  # of a page that are looked at. The numbers here are set by hand
LONGEST: Final = 40  # bytes of a label: three or four words
_WIDE_COLON: Final = b"\xef\xbc\x9a"  # of East Asian scripts
_LETTER: Final = re.compile(rb"[A-Za-z\x80-\xff]")


def line_labels(page: Page, segments: Segments) -> NDArray[np.int32]:
    """For every segment a number for what stands before its first colon, 0 where that is no label."""
    found = np.zeros(len(segments), dtype=np.int32)
    columns = page.columns
    places = _colons(columns.text)
    if not len(places) or not len(segments.rows):
        return found
    starts = columns.text_start[segments.rows]
    row = np.maximum(np.searchsorted(starts, places, side="right") - 1, 0)
    segment = np.minimum(np.searchsorted(segments.first, row, side="right") - 1, len(segments) - 1)
    begins = starts[segments.first[segment]]
    near = np.flatnonzero((places > begins) & (places - begins <= LONGEST) & (segments.link_width[segment] < segments.width[segment]))
    for place in near[::-1].tolist():  # the first colon of a segment is written last
        label = columns.text[begins[place] : places[place]].strip().lower()
        if _LETTER.search(label):
            found[segment[place]] = (crc32(label) & 0x7FFFFFFF) or 1
    return found


def _colons(text: bytes) -> NDArray[np.intp]:
    """Where colons stand that are not those of addresses."""
    letters = np.frombuffer(text, dtype=np.uint8)
    places = np.flatnonzero(letters == ord(":"))
    places = places[letters[np.minimum(places + 1, len(letters) - 1)] != ord("/")]
    if _WIDE_COLON in text:
        wide = [match.start() for match in islice(re.finditer(_WIDE_COLON, text), MOST_COLONS)]
        places = np.sort(np.concatenate([places, np.array(wide, dtype=np.intp)]))
    return places[:MOST_COLONS]
