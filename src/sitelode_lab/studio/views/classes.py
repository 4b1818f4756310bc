"""Classes of one's own: some pages are marked with a class, all others follow, the doubtful first.

Labels are kept in classes.csv in the folder of the result, as `sitelode classify train` reads them.

And the pages of the site that are similar to pages a person marked.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sitelode.classify.contract import Sample, Verdict
from sitelode.classify.gathering import pages_of
from sitelode.classify.labels import read_labels
from sitelode.classify.reading import PageText
from sitelode.classify.registry import DEFAULT_FOR_PAGES, PAGES, NamedModel, classifier, classifiers, model_bytes
from sitelode.classify.similar import SimilarPages
from sitelode.errors import ClassifyError, SettingError
from sitelode.output.classes_files import verdict_rows, write_rows
from sitelode.shared_file import only_writer
from sitelode.studio.session import StudioSession
from sitelode.studio.views.pages import page_line

FILE_NAME = "classes.csv"
MOST_SAID = 10_000  # pages at once; all bounds here are set by hand
LONGEST_CLASS = 60  # characters
MOST_CLASSES = 50


def labels_of(session: StudioSession) -> dict[str, str]:
    """The class that a person gave, by the address of the page."""
    path = session.folder / FILE_NAME
    return dict(read_labels(path).of_url) if path.is_file() else {}


def say_class(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """Say of which class pages are; an empty name takes it back."""
    pages, name = (given.get("pages"), given.get("label")) if isinstance(given, dict) else (None, None)
    if not isinstance(pages, list) or not all(type(each) is int for each in pages) or len(pages) > MOST_SAID:
        raise SettingError(f"name up to {MOST_SAID:,} pages by their numbers")
    label = " ".join(str(name or "").split())
    if len(label) > LONGEST_CLASS or label.startswith(("=", "+", "-", "@", "|")) or "|" in label:
        raise SettingError(f"a class has a name of up to {LONGEST_CLASS} characters, which begins with a letter or a digit")
    with only_writer(session.folder / FILE_NAME):
        labels = labels_of(session)
        for number in pages:
            url = session.entry(number).url
            labels.pop(url, None)
            if label:
                labels[url] = label
        if len(set(labels.values())) > MOST_CLASSES:
            raise SettingError(f"a site may have {MOST_CLASSES} classes")
        _write(session, labels)
    return {"marked": len(labels)}


def _write(session: StudioSession, labels: Mapping[str, str]) -> None:
    path = session.folder / FILE_NAME
    if labels:
        write_rows([{"url": url, "label": label} for url, label in labels.items()], path)
    else:
        path.unlink(missing_ok=True)


def classes_view(session: StudioSession, system: str, start: int, count: int, *, chosen: str = "", order: str = "doubt") -> dict[str, Any]:
    """All pages with their classes; before two classes have examples, the pages as they are."""
    labels = labels_of(session)
    names = list(dict.fromkeys(labels.values()))
    verdicts = _verdicts(session, labels, system) if len(names) > 1 else {}
    places = _ordered(session, labels, verdicts, chosen, order)
    found = Counter(each.label for each in verdicts.values())
    marked = Counter(labels.values())
    return {
        "system": system,
        "systems": list(classifiers()),
        "classes": [{"name": name, "marked": marked[name], "pages": found[name]} for name in names],
        "is_classified": bool(verdicts),
        "total": len(places),
        "rows": [_row(session, place, labels, verdicts) for place in places[start : start + count]],
    }


def _ordered(session: StudioSession, labels: Mapping[str, str], verdicts: Mapping[int, Verdict], chosen: str, order: str) -> list[int]:
    """Doubtful ones first, or sure ones; pages that somebody marked are certain."""
    urls = [entry.url for entry in session.site.entries]
    places = [place for place in range(len(urls)) if not chosen or _class(urls[place], place, labels, verdicts) == chosen]
    if not verdicts:
        return sorted(places, key=lambda place: urls[place] not in labels)
    sure = {place: 2.0 if urls[place] in labels else verdicts[place].score for place in places}
    return sorted(places, key=lambda place: -sure[place] if order == "sure" else sure[place])


def _class(url: str, place: int, labels: Mapping[str, str], verdicts: Mapping[int, Verdict]) -> str:
    return labels.get(url) or (verdicts[place].label if place in verdicts else "")


def _row(session: StudioSession, place: int, labels: Mapping[str, str], verdicts: Mapping[int, Verdict]) -> dict[str, Any]:
    line, verdict = page_line(session, place), verdicts.get(place)
    said: dict[str, Any] = {"label": "", "score": None, "reason": ""}
    if verdict is not None:
        said = {"label": verdict.label, "score": round(verdict.score, 4), "reason": verdict.reason}
    return {name: line[name] for name in ("page", "url", "title", "kind")} | {"marked": labels.get(line["url"], "")} | said


def page_texts(session: StudioSession) -> list[PageText]:
    """All pages as classifiers read them."""
    return session.cache.get(("page texts",), lambda: pages_of(session.site, session.progress))


def _learnt(session: StudioSession, labels: Mapping[str, str], system: str) -> NamedModel:
    samples = [Sample(page.url, (page,), labels[page.url]) for page in page_texts(session) if page.url in labels]
    return NamedModel(system, PAGES, classifier(system).fit(samples))


def _verdicts(session: StudioSession, labels: Mapping[str, str], system: str) -> dict[int, Verdict]:
    """The class of every page by its place; kept until somebody says something else."""
    name = ("classes", system, tuple(sorted(labels.items())))

    def made() -> dict[int, Verdict]:
        session.cache.forget("classes")
        model = _learnt(session, labels, system).model
        return dict(enumerate(model.predict_together([Sample(page.url, (page,)) for page in page_texts(session)])))

    return session.cache.get(name, made)


def write_classes(session: StudioSession, system: str, path: Path) -> None:
    """All pages with their classes, as a table or as JSON lines; or the model, for `sitelode classify apply`."""
    labels = labels_of(session)
    if len(set(labels.values())) < 2:  # noqa: PLR2004 (a class is told from another)
        raise ClassifyError("mark some pages of two classes first")
    if path.suffix == ".json":
        path.write_bytes(model_bytes(_learnt(session, labels, system)))
        return
    verdicts = _verdicts(session, labels, system)
    rows = verdict_rows([entry.url for entry in session.site.entries], [verdicts[place] for place in range(len(verdicts))])
    write_rows([{**row, "marked": labels.get(str(row["url"]), "")} for row in rows], path)


def default_system(given: str) -> str:
    return given if given in classifiers() else DEFAULT_FOR_PAGES


MOST_SHOWN = 200  # pages in one response; set by hand, as is the next
MOST_MARKED = 100


def similar_view(session: StudioSession, like: Sequence[int], unlike: Sequence[int]) -> dict[str, Any]:
    """The other pages, most likely first, and the page whose label would teach the model most."""
    if len(like) + len(unlike) > MOST_MARKED:
        raise SettingError(f"at most {MOST_MARKED} pages can be marked")
    place_of = {entry.number: place for place, entry in enumerate(session.site.entries)}
    unknown = [number for number in (*like, *unlike) if number not in place_of]
    if unknown:
        raise SettingError(f"there is no page {unknown[0]}")
    similar = session.cache.get(("similar",), lambda: SimilarPages(page_texts(session)))
    found = similar.ranked([place_of[number] for number in like], [place_of[number] for number in unlike])
    question = similar.question(found)
    return {
        "total": len(found),
        "pages": [
            {**page_line(session, each.place), "probability": each.probability, "reason": each.reason} for each in found[:MOST_SHOWN]
        ],
        "question": None if question is None else page_line(session, question.place),
    }
