"""Names that labels outside of small blocks, values and links tell."""

import pytest

from sitelode.html.parse import parse
from sitelode.tables.details.detail_fields import find_fields
from sitelode.tables.name_words import is_telling, telling_words
from sitelode.tables.naming import further_labels, shared_words

NAMES = ("Ada Lane", "Bo Marsh", "Cy North", "Di Owens", "Ed Pryce", "Flo Quill", "Gus Reed", "Hal Stone")
CLUBS = ("Herons", "Otters", "Stoats", "Martens", "Voles", "Larks", "Finches", "Terns")


def names_of(form, **also):
    pages = [
        parse(
            f"<html><head><title>{name}</title></head><body><h1>{name}</h1>{form.format(n=n, club=CLUBS[n], **also)}</body></html>".encode(),
            f"https://games.example/people/{n}.html",
        )
        for n, name in enumerate(NAMES)
    ]
    return [column.name for column in find_fields(pages).columns if column.name != "page title"]


def test_a_text_with_a_colon_right_before_a_value_is_its_label_in_a_block_of_any_size():
    rest = "".join(f"<i>part {place}</i>" for place in range(8))

    assert names_of("<div><b>Ht:</b>6.{n} <b>Born in:</b>{club} town{rest}</div>", rest=rest)[1:] == ["Ht", "Born in"]


def test_words_beside_the_figures_of_all_values_name_them():
    assert names_of("<ul><li class=left>{n}1 MPG City / {n}6 MPG Hwy</li></ul>") == ["title", "mpg city hwy"]


@pytest.mark.parametrize("address", ["/clubs/c{n}", "https://games.example/data?club={n}", "/x.html?page=/data/all/club40{n}.html"])
def test_a_link_is_named_by_where_it_leads(address):
    assert names_of(f"<p class=z9><a href='{address}'>{{club}}</a></p>")[1] in ("club", "clubs")


def test_what_the_pages_own_addresses_have_names_no_link():
    assert names_of("<p class=z9><a href='/people/c{n}'>{club}</a></p>")[1] != "people"


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (["28 MPG City", "30 MPG City", "1 MPG City", "9 MPG City"], "mpg city"),
        (["195 lbs", "200 lbs", "1 lbs", "2 lbs"], ""),
        (["New York, United States", "Ohio, United States", "Iowa, United States", "Utah, United States"], ""),
        (["1 apple", "2 pears"], ""),
        (["Maker 1", "Maker 2", "Maker 3", "Maker 4"], ""),
    ],
)
def test_shared_words(values, name):
    assert shared_words(values) == name


def test_labels_within_values():
    assert further_labels([f"{n} Highway: {n + 5}" for n in range(5)]) == "Highway"
    assert not further_labels([f"see https://games.example/{n}" for n in range(5)])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("jobView_company", "company"),
        ("ctl00_poiAddr", "address"),
        ("comments-count", "comments count"),
        ("mfn-love", ""),
        ("entry_content_3_2", ""),
        ("a-size-base", ""),
        ("elementor-widget-wrap", ""),
    ],
)
def test_class_names_name_columns_by_words_that_people_use_for_values(name, words):
    assert telling_words(name) == words


def test_a_column_that_only_its_builder_names_is_called_by_its_type():
    assert names_of("<p class=mfn-love>{club} all</p><p class=x7>{n}{n}1</p>")[1:] == ["text", "number"]


def test_columns_that_people_look_for_come_first_and_seven_prices_do_not_come_before_the_maker():
    prices = "".join(f"<p class=p{place}>${{n}}{place}.00</p>" for place in range(5))

    assert names_of(f"{prices}<p><b>Maker:</b> <i>{{club}}</i></p>")[:3] == ["title", "Maker", "price"]
    assert is_telling("Posted dates")
    assert not is_telling("Saving Vehicle")
