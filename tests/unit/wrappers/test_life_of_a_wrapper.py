"""Learn, apply, verify, repair: on the made-up site, as it was, a little changed, and designed anew."""

import json
from dataclasses import replace

import pytest
from made_articles import article_source, made_pages, page_of
from made_wrappers import known, redesigned_pages, renamed_pages, site, texts_by, with_new_names

from sitelode.articles.study import study_pages
from sitelode.errors import WrapperError
from sitelode.layout.sketch import MOST_CODES, PageSketcher, common_codes, limit_codes, share_of
from sitelode.model import Article
from sitelode.wrappers.applying import LAYOUT_UNKNOWN, Applier
from sitelode.wrappers.known_content import KnownArticles, KnownContent, known_file, read_known, write_known
from sitelode.wrappers.learn.learning import compile_wrapper
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.teach.apply_lessons import with_field
from sitelode.wrappers.teach.teaching import Lesson, teach
from sitelode.wrappers.verify.verifying import Verdict, verify
from sitelode.wrappers.wrapper import FieldProfile, Range, Wrapper


def readings_of(wrapper, pages):
    applier = Applier(wrapper)
    return [reading for page in pages for reading in applier.read(page)]


def test_applying_gives_the_articles_of_mining():
    pages, _, wrapper = site()
    [layout] = study_pages(pages)
    mined = [layout.reader.article(page, "") for page in pages]
    applied = [reading.found.article for reading in readings_of(wrapper, pages)]

    assert all(isinstance(article, Article) for article in mined)
    assert [article.text for article in applied] == [article.text for article in mined]
    assert [article.title for article in applied] == [article.title for article in mined]


def test_the_text_alone_is_the_text_of_the_article():
    pages, _, wrapper = site()
    quick = Applier(wrapper, text_only=True)

    assert [quick.read(page)[0].found.values["text"] for page in pages] == texts_by(wrapper, pages)


def test_a_page_of_another_design_is_of_unknown_layout():
    [reading] = Applier(site()[2]).read(redesigned_pages(1)[0])

    assert reading.layout is None
    assert reading.found.reason == LAYOUT_UNKNOWN


def test_a_wrapper_without_layouts_cannot_be_applied():
    with pytest.raises(WrapperError, match="no layouts"):
        Applier(Wrapper("x", ()))


def test_new_articles_of_the_same_design_fit():
    pages, _ = made_pages(30)
    verdict = verify(readings_of(site()[2], pages[12:]))

    assert verdict.verdict is Verdict.FITS, verdict.reasons
    assert verdict.match == pytest.approx(1.0)


def test_a_small_change_breaks_nothing_and_is_no_alarm():
    pages = renamed_pages()
    verdict = verify(readings_of(site()[2], pages))

    assert verdict.main_verdict is Verdict.FITS, verdict.reasons
    assert all(body[0] in text and body[-1] in text for body, text in zip(site()[1], texts_by(site()[2], pages), strict=True))


def test_a_redesign_is_broken_and_says_why():
    verdict = verify(readings_of(site()[2], redesigned_pages()))

    assert verdict.verdict is Verdict.BROKEN
    assert "layout of 12 of 12 pages is unknown" in verdict.reasons[0]


def test_a_line_of_template_inside_every_text_is_a_change():
    appeal = "<p>" + "Whoever likes to read this paper may as well pay for it, says its editor. " * 4 + "</p>"
    sources = [article_source(number) for number in range(12)]
    pages = [page_of(html.replace(f"{body[1]}</p>", f"{body[1]}</p>{appeal}"), f"https://example.test/{body[0]}") for html, body in sources]
    found = verify(readings_of(site()[2], pages))

    assert found.verdict is Verdict.DRIFTING
    assert any("nine pages in ten share 9% of their text with others" in reason for reason in found.reasons)


def test_an_empty_field_is_told_with_its_number_of_pages():
    readings = readings_of(site()[2], site()[0])
    emptied = [
        replace(each, found=replace(each.found, values={**each.found.values, "title": ""})) if number % 2 else each
        for number, each in enumerate(readings)
    ]
    verdict = verify(emptied)

    assert "title empty on 6 of 12 pages" in verdict.reasons
    assert verdict.verdict is Verdict.DRIFTING
    assert verdict.main_verdict is Verdict.FITS


@pytest.mark.parametrize(
    ("values", "said"),
    [
        pytest.param(["2026-05-01"] * 3 + [f"2025-0{n}-1{n}" for n in range(1, 8)], [], id="more of the same"),
        pytest.param([f"yesterday by Ann {n}" for n in range(10)], ["no longer looks like a date"], id="something else"),
        pytest.param(["x" * 400] * 10, ["400 characters"], id="too long"),
    ],
)
def test_values_are_compared_with_what_they_used_to_be(values, said):
    pages, _, wrapper = site()
    profile = FieldProfile.from_values([f"202{n % 7}-0{n % 8 + 1}-1{n % 9}" for n in range(30)])
    [layout] = [replace(each, profile=replace(each.profile, fields={"date": profile})) for each in wrapper.layouts]
    readings = [
        replace(each, layout=layout, found=replace(each.found, values={"date": value}))
        for each, value in zip(readings_of(wrapper, pages), values, strict=False)
    ]
    reasons = [reason for field in verify(readings).fields for finding in field.findings for reason in [finding.reason] if "date" in reason]

    assert all(any(part in reason for reason in reasons) for part in said), reasons
    assert said or not reasons


def test_no_page_is_no_proof_that_all_is_well():
    assert verify([]).verdict is Verdict.DRIFTING


