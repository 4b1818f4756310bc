"""`sitelode wrapper verify`: check whether a wrapper still fits."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click

from sitelode.cli.options import known
from sitelode.cli.terminal import progress_bars
from sitelode.cli.wrappers.wrapped_pages import known_for, or_unverified, pages_of
from sitelode.counted import counted
from sitelode.errors import WrapperError
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import rows_beside
from sitelode.wrappers.learn.profiling import is_unprofiled
from sitelode.wrappers.verify.verifying import BatchVerdict, verify
from sitelode.wrappers.wrapper import Wrapper, read_wrapper

MOST_REASONS = 10  # printed; set by hand


@click.command()
@click.argument("wrapper", type=click.Path(path_type=Path))
@click.argument("source")
@known
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON, field by field.")
def command(wrapper: Path, source: str, known: Path | None, *, as_json: bool) -> None:
    """Check whether WRAPPER still fits the pages of SOURCE: fits, drifting or broken, with reasons.

    Exit code: 0 fits, 1 drifting, 2 broken, 3 nothing could be verified.

    \b
    Example:  sitelode wrapper verify wrapper.json examples/site
    """
    with or_unverified():
        applier, rows = Applier(read_wrapper(wrapper)), known_for(wrapper, known).rows if known else rows_beside(wrapper)
        require_profiles(applier.wrapper, wrapper)
        with progress_bars() as progress:
            readings = [reading for page, origin in pages_of(source, progress, Counter()) for reading in applier.read(page, origin)]
        verdict = verify(readings, rows)
    click.echo(json.dumps(verdict_data(verdict), ensure_ascii=False, indent=1) if as_json else verdict_text(verdict))
    sys.exit(int(verdict.verdict))


def require_profiles(wrapper: Wrapper, path: Path) -> None:
    """Refuse a wrapper that was imported and never applied.

    Raises:
        WrapperError: when it is such a wrapper.

    """
    if all(map(is_unprofiled, wrapper.layouts)):
        raise WrapperError(
            f"{path} was imported and never used; run 'sitelode wrapper apply {path} SOURCE' once, on pages that it reads well"
        )


def verdict_text(verdict: BatchVerdict) -> str:
    """The verdict and its reasons, for a person."""
    reasons = verdict.reasons
    lines = [f"{verdict.verdict}: {counted(verdict.pages, 'page')}, layout matches {verdict.match:.0%}"]
    lines += [f"  {reason}" for reason in reasons[:MOST_REASONS]]
    return "\n".join(lines + ([f"  and {len(reasons) - MOST_REASONS} more reasons"] if len(reasons) > MOST_REASONS else []))


def verdict_data(verdict: BatchVerdict) -> dict[str, Any]:
    return {
        "verdict": str(verdict.verdict),
        "pages": verdict.pages,
        "match": verdict.match,
        "reasons": verdict.reasons,
        "fields": [
            {"layout": each.layout, "field": each.field, "verdict": str(each.verdict), "reasons": [one.reason for one in each.findings]}
            for each in verdict.fields
        ],
    }
