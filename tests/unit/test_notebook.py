"""The notebook among the examples runs from its first cell to its last, each in the world that those before it left."""

import ast
import json
from pathlib import Path

ROOT = Path(__file__).parents[2]


def results(path):
    """The value of the last expression of every cell with code, as a notebook shows it."""
    world, shown = {}, []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), world)
        shown.append(eval(compile(last, path.name, "eval"), world) if last else None)
    return shown


def test_the_notebook_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    mined, some, article, about, writers, records, title = results(ROOT / "examples" / "tour.ipynb")

    assert "90 pages" in mined._repr_html_()
    assert len(some) == 5
    assert article._repr_html_().startswith("<h3>Around Gannet Head")
    assert about[1] == "Dario Quist"
    assert writers["count"].sum() > 10
    assert len(records) == 3
    assert title.startswith("Library forgives")
