"""CI installs what was tested: every pinned version has the hash of its file."""

import re

from bench.locked_files import HASHES, LOCK, versions_in


def test_every_pinned_version_has_a_hash():
    assert versions_in(HASHES) == versions_in(LOCK), "write the hashes anew with: python -m bench.locked_files"
    for line in HASHES.read_text("utf-8").splitlines():
        assert re.fullmatch(r"[a-z0-9-]+==\S+ --hash=sha256:[0-9a-f]{64}", line), line
