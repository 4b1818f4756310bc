import pytest
from lantern_pages import source
from made_articles import page_of

from sitelode.articles.fields.dates import DateForms, month_names, names_by_language, stated_date
from sitelode.articles.reader import ClusterReader


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2031-04-05", "2031-04-05", id="year first"),
        pytest.param("2031年4月5日", "2031-04-05", id="year first, with the signs of Chinese and Japanese"),
        pytest.param("2031. 4. 5.", "2031-04-05", id="year first, as in Korea"),
        pytest.param("5.4.2031", "2031-04-05", id="dots: day first"),
        pytest.param("25/4/2031", "2031-04-25", id="a number above 12 is the day"),
        pytest.param("4/25/2031", "2031-04-25", id="wherever it stands"),
        pytest.param("Sat, 05 Apr 2031 10:11:12 +0000", "2031-04-05T10:11", id="mail header"),
        pytest.param("Posted on April 5th, 2031 by Ann", "2031-04-05", id="inside a line"),
        pytest.param("2031 Apr 5", "2031-04-05", id="year, word, day"),
        pytest.param("5.4.2031, 17:05", "2031-04-05T17:05", id="with a time of day"),
        pytest.param("31.2.2031", "", id="no such day"),
        pytest.param("10 Best Boats 2031", "", id="words that are no months"),
        pytest.param("192.168.20.31", "", id="an address of the net"),
        pytest.param("", "", id="nothing"),
        pytest.param("٥/٤/٢٠٣١", "2031-04-05", id="digits of another script"),
        pytest.param("5/4/2574", "2031-04-05", id="years of the Buddhist era"),
        pytest.param("4月 5, 2031", "2031-04-05", id="month with its sign, day, year"),
        pytest.param("2031 12 marathons", "", id="a number and a word that begins like a month"),
    ],
)
def test_dates_without_knowing_the_language(text, expected):
    assert DateForms().in_text(text) == expected


def test_the_order_of_day_and_month_is_learnt_from_other_dates():
    assert DateForms.learn(["4/25/2031", "4/5/2031"]).in_text("4/5/2031") == "2031-04-05"
    assert DateForms.learn(["25/4/2031", "4/5/2031"]).in_text("4/5/2031") == "2031-05-04"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ar", "الجمعة، 5 أبريل 2031"), ("ar", "٥ أبريل ٢٠٣١"), ("ar", "5 نيسان 2031"), ("az", "5 aprel 2031"), ("bg", "5 април 2031 г."),
        ("bn", "৫ এপ্রিল ২০৩১"), ("ca", "5 d'abril de 2031"), ("cs", "5. dubna 2031"), ("de", "Freitag, 5. April 2031"),
        ("el", "5 Απριλίου 2031"), ("es", "5 de abril de 2031"), ("fa", "۵ آوریل ۲۰۳۱"), ("fi", "5. huhtikuuta 2031"), ("fr", "5 avril 2031"),
        ("he", "5 באפריל 2031"), ("hi", "5 अप्रैल 2031"), ("hu", "2031. április 5."), ("ja", "2031年4月5日(土)"), ("kk", "2031 ж. 5 сәуір"),
        ("ko", "2031년 4월 5일"), ("lt", "2031 m. balandžio 5 d."), ("lv", "2031. gada 5. aprīlis"), ("mr", "५ एप्रिल २०३१"),
        ("pl", "5 kwietnia 2031"), ("pt", "5 de abril de 2031"), ("ro", "5 aprilie 2031"), ("ru", "5 апреля 2031 г."), ("ru", "5 апр. 2031"),
        ("sr", "5. априла 2031."), ("ta", "5 ஏப்ரல் 2031"), ("th", "5 เมษายน 2574"), ("tr", "5 Nisan 2031"), ("uk", "5 квітня 2031"),
        ("ur", "5 اپریل 2031"), ("vi", "5 tháng 4, 2031"), ("zh", "2031年04月05日"),
    ],
)  # fmt: skip
def test_dates_in_the_language_that_pages_state(language, text):
    assert DateForms.learn([text], languages=["en", language]).in_text(text) == "2031-04-05"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        pytest.param("fr", "3 février 2021", "2021-02-03", id="French"),
        pytest.param("de", "3. März 2021", "2021-03-03", id="German"),
        pytest.param("de", "3. Mrz 2021", "2021-03-03", id="German, an abbreviation that CLDR lacks"),
        pytest.param("pl", "3 stycznia 2021", "2021-01-03", id="Polish genitive"),
        pytest.param("pl", "3 styczniu 2021", "2021-01-03", id="Polish, a case that CLDR lacks"),
        pytest.param("ru", "3 января 2021", "2021-01-03", id="Russian"),
        pytest.param("ru", "3 фев 2021", "2021-02-03", id="Russian, shorter than CLDR's abbreviation"),
        pytest.param("es", "3 de enero de 2021", "2021-01-03", id="Spanish"),
        pytest.param("cs", "3. června 2021", "2021-06-03", id="Czech June begins July"),
        pytest.param("cs", "3. červ 2021", "", id="a beginning of two months is neither"),
        pytest.param("he", "3 בינואר 2021", "2021-01-03", id="Hebrew, with the word before it glued on"),
        pytest.param("eu", "2021(e)ko urtarrilaren 3a", "", id="a form of dates that is not read"),
        pytest.param("nb", "3. desember 2021", "2021-12-03", id="a language that inherits its names"),
    ],
)
def test_names_of_months_come_with_the_package(language, text, expected):
    assert DateForms.learn([text], languages=[language]).in_text(text) == expected


