import json

import pytest
from click.testing import CliRunner
from made_tables import detail_wrapper
from made_wrappers import site
from tests.unit.wrappers.shop_pages import html, page, product

from sitelode.articles.study import study_pages
from sitelode.cli.main import cli
from sitelode.html.parse import parse
from sitelode.wrappers.exchange.export_notes import export_notes
from sitelode.wrappers.exchange.exporting import FORMS, export
from sitelode.wrappers.learn.learning import compile_wrapper
from sitelode.wrappers.taught.taught import add_field
from sitelode.wrappers.teach.teaching import Lesson, teach
from sitelode.wrappers.wrapper import Wrapper, write_wrapper


@pytest.fixture(scope="module")
def taught():
    pages = [parse(html(number).encode(), f"https://shop.example/p{number}.html") for number in range(8)]
    wrapper = compile_wrapper(study_pages(pages))
    field = teach("maker", [Lesson(page(4), product(4)["maker"])], [page(number) for number in range(8)])
    return Wrapper.from_data(add_field(wrapper.to_data(), 0, field))


@pytest.mark.parametrize("form", FORMS)
def test_a_taught_field_that_is_left_out_is_named(taught, form, tmp_path):
    write_wrapper(taught, tmp_path / "w.json")
    done = CliRunner().invoke(cli, ["wrapper", "export", str(tmp_path / "w.json"), "--as", form, "--unchecked"], catch_exceptions=False)

    assert done.stdout == export(taught, form), "notes stand beside the text, not in it"
    assert [line for line in done.stderr.splitlines() if line.startswith("not exported")][-1].endswith("no selector says: maker")


def test_it_is_said_how_several_selectors_go_together():
    wrapper = site()[2]
    [layout] = json.loads(export(wrapper, "css")).values()
    together, in_turn, *others = export_notes(wrapper, "css")

    assert "text" in together.split(": ")[1].split(", ")
    assert set(in_turn.split(": ")[1].split(", ")) == {
        name for name, selectors in layout.items() if len(selectors) > 1 and name not in together.split(": ")[1].split(", ")
    }
    assert others == []


def test_what_has_no_css_selector_is_named_for_forms_of_css_alone():
    wrapper, _ = detail_wrapper()

    assert any("no CSS selector" in note for note in export_notes(wrapper, "css"))
    assert not any("no CSS selector" in note for note in export_notes(wrapper, "xpath"))
