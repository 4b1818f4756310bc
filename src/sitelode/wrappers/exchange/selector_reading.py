"""Parse the selectors of other programs, CSS or XPath, into steps through a page.

Supported: tags, class names, ids, attributes, positions, children and descendants, and at the end an attribute or the text. Anything
else (functions, siblings, conditions on the content of an element) is refused rather than half understood.
"""

import re
from dataclasses import dataclass, replace

import cssselect
from cssselect.parser import Attrib, Class, CombinedSelector, Element, Function, FunctionalPseudoElement, Hash, Pseudo, Tree

from sitelode.errors import WrapperError
from sitelode.paths.child_steps import RELATIONS, AttributeTest, ChildStep

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


@dataclass(frozen=True, slots=True)
class Way:
    """A selector as steps, and the attribute it asks for; the text if it asks for none."""

    steps: tuple[ChildStep, ...]
    attribute: str = ""


def read_selector(selector: object) -> Way:
    """Parse CSS or XPath. The first step is `deep` unless the selector asks for a child of the starting element.

    Raises:
        WrapperError: when it is neither, or has more than steps and an attribute.

    """
    if not isinstance(selector, str) or len(selector) > LONGEST_SELECTOR:
        raise WrapperError(f"a selector is a text of at most {LONGEST_SELECTOR:,} characters, not {selector!r:.60}")
    text = selector.strip()
    return _xpath(text) if is_xpath(text) else _css(text)


def is_xpath(text: str) -> bool:
    """Whether a selector is XPath; all others are CSS."""
    return text.strip().startswith(("/", "./", "(", "@", "text()"))


def _refused(selector: str) -> WrapperError:
    return WrapperError(
        f"selector {selector!r:.100} cannot be kept in a wrapper: write it with tags, .classes, #ids, [attributes], :nth-of-type(N), "
        "children and descendants, as in div.story > h1 or //div[@class='story']/h1"
    )


def _css(text: str) -> Way:
    listed, scope = _LISTED_ATTRIBUTE.search(text), _SCOPE.match(text)
    bare = text[scope.end() if scope else 0 : listed.start() if listed else len(text)].strip()
    deep, attribute = not (scope and scope["child"]), listed["name"] if listed else ""
    if not bare and deep:
        return Way((), attribute)
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
    return Way(tuple(reversed(steps)), attribute or _asked_attribute(selector.pseudo_element, text))


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
