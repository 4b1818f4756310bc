"""What messages, helps and bars name: there are such options, the command at hand has them, and stages have words."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import click
import pytest

import sitelode
from sitelode.cli.main import COMMANDS, SHOW, WRAPPER, cli
from sitelode.cli.terminal import _SETTING, STAGES, as_options

PACKAGE = Path(sitelode.__file__).parent
NAMED = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*[a-z0-9]")
STYLES = re.compile(r"var\(--[a-z-]+\)|--[a-z-]+:")  # variables of style sheets look alike
OF_OTHERS = {"--no-sandbox", "--without"}  # of the browser, and of a script in bench
COMMAND = re.compile(r"(?:sitelode (?:wrapper |show )?|^|`)([a-z]+)\b")  # that a text names


def texts(path):
    """Every text of a module: messages, helps and docstrings, the literal parts of formatted ones joined."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    formatted = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    pieces = {id(part) for node in formatted for part in node.values}
    yield from ("".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values) for node in formatted)
    yield from (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces)


def options(command):
    return {each for parameter in command.params for each in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}


def subcommands(command):
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from subcommands(command.get_command(click.Context(command), name))
    yield command


@cache
def all_options():
    return frozenset().union(*map(options, subcommands(cli)))


@cache
def named_in(path):
    if not NAMED.search(path.read_text(encoding="utf-8")):  # most modules name none
        return []
    return [(text, name) for text in texts(path) for name in NAMED.findall(STYLES.sub("", text)) if name not in OF_OTHERS]


def test_every_option_that_is_named_exists():
    named = {(name, path.name) for path in PACKAGE.rglob("*.py") for _, name in named_in(path)}

    assert {"--allow-private", "--respect-tdm", "--no-robots", "--jobs"} <= {name for name, _ in named}
    assert {"--version", "--max-pages", "--no-robots"} <= all_options()
    assert {each for each in named if each[0] not in all_options()} == set()


HOMES = {  # the lab has a package of its own
    name: f"sitelode.cli.{home.partition(':')[0]}"
    for name, (home, _) in {**SHOW, **WRAPPER, **COMMANDS}.items()
    if home and isinstance(home, str)
}


def commands_of(module):
    return [each for each in vars(module).values() if isinstance(each, click.Command)]


@pytest.mark.parametrize("name", HOMES)
def test_a_command_names_its_own_options_or_says_whose_they_are(name):
    module = import_module(HOMES[name])
    own = {option for command in commands_of(module) for each in subcommands(command) for option in options(each)}
    for text, option in named_in(Path(module.__file__)):
        others = [command for word in COMMAND.findall(text) if word in HOMES for command in commands_of(import_module(HOMES[word]))]
        assert option in own.union(*(options(each) for other in others for each in subcommands(other))), text


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.js")), ids=lambda path: path.name)
def test_the_studio_names_options_that_exist(path):
    named = re.findall(r"sitelode [a-z]+[^\"'`]*?(--[a-z][a-z-]+)", path.read_text(encoding="utf-8"))

    assert set(named) <= all_options()


def test_every_stage_has_words_for_its_bar():
    told = {stage for path in PACKAGE.rglob("*.py") for stage in re.findall(r"progress\(\"(\w+)\"", path.read_text(encoding="utf-8"))}

    assert told >= {"read", "templates", "details"}
    assert told <= set(STAGES)


def test_settings_that_the_library_names_are_options_too():
    named = {as_options(found[0]) for path in PACKAGE.rglob("*.py") for text in texts(path) for found in _SETTING.finditer(text)}

    assert "--respect-tdm" in named
    assert named - {"--folder"} <= all_options()  # of `mine` in Python, which the terminal never says


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("noai; respect_tdm=True leaves such pages out", "noai; --respect-tdm leaves such pages out"),
        ("name it with text_field=.. (url)", "name it with --text-field (url)"),
        ("https://a.example/?page=2 and a=b", "https://a.example/?page=2 and a=b"),
    ],
)
def test_the_terminal_names_options(said, shown):
    assert as_options(said) == shown
