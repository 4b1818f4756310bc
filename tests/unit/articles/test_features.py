"""Every feature is what its name says: each column is compared, by name, with a slow computation that knows no columns."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_articles import article_source, page_of, paragraphs, sentence
from tests.oracles import slow_features

from sitelode.articles.body.evidence import Statements, evidence_of
from sitelode.articles.body.feature_names import FEATURES, ContextColumns, TextColumns
from sitelode.articles.body.features import OTHER_ARTICLE, class_features, other_article_segments
from sitelode.articles.body.kernels.page_tree import counts_by_class
from sitelode.articles.body.study import common_title_words
from sitelode.html.metadata import metadata_of
from sitelode.html.parse import parse
from sitelode.paths.labels import PathLabels
from sitelode.paths.markers import MARKERS

SIGNS = """<p>Said: <b>the</b> <em>one</em>; <code>x = [1] + {2}</code> & so on (really).</p><img src=a.png><img src=b.png>
<p>What follows:</p><form action=/s><label>Search</label> <input></form>
<p><a href="#note">Note 1</a> and <a href="/2031/7/other-name">another story</a> and <a href="/x">elsewhere</a> <a href="https://else.test/">out</a></p>
<div class="note" id="note">First line<br>second line, longer<br>third</div>
<table><tr><th>Year 2030</th><td>12,5</td></tr><tr><th>Year 2031</th><td>9</td></tr></table>
<dl><dt>Term</dt><dd>Its meaning, in a few words.</dd></dl><pre>code &lt;block&gt; # 1</pre><blockquote>Quoted!</blockquote>
<figure><img src=c.png><figcaption>A caption</figcaption></figure><time>12 May</time> <small>SMALL PRINT</small> <span>and a span</span>
<h2>A heading</h2><p><i>All of it is emphasis, whatever it may say.</i></p><p><strong>All of it is strong.</strong></p>"""

CALLED = "thread", "thread product", "thread wiki", "product wiki", "", "thread single"  # what the pages are called


def made_source(number):
    """A page that shows every feature."""
    chance = random.Random(1000 + number)
    source, body = article_source(number, comments=2 + number % 3, following=number % 2 * 2)
    described = " ".join(body[0].split()[:9] + sentence(chance, 3).split())
    head = f'<meta name="description" content="{described}">{slow_features.json_ld(" ".join(body[1:3])) if number % 2 else ""}</head>'
    again = f"<div class=again><p>{body[1]}</p>{'' if number == 2 else f'<p>{paragraphs(chance, 1)[0]}</p>'}</div>"
    again += f"<ul class=tail><li>The same on all pages</li><li>{sentence(chance, 3)}</li><li>{sentence(chance, 4)}</li></ul>"
    again += f'<article class="story"><p>{sentence(chance)}</p><p>No heading, no article.</p></article>' if number == 4 else ""
    source = source.replace("<body", f'<body class="{CALLED[number]}"', 1)
    return source.replace("</head>", head).replace("</main>", f"{SIGNS if number else ''}{again}</main>", 1)


@pytest.fixture(scope="module")
def cluster():
    pages = [page_of(made_source(number), f"https://example.test/2031/{number}/a-long-name") for number in range(6)]
    labels = PathLabels.of_pages(pages)
    statements = [Statements.of(metadata_of(page)) for page in pages]
    common = common_title_words(statements)
    evidence = [evidence_of(page, labels, stated.without(common)) for page, stated in zip(pages, statements, strict=True)]
    return slow_features.SlowCluster(pages, labels), class_features(evidence)


def names_of_classes(features):
    return [(int(features.tree.code[path]), int(kind)) for path, kind in zip(features.path, features.kind, strict=True)]


def test_classes_are_the_same(cluster):
    slow, features = cluster

    assert sorted(names_of_classes(features)) == sorted(slow.classes)


@pytest.fixture(scope="module")
def expected(cluster):
    slow, features = cluster
    return [slow.features(name) for name in names_of_classes(features)]


def test_every_feature_is_what_its_name_says(cluster, expected):
    found = {name: cluster[1].column(name).tolist() for name in FEATURES}
    slow = {name: pytest.approx([float(each[name]) for each in expected], rel=1e-4, abs=1e-4) for name in FEATURES}

    assert [name for name in FEATURES if found[name] != slow[name]] == []


@pytest.mark.parametrize("names", [TextColumns._fields, ContextColumns._fields], ids=["text", "context"])
def test_no_two_features_of_these_pages_are_the_same(expected, names):
    """So an exchange of any two names shows."""
    values = {name: np.array([float(each[name]) for each in expected]) for name in names}
    same = [(one, other) for one, other in combinations(names, 2) if np.allclose(values[one], values[other], rtol=1e-3, atol=1e-3)]

    assert not same


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=60))
def test_codes_and_pairs_of_the_same_code_are_counted_class_by_class(members):
    classes, codes = (np.array([each[place] for each in members], dtype=kind) for place, kind in ((0, np.int64), (1, np.uint64)))
    times = Counter(members)

    different, pairs = counts_by_class(codes, classes, 5)

    assert different.tolist() == [sum(each == number for each, _ in times) for number in range(5)]
    assert pairs.tolist() == [sum(count * (count - 1) for (each, _), count in times.items() if each == number) for number in range(5)]


@pytest.mark.parametrize(
    ("attribute", "is_hidden"),
    [
        ("hidden", True), ('style="DISPLAY : None"', True), ('style="color: none"', False), ("style='visibility:hidden'", True),
        ('aria-hidden=" TRUE"', True), ("aria-hidden=false", False), ("lang=en", False),
    ],
)  # fmt: skip
def test_an_element_is_hidden_by_attribute_style_or_role(attribute, is_hidden):
    page = parse(f"<p {attribute}>All the text of the page, which a script will show.</p>".encode())
    evidence = evidence_of(page, PathLabels(frozenset()), Statements.of(metadata_of(page)))

    assert [int(evidence.near[element, MARKERS.index("word_hidden")]) == 0 for element in evidence.holder] == [is_hidden]


def test_a_page_has_the_other_articles_that_its_features_say():
    sources = [article_source(number, comments=0, following=number % 3)[0] for number in range(6)]
    pages = [page_of(source, f"https://example.test/{number}") for number, source in enumerate((*sources, "<h1>Bare</h1>"))]
    labels = PathLabels.of_pages(pages)
    shown = [evidence_of(page, labels, Statements.of(metadata_of(page))) for page in pages]

    found = [other_article_segments(each, 0).tolist() for each in shown]

    alone = [class_features([each]) for each in shown]
    assert found == [(features.kind[features.class_of] == OTHER_ARTICLE).tolist() for features in alone]
    assert any(map(any, found))


@pytest.mark.parametrize(
    ("titled", "pages", "usual"), [(1, 1, False), (1, 2, False), (2, 2, True), (2, 4, True), (2, 5, False), (3, 5, True)]
)
def test_the_usual_place_of_titles_is_that_of_two_pages_and_of_half_of_them(titled, pages, usual):
    sources = [
        f"<title>Storm {'abcde'[number] * 6} | Paper</title><body><div><p class=top>{'Storm ' + 'abcde'[number] * 6 if number < titled else 'Paper'}</p></div>"
        f"<p>{sentence(random.Random(number), 20)}</p>"
        for number in range(pages)
    ]
    read = [page_of(source, f"https://example.test/{number}") for number, source in enumerate(sources)]
    labels, statements = PathLabels.of_pages(read), [Statements.of(metadata_of(page)) for page in read]
    common = common_title_words(statements)
    shown = [evidence_of(page, labels, stated.without(common)) for page, stated in zip(read, statements, strict=True)]

    assert bool(class_features(shown).usual_title) is usual
