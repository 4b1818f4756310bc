"""Import wrappers from other programs: crawl4ai's schema, or fields with CSS selectors or XPath expressions.

Such rules do not describe what pages look like, so an imported layout accepts every page until the first pages it is applied to have
shown what is usual (`learn/profiling.py`). Selectors may have alternatives ("a, b" in CSS, "a | b" and conditions with "or" in XPath),
tags, class names, ids, attributes, positions, children and descendants, and at the end an attribute or the text. Anything else
(functions, siblings, conditions on the content of an element) is refused rather than half understood.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import cssselect
import numpy as np
from cssselect.parser import Attrib, Class, CombinedSelector, Element, Function, FunctionalPseudoElement, Hash, Pseudo, Tree

from sitelode.errors import WrapperError
from sitelode.paths.child_steps import RELATIONS, AttributeTest, ChildStep
from sitelode.shared_file import SharedFile
from sitelode.tables.lists.list_rule import ColumnRule, ListRule
from sitelode.wrappers.exchange.selectors import XPATH_PART, css_parts, is_xpath
from sitelode.wrappers.wrapper import FORMAT, MOST_BYTES, RECORDS, Layout, Wrapper

MOST_FIELDS = 500  # set by hand
_RULES_FILE = SharedFile("wrapper", MOST_BYTES, WrapperError, "give a JSON file of selectors")
EXPECTED = "expected a schema with baseSelector and fields, a list of these, or an object of field names and selectors"


@dataclass(frozen=True, slots=True)
class ParsedSelector:
    """A selector as steps, and the attribute it asks for; the text if it asks for none."""

    steps: tuple[ChildStep, ...]
    attribute: str = ""


def imported(content: str, site: str = "") -> Wrapper:
    """Read a Sitelode wrapper, one or more crawl4ai schemas, an object of field names and selectors, or several such objects by name.

    Raises:
        WrapperError: when it is none of these, or a wrapper cannot hold one of the selectors.

    """
    return _wrapper_of(_RULES_FILE.decoded(content.encode("utf-8", "replace"), "these rules"), site)


def _wrapper_of(data: Any, site: str) -> Wrapper:  # noqa: ANN401 (read from a file: anything)
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return Wrapper.from_data(data)
    schemas = data if isinstance(data, list) else _by_name(data)
    if not schemas or not all(isinstance(each, dict) for each in schemas):
        raise WrapperError(EXPECTED)
    return Wrapper(site, tuple(_layout(each, number) for number, each in enumerate(schemas, start=1)))


def _by_name(data: object) -> list[Any]:
    """One object of fields, or several such objects by layout name, as `sitelode wrapper export --as css` writes them."""
    if isinstance(data, dict) and data and all(isinstance(each, dict) for each in data.values()):
        return [each for name, each in data.items() if each and not name.startswith("_")]  # what an export says of itself is no layout
    return [data]


def import_file(path: Path, site: str = "") -> Wrapper:
    """Read a file.

    Raises:
        WrapperError: when it cannot be read or understood.

    """
    data = _RULES_FILE.json(path)
    try:
        return _wrapper_of(data, site)
    except WrapperError as problem:
        raise WrapperError(f"{path}: {problem}") from problem


def _layout(data: Mapping[str, Any], number: int) -> Layout:
    if "baseSelector" in data:
        base, fields = data["baseSelector"], data.get("fields")
    else:
        listed = data.get(RECORDS)  # an exported list of selectors has one for the records among those of the columns
        base, named = (listed[0], {**data, RECORDS: []}) if isinstance(listed, list) and listed else ("html", data)
        fields = [{"name": name, "selector": one, "type": "text"} for name, one in _alternatives(named)]
    if not isinstance(fields, list) or len(fields) > MOST_FIELDS:
        raise WrapperError(f"fields are a list of at most {MOST_FIELDS}")
    steps = read_selector(base).steps
    if not steps:
        raise WrapperError(f"baseSelector {base!r:.60} leads nowhere")
    columns = tuple(column for each in fields for column in _columns(each))
    if not columns:
        raise WrapperError(f"layout {number} has no fields, so there is nothing to import; {EXPECTED}")
    rule = ListRule((replace(steps[0], deep=False), *steps[1:]), columns)
    return Layout(f"records-{number}", "records", rules={"list": rule.to_data()}, sketch=np.empty(0, dtype=np.uint32), pages=0)


def _alternatives(data: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Fields with one or several selectors each; the first selector that finds something wins, so it comes last."""
    for name, given in data.items():
        if isinstance(given, list):
            yield from ((name, one) for one in reversed(given))
        else:
            yield name, given


