"""The features of body classes computed by name, one value at a time, straight from the pages: slow, and without any table of columns.

For pages in plain ASCII that are not nearly the same, whose titles stand in their first `h1`, and whose further articles are the
`article` elements with an `h1` after the first one.
"""

import json
import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from sitelode.articles.body.evidence import link_targets, page_paths
from sitelode.html.metadata import metadata_of
from sitelode.html.vocabulary import BLOCK_TAGS
from sitelode.paths.markers import MARKERS
from sitelode.text.segments import segments_of

GROUPS = {
    "p": "p", "div": "div section article main center body", "li": "li", "cell": "td th", "definition": "dd dt", "pre": "pre code",
    "caption": "figcaption caption", "a": "a", "strong": "strong b", "emphasis": "em i", "span": "span font",
}  # fmt: skip
STYLES = {"strong": "b strong", "emphasis": "em i cite", "code": "code kbd samp tt"}
MEDIA, CONTROLS = "img picture video iframe svg audio object embed", "input button select textarea form label"
TO_OWN_SITE = 3


@dataclass
class Piece:
    """One segment with all that its features are made of."""

    page: int
    number: int  # on its page
    rows: list  # of its text nodes
    texts: list
    width: int
    link_width: int
    block: int
    holder: int
    loose: int
    exact: int
    shown: dict = field(default_factory=dict)  # its features by name


class SlowCluster:
    """The segments of some pages, and their classes."""

    def __init__(self, pages, labels):
        self.pages, self.labels = pages, labels
        self.trees = [SlowTree(page, labels) for page in pages]
        self.title_words = self._title_words()
        on_pages = Counter(text for tree in self.trees for text in {piece.loose for piece in tree.pieces})
        for number, tree in enumerate(self.trees):
            for piece in tree.pieces:
                piece.page = number
                piece.others = (on_pages[piece.loose] - 1) / max(len(pages) - 1, 1)
            tree.measure()
            for piece in tree.pieces:
                piece.shown = {**text_features(tree, piece, self.title_words[number]), **context_features(tree, piece)}
        self.pieces = [piece for tree in self.trees for piece in tree.pieces]
        self.classes = defaultdict(list)
        for piece in self.pieces:
            self.classes[self.tree_of(piece).code(piece.holder), self._kind(piece)].append(piece)

    def tree_of(self, piece):
        return self.trees[piece.page]

    def _title_words(self):
        announced = [metadata_of(page) for page in self.pages]
        every = [words(each.announced_title + " " + each.title) for each in announced]
        common = {word for word, pages in Counter(word for each in every for word in set(each)).items() if pages > max(1, len(every) / 2)}
        return [set(each) - common for each in every]

    def _kind(self, piece):
        if piece.shown["beside_like_title"]:
            return 3
        return 1 if piece.others >= 0.3 else 2 if piece.link_width >= 0.6 * piece.width else 0

    def way(self, piece):
        """The codes of a piece's element and of all above it, innermost first."""
        tree = self.tree_of(piece)
        return [tree.code(row) for row in tree.up(piece.holder)]

    def features(self, name_of_class):
        """The features of one class by name."""
        members, tree = self.classes[name_of_class], self.tree_of(self.classes[name_of_class][0])
        count, widths = len(members), [math.log1p(piece.width) for piece in members]
        mean = sum(widths) / count
        with_class, total = len({piece.page for piece in members}), sum(tree.mass[piece.number] for tree, piece in self._all())
        found = {name: sum(piece.shown[name] for piece in members) / count for name in members[0].shown}
        found |= {
            "class_pages": with_class / len(self.pages),
            "class_count": math.log1p(count / with_class),
            "class_width": math.log1p(sum(piece.width for piece in members) / len(self.pages)),
            "class_width_spread": math.sqrt(sum((width - mean) ** 2 for width in widths) / count),
            "class_width_most": max(widths),
            "class_mass_share": sum(self.tree_of(piece).mass[piece.number] for piece in members) / max(total, 1),
            "class_distinct": len({piece.loose for piece in members}) / count,
            "class_opening": same_pairs([end_words(piece, first=True) for piece in members]),
            "class_ending": same_pairs([end_words(piece, first=False) for piece in members]),
            "kind_repeated": name_of_class[1] == 1,
            "kind_linked": name_of_class[1] == 2,
            "depth": len(self.way(members[0])) - 1,
        }
        holder = members[0].holder
        block = next(row for row in tree.up(holder) if tree.page.tag_name(row) in BLOCK_TAGS)
        found |= {f"tag_{name}": value for name, value in tag_features(tree.page.tag_name(holder)).items()}
        found["tag_inline"] = tree.page.tag_name(holder) not in BLOCK_TAGS
        found |= {f"block_{name}": value for name, value in tag_features(tree.page.tag_name(block)).items()}
        return found | self._levels(self.way(members[0])) | self.cores(self.way(members[0]), self._mass_below(), "merged")

    def _all(self):
        return [(self.tree_of(piece), piece) for piece in self.pieces]

    def _levels(self, way):
        found, whole = {}, max(sum(tree.mass[piece.number] for tree, piece in self._all()), 1)
        for level in range(4):
            below = [(tree, piece) for tree, piece in self._all() if way[min(level, len(way) - 1)] in self.way(piece)]
            width = sum(piece.width for _, piece in below)
            found |= {
                f"up{level}_mass_share": sum(tree.mass[piece.number] for tree, piece in below) / whole,
                f"up{level}_links": sum(piece.link_width for _, piece in below) / max(width, 1),
                f"up{level}_segments": math.log1p(len(below) / len(self.pages)),
                f"up{level}_novelty": sum(tree.novelty(piece) * piece.width for tree, piece in below) / max(width, 1),
                f"up{level}_closed": sum(piece.shown["closed"] * piece.width for _, piece in below) / max(width, 1),
            }
        return found

    def _mass_below(self):
        return self.below(lambda tree, piece: tree.mass[piece.number])

    def below(self, value):
        """For every path the sum of a value over the pieces below it."""
        sums = Counter()
        for tree, piece in self._all():
            sums.update(dict.fromkeys(self.way(piece), value(tree, piece)))
        return sums

    def cores(self, way, sums, name):
        ways = [self.way(piece) for piece in self.pieces]
        return core_features(way, ways, sums, name)


