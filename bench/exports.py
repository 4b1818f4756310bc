"""Exported selectors beside the wrapper itself: how many cells are exported, and how many of these say what the wrapper says.

    python -m bench.exports [--form css|xpath|crawl4ai] [--every N] [--show]

Wrappers of articles (the newest snapshot of each site of `drift`), of detail pages (SWDE) and of lists (`records`). Selectors are chosen
and checked on every second page, as `sitelode wrapper export --pages` does it, and counted here on the other pages.

exported   share of the cells (fields of the wrapper with a value, a page or record each) whose field is exported
equal      share of the exported cells on pages not looked at before that say what the wrapper says
"""

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence

from bench.adapters import _fetched as fetched
from bench.corpora import CorpusNotFoundError, Row, corpora_folder, read
from bench.export_cells import counted_on
from bench.record_truth import record_pages
from sitelode import mine
from sitelode.html.parse import parse
from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.site_lists import find_site_lists
from sitelode.wrappers.exchange.checked_selectors import KnownPage, export_selectors
from sitelode.wrappers.exchange.selectors import Form
from sitelode.wrappers.learn.learning import fields_layout, list_layout
from sitelode.wrappers.wrapper import Wrapper

KINDS = ("articles", "details", "lists")
LIST_CORPORA = ("autopager", "webdext", "fixtures")


def known(rows: Sequence[Row]) -> list[KnownPage]:
    pages = [fetched(place, row) for place, row in enumerate(rows)]
    return [KnownPage(row["html"] or "", parse(page.body, page.url, page.content_type)) for row, page in zip(rows, pages, strict=True)]


def articles(every: int) -> Iterator[tuple[str, Wrapper, list[KnownPage]]]:
    for folder in sorted((corpora_folder() / "drift").iterdir())[::every]:
        rows = list(read(max(folder.glob("snapshot-*.jsonl.xz"))))
        yield folder.name, mine(fetched(place, row) for place, row in enumerate(rows)).wrapper(), known(rows)


def details(every: int) -> Iterator[tuple[str, Wrapper, list[KnownPage]]]:
    for path in sorted((corpora_folder() / "fields").glob("*.jsonl.xz"))[::every]:
        pages = known(list(read(path)))
        columns = learn_rules([each.page for each in pages])
        yield (
            path.name.partition(".")[0],
            Wrapper("", (fields_layout([each.page for each in pages], columns, 0, "", PageSketcher()),)),
            pages,
        )


def lists(every: int) -> Iterator[tuple[str, Wrapper, list[KnownPage]]]:
    for corpus in LIST_CORPORA:
        for number, row in enumerate(record_pages(corpus)):
            if number % every == 0:
                pages = known([row])
                found = find_site_lists([pages[0].page])[:1]
                if found:
                    yield f"{corpus} {number}", Wrapper("", (list_layout([pages[0].page], found[0].rule, 0, "", PageSketcher()),)), pages


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--form", choices=("css", "xpath", "crawl4ai"), default="xpath")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--every", type=int, default=1, help="only every Nth site")
    parser.add_argument("--show", action="store_true", help="what is left out, and why")
    options = parser.parse_args(arguments)
    form = Form(options.form)
    makers = {"articles": articles, "details": details, "lists": lists}
    print(f"{'kind':<10}{'site':<28}{'cells':>8}{'exported':>10}{'equal':>8}")
    for kind in options.kinds.split(","):
        totals, shares = [0, 0, 0], list[float]()
        try:
            for name, wrapper, pages in makers[kind](options.every):
                seen, unseen = (pages[::2], pages[1::2]) if len(pages) > 1 else (pages, pages)
                found = export_selectors(wrapper, seen, form)
                cells, exported, equal = counted_on(wrapper, found, unseen, form)
                totals = [total + more for total, more in zip(totals, (cells, exported, equal), strict=True)]
                shares.append(exported / max(cells, 1))
                print(f"{kind:<10}{name:<28}{cells:>8}{exported / max(cells, 1):>10.3f}{equal / max(exported, 1):>8.3f}", flush=True)
                if options.show:
                    for layout in found:
                        print("\n".join(f"    {layout.layout.name} {field}: {why}" for field, why in layout.left_out.items()))
        except CorpusNotFoundError as problem:
            print(problem, file=sys.stderr)
            return 1
        cells, exported, equal = totals
        mean = statistics.fmean(shares) if shares else 0.0
        print(
            f"{kind:<10}{'all':<28}{cells:>8}{exported / max(cells, 1):>10.3f}{equal / max(exported, 1):>8.3f}   mean of sites {mean:.3f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
