"""Selectors that people and programs write, CSS or XPath, as ways through a page.

Read is what names elements: tags, class names, ids, attributes, places, children and descendants; and what ends a selector: an
attribute, or the text. What is more (functions, siblings, conditions on what an element holds) is refused rather than half understood.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sitelode.errors import WrapperError
from sitelode.paths.child_steps import AttributeTest, ChildStep

LONGEST_SELECTOR = 2_000  # characters
_WORD = r"(?:[\w-]|\\[0-9a-fA-F]{1,6} ?|\\.)+"
_VALUE = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_CONDITION = re.compile(
    rf"(?P<mark>[.#])(?P<word>{_WORD})"
    rf"|\[\s*(?P<attribute>[\w:-]+)\s*(?:(?P<relation>[~*^$]?=)\s*(?P<value>{_VALUE})\s*)?\]"
    r"|:nth-of-type\(\s*(?P<place>\d{1,6})\s*\)|(?P<first>:first-of-type)"
)
_TAG = re.compile(r"\*|[a-zA-Z][\w-]*")
_BETWEEN = re.compile(r"\s*(>)\s*|\s+")
_SCOPE = re.compile(r":scope(?=\s|>|$)")
_ENDING = re.compile(r"(?:::text|::attr\(\s*(?P<poet>[\w:-]+)\s*\)|\s@(?P<listed>[\w:-]+))\s*$")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6}) ?|\\(.)")
_LAST_CHARACTER = 0x10FFFF

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


@dataclass(frozen=True, slots=True)
class Way:
    """A selector as steps, and the attribute that it asks for; the text where it asks for none."""

    steps: tuple[ChildStep, ...]
    attribute: str = ""


def read_selector(selector: object) -> Way:
    """CSS or XPath, whichever it is. Its first step is `deep` unless the selector says that it is a child of where it starts.

    Raises:
        WrapperError: when it is none, or more than a way.

    """
    if not isinstance(selector, str) or len(selector) > LONGEST_SELECTOR:
        raise WrapperError(f"a selector is a text of at most {LONGEST_SELECTOR:,} characters, not {selector!r:.60}")
    text = selector.strip()
    return _xpath(text) if is_xpath(text) else _css(text)


def is_xpath(text: str) -> bool:
    """Whether a selector is one of XPath; others are of CSS."""
    return text.strip().startswith(("/", "./", "(", "@", "text()"))


def _refused(selector: str) -> WrapperError:
    return WrapperError(
        f"selector {selector!r:.100} cannot be kept in a wrapper: write it with tags, .classes, #ids, [attributes], :nth-of-type(N), "
        "children and descendants, as in div.story > h1 or //div[@class='story']/h1"
    )


def _css(text: str) -> Way:
    ending = _ENDING.search(f" {text}")
    attribute = (ending["poet"] or ending["listed"] or "") if ending else ""
    bare = f" {text}"[: ending.start()].strip() if ending else text
    scope = _SCOPE.match(bare)
    rest = bare[scope.end() :].strip() if scope else bare
    deep = not rest.startswith(">")
    steps = tuple(_css_steps(rest.removeprefix(">").strip(), text))
    return Way((replace(steps[0], deep=deep), *steps[1:]) if steps else (), attribute)


def _css_steps(text: str, selector: str) -> Iterator[ChildStep]:
    at, deep = 0, True
    while at < len(text):
        tag = _TAG.match(text, at)
        start, at = at, tag.end() if tag else at
        step = ChildStep(tag[0].lower() if tag else "*", deep=deep)
        while condition := _CONDITION.match(text, at):
            step, at = _with_css_condition(step, condition), condition.end()
        between = _BETWEEN.match(text, at)
        if at == start or (at < len(text) and between is None):
            raise _refused(selector)
        yield step
        if between:
            deep, at = between[1] is None, between.end()
            if at == len(text):
                raise _refused(selector)


def _with_css_condition(step: ChildStep, found: re.Match[str]) -> ChildStep:
    if found["mark"]:
        name = _ESCAPE.sub(_unescaped, found["word"])
        return replace(step, id=name) if found["mark"] == "#" else replace(step, names=(*step.names, name))
    if found["attribute"]:
        value = (found["value"] or "").strip("\"'")
        return replace(step, wants=(*step.wants, AttributeTest(found["attribute"], found["relation"] or "", value)))
    return replace(step, place=1 if found["first"] else int(found["place"]))


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] and int(found[1], 16) <= _LAST_CHARACTER else found[2] or ""


def _xpath(text: str) -> Way:
    if text == "text()":
        return Way(())
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
    return Way(tuple(steps), attribute)


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