class SlowTree:
    """One page."""

    def __init__(self, page, labels):
        self.page, self.cut = page, segments_of(page)
        self.paths, (_, self.kin, self.marks) = page_paths(page, self.cut, labels), labels.of_page(page)
        self.pieces = []
        for number, block in enumerate(self.cut.block.tolist()):
            rows = self.cut.rows[self.cut.first[number] : self.cut.first[number + 1]].tolist()
            around = set.intersection(*(set(self.up(row)) for row in rows)) - set(rows)
            values = (int(getattr(self.cut, name)[number]) for name in ("width", "link_width"))
            codes = (int(getattr(self.cut, name)[number]) for name in ("loose", "exact"))
            self.pieces.append(Piece(0, number, rows, [page.text(row) for row in rows], *values, block, max(around), *codes))
        self.elements = sorted({row for piece in self.pieces for row in self.up(piece.holder)})
        self.title = next((piece.number for piece in self.pieces if self.tag_above(piece.holder, ("h1",))), -1)

    def up(self, row):
        """A row and all above it, innermost first."""
        while row >= 0:
            yield row
            row = self.page.parents[row]

    def code(self, row):
        return int(self.paths.codes[row])

    def tag_above(self, row, tags):
        return next((each for each in self.up(row) if self.page.tag_name(each) in tags), None)

    def measure(self):
        self.mass = []
        for piece in self.pieces:
            plain = piece.width - 2 * piece.link_width
            self.mass.append(self.novelty(piece) * plain if plain >= 30 else 0)
        self.whole = max(sum(self.mass), 1)

    @staticmethod
    def novelty(piece):
        if piece.others <= 0 or piece.others >= 0.3:
            return float(piece.others <= 0)
        return 0.5 if piece.width >= 80 else 1 - 2 * piece.others

    def inside(self, element):
        return [piece for piece in self.pieces if element in self.up(piece.holder)]

    def like(self, element):
        """The siblings of an element that are its kin, itself included, in order."""
        parent = self.page.parents[element]
        return [each for each in self.elements if self.page.parents[each] == parent and self.kin[each] == self.kin[element]]

    def container(self, piece):
        """The repeated container around a piece."""
        best = None
        for element in reversed(list(self.up(piece.holder))[1:]):
            own = len(self.like(element)) if element > 0 else 1
            if own > 1 and len(self.inside(element)) > 1 and (best is None or own > len(self.like(best))):
                best = element
        return best

    def heading(self, piece):
        element = self.tag_above(piece.holder, [f"h{level}" for level in range(1, 7)])
        return 0 if element is None else int(self.page.tag_name(element)[1])

    def around_title(self, element):
        return self.title >= 0 and element in self.up(self.pieces[self.title].holder)


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def share(found, wanted):
    return sum(word in wanted for word in found) / max(len(found), 1)


def leads_to_own_site(tree, row):
    link = tree.tag_above(row, ("a",))
    return link is not None and link_targets(tree.page)[link] == TO_OWN_SITE