def test_a_wrapper_that_fits_is_not_touched():
    done = repair(site()[2], site()[0], known())

    assert not done.repaired
    assert done.wrapper is site()[2]


def test_articles_seen_before_repair_a_redesign():
    pages = redesigned_pages()
    done = repair(site()[2], pages, known(), "2026-02-02")

    assert done.before.verdict is Verdict.BROKEN
    assert done.after.main_verdict is Verdict.FITS, done.after.reasons
    assert any("articles seen before are found" in change for change in done.changes)
    assert all(all(line in text for line in body) for body, text in zip(site()[1], texts_by(done.wrapper, pages), strict=True))
    assert done.wrapper.layouts[0].learned_on == "2026-02-02"
    assert done.wrapper.history


def test_pages_of_both_designs_are_read_after_a_repair():
    done = repair(site()[2], [*site()[0][:6], *redesigned_pages(6, first=6)], known(), "2026-02-02")
    mixed = [*site()[0][:6], *redesigned_pages(6, first=6)]

    assert len(done.wrapper.layouts) == 2
    assert all(body[0] in text for body, text in zip(site()[1], texts_by(done.wrapper, mixed), strict=True))


def test_without_proof_nothing_is_repaired():
    others = [
        page_of(f"<html><body><ul class=z>{'<li><a href=/x>Link</a></li>' * n}</ul></body></html>", f"https://e.test/{n}")
        for n in range(3, 9)
    ]
    done = repair(site()[2], others, known())

    assert not done.repaired
    assert done.before.verdict is Verdict.BROKEN
    assert done.wrapper is site()[2]


def test_what_only_looks_alike_on_another_site_proves_nothing():
    _, _, wrapper = site()
    own, foreign = (with_new_names(range(40, 52), host) for host in ("example.test", "elsewhere.test"))
    moved = with_new_names(range(12), "elsewhere.test")

    assert repair(wrapper, own, known()).repaired
    refused = repair(wrapper, foreign, known())
    assert not refused.repaired
    assert "pages are of elsewhere.test, the wrapper is of example.test" in refused.refusal
    assert repair(wrapper, moved, known()).repaired, "articles seen before prove that it is the same site"


def test_a_taught_field_keeps_its_name_after_a_redesign():
    def marked(pages, html):
        return [page_of(html(number), f"https://shop.test/{number}") for number in range(len(pages))]

    def price(number):
        return f"${number * 3 + 11}.{number + 10}"

    old_source, new_source = _sources(price)
    old, new = marked(range(10), old_source), marked(range(10), new_source)
    wrapper = compile_wrapper(study_pages(old))
    tokens = [page_tokens(page) for page in old]
    field = teach("price", [Lesson(tokens[0], price(0)), Lesson(tokens[1], price(1))], tokens[2:])
    values = [field.answer(page).value for page in tokens]
    wrapper = with_field(wrapper, 0, field, values)
    remembered = KnownArticles.of_readings(readings_of(wrapper, old))
    done = repair(wrapper, new, KnownContent(remembered))

    assert values == [price(number) for number in range(10)]
    assert any("price found again" in change for change in done.changes), done.changes
    assert [reading.found.values["price"] for reading in readings_of(done.wrapper, new)] == values


def _sources(price):
    pages, bodies = made_pages(10, comments=0)
    del pages

    def old(number):
        texts = "".join(f"<p>{text}</p>" for text in bodies[number])
        return f'<html><body><div class="item"><h1>Item {number}</h1><em class="cost">{price(number)}</em><div class="words">{texts}</div></div></body></html>'

    def new(number):
        texts = "".join(f"<section><span>{text}</span></section>" for text in bodies[number])
        return f"<html><body><main class=n><h2>Item {number}</h2><article>{texts}</article><aside class=buy>Now <b>{price(number)}</b></aside></main></body></html>"

    return old, new


def test_known_articles_are_kept_small_and_read_again(tmp_path):
    path = known_file(tmp_path / "wrapper.json")
    write_known(known(), path)

    assert path.name == "wrapper.known.jsonl"
    assert read_known(path) == known()
    assert path.stat().st_size < 600 * len(known().articles.articles)


def test_articles_as_mining_writes_them_are_known_articles_too(tmp_path):
    pages, _, wrapper = site()
    lines = [{"url": page.url, "title": "", "text": text} for page, text in zip(pages, texts_by(wrapper, pages), strict=True)]
    (tmp_path / "articles.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    done = repair(wrapper, redesigned_pages(), read_known(tmp_path / "articles.jsonl"))

    assert done.after.main_verdict is Verdict.FITS


@pytest.mark.parametrize("content", ["x", "{}", '{"url": 1, "lines": ["zz"]}', '{"url": "u", "lines": 7}'])
def test_a_damaged_file_of_known_articles_is_one_line(tmp_path, content):
    (tmp_path / "k.jsonl").write_text(content, "utf-8")

    with pytest.raises(WrapperError, match="line 1"):
        read_known(tmp_path / "k.jsonl")


def test_sketches_of_one_wrapper_stay_comparable():
    sketcher = PageSketcher()
    one, other = (common_codes([sketcher.codes(page) for page in pages]) for pages in (site()[0], redesigned_pages()))

    assert share_of(one, sketcher.codes(site()[0][0])) == pytest.approx(1.0)
    assert share_of(other, sketcher.codes(site()[0][0])) < 0.2
    assert [codes.tolist() for codes in limit_codes([one, other])] == [one.tolist(), other.tolist()]
    assert all(len(codes) <= MOST_CODES for codes in limit_codes([one.repeat(1), one]))


def test_ranges_and_profiles_of_nothing():
    assert Range.of([]) == Range()
    assert FieldProfile.from_values([]).filled == 0
