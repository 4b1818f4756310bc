"""Article text by Sitelode and by other extractors, on the same pages in the same run.

python -m bench.articles --help
"""

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol, get_args
from urllib.parse import urljoin

from bench import adapters
from bench.corpora import ARTICLE_CORPORA, ArticleSite, CorpusNotFoundError, Id, Row, article_sites
from bench.metric import Agreement, agreement, summarise
from bench.named_system import named_system
from bench.peers import PEERS, Extract, Peer, bare_parser, silence
from sitelode.settings import Favor

OURS = "sitelode"
UNIT_OF_TIME = "trafilatura"
WARM_UP_PAGES = 3  # read untimed first: imports, compiled kernels and lazy tables are paid once, not per page
SEEN = "Sitelode's weights may have been learned on these very sites: no forecast for others (bench/README.md)."
SOME_ADDRESS = "https://site.invalid/"  # for a page without one, or with a path alone, which Readability.js refuses


@dataclass(slots=True)
class Tally:
    """What one system did with one corpus."""

    scored: list[tuple[str, Agreement]] = field(default_factory=list)  # with the site
    pages_read: int = 0
    cpu_seconds: float = 0.0
    parser_seconds: float = 0.0  # what the bare parser takes for the same pages
    crashes: int = 0
    first_crash: str = ""


Results = dict[str, Tally]  # by the name of the system


