import random

import numpy as np
import pytest
from made_articles import article_source, made_pages, page_of, paragraphs, sentence

from sitelode.articles.body.study import study
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.html.metadata import metadata_of
from sitelode.html.render.text import text_of
from sitelode.text.segments import segments_of


def texts(pages):
    body = study(pages, [metadata_of(page) for page in pages])
    found = []
    for page in pages:
        segments = segments_of(page)
        taken = body.segment_probabilities(page, segments) >= body.taken_from
        found.append(text_of(page, segments.text_rows(taken)))
    return found


def test_the_paragraphs_come_out_and_nothing_around_them():
    pages, bodies = made_pages(6)

    for text, body in zip(texts(pages), bodies, strict=True):
        assert all(paragraph in text for paragraph in body[:5])
        assert not any(word in text for word in ("Sport", "Reply", "Ann Author", "All rights reserved", "Most read"))


def test_a_list_in_the_text_belongs_to_it():
    pages, bodies = made_pages(6)

    assert all(item in text for text, body in zip(texts(pages), bodies, strict=True) for item in body[5:])


def test_one_page_alone_still_gives_its_text():
    pages, bodies = made_pages(1)

    (text,) = texts(pages)
    assert all(paragraph in text for paragraph in bodies[0][:5])
    assert "All rights reserved" not in text


def test_the_next_articles_of_an_endless_page_are_left_out():
    pages, bodies = made_pages(5, comments=0, following=2)

    for text, body in zip(texts(pages), bodies, strict=True):
        assert body[0] in text
        assert len(text) < 1.5 * sum(map(len, body))


def test_a_page_that_announces_another_title_is_read_like_the_others():
    pages, _ = made_pages(5, comments=0, following=2)
    html, body = article_source(99, comments=0, following=2, announced="Quite another wording")
    odd = page_of(html, "https://example.test/odd")

    text = texts([*pages, odd])[-1]
    assert body[0] in text
    assert len(text) < 1.5 * sum(map(len, body))


def test_chapters_beside_a_bare_title_are_no_other_articles():
    def page(number):
        chance = random.Random(number)
        chapters = [("Opening words", paragraphs(chance, 1)[:0])] + [(f"Part {name}", paragraphs(chance, 4)) for name in "abc"]
        title = paragraphs(chance, 1)[0][:60]
        parts = "".join(
            f"""<section class="part"><div><h2>{title if not text else name}</h2></div>{"".join(f"<p>{each}</p>" for each in text)}</section>"""
            for name, text in chapters
        )
        return page_of(f"<title>{title}</title><body><nav><a href=/>Home</a></nav><main>{parts}</main>"), chapters[1][1][0]

    pages, firsts = zip(*(page(number) for number in range(4)), strict=True)
    assert all(first in text for text, first in zip(texts(list(pages)), firsts, strict=True))


def test_the_title_is_no_part_of_the_text_whatever_it_looks_like():
    def page(number):
        chance = random.Random(number)
        title, *body = paragraphs(chance, 5)
        return (
            page_of(f"<title>{title}</title><body><div><p class=top>{title}</p>{''.join(f'<p>{each}</p>' for each in body)}</div>"),
            title,
            body,
        )

    pages, titles, bodies = zip(*(page(number) for number in range(4)), strict=True)
    for text, title, body in zip(texts(list(pages)), titles, bodies, strict=True):
        assert body[0] in text
        assert title not in text


def test_what_a_page_shows_a_second_time_elsewhere_is_taken_once():
    def page(number):
        body = paragraphs(random.Random(number), 5)
        copy = "".join(f"<p>{each}</p>" for each in body[:2])
        text = "".join(f"<p>{each}</p>" for each in body)
        return page_of(
            f"<title>Page {number}</title><body><h1>Page {number}</h1><div class=text>{text}</div><div class=short>{copy}</div>"
        ), body

    pages, bodies = zip(*(page(number) for number in range(5)), strict=True)
    for text, body in zip(texts(list(pages)), bodies, strict=True):
        assert [text.count(each) for each in body] == [1] * 5


def test_new_text_where_only_recurring_text_of_the_body_stood_is_body():
    def page(number, last):
        rows = "".join(f"<tr><th>{hour}</th><td><p>{text}</p></td></tr>" for hour, text in enumerate(paragraphs(random.Random(number), 4)))
        rest = f"<tr><th>5</th><td>A break with tea</td></tr><tr><th>6</th><td>{last}</td></tr>"
        return page_of(f"<title>Day {number}</title><body><nav><a href=/>Home</a></nav><h1>Day {number}</h1><table>{rows}{rest}</table>")

    pages = [page(number, "The end of the day") for number in range(4)]
    body = study(pages, [metadata_of(each) for each in pages])
    odd = page(9, "The end of the day, and a raffle for those who stay until then.")
    segments = segments_of(odd)
    likely = dict(zip(segments.width.tolist(), body.segment_probabilities(odd, segments).tolist(), strict=True))

    assert likely[len("The end of the day, and a raffle for those who stay until then.")] == likely[len("A break with tea")] > 0


