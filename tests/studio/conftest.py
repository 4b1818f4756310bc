"""One mined example for all tests of the studio; a server of its own and a real browser for those that need them."""

import os
import shutil
from pathlib import Path

import pytest
from running_studio import served

from sitelode.output.result import write_result
from sitelode.pipeline import mine
from sitelode.studio.session import StudioSession

EXAMPLE = Path(__file__).parents[2] / "examples" / "site"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run".split()
)


def pytest_collection_modifyitems(items):
    """A real browser on a busy machine may miss a moment: such a test is tried once more, and pytest's last line counts it."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def mined_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio") / "mined"
    write_result(mine(EXAMPLE, folder=folder), folder)
    session = StudioSession(folder, folder)
    session.open_here()  # leaves what was learnt in the folder, so that every other session opens at once
    session.close()
    return folder


@pytest.fixture(scope="session")
def session(mined_folder):
    """A session that no test changes."""
    opened = StudioSession(mined_folder, mined_folder)
    opened.start().result()
    yield opened
    opened.close()


@pytest.fixture
def own_session(mined_folder, tmp_path):
    """A session on a copy, for tests that change things."""
    folder = tmp_path / "mined"
    shutil.copytree(mined_folder, folder)
    opened = StudioSession(folder, folder)
    opened.start().result()
    yield opened
    opened.close()


def without_browser(why):
    """Skip, and say why; where CI is set, nothing is ever skipped."""
    if os.environ.get("CI"):
        pytest.fail(f"browser tests must run here, but {why}")
    pytest.skip(f"browser tests need Debian's chromium and playwright: {why}")


@pytest.fixture(scope="module")
def browser():
    """Ends with its module: while it runs, its driver holds an event loop, which other tests want for themselves."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        without_browser("playwright is not installed")
    if not Path(CHROMIUM).exists():
        without_browser(f"there is no {CHROMIUM}; name another one in the variable CHROMIUM")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def studio(session):
    with served(session) as keys:
        yield keys
