"""Calibration of confidence: how good the articles of each confidence level are, on unseen sites.

    python -m bench.calibration            prints the table
    python -m bench.calibration --write    also writes it into the package, for the report, and draws the curve for the docs

Takes as long as `bench.learn_weights`, because it repeats its cross-validation.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from bench.article_samples import Sample, all_samples
from bench.corpora import ARTICLE_CORPORA
from bench.learn_weights import RIGHT_FROM, calibration, cross_validate, scored_pages
from sitelode_lab.pictures.plot import Axis, Chart

PROJECT = Path(__file__).resolve().parents[1]
SHIPPED = PROJECT / "src" / "sitelode" / "articles" / "body" / "calibration.json"
CURVE = PROJECT / "docs" / "algorithms" / "confidence.svg"
BORDERS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Bin:
    """Articles of about one confidence."""

    low: float
    high: float
    pages: int
    confidence: float  # mean
    f1: float  # mean
    right: float  # share of the pages whose F1 is at least RIGHT_FROM


def bins(confidence: Sequence[float], f1: Sequence[float]) -> list[Bin]:
    """One bin between every two borders, without the empty ones; the last border belongs to the last bin."""
    given, reached = np.asarray(confidence), np.asarray(f1)
    place = np.clip(np.searchsorted(BORDERS, given, side="right") - 1, 0, len(BORDERS) - 2)
    found = []
    for number, (low, high) in enumerate(pairwise(BORDERS)):
        inside = place == number
        if inside.any():
            means = (float(values[inside].mean()) for values in (given, reached, reached >= RIGHT_FROM))
            found.append(Bin(low, high, int(inside.sum()), *(round(mean, 4) for mean in means)))
    return found


def table(found: Sequence[Bin]) -> str:
    lines = ["| confidence | pages | mean confidence | mean F1 | share with F1 from .95 |", "|---|---:|---:|---:|---:|"]
    rows = ((f"{each.low:.1f} to {each.high:.1f}", each.pages, each.confidence, each.f1, each.right) for each in found)
    lines += [f"| {tenth} | {pages} | {confidence:.3f} | {f1:.3f} | {right:.3f} |" for tenth, pages, confidence, f1, right in rows]
    return "\n".join(lines)


def curve(found: Sequence[Bin]) -> Chart:
    chart = Chart("What confidence meant on sites not seen before", Axis("confidence", 0, 1), Axis("share, F1", 0, 1))
    chart.line([(0, 0), (1, 1)], "gray", dashed=True)
    for values, colour in (([each.f1 for each in found], "#b45309"), ([each.right for each in found], "#2563eb")):
        points = list(zip([each.confidence for each in found], values, strict=True))
        chart.line(points, colour)
        chart.dots(points, colour, radius=4)
    last = found[-1]
    chart.mark((last.confidence, last.f1), "mean F1", "#b45309")
    chart.mark((last.confidence, last.right), "share right", "#2563eb")
    return chart


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write table and curve into package and docs")
    parser.add_argument("--cache", type=Path, help="a folder that keeps what was read, as for `bench.learn_weights`")
    options = parser.parse_args()
    found = bins(*_confidence_and_f1(all_samples(options.cache)))
    print(table(found))
    if options.write:
        SHIPPED.write_text(json.dumps([[each.low, each.high, each.pages, each.confidence, each.f1, each.right] for each in found]) + "\n")
        curve(found).write(CURVE)


def _confidence_and_f1(samples: Sequence[Sample]) -> tuple[list[float], list[float]]:
    cross_validate(samples, "", 0)
    knots = calibration(samples)
    whole = [each for each in samples if each.whole and each.corpus in ARTICLE_CORPORA]
    pages = [(expected, found.f1) for each in whole for _, found, expected in scored_pages(each)]
    confidence = np.interp([expected for expected, _ in pages], [x for x, _ in knots], [y for _, y in knots])
    return confidence.tolist(), [f1 for _, f1 in pages]


if __name__ == "__main__":
    main()