def text_features(tree, piece, title):
    """The features of a piece's own text."""
    meta = metadata_of(tree.page)
    description = set(words(meta.meta.get("description", "")))
    called = {"called_thread": "thread", "called_shop": "product", "called_manual": "wiki"}
    names = (tree.page.attribute(next(iter(tree.page.rows("body").tolist()), 0), "class") or "").split()
    text, nodes = "".join(piece.texts), list(zip(piece.rows, piece.texts, strict=True))
    found = [word for each in piece.texts for word in re.findall(r"[A-Za-z0-9]+", each)]
    lower, letters = [word.lower() for word in found], sum(char.isalpha() for char in text)
    last = re.sub(r"[\s\"')\]]+", "", text)[-1:]
    start = tree.pieces[piece.number - 1].rows[-1] + 1 if piece.number else 0
    links = [row for row in range(max(start, piece.block + 1), piece.rows[-1]) if tree.page.tag_name(row) == "a"]
    following = tree.pieces[piece.number + 1] if piece.number + 1 < len(tree.pieces) else None

    def between(first, last, tags):
        return min(sum(tree.page.tag_name(row) in tags.split() for row in range(first, last)), 5)

    def styled(tags):
        depth = {row: sum(tree.page.tag_name(each) in tags.split() for each in tree.up(row) if each > piece.block) for row in piece.rows}
        return min(sum(len(each) * depth[row] for row, each in nodes) / piece.width, 1)

    return {
        "width": math.log1p(piece.width),
        "link_share": piece.link_width / piece.width,
        "commas": min(20 * text.count(",") / piece.width, 3),
        "sentence_ends": min(60 * sum(len(re.findall(r"[.!?](?![A-Za-z0-9])", each)) for each in piece.texts) / piece.width, 3),
        "closed": bool(last) and last in ".!?",
        "colon": bool(last) and last in ":;",
        "digits": sum(char.isdigit() for char in text) / piece.width,
        "capitals": sum(char.isupper() for char in text) / max(letters, 1),
        "words": math.log1p(len(found)),
        "word_length": min(piece.width / max(len(found), 1), 30),
        "symbols": min(len(re.findall(r"[^\sA-Za-z0-9.!?,\"')\]]", text)) / piece.width, 1),
        "in_title": share(lower, title),
        "of_title": len(title & set(lower)) / max(len(title), 1),
        "in_description": share(lower, description),
        "of_description": len(description & set(lower)) / max(len(description), 1),
        **{name: styled(tags) for name, tags in STYLES.items()},
        "media_before": between(start, piece.rows[0], MEDIA),
        "media_after": between(piece.rows[-1] + 1, following.rows[0], MEDIA) if following else 0,
        "controls": between(start, piece.rows[0], CONTROLS),
        "links": min(len(links), 10),
        "own_site_links": sum(len(each) for row, each in nodes if leads_to_own_site(tree, row)) / max(len(text), 1),
        "noted": any(row in noted_rows(tree) for row in piece.rows),
        "stated_kind": bool(meta.articles),
        **{feature: word in names for feature, word in called.items()},
    }


def noted_rows(tree):
    """The rows inside elements whose ids are the targets of short links outside them."""
    page, ids = tree.page, dict(tree.page.attribute_column("id"))
    for mark, address in page.attribute_column("href"):
        said = "".join(map(page.text, range(mark, page.columns.end[mark])))
        for row, name in ids.items():
            if address == f"#{name}" and len(said) <= 6 and not row <= mark < page.columns.end[row]:
                yield from range(row, page.columns.end[row])


