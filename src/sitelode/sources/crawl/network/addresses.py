"""Connect only to public IP addresses, unless the user allows others.

The check is made where a name is resolved, immediately before the connection to exactly that address: a name
that resolves differently the second time (DNS rebinding), a redirect, an unusual spelling (0x7f.1) or
an address in the link itself all pass through here.
"""

from typing import Any
from urllib.parse import urlsplit

from scrapy.exceptions import CannotResolveHostError
from scrapy.http import Request
from twisted.internet.interfaces import IHostnameResolver, IResolutionReceiver
from zope.interface import implementer

from sitelode.sources.crawl.network.exchange import AddressRefusedError
from sitelode.urls import is_private_address

ALLOW_PRIVATE_SETTING = "SITELODE_ALLOW_PRIVATE"


@implementer(IHostnameResolver)
class PublicAddressResolver:
    """The reactor's resolver, without private addresses. Twisted's interfaces have no matching types."""

    def __init__(self, reactor: Any, *, allow_private: bool) -> None:  # noqa: ANN401
        self.refused: dict[str, str] = {}  # host -> the last private address found for it
        self._reactor = reactor
        self._inner = reactor.nameResolver
        self._allow_private = allow_private

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> "PublicAddressResolver":  # noqa: ANN401
        return cls(reactor, allow_private=crawler.settings.getbool(ALLOW_PRIVATE_SETTING))

    def install_on_reactor(self) -> None:
        self._reactor.installNameResolver(self)

    def resolveHostName(self, resolutionReceiver: Any, hostName: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401, N802, N803 - Twisted's names
        receiver = resolutionReceiver if self._allow_private else _PublicOnly(resolutionReceiver, hostName, self.refused)
        return self._inner.resolveHostName(receiver, hostName, *args, **kwargs)


@implementer(IResolutionReceiver)
class _PublicOnly:
    def __init__(self, inner: Any, host: str, refused: dict[str, str]) -> None:  # noqa: ANN401
        self._host, self._refused = host, refused
        self._inner = inner
        self.resolutionBegan = inner.resolutionBegan
        self.resolutionComplete = inner.resolutionComplete

    def addressResolved(self, address: Any) -> None:  # noqa: ANN401, N802
        if is_private_address(address.host):
            self._refused[self._host] = address.host
        else:
            self._inner.addressResolved(address)


class AddressMiddleware:
    """Distinguishes a refused address from a name that does not exist, before it is retried in vain."""

    def process_exception(self, request: Request, exception: Exception) -> None:
        from twisted.internet import reactor  # noqa: PLC0415 - importing it installs one, and Scrapy chooses which

        if isinstance(exception, CannotResolveHostError):
            host = urlsplit(request.url).hostname or ""
            address = getattr(reactor.nameResolver, "refused", {}).get(host)
            if address is not None:
                raise AddressRefusedError(host, address) from exception
