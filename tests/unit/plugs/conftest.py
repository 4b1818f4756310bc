from pathlib import Path

import pytest

from sitelode import mine
from sitelode.output.result import write_result

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


@pytest.fixture(scope="session")
def lantern(tmp_path_factory):
    """The bundled site, mined into a folder called lantern."""
    folder = tmp_path_factory.mktemp("results") / "lantern"
    write_result(mine(EXAMPLE, folder=folder), folder)
    return folder
