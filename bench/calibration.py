"""Calibration of confidence: how good the articles of each confidence level are, on unseen sites. `bench.learn_weights` measures it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from sitelode_lab.pictures.plot import Axis, Chart

RIGHT_FROM = 0.95  # F1 of a text that counts as right for confidence
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


def write(found: Sequence[Bin]) -> None:
    """Write the table into the package, for the report, and draw the curve for the docs."""
    SHIPPED.write_text(json.dumps([[each.low, each.high, each.pages, each.confidence, each.f1, each.right] for each in found]) + "\n")
    curve(found).write(CURVE)
