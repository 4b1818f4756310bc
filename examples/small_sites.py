"""Eight small sites that do not exist, with the truth about every page: `python examples/small_sites.py [--out DIR]`.

A shop, a forum, a wiki, a news site in Chinese, one in Arabic, one made of tables as in 2003, a manual and a conference. Pages are
made by a seeded generator, so that every run gives the same bytes; `tests/quality/test_small_sites.py` holds what is mined from them
against the truth.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

ENGLISH = (
    "the harbour council met on a grey morning to hear how repairs of old ferry would be paid for while boats waited outside and "
    "children from several schools watched long cranes turn slowly over water that nobody had measured since last winter because "
    "storms took every buoy away and left only two lamps whose light reached far beyond quiet islands where sheep still graze"
).split()
CHINESE = (
    "市政府 昨天 宣布 新的 港口 计划 将在 明年 春季 开始 施工 居民 对此 表示 欢迎 但是 专家 认为 费用 仍然 过高 需要 进一步 讨论 渔民 希望 "
    "码头 尽快 恢复 使用 学校 组织 学生 参观 灯塔 天气 转冷 海面 风浪 较大 轮渡 暂时 停运 记者 了解 到 有关 部门 已经 准备 应急 方案"
).split()
ARABIC = (
    "أعلنت البلدية أمس أن أعمال ترميم الميناء القديم ستبدأ في الربيع المقبل بعد أن وافق المجلس على الميزانية الجديدة وقال الصيادون إن "
    "القوارب تنتظر منذ شهور خارج المرفأ بينما زار طلاب المدارس المنارة وشاهدوا الرافعات الكبيرة وأكد الخبراء أن التكاليف لا تزال مرتفعة"
).split()


@dataclass(frozen=True)
class MadePage:
    """A page and what is true of it."""

    url: str
    html: str
    kind: str  # "index", "article" or "other"
    title: str = ""
    text: tuple[str, ...] = ()  # paragraphs of an article, or of what stands for one
    records: tuple[tuple[str, ...], ...] = ()  # what each entry of a list says, its title first
    fields: tuple[tuple[str, str], ...] = ()  # names and values that a page of one thing shows


class Writer:
    """Sentences of one language; no two calls give the same."""

    def __init__(self, words: Sequence[str], seed: str, *, gap: str = " ", stop: str = ".") -> None:
        self._random, self._words, self._gap, self._stop = Random(seed), words, gap, stop  # noqa: S311 (no secret)

    def number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def words(self, least: int, most: int) -> str:
        text = self._gap.join(self._random.choices(self._words, k=self.number(least, most)))
        return text[:1].upper() + text[1:]

    def sentences(self, least: int, most: int) -> str:
        return (self._stop + self._gap).join(self.words(8, 18) for _ in range(self.number(least, most))) + self._stop

    def paragraphs(self, least: int, most: int) -> tuple[str, ...]:
        return tuple(self.sentences(2, 5) for _ in range(self.number(least, most)))

    def day(self) -> str:
        return f"{self.number(2019, 2025)}-{self.number(1, 12):02}-{self.number(1, 28):02}"


def shop() -> Iterator[MadePage]:
    write, base = Writer(ENGLISH, "shop"), "https://oar-and-anchor.example"
    shelves = {
        shelf: [(write.words(2, 3), f"{write.number(3, 400)}.{write.number(10, 99)}") for _ in range(9)]
        for shelf in ("ropes", "lamps", "oars", "nets")
    }
    menu = "".join(f'<a href="/{shelf}/">{shelf.title()}</a> ' for shelf in shelves)

    def page(title: str, main: str) -> str:
        return (
            f"<!doctype html><title>{title} - Oar &amp; Anchor</title><header><a href='/'>Oar &amp; Anchor</a><nav>{menu}</nav></header>"
            f"<main>{main}</main><footer><p>Free delivery above 50 euros. <a href='/terms'>Terms</a></p></footer>"
        )

    front = "".join(f'<li><a href="/{shelf}/">{shelf.title()}</a>: {write.words(4, 8)}</li>' for shelf in shelves)
    yield MadePage(f"{base}/", page("Ship's chandler", f"<h1>All for boats</h1><ul>{front}</ul>"), "index")
    terms = write.paragraphs(3, 3)
    yield MadePage(f"{base}/terms", page("Terms", "<h1>Terms</h1>" + _paragraphs(terms)), "other", "Terms", terms)
    for shelf, goods in shelves.items():
        cards = [
            f'<div class="card"><a href="/{shelf}/{place}"><img src="/i/{shelf}{place}.jpg" alt=""></a>'
            f'<h3><a href="/{shelf}/{place}">{name}</a>'
            f'</h3><span class="price">€ {price}</span></div>'
            for place, (name, price) in enumerate(goods)
        ]
        entries = [
            (name, f"€ {price}", f"{base}/{shelf}/{place}", f"{base}/i/{shelf}{place}.jpg") for place, (name, price) in enumerate(goods)
        ]
        main = f"<h1>{shelf.title()}</h1><div class='grid'>{''.join(cards)}</div>"
        yield MadePage(f"{base}/{shelf}/", page(shelf.title(), main), "index", records=tuple(entries))
        for place, (name, price) in enumerate(goods):
            text = write.paragraphs(1, 2)
            facts = tuple(
                (label, f"{write.number(1, 90)} {unit}") for label, unit in (("Weight", "kg"), ("Length", "m"), ("In stock", "pieces"))
            )
            table = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in facts)
            main = (
                f"<h1>{name}</h1><p class='price'>€ {price}</p><button>Add to basket</button><table>{table}</table>"
                f"<section><h2>Description</h2>{_paragraphs(text)}</section>"
            )
            yield MadePage(f"{base}/{shelf}/{place}", page(name, main), "other", name, text, fields=(*facts, ("price", f"€ {price}")))


def forum() -> Iterator[MadePage]:
    write, base = Writer(ENGLISH, "forum"), "https://talk.harbour.example"
    boards = {f"board-{number}": [write.words(4, 8) for _ in range(11)] for number in range(3)}

    def page(title: str, main: str) -> str:
        return (
            f"<!doctype html><title>{title} • Harbour talk</title>"
            f"<div id=top><a href='/'>Board index</a> <a href='/login'>Log in</a></div>{main}<div id=bottom>Powered by talk</div>"
        )

    rows = "".join(f"<tr><td><a href='/{board}/'>{board.title()}</a><td>{len(threads)} topics" for board, threads in boards.items())
    yield MadePage(f"{base}/", page("Board index", f"<table>{rows}</table>"), "index")
    login = "<h2>Log in</h2><form><input name=user><input name=password type=password><button>Log in</button></form>"
    yield MadePage(f"{base}/login", page("Log in", login), "other")
    for board, threads in boards.items():
        entries = [(title, f"{write.number(2, 9)} replies", write.day(), f"{base}/{board}/t{place}") for place, title in enumerate(threads)]
        rows = "".join(f"<tr><td><a class=topic href='{link}'>{title}</a><td>{replies}<td>{day}" for title, replies, day, link in entries)
        yield MadePage(
            f"{base}/{board}/",
            page(board.title(), f"<h2>{board.title()}</h2><table class=topics>{rows}</table>"),
            "index",
            records=tuple(entries),
        )
        for place, title in enumerate(threads):
            posts = write.paragraphs(3, 7)
            shown = "".join(
                f"<div class=post><div class=who><b>{write.words(1, 1)}{write.number(1, 99)}</b><span>{write.day()}</span></div>"
                f"<div class=said>{post}</div><a href='#'>Quote</a></div>"
                for post in posts
            )
            yield MadePage(f"{base}/{board}/t{place}", page(title, f"<h2>{title}</h2>{shown}"), "other", title, posts)


def wiki() -> Iterator[MadePage]:
    write, base = Writer(ENGLISH, "wiki"), "https://lore.harbour.example/wiki"
    names = list(dict.fromkeys(write.words(1, 3) for _ in range(34)))

    def page(name: str, main: str) -> str:
        return (
            f"<!doctype html><title>{name} - Harbour lore</title>"
            f"<div id=content><h1 id=firstHeading>{name}</h1><div id=bodyContent>{main}</div></div>"
            "<div id=side><h3>Navigation</h3>"
            "<ul><li><a href='/wiki/All_pages'>All pages</a><li><a href='/wiki/Random'>Random page</a></ul></div>"
            "<div id=footer>Text may be used freely.</div>"
        )

    def address(name: str) -> str:
        return f"{base}/{name.replace(' ', '_')}"

    def link(name: str) -> str:
        return f"<a href='{address(name)}'>{name}</a>"

    yield MadePage(
        f"{base}/All_pages",
        page("All pages", f"<ul>{''.join(f'<li>{link(name)}</li>' for name in names)}</ul>"),
        "index",
        records=tuple((name, address(name)) for name in names),
    )
    for place, name in enumerate(names):
        text = write.paragraphs(3, 6)
        near = link(names[(place + 3) % len(names)])
        main = f"<p>{text[0]}</p><h2>History</h2>{_paragraphs(text[1:])}<h2>See also</h2><ul><li>{near}</ul>"
        yield MadePage(address(name), page(name, main), "article", name, text)


def _news(write: Writer, base: str, head: str, sections: Sequence[str], *, direction: str = "ltr") -> Iterator[MadePage]:
    """A front page, sections over two pages, stories with boxes of others beside them."""
    stories = {section: [(write.words(5, 9), write.day()) for _ in range(12)] for section in sections}
    menu = "".join(f"<li><a href='/s{number}/'>{section}</a></li>" for number, section in enumerate(sections))

    def page(title: str, main: str) -> str:
        return (
            f"<!doctype html><html dir={direction}><meta charset=utf-8><title>{title}_{head}</title>"
            f"<body><div class=head><a href='/'>{head}</a>"
            f"<ul>{menu}</ul></div>{main}<div class=foot>© 2025 {head}</div></body></html>"
        )

    def entries(number: int, some: Sequence[tuple[str, str]], first: int = 0) -> str:
        return "".join(
            f"<div class=item><h3><a href='/s{number}/{first + place}.html'>{title}</a></h3>"
            f"<span>{day}</span><p>{write.sentences(1, 1)}</p></div>"
            for place, (title, day) in enumerate(some)
        )

    front = "".join(f"<h2>{section}</h2>{entries(number, stories[section][:4])}" for number, section in enumerate(sections))
    yield MadePage(f"{base}/", page(head, front), "index")
    for number, section in enumerate(sections):
        for half in range(2):
            some = stories[section][6 * half : 6 * half + 6]
            links = tuple((title, day, f"{base}/s{number}/{6 * half + place}.html") for place, (title, day) in enumerate(some))
            more = f"<div class=pages><a href='/s{number}/'>1</a> <a href='/s{number}/p2'>2</a></div>"
            main = f"<h1>{section}</h1>{entries(number, some, 6 * half)}{more}"
            yield MadePage(f"{base}/s{number}/{'p2' if half else ''}", page(section, main), "index", records=links)
        for place, (title, day) in enumerate(stories[section]):
            text = write.paragraphs(3, 6)
            hot = "".join(f"<li><a href='/s{other}/{place}.html'>{stories[name][place][0]}</a></li>" for other, name in enumerate(sections))
            main = (
                f"<div class=main><h1>{title}</h1><div class=meta>{day}</div><div class=text>{_paragraphs(text)}</div></div>"
                f"<div class=box><h4>{section}</h4><ul>{hot}</ul></div>"
            )
            yield MadePage(f"{base}/s{number}/{place}.html", page(title, main), "article", title, text)


def chinese_news() -> Iterator[MadePage]:
    return _news(Writer(CHINESE, "zh", gap="", stop="。"), "https://xinwen.example", "海港新闻网", ("本地", "经济", "文化"))


def arabic_news() -> Iterator[MadePage]:
    return _news(Writer(ARABIC, "ar"), "https://akhbar.example", "أخبار الميناء", ("محليات", "اقتصاد", "ثقافة"), direction="rtl")


def tables_of_2003() -> Iterator[MadePage]:
    """Nested tables, fonts, no class and no heading."""
    write, base = Writer(ENGLISH, "2003"), "http://www.lighthouse-keepers.example"
    notes = [(write.words(4, 7), write.day()) for _ in range(36)]

    def page(title: str, main: str) -> str:
        bar = "".join(
            f"<tr><td bgcolor=#003366><font color=white><a href='{file}'>{name}</a></font></td></tr>"
            for file, name in (("index.html", "Home"), ("news.html", "News"), ("contact.html", "Contact"))
        )
        return (
            f"<html><head><title>Lighthouse Keepers: {title}</title></head>"
            f"<body bgcolor=white><table width=760><tr><td colspan=2><img src=logo.gif></td></tr>"
            f"<tr><td valign=top width=120><table>{bar}</table></td><td valign=top>{main}</td></tr></table>"
            "<center><font size=1>Best viewed with 800x600</font></center></body></html>"
        )

    lines = "".join(
        f"<tr><td><font size=2>{day}</font></td><td><a href='n{place}.html'>{title}</a></td></tr>"
        for place, (title, day) in enumerate(notes)
    )
    welcome, contact = write.paragraphs(2, 2), write.paragraphs(1, 1)
    yield MadePage(
        f"{base}/index.html", page("Home", f"<font size=5>Welcome</font><br>{_breaks(welcome)}<br><a href=news.html>News</a>"), "index"
    )
    yield MadePage(
        f"{base}/news.html",
        page("News", f"<font size=5>News</font><table>{lines}</table>"),
        "index",
        records=tuple((title, day, f"{base}/n{place}.html") for place, (title, day) in enumerate(notes)),
    )
    yield MadePage(
        f"{base}/contact.html", page("Contact", f"<font size=5>Contact</font><br>{_breaks(contact)}"), "other", "Contact", contact
    )
    for place, (title, day) in enumerate(notes):
        text = write.paragraphs(2, 5)
        main = f"<font size=5><b>{title}</b></font><br><font size=1>{day}</font><br><br><font size=2>{_breaks(text)}</font>"
        yield MadePage(f"{base}/n{place}.html", page(title, main), "article", title, text)


def manual() -> Iterator[MadePage]:
    write, base = Writer(ENGLISH, "manual"), "https://docs.winch.example"
    chapters = {chapter: [write.words(2, 4) for _ in range(8)] for chapter in ("install", "configure", "operate", "repair")}
    side = "".join(
        f"<li><a href='/{chapter}/'>{chapter.title()}</a><ul>"
        + "".join(f"<li><a href='/{chapter}/{place}'>{name}</a></li>" for place, name in enumerate(names))
        + "</ul></li>"
        for chapter, names in chapters.items()
    )

    def page(title: str, main: str) -> str:
        return (
            f"<!doctype html><title>{title} — Winch manual</title><aside><ul>{side}</ul></aside>"
            f"<article><h1>{title}</h1>{main}</article><p class=edit>Edit this page</p>"
        )

    intro = "".join(f"<li><a href='/{chapter}/'>{chapter.title()}</a>: {write.words(5, 9)}</li>" for chapter in chapters)
    yield MadePage(f"{base}/", page("Winch manual", f"<ul>{intro}</ul>"), "index")
    for chapter, names in chapters.items():
        entries = tuple((name, f"{base}/{chapter}/{place}") for place, name in enumerate(names))
        told = "".join(f"<li><a href='{link}'>{name}</a> {write.words(4, 8)}</li>" for name, link in entries)
        yield MadePage(f"{base}/{chapter}/", page(chapter.title(), f"<ul>{told}</ul>"), "index", records=entries)
        for place, name in enumerate(names):
            text = write.paragraphs(3, 5)
            code = f"winch --{chapter} {write.number(1, 99)}"
            main = f"<p>{text[0]}</p><pre><code>{code}</code></pre><h2>Details</h2>{_paragraphs(text[1:])}"
            yield MadePage(f"{base}/{chapter}/{place}", page(name, main), "article", name, (text[0], code, *text[1:]))


def conference() -> Iterator[MadePage]:
    write, base = Writer(ENGLISH, "conference"), "https://tidesconf.example/2025"
    talks = [(write.words(4, 8), write.words(2, 2), f"{9 + place // 4}:{15 * (place % 4):02}") for place in range(28)]

    def page(title: str, main: str) -> str:
        return (
            f"<!doctype html><title>{title} | TidesConf 2025</title>"
            f"<nav><a href='/2025/'>TidesConf</a> <a href='/2025/programme'>Programme</a> "
            f"<a href='/2025/venue'>Venue</a></nav><main>{main}</main><footer>1 to 3 May 2025, Pellmouth</footer>"
        )

    greeting, venue = write.paragraphs(2, 3), write.paragraphs(2, 3)
    yield MadePage(f"{base}/", page("Home", f"<h1>TidesConf</h1>{_paragraphs(greeting)}<a href='/2025/programme'>Programme</a>"), "index")
    yield MadePage(f"{base}/venue", page("Venue", f"<h1>Venue</h1>{_paragraphs(venue)}"), "other", "Venue", venue)
    rows = "".join(
        f"<tr><td>{time}</td><td><a href='/2025/talk/{place}'>{title}</a></td><td>{speaker}</td></tr>"
        for place, (title, speaker, time) in enumerate(talks)
    )
    yield MadePage(
        f"{base}/programme",
        page("Programme", f"<h1>Programme</h1><table>{rows}</table>"),
        "index",
        records=tuple((title, speaker, time, f"{base}/talk/{place}") for place, (title, speaker, time) in enumerate(talks)),
    )
    for place, (title, speaker, time) in enumerate(talks):
        text = write.paragraphs(1, 2)
        fields = (("Speaker", speaker), ("Time", time), ("Room", f"Hall {write.number(1, 5)}"))
        facts = f"<dl>{''.join(f'<dt>{name}</dt><dd>{value}</dd>' for name, value in fields)}</dl>"
        yield MadePage(
            f"{base}/talk/{place}",
            page(title, f"<h1>{title}</h1>{facts}<div class=abstract>{_paragraphs(text)}</div>"),
            "other",
            title,
            text,
            fields=fields,
        )


def _paragraphs(text: Sequence[str]) -> str:
    return "".join(f"<p>{each}</p>" for each in text)


def _breaks(text: Sequence[str]) -> str:
    return "<br><br>".join(text)


SITES: dict[str, Callable[[], Iterator[MadePage]]] = {
    "shop": shop, "forum": forum, "wiki": wiki, "chinese-news": chinese_news, "arabic-news": arabic_news, "tables-of-2003": tables_of_2003,
    "manual": manual, "conference": conference,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Write eight small sites as JSON lines, a file each, with what is true of every page.")
    parser.add_argument("--out", type=Path, default=Path("small-sites"), help="folder for the files (default: small-sites)")
    folder: Path = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    for name, pages in SITES.items():
        lines = [json.dumps(asdict(page), ensure_ascii=False) for page in pages()]
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{folder / name}.jsonl: {len(lines)} pages")


if __name__ == "__main__":
    main()
