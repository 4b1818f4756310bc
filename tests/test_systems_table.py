"""The table of the published systems names files that are there and commands with options that exist."""

import itertools
import re
from pathlib import Path

import click
import pytest

from sitelode.cli.main import cli

ROOT = Path(__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in (ROOT / "docs" / "systems.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "`sitelode " in line
]


@pytest.mark.parametrize("row", ROWS, ids=[re.sub(r"\W+", " ", row[0]) for row in ROWS])
def test_files_and_commands_exist(row):
    _, file, commands, published, ours = row

    assert (ROOT / "src" / file.strip("`")).is_file()
    assert published
    assert ours
    for said in re.findall(r"`sitelode ([^`]+)`", commands):
        assert_exists(said.split())


def assert_exists(words):
    command, context = cli, click.Context(cli)
    while isinstance(command, click.Group):
        name = words.pop(0)
        command = command.get_command(context, name)
        assert command is not None, name
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options
    for option, value in itertools.pairwise(words):
        kind = next((parameter.type for parameter in command.params if option in parameter.opts), None)
        if isinstance(kind, click.Choice):
            assert value in kind.choices


def test_every_lab_command_is_in_the_table():
    named = {said for row in ROWS for said in re.findall(r"`sitelode lab (\w+)", row[2])}

    assert named == set(cli.get_command(click.Context(cli), "lab").list_commands(click.Context(cli)))
