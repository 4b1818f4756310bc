import bz2
import gzip
import io
import lzma
import random
import zlib
from contextlib import suppress

import brotli
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitelode import zstd
from sitelode.errors import PageTooLargeError
from sitelode.sources.compression import DAMAGED_STREAM_ERRORS, BrokenEncodingError, beginning_of_gzip, decoded, decompressing, peeked

TEXT = b"a page of text, " * 5_000


def raw_deflate(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


ENCODERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "deflate without wrapper": raw_deflate,
    "br": brotli.compress,
    "zstd": zstd.compress,
}


@pytest.mark.parametrize(("name", "encode"), ENCODERS.items(), ids=ENCODERS)
def test_encodings_are_undone_up_to_a_limit(name, encode):
    encoding, packed = name.split()[0], encode(TEXT)

    assert decoded(packed, [encoding], len(TEXT)) == TEXT
    assert decoded(packed, [encoding.upper() + " "], len(TEXT)) == TEXT
    with pytest.raises(PageTooLargeError):
        decoded(packed, [encoding], len(TEXT) - 1)


@pytest.mark.parametrize(("name", "encode"), ENCODERS.items(), ids=ENCODERS)
def test_a_body_cut_short_gives_its_beginning(name, encode):
    noise = random.Random(1).randbytes(300_000)  # does not pack, so that half of it is half
    packed = encode(noise)
    partial = decoded(packed[: len(packed) // 2], [name.split()[0]], len(noise))

    assert noise.startswith(partial)
    assert len(partial) > 60_000


@pytest.mark.parametrize("encoding", ["deflate", "br", "zstd", "compress", "no-such-thing"])
def test_nonsense_is_called_broken(encoding):
    with pytest.raises(BrokenEncodingError):
        decoded(b"\xff\xfe\xfd nonsense", [encoding], 1_000)


def test_layers_and_lies():
    assert decoded(gzip.compress(brotli.compress(TEXT)), ["br", "gzip"], 10**6) == TEXT
    assert decoded(b"<html>as it is", ["gzip"], 100) == b"<html>as it is"
    assert decoded(b"words as they are", ["gzip"], 100) == b"words as they are"
    assert decoded(b"<html>as it is", ["br", "identity", ""], 100) == b"<html>as it is"
    assert decoded(brotli.compress(b"<html>"), ["br"], 100) == b"<html>"  # too short to pack, hence stored as it is
    assert decoded(zlib.compress(b"<html>", 0), ["deflate"], 100) == b"<html>"
    assert decoded(gzip.compress(b"one ") + gzip.compress(b"two"), ["gzip"], 100) == b"one two"
    assert decoded(gzip.compress(b"one") + b"rubbish", ["gzip"], 100) == b"one"


@settings(derandomize=True, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate", "br", "zstd"]))
def test_any_bytes_decode_or_are_refused(body, encoding):
    with suppress(BrokenEncodingError, PageTooLargeError):
        assert len(decoded(body, [encoding], 10_000)) <= 10_000


PACKERS = {"none": bytes, "gzip": gzip.compress, "xz": lzma.compress, "bzip2": bz2.compress, "zstandard": zstd.compress}


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_files_are_read_through_their_compression(pack):
    assert decompressing(io.BytesIO(pack(TEXT))).read() == TEXT
    assert decompressing(io.BytesIO(pack(TEXT) + pack(b"more"))).read() == TEXT + b"more"
    assert decompressing(io.BytesIO(pack(b"one\ntwo\n"))).readline() == b"one\n"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_a_file_cut_short_says_so(pack):
    packed = pack(random.Random(1).randbytes(100_000))
    with pytest.raises(DAMAGED_STREAM_ERRORS):
        decompressing(io.BytesIO(packed[:-20])).read()


def test_a_file_may_not_ask_for_any_amount_of_memory():
    greedy = lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 28, "mode": lzma.MODE_FAST, "mf": lzma.MF_HC3}])
    with pytest.raises(lzma.LZMAError):
        decompressing(io.BytesIO(greedy)).read()


def test_peeking_loses_nothing():
    start, whole = peeked(io.BytesIO(b"abcdef"), 4)

    assert (start, whole.read()) == (b"abcd", b"abcdef")
    assert peeked(io.BytesIO(b"ab"), 4)[0] == b"ab"
    assert beginning_of_gzip(gzip.compress(TEXT)[:100], 10) == TEXT[:10]
    assert beginning_of_gzip(b"no gzip", 10) == b""