def _columns(data: object) -> list[ColumnRule]:
    """One column for each place that a field's selector names: the first one with a value wins; for a list all of them count."""
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        raise WrapperError(f"a field needs a name, this is {data!r:.100}")
    name, kind, inner = data["name"], data.get("type", "text"), data
    many = kind == "list"
    if many:
        below = data.get("fields")
        inner = next((each for each in below if isinstance(each, dict)), {}) if isinstance(below, list) else {}
        kind = inner.get("type", "text")
    if kind not in ("text", "attribute"):
        raise WrapperError(f"field {name!r:.60} is of type {kind!r:.40}; a wrapper holds texts, attributes and lists of these")
    columns = []
    for way in read_alternatives(data.get("selector", "")):
        attribute = str(inner.get("attribute", "")) if kind == "attribute" else way.attribute
        steps = way.steps[1:] if way.steps and way.steps[0].tag == "html" else way.steps  # a path from the root starts below it
        value_type = {"href": "link", "src": "image"}.get(attribute, "text")
        columns.append(ColumnRule(name, value_type, steps, attribute, many, str(data.get("prefix", ""))))
    return columns if many else columns[::-1]


MOST_ALTERNATIVES = 200  # set by hand, as is the next
LONGEST_UNION = 100_000  # characters
_ATTRIBUTE_OF_ALL = re.compile(r"\s@[\w:-]+\s*$")
_ONE = r"""@[\w:-]+\s*=\s*(?:'[^']*'|"[^"]*")"""
_EITHER = re.compile(rf"\[\s*({_ONE}(?:\s+or\s+{_ONE})+)\s*\]")
_OR = re.compile(rf"({_ONE})(?:\s+or\s+)?")
_FIRST_TEXT = re.compile(r"\((?P<way>.+)/text\(\)\[normalize-space\(\)\]\)\[1\]")


def read_alternatives(selector: object) -> tuple[ParsedSelector, ...]:
    """The ways of all alternatives of a selector, in order.

    Raises:
        WrapperError: when one of them cannot be read as a way.

    """
    if not isinstance(selector, str):
        return (read_selector(selector),)
    if len(selector) > LONGEST_UNION:
        raise WrapperError(f"a selector has at most {LONGEST_UNION:,} characters, this one starts with {selector[:60]!r}")
    ending = _ATTRIBUTE_OF_ALL.search(selector)
    attribute, bare = (ending[0].strip(), selector[: ending.start()]) if ending else ("", selector)
    split = _xpath_parts if is_xpath(bare) else css_parts
    parts = [part.strip() for part in islice(split(bare.strip()), MOST_ALTERNATIVES + 1)]
    if len(parts) > MOST_ALTERNATIVES:
        raise WrapperError(f"selector {selector!r:.100} names more than {MOST_ALTERNATIVES} places")
    found = tuple(map(read_selector, parts))
    return tuple(replace(each, attribute=attribute.removeprefix("@")) for each in found) if attribute else found


def _xpath_parts(text: str) -> Iterator[str]:
    found = XPATH_PART.findall(text)
    for part in found if "|".join(found) == text else [text]:
        first = _FIRST_TEXT.fullmatch(part.strip())
        yield from _without_or(first["way"] if first else part) if len(part) <= LONGEST_SELECTOR else [part]


def _without_or(text: str) -> Iterator[str]:
    either = _EITHER.search(text)
    if either is None:
        yield text
        return
    for one in _OR.findall(either[1]):
        yield from _without_or(f"{text[: either.start()]}[{one}]{text[either.end() :]}")


LONGEST_SELECTOR = 2_000  # characters; set by hand
_SCOPE = re.compile(r"(?::scope(?=\s|>|$))?\s*(?P<child>>?)")
_LISTED_ATTRIBUTE = re.compile(r"(?:^|\s)@(?P<name>[\w:-]+)\s*$")  # "a @href", as in lists of selectors

_BLANK = r"""(?:" "|' ')"""
_CLASS_AMONG = (
    rf"contains\(\s*concat\(\s*{_BLANK}\s*,\s*(?:normalize-space\(\s*@(?P<tidied>[\w:-]+)\s*\)|@(?P<listed>[\w:-]+))\s*,\s*{_BLANK}\s*\)"
    r"""\s*,\s*["'] (?P<among>[^'"]+) ["']\s*\)"""
)
_XPATH_STEP = re.compile(r"(?P<axis>//?)(?P<tag>\*|[a-zA-Z][\w-]*)(?P<conditions>(?:\[(?:[^\]'\"]|'[^']*'|\"[^\"]*\")*\])*)")
_XPATH_CONDITION = re.compile(
    rf"\[\s*(?:(?P<place>\d{{1,6}})|{_CLASS_AMONG}"
    r"|(?P<test>contains|starts-with)\(\s*@(?P<tested>[\w:-]+)\s*,\s*(?P<part>'[^']*'|\"[^\"]*\")\s*\)"
    r"|@(?P<attribute>[\w:-]+)(?:\s*=\s*(?P<value>'[^']*'|\"[^\"]*\"))?)\s*\]"
)
_XPATH_ENDING = re.compile(r"/(?:text\(\)|@(?P<attribute>[\w:-]+))\s*$")


def read_selector(selector: object) -> ParsedSelector:
    """Parse CSS or XPath. The first step is `deep` unless the selector asks for a child of the starting element.

    Raises:
        WrapperError: when it is neither, or has more than steps and an attribute.

    """
    if not isinstance(selector, str) or len(selector) > LONGEST_SELECTOR:
        raise WrapperError(f"a selector is a text of at most {LONGEST_SELECTOR:,} characters, not {selector!r:.60}")
    text = selector.strip()
    return _xpath(text) if is_xpath(text) else _css(text)


