import gzip
import io
import zipfile

import pytest
from stored_sites import SMALL, http_response, pages_of, reasons_of, site_records, warc_record, zipped

from sitelode.errors import ArchiveError
from sitelode.sources.warc import WaczSource

ONE, TWO, *_ = site_records()


def source_of(content):
    return WaczSource(lambda: io.BytesIO(content), "site.wacz", SMALL)


def test_archives_in_order_of_their_names():
    source = source_of(zipped({"archive/b.warc": TWO, "archive/a.warc.gz": gzip.compress(ONE), "other/c.warc": TWO, "archive/x.txt": b""}))

    assert [page.origin for page in pages_of(source)] == ["site.wacz > archive/a.warc.gz @ 0", "site.wacz > archive/b.warc @ 0"]


def test_names_that_point_elsewhere_are_only_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = source_of(zipped({"../../archive/evil.warc": ONE, "/archive/root\n.warc": TWO}))

    assert [page.origin for page in pages_of(source)] == ["site.wacz > ../../archive/evil.warc @ 0", "site.wacz > /archive/root?.warc @ 0"]
    assert list(tmp_path.iterdir()) == []


def test_a_broken_archive_costs_only_itself():
    content = zipped({"archive/a.warc": b"rubbish", "archive/b.warc": ONE[:-90], "archive/c.warc": TWO})

    assert len(pages_of(source_of(content))) == 1
    assert reasons_of(source_of(content)) == ["archive damaged", "archive truncated"]


def test_bytes_changed_inside_the_zip():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as bundle:
        bundle.writestr("archive/a.warc", ONE)
        bundle.writestr("archive/b.warc", TWO)
    content = target.getvalue().replace(b"Content-Length", b"Content-Lengsh", 1)

    assert "archive damaged" in " ".join(reasons_of(source_of(content)))
    assert len(pages_of(source_of(content))) == 1


def test_redirects_of_all_archives_count():
    hop = warc_record("http://h.example/a", http_response(b"", "301 Moved", headers="Location: /b\r\n"))
    source = source_of(zipped({"archive/a.warc": hop, "archive/b.warc": ONE}))
    list(source.items())

    assert source.aliases == {"http://h.example/a": "http://h.example/b"}


@pytest.mark.parametrize("content", [b"", b"rubbish", zipped({"a.warc": ONE}), zipped({"archive/a.warc": ONE})[:-30]])
def test_what_is_no_wacz(content):
    with pytest.raises(ArchiveError, match=r"cannot read site\.wacz"):
        list(source_of(content).items())


def test_a_zip_bomb_is_refused_before_it_is_opened():
    with pytest.raises(ArchiveError, match="zip bomb"):
        list(source_of(zipped({"archive/a.warc": bytes(50_000_000)})).items())