class System(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def reads_whole_sites(self) -> bool: ...

    def texts(self, pages: Sequence[Row], tally: Tally) -> dict[Id, str]: ...


@dataclass(frozen=True, slots=True)
class Ours:
    name: str = OURS
    reads_whole_sites: bool = True
    favor: Favor | None = None
    captions: bool | None = None

    def texts(self, pages: Sequence[Row], tally: Tally) -> dict[Id, str]:  # noqa: ARG002 (a crash of ours shall be seen)
        return adapters.articles(pages, self.favor, captions=self.captions)


@dataclass(frozen=True, slots=True)
class Written:
    """What mining writes: a page that is taken for no article counts as empty text."""

    name: str = f"{OURS}, as written"
    reads_whole_sites: bool = True

    def texts(self, pages: Sequence[Row], tally: Tally) -> dict[Id, str]:  # noqa: ARG002 (a crash of ours shall be seen)
        return adapters.written_articles(pages)


@dataclass(frozen=True, slots=True)
class Another:
    """A system that somebody wants to compare: a function from the pages of a site to their texts, by id."""

    name: str  # package.module:function
    reads_whole_sites: bool = True

    def texts(self, pages: Sequence[Row], tally: Tally) -> dict[Id, str]:  # noqa: ARG002 (its crash shall be seen)
        found: dict[Id, str] = named_system(self.name)(pages)
        return found


@dataclass(frozen=True, slots=True)
class PageByPage:
    """A peer, which sees one page at a time."""

    name: str
    extract: Extract
    reads_whole_sites: bool = False

    def texts(self, pages: Sequence[Row], tally: Tally) -> dict[Id, str]:
        return {page["id"]: self._text(page, tally) for page in pages}

    def _text(self, page: Row, tally: Tally) -> str:
        try:
            return self.extract(page["html"], urljoin(SOME_ADDRESS, page["url"] or "")) or ""
        except Exception as problem:  # noqa: BLE001 (whatever a peer raises, its answer to this page is nothing)
            tally.crashes += 1
            tally.first_crash = tally.first_crash or f"{problem!r} on {page['url']}"
            return ""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    try:
        with silence():
            measured = _measure_and_print(options)
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    if options.json:
        options.json.write_text(json.dumps(_report(measured), indent=1) + "\n", encoding="utf-8")
    return 0


def _measure_and_print(options: argparse.Namespace) -> dict[str, Results]:
    optional = [Ours(f"{OURS}, {favor}", favor=favor) for favor in get_args(Favor)] if options.favor else []
    optional += (
        [Ours(f"{OURS}, {'' if wanted else 'no '}captions", captions=wanted) for wanted in (True, False)] if options.captions else []
    )
    systems: list[System] = [
        *([] if options.only_peers else [Ours()]),
        *([Written()] if options.written else []),
        *optional,
        *map(Another, options.system),
        *(PageByPage(peer.name, peer.load()) for peer in _installed(options.peers)),
    ]
    measured = {}
    for corpus in options.corpora or ARTICLE_CORPORA:
        measured[corpus] = measure(corpus, systems, options.sample, options.pages)
        print(f"\n## {corpus}\n\n{table(measured[corpus])}", flush=True)
    return measured


def measure(corpus: str, systems: Sequence[System], sample: int | None = None, pages_a_site: int | None = None) -> Results:
    tallies = {system.name: Tally() for system in systems}
    parse = bare_parser()
    for number, whole in enumerate(article_sites(corpus, sample)):
        site = _with_fewer_scored(whole, pages_a_site)
        if number == 0:
            for system in systems:
                system.texts(site.pages[:WARM_UP_PAGES], Tally())
        for system in systems:
            _show_progress(f"{corpus}, site {number + 1}, {site.name}: {system.name}")
            _read_site(site, system, parse, tallies[system.name])
    _show_progress("")
    _tell_crashes(tallies)
    return tallies


def _with_fewer_scored(site: ArticleSite, most: int | None) -> ArticleSite:
    """The same site with at most so many scored pages, spread evenly; a system that reads whole sites still reads all pages."""
    scored = list(site.truth)
    if most is None or len(scored) <= most:
        return site
    return replace(site, truth={page: site.truth[page] for page in (scored[place * len(scored) // most] for place in range(most))})


def _read_site(site: ArticleSite, system: System, parse: Extract, tally: Tally) -> None:
    pages = site.pages if system.reads_whole_sites else site.scored_pages()
    tally.pages_read += len(pages)
    tally.parser_seconds += _cpu_seconds(lambda: [parse(page["html"], "") for page in pages])
    texts: dict[Id, str] = {}
    tally.cpu_seconds += _cpu_seconds(lambda: texts.update(system.texts(pages, tally)))
    tally.scored += [(site.name, agreement(texts.get(page, ""), body)) for page, body in site.truth.items()]


def _cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


HEADINGS = (
    "system", "precision", "recall", "F1", "median F1", "below .5", "spread within site", "crashes", "CPU / trafilatura", "CPU / parser",
)  # fmt: skip


def table(results: Results) -> str:
    unit = results.get(UNIT_OF_TIME)
    lines = [HEADINGS, ("---",) + ("---:",) * (len(HEADINGS) - 1), *(_cells(name, tally, unit) for name, tally in results.items())]
    summary = summarise(next(iter(results.values())).scored)
    footer = f"{summary.pages} pages of {summary.sites} sites scored." + (f" {SEEN}" if OURS in results else "")
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + f"\n\n{footer}"


def _cells(name: str, tally: Tally, unit: Tally | None) -> tuple[str, ...]:
    summary = summarise(tally.scored)
    shares = (summary.precision, summary.recall, summary.f1, summary.median_f1)
    return (
        name,
        *(f"{share:.3f}" for share in shares),
        str(summary.failed),
        f"{summary.spread_within_site:.3f}",
        str(tally.crashes),
        f"{_cpu_per_page(tally) / _cpu_per_page(unit):.2f}" if unit else "",
        f"{tally.cpu_seconds / tally.parser_seconds:.0f}",
    )


def _cpu_per_page(tally: Tally) -> float:
    return tally.cpu_seconds / tally.pages_read


def _report(measured: dict[str, Results]) -> dict[str, Any]:
    packages = {peer.package: peer.installed_version for peer in PEERS} | {OURS: version(OURS), "selectolax": version("selectolax")}
    corpora = {corpus: {name: _figures(tally) for name, tally in results.items()} for corpus, results in measured.items()}
    return {"python": platform.python_version(), "versions": packages, "corpora": corpora}


def _figures(tally: Tally) -> dict[str, float]:
    cpu = {"cpu_ms_a_page": 1000 * _cpu_per_page(tally), "cpu_to_parser": tally.cpu_seconds / tally.parser_seconds}
    return {**asdict(summarise(tally.scored)), "pages_read": tally.pages_read, "crashes": tally.crashes, **cpu}


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bench.articles", description="Score article text, ours and the peers', as Markdown tables.")
    parser.add_argument("corpora", nargs="*", metavar="corpus", type=_corpus, help=f"some of: {' '.join(ARTICLE_CORPORA)} (default: all)")
    parser.add_argument("--peers", default="all", help=f"'all', 'none', or some of: {','.join(peer.name for peer in PEERS)}")
    parser.add_argument("--only-peers", action="store_true", help="without Sitelode, which reads every page of a site")
    parser.add_argument("--system", action="append", default=[], metavar="MODULE:FUNCTION", help="a function of your own; repeatable")
    parser.add_argument("--favor", action="store_true", help="also with --favor precision and --favor recall")
    parser.add_argument("--captions", action="store_true", help="also with --captions and --no-captions")
    parser.add_argument("--written", action="store_true", help="also what mining writes, where pages that are no articles have no text")
    parser.add_argument("--sample", type=_positive, metavar="N", help="only N sites of each corpus, always the same ones")
    parser.add_argument("--pages", type=_positive, metavar="N", help="score at most N pages of each site, spread evenly")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to FILE as well")
    return parser.parse_args(arguments)


def _corpus(text: str) -> str:
    if text not in ARTICLE_CORPORA:
        raise argparse.ArgumentTypeError(f"no such corpus: {text!r}; there are {', '.join(ARTICLE_CORPORA)}")
    return text


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of sites or pages; give 1 or more")
    return int(text)


def _installed(names: str) -> list[Peer]:
    """The peers asked for, without those that are not installed, which are named on standard error."""
    wanted = {"all": [peer.name for peer in PEERS], "none": []}.get(names, names.split(","))
    if unknown := set(wanted) - {peer.name for peer in PEERS}:
        raise SystemExit(f"no such peer: {', '.join(sorted(unknown))}; there are {', '.join(peer.name for peer in PEERS)}")
    peers = [peer for peer in PEERS if peer.name in wanted]
    for peer in peers:
        if peer.installed_version is None:
            how = "npm install --prefix bench" if peer.is_javascript else f"pip install {peer.package}"
            print(f"{peer.name} is left out, it is not installed; install it with: {how}", file=sys.stderr)
    return [peer for peer in peers if peer.installed_version is not None]


def _show_progress(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def _tell_crashes(tallies: Results) -> None:
    for name, tally in tallies.items():
        if tally.crashes:
            print(f"{name} crashed on {tally.crashes} pages, first with {tally.first_crash[:200]}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
