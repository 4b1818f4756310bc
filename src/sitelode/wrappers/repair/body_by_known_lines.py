"""Tell the body of a changed layout by the lines of articles seen before, which are better labels than any guess.

On a page whose article was seen before, a line of that article is body and a long line that is none of its lines is not. A class is
body by the share of its text that is labelled so; classes without such lines keep the opinion of the fresh study.
"""

from collections import defaultdict
from dataclasses import replace

import numpy as np

from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.body.features import LINKED, PLAIN, kinds_of
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.reader import ClusterReader
from sitelode.articles.study import StudiedLayout
from sitelode.text.segments import segments_of
from sitelode.wrappers.known_articles import LEAST_WIDTH, MOST_LINES
from sitelode.wrappers.repair.repair_evidence import RepairEvidence

LEAST_PAGES = 2  # with a known article; set by hand
LEAST_TEXT = 200  # characters of labelled text in a class; less is no proof; set by hand
MAJORITY_OF_TEXT = 0.5  # share of a class's labelled text from which it is body


def reader_by_known_lines(studied: StudiedLayout, evidence: RepairEvidence) -> ClusterReader | None:
    """The reader of a layout with its path classes labelled by known articles; none where too few pages have one."""
    body = studied.reader.body
    if not isinstance(body, BodyClasses):
        return None
    labelled: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])  # by path and kind: width in known lines, width in all
    pages = 0
    for page in studied.pages:
        segments = segments_of(page)
        article = evidence.article_on(page)
        if article is None or len(article.lines) >= MOST_LINES:  # of a longer article not all lines are known
            continue
        pages += 1
        is_known = np.isin(segments.loose, np.array(article.lines, dtype=np.uint64))
        kinds = kinds_of(np.zeros(len(segments)), segments.width, segments.link_width)
        codes = segment_codes(page, segments, body.labels)
        for segment in np.flatnonzero(segments.width >= LEAST_WIDTH).tolist():
            counts = labelled[int(codes[segment]), int(kinds[segment])]
            counts[0] += int(segments.width[segment]) * bool(is_known[segment])
            counts[1] += int(segments.width[segment])
    if pages < LEAST_PAGES:
        return None
    probability = body.probability.copy()
    for (code, kind), (in_known, width) in labelled.items():
        place = int(np.searchsorted(body.code, np.uint64(code)))
        if width >= LEAST_TEXT and place < len(body.code) and int(body.code[place]) == code and kind in (PLAIN, LINKED):
            probability[place, kind] = in_known / width
    return replace(studied.reader, body=replace(body, probability=probability, taken_from=MAJORITY_OF_TEXT))
