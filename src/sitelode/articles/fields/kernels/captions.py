"""Compiled code for `pictures.py`."""
# mypy: ignore-errors

import cython
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Flags, Numbers, Tags
from cython.cimports.sitelode.html.kernels.page_rows import PageRows, white_bytes


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_blank(text: Bytes, position: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    while position < end:
        step = white_bytes(text, position, end)
        if step == 0:
            return False
        position += step
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_block_beside(
    tag: Tags, end: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, row: cython.Py_ssize_t, text_tag: cython.int
) -> cython.bint:
    """Whether all text of an element is one paragraph in a child element, next to the element's other content."""
    node = row
    while True:
        lines, others = 0, 0
        inner: cython.Py_ssize_t = -1
        child: cython.Py_ssize_t = node + 1
        while child < end[node]:
            if not _is_blank(text, text_start[child], text_end[child]):
                if tag[child] == text_tag:
                    lines += 1
                else:
                    others, inner = others + 1, child
            child = end[child]
        if lines or others != 1:
            return lines > 0 and node != row
        node = inner


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _holds_body(body_rows: Numbers, row: cython.Py_ssize_t, end: Numbers) -> cython.bint:
    """Whether a row of the body, which ascend, is inside an element."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = len(body_rows)
    while low < high:
        middle = (low + high) >> 1
        if body_rows[middle] <= row:
            low = middle + 1
        else:
            high = middle
    return low < len(body_rows) and body_rows[low] < end[row]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _marked_caption(
    tag: Tags,
    end: Numbers,
    text_start: Numbers,
    text_end: Numbers,
    text: Bytes,
    row: cython.Py_ssize_t,
    picture: cython.Py_ssize_t,
    figcaption: cython.int,
) -> cython.Py_ssize_t:
    """The figcaption of a picture inside an element: the first one after the picture that has text, else the last one before it; or -1."""
    found: cython.Py_ssize_t = -1
    for inside in range(row, end[row]):
        if tag[inside] == figcaption and not _is_blank(text, text_start[inside], text_end[inside]):
            found = inside
            if inside > picture:
                break
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_of_links(
    tag: Tags, parent: Numbers, end: Numbers, text_start: Numbers, text_end: Numbers, row: cython.Py_ssize_t, no_parts: Flags, a: cython.int
) -> cython.bint:
    """Whether a text has parts that no caption has, or is mostly links."""
    linked: cython.longlong = 0
    for inside in range(row, end[row]):
        if no_parts[tag[inside]]:
            return True
        if tag[inside] == a:
            linked += text_end[inside] - text_start[inside]
    above = parent[row]
    for _ in range(2):
        if above <= 0:
            break
        if tag[above] == a:
            return True
        above = parent[above]
    return linked * 2 > text_end[row] - text_start[row]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_with_text(
    parent: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, picture: cython.Py_ssize_t, highest: cython.int
) -> cython.Py_ssize_t:
    """The first element above a picture that has text, -1 if none of the nearest has any."""
    row: cython.Py_ssize_t = parent[picture]
    for _ in range(highest):
        if row <= 0:
            break
        if not _is_blank(text, text_start[row], text_end[row]):
            return row
        row = parent[row]
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_in_figure(tag: Tags, parent: Numbers, row: cython.Py_ssize_t, highest: cython.int, figure: cython.int) -> cython.bint:
    for _ in range(highest):
        if row <= 0:
            break
        if tag[row] == figure:
            return True
        row = parent[row]
    return False


class CaptionFinder:
    """Finds pictures and their captions.

    `flags` say of every tag whether it is not allowed in a caption, not even in one that is marked as such, is a line, is a heading; `tags`
    are the numbers of img, a, figcaption, figure and text; `limits` those of `pictures.py`.
    """

    def __init__(self, flags, tags, limits):
        self.no_parts, self.in_marked, self.lines, self.is_heading = flags
        self.img, self.a, self.figcaption, self.figure, self.text_tag = tags
        self.most_pictures, self.highest, self.longest, self.most_rows, self.longest_of_body = limits

    def captions(self, page: PageRows, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, body_rows: Numbers, other_picture: cython.int):
        """The pictures positioned from start to stop in the text, each with the element whose text is its caption, -1 for none.

        `other_picture` is the tag of picture elements other than `img`. Also returns whether there is a picture between the first heading
        and the start.
        """
        tag: Tags = page.tag
        text_start: Numbers = page.text_start
        found = []
        heading: cython.Py_ssize_t = 0
        before: cython.bint = False
        while heading < len(tag) and not self.is_heading[tag[heading]]:
            heading += 1
        for picture in range(len(tag)):
            if tag[picture] != self.img and tag[picture] != other_picture:
                continue
            if heading < len(tag) and text_start[heading] <= text_start[picture] < start:
                before = True
            if not start <= text_start[picture] <= stop:
                continue
            if len(found) == self.most_pictures:
                break
            found.append((picture, self.caption_of(page, picture, body_rows)))
        return found, before

    def caption_of(self, page, picture, body_rows):
        """The element whose text is the caption of a picture, -1 for none."""
        tag: Tags = page.tag
        parent: Numbers = page.parent
        end: Numbers = page.end
        text_start: Numbers = page.text_start
        text_end: Numbers = page.text_end
        text: Bytes = page.text
        row: cython.Py_ssize_t = _first_with_text(parent, text_start, text_end, text, picture, self.highest)
        if row <= 0 or end[row] - row > self.most_rows:
            return -1
        # A caption that is marked as one may have controls.
        caption: cython.Py_ssize_t = _marked_caption(tag, end, text_start, text_end, text, row, picture, self.figcaption)
        is_marked: cython.bint = caption >= 0
        caption = caption if is_marked else row
        length: cython.Py_ssize_t = text_end[caption] - text_start[caption]
        parts: Flags = self.in_marked if is_marked else self.no_parts
        if length > self.longest or _is_of_links(tag, parent, end, text_start, text_end, caption, parts, self.a):
            return -1
        if not is_marked and _holds_body(body_rows, row, end) and not _is_in_figure(tag, parent, row, self.highest, self.figure):
            # Body text is a caption only if it is a small block: not a line around a picture, not the paragraphs of a box.
            is_line: cython.bint = self.lines[tag[row]] != 0 or length > self.longest_of_body
            if is_line or not _is_block_beside(tag, end, text_start, text_end, text, row, self.text_tag):
                return -1
        return caption
