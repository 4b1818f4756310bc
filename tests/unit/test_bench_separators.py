"""The comparison of separators, on a site made up here."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # bench is run from the project's root and installed nowhere

from bench import separators
from bench.corpora import ArticleSite

from sitelode.html.parse import parse


def html(number):
    story = " ".join(f"word{number * 50 + place}" for place in range(40))
    return f"<body><div>Home News Imprint</div><main><h1>Title{number}</h1><p>{story}</p></main>", story


def site(name):
    rows = [{"id": number, "url": f"https://site.invalid/{number}", "html": html(number)[0]} for number in range(8)]
    return ArticleSite(name, rows, {number: html(number)[1] for number in range(4)})


def test_content_is_text_that_scores_half_or_more():
    page = parse(b"<p>one <b>two</b></p><p>three</p>")
    scores = np.zeros(len(page))
    scores[page.text_rows] = [0.5, 0.49, 1.0]

    assert separators.content_text(page, scores) == "one \nthree"


def test_every_separator_has_a_row_with_its_figures(monkeypatch, capsys):
    monkeypatch.setattr(separators, "article_sites", lambda _corpus, _sample: [site("a"), site("b")])

    assert separators.main(["sites", "--only", "leaf-difference,tree-pattern,block-entropy as published"]) == 0

    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines() if line.startswith("| ")][2:]
    assert [row[0].lstrip("| ") for row in rows] == ["leaf-difference", "tree-pattern", "block-entropy as published"]
    assert rows[0][2] == "1.000"  # recall
    assert "body passage" in rows[1][-1]


def test_an_unknown_separator_is_named():
    with pytest.raises(SystemExit, match="no such separator: magic"):
        separators.main(["--only", "magic"])
