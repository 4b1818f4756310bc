"""Other packages add commands and screens by entry points; without them the product is whole."""

import importlib.util
import sys

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.errors import MissingExtraError
from sitelode.extensions import extension, extensions


@pytest.fixture
def without_the_lab_s_libraries(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "sitelode_lab"]:
        monkeypatch.delitem(sys.modules, name)
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "pydivsufsort" else find(name, *more))


def test_the_lab_adds_its_commands_and_its_screen():
    assert extension("sitelode.commands", "lab").list_commands(None)
    assert extensions("sitelode.studio")["research"].title == "Research"


@pytest.mark.usefixtures("without_the_lab_s_libraries")
def test_without_its_libraries_the_lab_says_what_to_install_and_adds_no_screen():
    with pytest.raises(MissingExtraError, match=r"^the lab needs an optional part; install it with: pip install 'sitelode\[lab\]'$"):
        CliRunner().invoke(cli, ["lab", "rank", "x"], catch_exceptions=False)
    assert extensions("sitelode.studio") == {}


def test_what_no_package_has_is_named():
    with pytest.raises(MissingExtraError, match="nothing"):
        extension("sitelode.commands", "nothing")