def test_dates_in_a_language_that_no_page_states_are_read_where_several_months_show_it():
    lines = ["lun. 29 juillet 2031", "jeu. 9 août 2031", "dim. 10 mars 2031"]
    assert [DateForms.learn(lines, languages=["en"]).in_text(line) for line in lines] == ["2031-07-29", "2031-08-09", "2031-03-10"]
    assert DateForms.learn(["9 août 2031"], languages=["en"]).in_text("9 août 2031") == ""


def test_what_begins_like_a_month_of_mail_headers_may_be_another():
    forms = DateForms.learn(["3. joulukuuta 2021"], languages=["fi"])

    assert forms.in_text("3. marrask. 2021") == "2021-11-03"


def test_more_than_200_languages_name_all_months():
    months = [set(month_names(language).values()) for language in names_by_language()]

    assert sum(each == set(range(1, 13)) for each in months) > 200


def test_forms_are_plain_data():
    forms = DateForms({"huhtikuuta": 4}, month_first=True)

    assert DateForms.from_data(forms.to_data()) == forms


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2031-04-05T10:00:00+02:00", "2031-04-05T10:00:00+02:00"),
        ("1933148400", "2031-04-05T09:40:00Z"),
        ("1933148400000", "2031-04-05T09:40:00Z"),
        ("Sat, 05 Apr 2031 10:11:12 GMT", "2031-04-05T10:11"),
        ("20310405", "2031-04-05"),
        ("20310431", ""),
        ("0000-00-00", ""),
        ("soon", ""),
    ],
)
def test_dates_of_metadata(value, expected):
    assert stated_date(value) == expected


def test_a_month_of_two_letters_is_read_where_it_is_known():
    assert DateForms({"मई": 5}).in_text("25 मई 2031") == "2031-05-25"
    assert DateForms({"मई": 5}).find("सोमवार 25 मई 2031") == ("2031-05-25", len("सोमवार 25 मई 2031"))
    assert DateForms().in_text("25 de 2031") == ""


def test_what_looks_like_a_day_in_addresses_does_not_contradict_the_dates_that_pages_show():
    def page(number):
        html = source(number, byline=f'<time datetime="2031-10-{number + 11}">{number + 11} October 2031</time>')
        return page_of(html, f"https://lantern.test/2031/10/{'10x' if number % 2 else '10'}-ways-to-mend-net-{'abcdefgh'[number]}")

    pages = [page(number) for number in range(8)]
    reader = ClusterReader.learnt(0, pages)

    assert [reader.article(each, "").date[:10] for each in pages] == [f"2031-10-{number + 11}" for number in range(8)]


def test_a_weekday_belongs_to_the_date_at_the_beginning_of_a_line():
    line = "Thu 3 May 2018, by Maud Helena van der Ferrier-Calloway"
    assert DateForms().share_at_end(line) == len("Thu 3 May 2018") / len(line)
    assert DateForms().share_at_end("On our walk of 3 May 2018 we met Maud") == 0
    assert DateForms().share_at_end("no day at all") == 0
