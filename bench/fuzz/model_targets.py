"""Targets that are given what others learnt: classes of pages, rules for texts, and what mining again goes on from."""

import json
from functools import cache

import numpy as np

from bench.fuzz import seed_pages
from bench.fuzz.cases import Pieces
from bench.fuzz.file_targets import edit_arrays, mutated_edits, no_edits
from bench.fuzz.target import Outcome, Target, by_json, magnitude, scratch_folder
from sitelode.classify.contract import Sample
from sitelode.classify.reading import read_html
from sitelode.classify.registry import PAGES, NamedModel, classifier, classifiers, model_bytes, model_of_bytes
from sitelode.incremental.mine_again import mine_into
from sitelode.output.saved_state import RENEWAL_FILE, load_renewal, order_of, read_arrays
from sitelode.settings import MineSettings
from sitelode.site.site import reopen_site
from sitelode.text_rules.marked_texts import Mark, MarkedText
from sitelode.text_rules.rules_file import learn_rules, rules_from_bytes, rules_to_bytes, systems

_SPEAKERS = ("Ann Lee", "Bob Stone", "Carla Diaz", "Dan Okoro", "Eva Lind", "Finn Berg")


def _sample(kind: str, number: int) -> Sample:
    page = {"story": seed_pages.article, "item": seed_pages.detail}[kind](number).decode("utf-8", "replace")
    return Sample(f"{kind}{number}", (read_html(page, f"https://paper.example/{kind}/{number}"),), kind)


@cache
def _models() -> list[Pieces]:
    samples = [_sample(kind, number) for number in range(1, 5) for kind in ("story", "item")]
    return [(model_bytes(NamedModel(name, PAGES, classifier(name).fit(samples))),) for name in classifiers()]


def _model(pieces: Pieces) -> Outcome:
    predicted = model_of_bytes(pieces[0]).model.predict(_sample("story", 6))
    return (type(predicted).__name__,)


def _talk(number: int) -> MarkedText:
    speaker, before = _SPEAKERS[number % len(_SPEAKERS)], "Who: " if number % 2 else "Dear all, this week "
    text = f"{before}{speaker}\nTime: {1 + number % 9}:30 PM\n"
    return MarkedText(f"{number}.txt", text, (Mark("speaker", len(before), len(before) + len(speaker)),))


@cache
def _learnt_rules() -> list[Pieces]:
    return [(rules_to_bytes(learn_rules([_talk(number) for number in range(6)], name)),) for name in systems()]


def _rules(pieces: Pieces) -> Outcome:
    rules = rules_from_bytes(pieces[0])
    found = list(rules.values([_talk(number).text for number in range(2)]))
    return magnitude(len(found)), magnitude(len([str(line) for line in rules.lines()]))


@cache
def _result() -> dict[str, bytes]:
    """The files of a small result that may be mined again."""
    with scratch_folder() as folder:
        pages = [*(seed_pages.article(number) for number in range(1, 4)), seed_pages.listing(1)]
        lines = [{"url": f"https://paper.example/{number}", "html": page.decode("utf-8", "replace")} for number, page in enumerate(pages)]
        (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        mine_into(folder / "mined", folder / "pages.jsonl")
        return {path.name: path.read_bytes() for path in (folder / "mined").iterdir() if path.is_file()}


def _renewal(pieces: Pieces) -> Outcome:
    with scratch_folder() as folder:
        for name, content in _result().items():
            (folder / name).write_bytes(content)
        arrays, about = read_arrays(folder / RENEWAL_FILE)
        stored = arrays | {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
        for edit in json.loads(pieces[0]):
            edit_arrays(stored, edit)
        np.savez(folder / RENEWAL_FILE, **stored)
        site = reopen_site(folder)
        found = load_renewal(folder, site, order_of(MineSettings(), ()))
        site.store.close()
        return (type(found).__name__,)


TARGETS = (
    Target("model", _models, by_json, _model, 2, makes_pages=False),
    Target("rules", _learnt_rules, by_json, _rules, 2, makes_pages=False),
    Target("renewal", no_edits, mutated_edits, _renewal, 1, makes_pages=False),
)
