"""Files behind addresses that fsspec knows: s3://, gs://, memory:// and many more."""

from collections.abc import Callable
from typing import Any, BinaryIO, cast

from sitelode.errors import MissingExtraError, SourceError

SCHEME = "://"


def remote_opener(address: str) -> Callable[[], BinaryIO]:
    """How a file behind an address is opened."""
    files, path = file_system(address)

    def opened() -> BinaryIO:
        try:
            return cast("BinaryIO", files.open(path, "rb"))
        except OSError as problem:
            raise SourceError(f"cannot open {address}: {problem}; check the address and your rights") from problem

    return opened


def is_remote(address: str) -> bool:
    """Whether an address is neither a path nor a page of the web."""
    scheme, found, _ = address.partition(SCHEME)
    return bool(found) and scheme.lower() not in ("http", "https", "file")


def file_system(address: str) -> tuple[Any, str]:
    """The file system behind an address, and the path in it."""
    try:
        import fsspec  # noqa: PLC0415 (an extra)
    except ImportError as problem:
        raise MissingExtraError(f"the address {address.partition(SCHEME)[0]}://", "cluster") from problem
    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(address)
    except (ValueError, ImportError, OSError) as problem:
        raise SourceError(f"no way to reach {address}: {getattr(problem, 'strerror', None) or problem}") from problem
    return found
