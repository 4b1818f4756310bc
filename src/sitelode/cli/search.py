"""`sitelode search`: search articles and records of mined sites, and put articles on one event side by side."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitelode.counted import counted
from sitelode.errors import SettingError

if TYPE_CHECKING:
    from sitelode.search.mined_texts import MinedText
    from sitelode.search.searching import Hit
    from sitelode.search.stories import Story

RESULT = click.Path(exists=True, file_okay=False, path_type=Path)
KINDS = {"articles": ("article",), "records": ("record",), "all": ("article", "record")}


@click.command()
@click.argument("result", type=RESULT)
@click.argument("words", nargs=-1)
@click.option("--also", type=RESULT, multiple=True, help="Search this result, too; repeatable.")
@click.option("--kind", type=click.Choice(list(KINDS)), default="all", show_default=True, help="What to search.")
@click.option("--most", type=click.IntRange(1, 1000), default=10, show_default=True, help="Maximum number of hits.")
@click.option("--stories", "grouped", is_flag=True, help="Group articles about the same event; without WORDS, group all articles.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per hit.")
def command(result: Path, words: tuple[str, ...], also: tuple[Path, ...], kind: str, most: int, *, grouped: bool, as_json: bool) -> None:
    """Search the articles and records of RESULT for WORDS, best hits first.

    '"a phrase"' must occur as it is; harb* matches all words with this beginning. Exclude a word with a minus, after two dashes:
    sitelode search mined -- harbour -ferry. Accents and capitals are ignored.

    \b
    Example:  sitelode search mined tide table
              sitelode search mined --also OTHER --stories
    """
    from sitelode.search.mined_texts import check_folder, mined_texts  # noqa: PLC0415 (loaded when there is work)
    from sitelode.search.searching import MOST, search  # noqa: PLC0415

    folders = [result, *also]
    if not words and not grouped:
        raise SettingError("give words to search for, or --stories to group all articles")
    if grouped:
        everything = (text for folder in folders for _, text in mined_texts(check_folder(folder)) if text.kind == "article")
        texts = [hit.text for hit in search(folders, _query(words), MOST, ("article",))] if words else list(everything)
        _show_stories(texts, most, as_json=as_json)
        return
    hits = search(folders, _query(words), most, KINDS[kind])
    for line in _hit_lines(hits, several=len(folders) > 1, as_json=as_json):
        click.echo(line)
    if not hits:
        click.echo("nothing found", err=True)


def _query(words: Sequence[str]) -> str:
    """One query: an argument with a space in it was quoted in the terminal and is a phrase, unless it has quotes of its own."""
    return " ".join(f'"{word}"' if " " in word and '"' not in word and len(words) > 1 else word for word in words)


def _hit_lines(hits: "Sequence[Hit]", *, several: bool, as_json: bool) -> Iterator[str]:
    for hit in hits:
        text = hit.text
        if as_json:
            data = {"url": text.url, "title": text.title, "date": text.date, "kind": text.kind, "score": hit.score, "excerpt": hit.excerpt}
            yield json.dumps(data | ({"mined": str(hit.folder)} if several else {}), ensure_ascii=False)
            continue
        about = ", ".join(filter(None, (text.date[:10], text.kind if text.kind != "article" else "", f"score {hit.score:g}")))
        yield f"{text.title or '(no title)'}  ({about})\n  {text.url}\n  {hit.excerpt}\n"


def _show_stories(texts: "Sequence[MinedText]", most: int, *, as_json: bool) -> None:
    from sitelode.search.stories import stories  # noqa: PLC0415 (loaded when there is work)

    found, sites = stories(texts), len({text.site for text in texts})
    for story in found[:most]:
        click.echo(json.dumps(_story_data(story, texts), ensure_ascii=False) if as_json else "\n".join(_story_lines(story, texts)))
    told = counted(len(found), "story", "stories")
    click.echo(f"{told} in more than one article, from {counted(len(texts), 'article')} of {counted(sites, 'site')}", err=True)


def _story_data(story: "Story", texts: "Sequence[MinedText]") -> dict[str, object]:
    members = [
        {"url": text.url, "title": text.title, "date": text.date, "likeness": member.likeness, "nearly_same": member.nearly_same}
        for member in story.members
        for text in [texts[member.place]]
    ]
    return {"words": list(story.words), "articles": members}


def _story_lines(story: "Story", texts: "Sequence[MinedText]") -> Iterator[str]:
    yield f"{len(story.members)} articles: {', '.join(story.words)}"
    for member in story.members:
        text = texts[member.place]
        how = "nearly the same text" if member.nearly_same else f"likeness {member.likeness:.2f}" if member.likeness < 1 else "first"
        yield f"  {text.title or '(no title)'}  ({', '.join(filter(None, (text.date[:10], how)))})\n    {text.url}"
    yield ""
