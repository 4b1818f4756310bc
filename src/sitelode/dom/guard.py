"""Cut what would make an HTML parser work quadratically, before it parses.

Three things do: nesting (each new element asks about all that are open), formatting elements left open (they are opened again in every
later block, each time as new nodes), and attributes of one element (each is compared with all before it). A page within the limits is
returned as it is, without a copy. Browsers bound the first in the same way, at the same depth.

The scan follows start and end tags only, so it overestimates the depth where end tags are left out in unusual ways; the cost of such an
error is a few tags less in an already absurdly deep page. Text is never cut.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.dom.vocabulary import FORMATTING_TAGS, RAW_TEXT_TAGS, VOID_TAGS

MAX_DEPTH = 512  # elements open at once; what Chromium and Firefox allow
MAX_ATTRIBUTES = 512  # of one element; real pages stay below 100
MAX_OPEN_FORMATTING = 64
REOPENED_PER_TAG = 16  # formatting elements a page may reopen, per tag it has; above, MAX_OPEN_FORMATTING falls to FEW_OPEN_FORMATTING
FEW_OPEN_FORMATTING = 2

ORDINARY, VOID, FORMATTING, RAW, IMPLIED = range(5)
# A second one of these closes the first, unless one of the containers stands between them.
_CLOSED_BY_THEMSELVES = "p li dt dd td th tr option optgroup thead tbody tfoot"
_CONTAINERS = "ul ol dl table select div section article body blockquote"
COMPARED_NAME_BYTES = 10  # the longest name that matters here; longer ones are told apart by their first bytes and length


@dataclass(frozen=True, slots=True)
class Guarded:
    html: bytes
    tags: int  # start tags before cutting
    cuts: tuple[str, ...] = ()  # what was cut, in words


def guard(html: bytes) -> Guarded:
    """The page, with start tags left out where it is nested too deeply, and attributes beyond the limit."""
    from sitelode.dom.guard_kernel import excess  # noqa: PLC0415 (compiled code: loaded when a page is there)

    source = np.frombuffer(html, dtype=np.uint8)
    codes, kinds, containers = _names()
    starts, ends, reopened, tags = excess(source, codes, kinds, containers, MAX_OPEN_FORMATTING)
    if reopened > REOPENED_PER_TAG * tags + 10_000:
        starts, ends, reopened, tags = excess(source, codes, kinds, containers, FEW_OPEN_FORMATTING)
    if not len(starts):
        return Guarded(html, tags)
    kept = np.concatenate(([0], ends)), np.concatenate((starts, [len(html)]))
    parts = [html[begin:end] for begin, end in zip(kept[0].tolist(), kept[1].tolist(), strict=True)]
    return Guarded(b"".join(parts), tags, (f"{len(starts):,} tags or attributes beyond the limits of nesting were cut",))


def _code(name: str) -> int:
    """The number by which the compiled scan knows a name: as `_name_code` computes it."""
    code = 0
    for byte in name.encode()[:COMPARED_NAME_BYTES]:
        code = code * 31 + (byte | 32)
    return code * 64 + min(len(name), 63)


ANCHOR = _code("a")


@cache
def _names() -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
    """Sorted codes of the tags that are treated specially, what each is, and the codes of containers."""
    kinds = dict.fromkeys(_CLOSED_BY_THEMSELVES.split(), IMPLIED)
    kinds |= dict.fromkeys(VOID_TAGS, VOID) | dict.fromkeys(FORMATTING_TAGS, FORMATTING) | dict.fromkeys(RAW_TEXT_TAGS, RAW)
    kinds |= {"textarea": RAW, "title": RAW}
    by_code = sorted((_code(name), kind) for name, kind in kinds.items())
    codes, values = zip(*by_code, strict=True)
    return np.array(codes), np.array(values, dtype=np.uint8), np.array(sorted(map(_code, _CONTAINERS.split())))