def context_features(tree, piece):
    """The features of the place where a piece stands."""
    every, at, mass, whole = tree.pieces, piece.number, tree.mass, tree.whole
    before, after = every[:at], every[at + 1 :]
    ways = [list(tree.up(each.holder)) for each in every]
    sums = Counter()
    for each, way in zip(every, ways, strict=True):
        sums.update(dict.fromkeys(way, mass[each.number]))
    headings = [each.number for each in before if tree.heading(each)]
    outside = [each for each in every if tree.container(each) is None]
    headings_of_articles = [row for row in tree.elements if tree.page.tag_name(row) == "h1"]
    articles = [tree.tag_above(row, ("article",)) for row in headings_of_articles]

    def linked(pieces):
        return sum(each.link_width / each.width for each in pieces)

    def heavy(pieces):
        return math.log1p(sum(mass[each.number] for each in pieces))

    found = {
        "mass": math.log1p(mass[at]),
        "order": at / len(every),
        "width_before": sum(each.width for each in before) / sum(each.width for each in every),
        "mass_before": sum(mass[:at]) / whole,
        "mass_after": 1 - sum(mass[: at + 1]) / whole,
        "width_previous": math.log1p(before[-1].width) if before else 0,
        "width_next": math.log1p(after[0].width) if after else 0,
        "mass_previous3": heavy(before[-3:]),
        "mass_next3": heavy(after[:3]),
        "mass_previous10": heavy(before[-10:]),
        "mass_next10": heavy(after[:10]),
        "links_previous3": linked(before[-3:]),
        "links_next3": linked(after[:3]),
        "same_previous": bool(before) and tree.code(before[-1].holder) == tree.code(piece.holder),
        "same_next": bool(after) and tree.code(after[0].holder) == tree.code(piece.holder),
        "since_heading": math.log1p(at - headings[-1]) if headings else 6,
        "repeated_on_page": math.log(sum(each.loose == piece.loose for each in every)),
        "own_repeats": math.log1p(len(tree.like(piece.holder))),
        "beside_like_title": any(row in ways[at] for row in articles[1:]),
        "heading": tree.heading(piece),
        "segments_beside": math.log1p(len(tree.inside(tree.page.parents[piece.holder]))) if piece.holder else 0,
        "outside_repeats": sum(mass[each.number] for each in outside) / whole,
        "outside_repeats_before": sum(mass[each.number] for each in outside if each.number <= at) / whole,
        "earlier_on_page": any(each.exact == piece.exact for each in before),
        "kin_mass": sum(mass[each.number] for each in every if tree.kin[each.holder] == tree.kin[piece.holder]) / whole,
    }
    markers = {name: marker_distance(tree, piece, bit) for bit, name in enumerate(MARKERS)}
    return found | core_features(ways[at], ways, sums, "core") | title_features(tree, piece) | repeat_features(tree, piece) | markers


def title_features(tree, piece):
    if tree.title < 0:
        return dict.fromkeys(("title_distance", "title_gap", "title_up", "title_down"), 0)
    at, way, title = piece.number, list(tree.up(piece.holder)), list(tree.up(tree.pieces[tree.title].holder))
    gap = sum(each.width for each in tree.pieces[:at]) - sum(each.width for each in tree.pieces[: tree.title])
    meeting = max(set(way) & set(title))
    return {
        "title_distance": signed_log(at - tree.title),
        "title_gap": signed_log(gap),
        "title_up": way.index(meeting),
        "title_down": title.index(meeting),
    }


def repeat_features(tree, piece):
    names = "repeats", "repeat_segments", "repeat_share", "repeat_steps", "repeat_width", "repeat_index", "beside_title_repeat"
    container = tree.container(piece)
    if container is None:
        return dict.fromkeys(names, 0)
    like, inside = tree.like(container), tree.inside(container)
    beside = {each.number: each.width for sibling in like for each in tree.inside(sibling)}
    values = (
        math.log1p(len(like)),
        math.log1p(len(inside)),
        sum(beside.values()) / sum(each.width for each in tree.pieces),
        list(tree.up(piece.holder)).index(container),
        math.log1p(sum(each.width for each in inside)),
        like.index(container),
        any(map(tree.around_title, like)) and not tree.around_title(container),
    )
    return dict(zip(names, values, strict=True))


def marker_distance(tree, piece, bit):
    return next((steps for steps, row in enumerate(tree.up(piece.holder)) if int(tree.marks[row]) >> bit & 1 and steps < 20), 20)


def core_features(way, ways, sums, name):
    """Steps up from the end of a way to the core, and down again; ways are innermost first, `sums` by their members."""
    found, root = {}, way[-1]
    for percent in (50, 90):
        core = [root]
        while True:
            children = {other[-1 - len(core)] for other in ways if len(other) > len(core) and other[-len(core) :] == core}
            best = max(children, key=lambda each: sums[each], default=None)
            if best is None or sums[root] <= 0 or sums[best] < percent / 100 * sums[root]:
                break
            core.insert(0, best)
        common = sum(one == other for one, other in zip(reversed(way), reversed(core), strict=False))
        found[f"{name}{percent}_up"], found[f"{name}{percent}_down"] = len(way) - common, len(core) - common
    return found


def tag_features(tag):
    found = {name: tag in tags.split() for name, tags in GROUPS.items()}
    return found | {"heading": int(tag[1]) if re.fullmatch("h[1-6]", tag) else 0}


def signed_log(value):
    return math.copysign(math.log1p(abs(value)), value) if value else 0


def end_words(piece, *, first):
    """The two words a piece begins or ends with, numbers as one."""
    for text in piece.texts if first else reversed(piece.texts):
        if found := words(text):
            chosen = found[:2] if first else found[:-3:-1]
            return tuple("#" if word.isdigit() else word for word in chosen)
    return ()


def same_pairs(values):
    """The share of pairs that are the same."""
    pairs = sum(times * (times - 1) for times in Counter(values).values())
    return pairs / max(len(values) * (len(values) - 1), 1)


def json_ld(body):
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", "articleBody": body})}</script>'
