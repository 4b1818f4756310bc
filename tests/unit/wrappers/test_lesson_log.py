"""One log of what was taught, whoever taught it and whatever writes the wrapper anew."""

import pytest
from click.testing import CliRunner
from tests.unit.wrappers.shop_pages import html, product

from sitelode.cli.main import cli
from sitelode.errors import SettingError
from sitelode.wrappers.lessons import FieldRemoval, LessonEntry, LessonLog, lessons_file
from sitelode.wrappers.taught.taught import taught_fields
from sitelode.wrappers.wrapper import read_wrapper

COUNT = 12
TAUGHT = ("--example", f"p4.html={product(4)['price']}")


@pytest.fixture
def shop(tmp_path):
    folder = tmp_path / "shop.example"
    folder.mkdir()
    for number in range(COUNT):
        (folder / f"p{number}.html").write_text(html(number), "utf-8")
    return folder


@pytest.fixture
def mined(shop, tmp_path):
    run("mine", shop, "-o", tmp_path / "mined", "-q")
    return tmp_path / "mined"


def run(*arguments):
    found = CliRunner().invoke(cli, list(map(str, arguments)))
    assert found.exit_code == 0, found.output
    return found.output


def names_in(wrapper):
    return {field.name for layout in read_wrapper(wrapper).layouts for field in taught_fields(layout.rules)}


def test_mining_again_keeps_what_was_taught_in_a_terminal(shop, mined):
    run("teach", mined / "wrapper.json", mined, "--field", "price", *TAUGHT)
    (said,) = LessonLog.of_folder(mined).holding
    assert (said.name, said.row, said.text) == ("price", None, product(4)["price"])

    run("mine", shop, "-o", mined, "-q")
    assert names_in(mined / "wrapper.json") == {"price"}


def test_a_removed_field_stays_away(shop, mined):
    run("teach", mined / "wrapper.json", mined, "--field", "price", *TAUGHT)
    assert "price removed" in run("teach", mined / "wrapper.json", mined, "--field", "price", "--remove")
    assert names_in(mined / "wrapper.json") == set()

    run("mine", shop, "-o", mined, "-q")
    assert names_in(mined / "wrapper.json") == set()
    again = CliRunner().invoke(cli, ["teach", str(mined / "wrapper.json"), str(mined), "--field", "price", "--remove"])
    assert str(again.exception) == "there is no taught field called price"


def test_a_terminal_goes_on_from_what_was_said_in_the_studio(mined):
    wrapper = mined / "wrapper.json"
    url = next(line.split('"')[3] for line in (mined / "pages.jsonl").read_text("utf-8").splitlines() if "p3.html" in line)
    LessonLog((LessonEntry(url, "price", 3, product(3)["price"]),)).write(lessons_file(wrapper))  # its row is another one by now
    run("teach", wrapper, mined, "--field", "price", *TAUGHT)

    (field,) = [field for layout in read_wrapper(wrapper).layouts for field in taught_fields(layout.rules)]
    assert field.examples == 2
    assert [said.text for said in LessonLog.of_folder(mined).holding] == [product(3)["price"], product(4)["price"]]


def test_a_table_written_anew_keeps_the_field(shop, tmp_path):
    run("fields", shop, "-o", tmp_path / "tables")
    run("teach", tmp_path / "tables" / "wrapper.json", shop, "--field", "cost", *TAUGHT)
    run("fields", shop, "-o", tmp_path / "tables")

    assert names_in(tmp_path / "tables" / "wrapper.json") == {"cost"}


def test_lessons_whose_pages_are_gone_are_told(shop, mined):
    LessonLog((LessonEntry("https://gone.example/", "price", text="$1"),)).write(mined / "lessons.json")

    assert "price could not be learnt again: its pages are gone" in run("mine", shop, "-o", mined)


def test_taking_back_and_removing():
    one, two, other = LessonEntry("u", "price", 3, "$1"), LessonEntry("v", "price", 4, "$2"), LessonEntry("u", "weight", 5, "2 kg")
    log = LessonLog((one, other, two, None))
    assert log.holding == [one, other]
    assert log.with_entry(FieldRemoval("price")).holding == [other]
    assert log.with_entries((FieldRemoval("price"), None)).holding == []
    assert log.with_entry(FieldRemoval("price")).names == {"price", "weight"}


def test_every_wrapper_has_a_log_of_its_own(tmp_path):
    names = {lessons_file(tmp_path / name).name for name in ("wrapper.json", "shop.json", "news.json")}
    assert names == {"lessons.json", "shop.lessons.json", "news.lessons.json"}
    log = LessonLog((LessonEntry("u", "price", text="$1"), FieldRemoval("price"), None))
    log.write(tmp_path / "lessons.json")
    assert LessonLog.read(tmp_path / "lessons.json") == log


def test_an_articles_own_name_is_refused_in_a_terminal_too(mined):
    with pytest.raises(SettingError, match="every article has its own title"):
        CliRunner().invoke(cli, ["teach", str(mined / "wrapper.json"), str(mined), "--field", "title", *TAUGHT], catch_exceptions=False)


def test_the_same_lesson_said_twice_counts_once(mined):
    run("teach", mined / "wrapper.json", mined, "--field", "price", *TAUGHT)
    once = (mined / "lessons.json").read_bytes()
    run("teach", mined / "wrapper.json", mined, "--field", "price", *TAUGHT)
    assert (mined / "lessons.json").read_bytes() == once

    run("teach", mined / "wrapper.json", mined, "--field", "price", "--remove")
    run("teach", mined / "wrapper.json", mined, "--field", "price", *TAUGHT)
    assert len(LessonLog.of_folder(mined).holding) == 1
