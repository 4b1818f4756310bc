"""Tell others what changed: JSON lines, an Atom or RSS feed of any site, a request or a command for each event."""

import shlex
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from sitelode.errors import ResultError, SettingError
from sitelode.output.changes.events import Event
from sitelode.output.files import json_text, whole_file
from sitelode.output.safe_text import xml_attributes, xml_text

MOST_IN_FEED = 200  # events, the latest first; a bound, as are the next
LONGEST_WAIT = 30  # seconds for one request or command
LONGEST_SUMMARY = 500  # characters


def write_lines(events: Sequence[Event], path: Path) -> None:
    """Add to a file of JSON lines, which grows from run to run."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json_text(event.to_data()) + "\n" for event in events)
    except OSError as problem:
        raise ResultError(f"cannot write {path}: {problem.strerror or problem}") from problem


def write_feed(events: Sequence[Event], path: Path, title: str, time: str) -> None:
    """An Atom feed, or RSS where the file ends so; the latest event first."""
    write = _rss if path.suffix == ".rss" else _atom
    with whole_file(path) as file:
        file.writelines(write(events[::-1][:MOST_IN_FEED], title, time))


def _atom(events: Sequence[Event], title: str, time: str) -> Iterator[str]:
    yield f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>{xml_text(title)}</title>\n'
    yield f"<id>urn:sitelode:{xml_text(title)}</id>\n<updated>{xml_text(time)}</updated>\n<author><name>sitelode</name></author>\n"
    for event in events:
        link = f"<link{xml_attributes({'href': event.key})}/>" if event.key.startswith(("http:", "https:")) else ""
        yield f"<entry><title>{xml_text(event.words())}</title><id>{xml_text(_identity(event))}</id>"
        yield f"<updated>{xml_text(event.time or time)}</updated>"
        yield f"{link}<category{xml_attributes({'term': event.event})}/><summary>{xml_text(_summary(event))}</summary></entry>\n"
    yield "</feed>\n"


def _rss(events: Sequence[Event], title: str, time: str) -> Iterator[str]:
    yield f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>{xml_text(title)}</title>'
    yield f"<link>{xml_text(title if title.startswith('http') else '')}</link><description>What changed, {xml_text(time)}</description>\n"
    for event in events:
        link = f"<link>{xml_text(event.key)}</link>" if event.key.startswith(("http:", "https:")) else ""
        yield f'<item><title>{xml_text(event.words())}</title>{link}<guid isPermaLink="false">{xml_text(_identity(event))}</guid>'
        yield f"<category>{xml_text(event.event)}</category><description>{xml_text(_summary(event))}</description></item>\n"
    yield "</channel></rss>\n"


def post(events: Sequence[Event], address: str) -> list[str]:
    """Send each event as JSON to an address; gives what went wrong, a line each.

    Raises:
        SettingError: when the address is none of the web.

    """
    if not address.lower().startswith(("http://", "https://")):
        raise SettingError(f"{address!r:.80} is not an address to send events to; it starts with http:// or https://")
    problems = []
    for event in events:
        body = json_text(event.to_data()).encode()
        try:
            request = urllib.request.Request(  # noqa: S310 (checked above)
                address, body, {"Content-Type": "application/json; charset=utf-8", "User-Agent": "sitelode"}
            )
            with urllib.request.urlopen(request, timeout=LONGEST_WAIT):  # noqa: S310 (checked above)
                pass
        except (urllib.error.URLError, OSError, ValueError) as problem:
            problems.append(f"{event.key}: not sent: {problem!s:.200}")
    return problems


def run(events: Sequence[Event], command: str) -> list[str]:
    """Run a command for each event, which it gets as JSON on its standard input; gives what went wrong, a line each."""
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise SettingError(f"{command!r:.80} is not a command: {problem}") from problem
    if not words:
        raise SettingError("there is no command to run")
    problems = []
    for event in events:
        try:
            told = json_text(event.to_data())
            done = subprocess.run(words, input=told, text=True, check=False, timeout=LONGEST_WAIT)  # noqa: S603 (the user's own command)
            if done.returncode:
                problems.append(f"{event.key}: {words[0]} ended with {done.returncode}")
        except (OSError, subprocess.TimeoutExpired) as problem:
            problems.append(f"{event.key}: {words[0]} could not be run: {problem!s:.200}")
    return problems


def _identity(event: Event) -> str:
    return f"urn:sitelode:{event.event}:{event.key}:{event.time}".replace(" ", "-")


def _summary(event: Event) -> str:
    changes = "; ".join(f"{each['field']}: {each['from']!s:.80} -> {each['to']!s:.80}" for each in event.changes)
    data = event.data.get("data")
    text = (
        str(data.get("description") or data.get("text") or "")
        if isinstance(data, dict)
        else "; ".join(map(str, event.data.get("reasons", ())))
    )
    return (changes or text)[:LONGEST_SUMMARY]