def _refused(selector: str) -> WrapperError:
    return WrapperError(
        f"selector {selector!r:.100} cannot be kept in a wrapper: write it with tags, .classes, #ids, [attributes], :nth-of-type(N), "
        "children and descendants, as in div.story > h1 or //div[@class='story']/h1"
    )


def _css(text: str) -> ParsedSelector:
    listed, scope = _LISTED_ATTRIBUTE.search(text), _SCOPE.match(text)
    bare = text[scope.end() if scope else 0 : listed.start() if listed else len(text)].strip()
    deep, attribute = not (scope and scope["child"]), listed["name"] if listed else ""
    if not bare and deep:
        return ParsedSelector((), attribute)
    try:
        (selector,) = cssselect.parse(bare)
    except (cssselect.SelectorError, ValueError) as problem:
        raise _refused(text) from problem
    tree, steps = selector.parsed_tree, list[ChildStep]()
    while isinstance(tree, CombinedSelector):
        if tree.combinator not in " >":
            raise _refused(text)
        steps.append(replace(_css_step(tree.subselector, text), deep=tree.combinator == " "))
        tree = tree.selector
    steps.append(replace(_css_step(tree, text), deep=deep))
    return ParsedSelector(tuple(reversed(steps)), attribute or _asked_attribute(selector.pseudo_element, text))


def _asked_attribute(pseudo: FunctionalPseudoElement | str | None, selector: str) -> str:
    if isinstance(pseudo, FunctionalPseudoElement) and pseudo.name == "attr" and len(pseudo.arguments) == 1:
        return pseudo.arguments[0].value or ""
    if pseudo not in (None, "text"):
        raise _refused(selector)
    return ""


def _css_step(tree: Tree, selector: str) -> ChildStep:
    """One compound selector; in its tree the last condition is outermost and the tag innermost."""
    names, wants, place, id_ = list[str](), list[AttributeTest](), 0, ""
    while not isinstance(tree, Element):
        if isinstance(tree, Class):
            names.append(tree.class_name)
        elif isinstance(tree, Hash):
            id_ = tree.id
        elif isinstance(tree, Attrib) and (tree.operator == "exists" or tree.operator in RELATIONS):
            wants.append(
                AttributeTest(tree.attrib) if tree.value is None else AttributeTest(tree.attrib, tree.operator, tree.value.value or "")
            )
        elif isinstance(tree, Function) and tree.name == "nth-of-type" and tree.argument_types() == ["NUMBER"]:
            place = int(tree.arguments[0].value or 0)
        elif isinstance(tree, Pseudo) and tree.ident == "first-of-type":
            place = 1
        else:
            raise _refused(selector)
        tree = tree.selector
    return ChildStep((tree.element or "*").lower(), tuple(reversed(names)), place, id_, wants=tuple(reversed(wants)))


def _xpath(text: str) -> ParsedSelector:
    if text == "text()":
        return ParsedSelector(())
    ending = _XPATH_ENDING.search(text if text.startswith(("/", ".")) else f"/{text}")
    attribute = (ending["attribute"] or "") if ending else ""
    bare = text[: ending.start()] if ending and text.startswith(("/", ".")) else "" if ending else text
    relative = bare.startswith(".")
    rest, steps, at = bare.removeprefix("."), list[ChildStep](), 0
    while at < len(rest):
        found = _XPATH_STEP.match(rest, at)
        if found is None:
            raise _refused(text)
        steps.append(_xpath_step(found, text))
        at = found.end()
    if steps and not relative and not steps[0].deep and steps[0].tag != "html":
        raise _refused(text)
    return ParsedSelector(tuple(steps), attribute)


def _xpath_step(found: re.Match[str], selector: str) -> ChildStep:
    step, at, conditions = ChildStep(found["tag"].lower(), deep=found["axis"] == "//"), 0, found["conditions"]
    while at < len(conditions):
        condition = _XPATH_CONDITION.match(conditions, at)
        if condition is None:
            raise _refused(selector)
        step, at = _with_xpath_condition(step, condition), condition.end()
    return step


def _with_word(step: ChildStep, attribute: str, word: str) -> ChildStep:
    if attribute == "class":
        return replace(step, names=(*step.names, word))
    return replace(step, wants=(*step.wants, AttributeTest(attribute, "~=", word)))


def _with_xpath_condition(step: ChildStep, found: re.Match[str]) -> ChildStep:
    if found["place"]:
        return replace(step, place=int(found["place"]))
    if found["among"]:
        return _with_word(step, found["tidied"] or found["listed"], found["among"])
    if found["test"]:
        relation = "*=" if found["test"] == "contains" else "^="
        return replace(step, wants=(*step.wants, AttributeTest(found["tested"], relation, found["part"][1:-1])))
    if found["value"] is None:
        return replace(step, wants=(*step.wants, AttributeTest(found["attribute"])))
    value = found["value"][1:-1]
    if found["attribute"] == "id":
        return replace(step, id=value)
    return replace(step, wants=(*step.wants, AttributeTest(found["attribute"], "=", value)))
