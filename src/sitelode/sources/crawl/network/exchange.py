"""Convert Scrapy's responses and errors to the crawl's own types."""

from gzip import BadGzipFile

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
)
from scrapy.http import Response

from sitelode.sources.crawl.archive import BODY_CUT_SHORT, BODY_NOT_WANTED, Answer, now
from sitelode.sources.crawl.left_out import Omission

TOO_LARGE, BROKEN_BODY = "too large", "broken body"
PERMANENT = frozenset({TOO_LARGE, BROKEN_BODY})  # a second request would give the same result
_CERTIFICATE_SIGNS = ("certificate verify failed", "VerificationError", "CertificateError")
_UNPACKING_PACKAGES = frozenset({"zlib", "brotli", "brotlicffi", "backports", "compression"})
_CUT_SHORT_FLAGS = frozenset({"partial", "dataloss"})


class AddressRefusedError(IgnoreRequest):
    """All addresses of a host are private."""

    def __init__(self, host: str, address: str) -> None:
        self.host, self.address = host, address
        super().__init__(f"{host} is at the private address {address}")


class RobotsForbiddenError(IgnoreRequest):
    """robots.txt forbids an address."""


class RightsReservedError(IgnoreRequest):
    """robots.txt keeps collectors for training out, and the user respects that."""


class TdmFileError(IgnoreRequest):
    """tdmrep.json reserves the rights in an address, and the user respects that."""


class RobotsUnreadableError(IgnoreRequest):
    """robots.txt may exist, but cannot be read: RFC 9309 then forbids everything."""


def answer_from(url: str, response: Response) -> Answer:
    headers = [(name, value) for name in response.headers for value in response.headers.getlist(name)]
    named = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)
    return Answer(url, response.status, named, response.body, now(), _truncated(response))


def omission_from(url: str, error: BaseException) -> Omission:
    """Why a request failed."""
    if isinstance(error, RobotsUnreadableError) and error.__cause__ is not None:
        cause = omission_from(url, error.__cause__)
        # If the whole server is unreachable, report that and not the unreachable robots.txt.
        return cause if cause.reason in _SERVER_OUT_OF_REACH else Omission("robots.txt unreadable", url, str(error))
    otherwise = BROKEN_BODY if _comes_from_unpacking(error) else "connection failed"
    reason = next((reason for kind, reason in _REASONS if isinstance(error, kind)), otherwise)
    if any(sign in str(error) for sign in _CERTIFICATE_SIGNS):
        return Omission("certificate not valid", url, "it cannot be verified")
    return Omission(reason, url, str(error) if isinstance(error, IgnoreRequest) else type(error).__name__)


def _comes_from_unpacking(error: BaseException) -> bool:
    """The packages that unpack differ between Python versions; each has its own errors."""
    return isinstance(error, (BadGzipFile, EOFError)) or type(error).__module__.partition(".")[0] in _UNPACKING_PACKAGES


def _truncated(response: Response) -> str:
    if "download_stopped" in response.flags:
        return BODY_NOT_WANTED
    return BODY_CUT_SHORT if _CUT_SHORT_FLAGS.intersection(response.flags) else ""


_REASONS: tuple[tuple[type[BaseException], str], ...] = (
    (AddressRefusedError, "private address"),
    (RobotsForbiddenError, "forbidden by robots.txt"),
    (RightsReservedError, "rights reserved (robots.txt)"),
    (TdmFileError, "rights reserved (tdmrep.json)"),
    (RobotsUnreadableError, "robots.txt unreadable"),
    (IgnoreRequest, TOO_LARGE),  # of Scrapy's own ones, only a body that unpacks to too much is left
    (DownloadCancelledError, TOO_LARGE),
    (DownloadTimeoutError, "timeout"),
    (CannotResolveHostError, "host not found"),
    (DownloadConnectionRefusedError, "connection refused"),
)
_SERVER_OUT_OF_REACH = frozenset({"private address", "host not found", "connection refused", "certificate not valid", "timeout"})
