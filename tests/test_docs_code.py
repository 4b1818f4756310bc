"""What the documents show is what happens.

Examples in Python are run. Commands are run, too; of those that need the network, a server or what only a reader has, the options are checked.
Blocks marked `console` are whole sessions: what they show below a command is what it prints, `...` stands for lines that are left out.
"""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.errors import MissingExtraError

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "site"
TEXTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$? ?(?:SITELODE_KEY=\S+ |curl .*\| )?(sitelode .+)$", re.MULTILINE)
SERVERS = {"studio", "mcp", "serve"}  # they would not end
VERDICTS = {0, 1, 2, 3}  # of verify and repair; any other command ends with 0


def blocks(path):
    return [(match[1], match[2]) for match in BLOCK.finditer(path.read_text(encoding="utf-8"))]


def named(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", [path for path in TEXTS if ">>> " in path.read_text(encoding="utf-8")], ids=named)
def test_examples_give_what_they_show(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")

    assert result.attempted > 1
    assert result.failed == 0


def worlds():
    for path in TEXTS:
        plain = [code for kind, code in blocks(path) if kind == "python" and ">>> " not in code]
        yield from (pytest.param(code, id=f"{named(path)} {number}") for number, code in enumerate(plain))


@pytest.fixture
def world():
    """The names that the documents take for granted."""
    pages = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLE.glob("2031/0[34]/*.html"))]
    return {
        "html": (EXAMPLE / "index.html").read_text(encoding="utf-8"), "url": "https://lantern.example/", "my_extractor": lambda html, url: html + url,
        "pages": pages[:6], "labels": ["one", "other"] * 3, "others": pages[6:8], "pages_of_one": pages[:3], "pages_of_another": pages[3:6],
        "sources": pages[:6],
    }  # fmt: skip


@pytest.mark.parametrize("code", list(worlds()))
def test_python_without_a_prompt_runs(code, world, tmp_path, monkeypatch, request):
    compiled = compile(code, "document", "exec")
    if "://" in code:  # the network
        return
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(request.getfixturevalue("desk") if '"mined"' in code else tmp_path)
    try:
        exec(compiled, world)
    except MissingExtraError as problem:
        assert not os.environ.get("CI"), "CI installs all extras"
        pytest.skip(str(problem))


def commands():
    """Every command line once."""
    seen = set()
    for path in TEXTS:
        code = "\n".join(code for kind, code in blocks(path) if kind != "console" and ">>> " not in code)
        for line in COMMAND.findall(code):
            words = shlex.split(re.sub(r"\$\(.+\)", "page.html", line), comments=True)[1:]  # a shell would list files there
            if tuple(words) not in seen:
                yield pytest.param(words, id=f"{named(path)} {line[9:50].strip()}")
            seen.add(tuple(words))


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with what the documents name."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "examples").symlink_to(ROOT / "examples")
    for name in ("NEW_PAGES", "new-pages", "SITE", "SOURCE", "saved-site", "example"):
        shutil.copytree(EXAMPLE / "2031" / "03", folder / name)
    shutil.copy(EXAMPLE / "2031" / "03" / "around-gannet-head.html", folder / "page.html")
    (folder / "SHOP").mkdir()
    for number, tea in enumerate("Assam Ceylon Keemun Sencha Yunnan".split()):
        (folder / "SHOP" / f"{number}.html").write_text(f"<h1>{tea}</h1><dl><dt>Price<dd>{number}.50 €<dt>Grown in<dd>Hill {number}</dl>")
    assert CliRunner().invoke(cli, ["mine", str(EXAMPLE), "-o", str(folder / "mined"), "-q"]).exit_code == 0
    shutil.copy(folder / "mined" / "wrapper.json", folder / "wrapper.json")
    assert CliRunner().invoke(cli, ["split", str(folder / "SITE"), "-o", str(folder / "shards"), "-q"]).exit_code == 0
    return folder


def parsed(words):
    """Go down to the command, and have it read its options; paths need not exist."""
    command, context = cli, cli.make_context("sitelode", list(words), resilient_parsing=True)
    rest = list(words)
    while isinstance(command, click.Group) and rest:
        name = rest.pop(0)
        command = command.get_command(context, name)
        assert command is not None, f"no command {name}"
        context = click.Context(command, parent=context, info_name=name)
    if not isinstance(command, click.Group):
        command.parse_args(context, rest)


@pytest.mark.flaky(reruns=1)  # once in some thirty runs one of them failed, for a reason that was not found
@pytest.mark.parametrize("words", list(commands()))
def test_commands_run_as_they_stand(words, desk, monkeypatch):
    monkeypatch.chdir(desk)
    named_paths = [word for word in words if re.search(r"[/.]|^[A-Z_]+$|^mined$", word) and not word.startswith("-")]
    here = all(Path(word).exists() for word in named_paths)
    if here and words[0] not in SERVERS and len(words) > 1 and "--remove" not in words:  # what a command before it made
        result = CliRunner().invoke(cli, words, input=Path("page.html").read_text(encoding="utf-8"))
        assert result.exit_code in (VERDICTS if {"verify", "repair"} & {*words[:2]} else {0}), f"{result.output}\n{result.exception!r}"
    else:
        monkeypatch.setattr(click.Path, "convert", lambda _, value, *__: value)
        parsed(words)


def steps(path):
    """The commands of a page's sessions in order, each with what is shown below it."""
    text = "\n".join(code for kind, code in blocks(path) if kind == "console")
    for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, shown = step.replace("\\\n", "").partition("\n")
        yield line, shown.strip()


def printed(line):
    if line.startswith("sitelode ") and not re.search("[|>*]", line):
        return CliRunner().invoke(cli, shlex.split(line, comments=True)[1:], env={"COLUMNS": "100"}).output.strip()
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=True, env={**os.environ, "PATH": paths}).stdout.strip()


@pytest.mark.parametrize("path", [path for path in TEXTS if "```console" in path.read_text(encoding="utf-8")], ids=named)
def test_sessions_print_what_they_show(path, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    given, same = list(steps(path)), doctest.OutputChecker().check_output
    for line, shown in given:
        said = printed(line)
        assert same(shown + "\n", said + "\n", doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), (line, said)

    assert given
