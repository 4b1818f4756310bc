"""Wrappers that were damaged or forged: shown, exported, applied and verified, they are refused in one line or used; nothing else happens."""

import json
import random

import pytest
from click.testing import CliRunner
from made_articles import made_pages, page_of
from tests.damaged_data import damaged
from tests.unit.wrappers import made_tables, shop_pages

from sitelode.articles.study import study_pages
from sitelode.cli.main import cli
from sitelode.errors import SitelodeError
from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.exchange.rule_selectors import rule_selectors
from sitelode.wrappers.learn.learning import compile_wrapper, fields_layout
from sitelode.wrappers.readers import usable_wrapper
from sitelode.wrappers.teach.apply_lessons import with_field
from sitelode.wrappers.teach.teaching import Lesson, teach
from sitelode.wrappers.verify.verifying import verify
from sitelode.wrappers.wrapper import Wrapper


def article_wrapper():
    pages = made_pages(6)[0]
    return compile_wrapper(study_pages(pages), "2026-01-01"), pages


def shop_wrapper():
    """Fields of detail pages, with one that was taught."""
    pages = shop_pages.pages(6)
    wrapper = compile_wrapper(study_pages([each.page for each in pages]), "2026-01-01")
    field = teach("maker", [Lesson(pages[number], shop_pages.product(number)["maker"]) for number in range(2)], pages[2:])
    return with_field(wrapper, 0, field, ["Oak & Sons"]), [each.page for each in pages]


def details_wrapper():
    pages = [page_of(made_tables.old_detail(number), f"https://shop.test/{number}") for number in range(6)]
    return Wrapper("shop", (fields_layout(pages, learn_rules(pages), 1, "2026-01-01", PageSketcher()),)), pages


@pytest.mark.parametrize("made", [article_wrapper, shop_wrapper, details_wrapper], ids=["articles", "taught", "details"])
def test_damaged_wrappers_are_refused_or_used(made, tmp_path):
    wrapper, pages = made()
    whole, chance, path = json.loads(wrapper.text()), random.Random(41), tmp_path / "wrapper.json"
    used = 0
    for _ in range(250):
        path.write_text(json.dumps(damaged(whole, chance)), encoding="utf-8")
        shown = CliRunner().invoke(cli, ["wrapper", "show", str(path)])
        assert shown.exception is None or isinstance(shown.exception, SitelodeError), (path.read_text("utf-8")[:2000], shown.exception)
        try:
            found = usable_wrapper(path)
            for layout in found.layouts:
                if "nothing" not in layout.rules:
                    rule_selectors(layout)
            applier = Applier(found, markdown=True, html=True)
            readings = [reading for page in pages[:2] for reading in applier.read(page)]
            verify(readings)
            found.text().encode("utf-8", "surrogatepass")
            used += 1
        except SitelodeError as problem:
            message = str(problem)
            assert "\n" not in message
            assert len(message) < 1_000
    assert used > 10, "some damage does no harm"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        '{"format": "sitelode-wrapper"}',
        "[" * 100_000,
        '{"format": "sitelode-wrapper", "version": ' + "9" * 5_000 + "}",
    ],
)
def test_what_is_no_wrapper(content, tmp_path):
    path = tmp_path / "wrapper.json"
    path.write_text(content, encoding="utf-8")
    for command in (["wrapper", "show", str(path)], ["apply", str(path), str(tmp_path)], ["wrapper", "export", str(path), "--as", "css"]):
        assert isinstance(CliRunner().invoke(cli, command).exception, SitelodeError)