def test_a_page_that_was_not_studied_is_read_alike():
    pages, bodies = made_pages(7)
    body = study(pages[:6], [metadata_of(page) for page in pages[:6]])
    segments = segments_of(pages[6])
    taken = body.segment_probabilities(pages[6], segments) >= body.taken_from

    assert all(paragraph in text_of(pages[6], segments.text_rows(taken)) for paragraph in bodies[6][:5])


@pytest.mark.parametrize("html", ["", "<html></html>", "<p></p>", "<script>x</script>"], ids=["empty", "bare", "no text", "only code"])
def test_pages_without_text_have_no_article(html):
    reader = ClusterReader.learnt(0, [page_of(html)])

    assert isinstance(reader.article(page_of(html), "here"), NoArticle)


def test_the_answer_does_not_depend_on_the_order_of_pages():
    pages, _ = made_pages(5)

    assert texts(pages) == texts(pages[::-1])[::-1]


def test_probabilities_lie_between_0_and_1():
    pages, _ = made_pages(3)
    body = study(pages, [metadata_of(page) for page in pages])
    found = body.segment_probabilities(pages[0], segments_of(pages[0]))

    assert ((found >= 0) & (found <= 1)).all()
    assert np.isfinite(body.probability).all()


def _with_lines(write, count=16):
    """Pages with a line between their paragraphs, and what the lines say."""
    made, lines = [], []
    for number in range(count):
        source, body = article_source(number)
        line = write(number)
        made.append(
            page_of(source.replace(f"<p>{body[3]}</p>", line + f"<p>{body[3]}</p>"), f"https://example.test/2031/{number}/a-long-name")
        )
        lines.append(line)
    return made, lines


def test_advertisements_that_take_turns_stay_out():
    said = [" ".join(paragraphs(random.Random(900 + number), 1)[0].split()[:14]) + "." for number in range(3)]
    pages, _ = _with_lines(lambda number: f'<div class="qzx">{said[number % 3]}</div>')

    assert not any(line in text for text in texts(pages) for line in said)


def test_lines_that_lead_to_other_articles_stay_out():
    titles = [" ".join(paragraphs(random.Random(700 + number), 1)[0].split()[:9]) for number in range(16)]
    pages, _ = _with_lines(lambda number: f'<p class="qzx">Dunque: <a href="/2031/{number + 1}/another-name">{titles[number]}</a></p>')

    assert not any(title in text for text in texts(pages) for title in titles)


def test_notes_that_begin_alike_are_the_articles_own():
    notes = [" ".join(paragraphs(random.Random(800 + number), 1)[0].split()[:30]) + "." for number in range(16)]
    pages, _ = _with_lines(lambda number: f'<div class="qzx"><p><strong>Dunque:</strong> {notes[number]}</p></div>')

    assert sum(note in text for note, text in zip(notes, texts(pages), strict=True)) == len(pages)


def test_headings_and_quotations_between_paragraphs_stay_where_nothing_has_a_name():
    chance = random.Random(5)
    pages, inner = [], []
    for _ in range(12):
        title, heading, quoted = sentence(chance, 5), sentence(chance, 3).rstrip("."), paragraphs(chance, 1)[0]
        before, after = paragraphs(chance, 2), paragraphs(chance, 2)
        html = f"<title>{title}</title><body><h1>{title}</h1><p>{before[0]}</p><p>{before[1]}</p><h2>{heading}</h2><p>{after[0]}</p>"
        pages.append(page_of(f"{html}<blockquote>{quoted}</blockquote><p>{after[1]}</p>"))
        inner.append((heading, quoted))

    for text, (heading, quoted) in zip(texts(pages), inner, strict=True):
        assert heading in text
        assert quoted in text


def _manual_page(number):
    chance = random.Random(number)
    write = lambda count: " ".join(chance.choices("open close read write stream buffer index value key table row cell".split(), k=count))  # noqa: E731
    methods = "".join(
        f"<dl><dt><code>{write(1)}({write(1)}, {write(1)}=None)</code></dt><dd><p>{write(12)}.</p><h4>Parameters</h4>"
        f"<ul><li><code>{write(1)}</code>: {write(5)}</li></ul><h4>Returns</h4><p>{write(4)}.</p></dd></dl>"
        for _ in range(6)
    )
    menu = "".join(f"<li><a href=/m{other}.html>module {other}</a></li>" for other in range(20))
    text = f"<h1>{write(2)} module</h1><p>{write(20)}.</p><pre><code>import {write(1)}</code></pre><h2>Methods</h2>{methods}"
    source = f"<title>{write(2)} module</title><body><nav><ul>{menu}</ul></nav><div>{text}</div><footer>Made by a generator</footer>"
    return page_of(source, f"https://manual.test/m{number}.html")


def test_a_manual_keeps_its_labels():
    found = texts([_manual_page(number) for number in range(6)])

    assert all(text.count("Parameters") == text.count("Returns") == 6 for text in found)
    assert not any("generator" in text for text in found)
