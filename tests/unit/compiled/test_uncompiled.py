"""Kernels are Python files: uncompiled they give what they give compiled. And in a checkout all of them are compiled."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import sitelode

SOURCE = Path(sitelode.__file__).parent
READ = """
import json, sys
if {without_cython}:
    sys.modules["cython"] = None
import sitelode
pages = [(f"https://site.example/{{name}}.html", open(name, encoding="utf-8").read()) for name in ("one", "two", "three")]
mined = sitelode.mine([sitelode.Fetched(url, html.encode()) for url, html in pages])
lists = [found.texts() for found in sitelode.find_lists(pages[0][1])]
fields = sitelode.find_fields([html for _, html in pages])
print(json.dumps([[article.to_dict() for article in mined.articles], mined.wrapper().text(), lists, [list(map(str, fields.columns))]]))
"""
PAGE = """<html lang=en><title>{name} - The Harbour</title><body class=post><nav><a href=/>Home</a> <a href=/news/>News</a></nav>
<article><h1>{name}</h1><p class=by>By Ann Lee, 3 March 2031</p><p>{text}</p><p>Ships waited, {name} said, for the morning &amp; the tide.</p>
<table><tr><th>Ship</th><td>{name} of the North</td></tr><tr><th>Cargo</th><td>grain 7</td></tr></table></article>
<ul class=more><li><a href=/a.html>First thing of {name}</a><li><a href=/b.html>Second thing</a><li><a href=/c.html>Third one</a></ul>
<footer>Copyright The Harbour</footer></body></html>"""
TEXTS = {
    "one": "The harbour was closed because of the storm last night, and nobody could leave before the wind turned at last.",
    "two": "A new crane was lifted into its place by forty people with ropes, since the old one had fallen into the water.",
    "three": "昨夜の嵐のため、港は閉鎖されたままになっていた。船はまだ出ていない。 The pilots went home, and came back at noon.",
}


@pytest.fixture
def pages(tmp_path):
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(PAGE.format(name=name.title(), text=text), encoding="utf-8")
    return tmp_path


def run(folder, package, *, without_cython=False):
    environment = os.environ | {"PYTHONPATH": str(package.parent), "PYTHONWARNINGS": "ignore"}
    code = READ.format(without_cython=without_cython)
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("without_cython", [False, True], ids=["with Cython's names", "with the stand-in"])
def test_uncompiled_kernels_give_the_same(pages, without_cython):
    plain = pages / "plain" / "sitelode"
    shutil.copytree(SOURCE, plain, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))

    assert run(pages, plain, without_cython=without_cython) == run(pages, SOURCE)


def test_without_compiled_code_one_line_says_so(tmp_path):
    plain = tmp_path / "sitelode"
    shutil.copytree(SOURCE, plain, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}

    done = subprocess.run([sys.executable, "-c", "import sitelode"], env=environment, capture_output=True, text=True, check=True)

    assert "without compiled code" in done.stderr


def test_every_kernel_of_this_checkout_is_compiled():
    kernels = [path for path in SOURCE.rglob("kernels/*.py") if "import cython" in path.read_text(encoding="utf-8")]

    missing = [path for path in kernels if not any(path.with_name(path.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)]

    assert kernels
    assert missing == []
