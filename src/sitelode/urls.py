"""Addresses of pages: give each one spelling, compare their sites, and find their patterns.

Addresses are parsed by the WHATWG standard (can_ada), so a link means here what it means in a browser.

`normalise` does exactly this to an http, https or file address:

- by the parser: scheme and host in lower case, unicode hosts as punycode, default port, dot segments, spaces and control characters;
- removed: user name, password, fragment (also `#!`), the final dot of a host, an empty query and empty parameters;
- percent-escapes are in upper case, those of letters, digits and `-._~` are decoded;
- removed: parameters that only track where a visitor came from, and session ids, in query and path;
- the other parameters are sorted by name, because links with filters come in every order; parameters with the same name keep theirs.

Kept, because servers differ on them: http or https, `www.`, a final slash, double slashes, `index.html`, upper case in paths.
"""

import atexit
import ipaddress
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import quote, urlsplit

import can_ada
from publicsuffixlist import PSLFILE, PublicSuffixList

LONGEST_URL = 8_192  # characters; set by hand: servers refuse longer ones, and longer hrefs are inlined files
PAGE_SCHEMES = ("http:", "https:", "file:")

_TRACKING_PREFIXES = ("utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_", "__hs", "_hs", "ga_", "stm_")
# fmt: off
_TRACKING_NAMES = frozenset({
    "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "fbclid", "igshid", "igsh", "msclkid",
    "yclid", "ysclid", "_openstat", "twclid", "ttclid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "vero_id", "vero_conv", "oly_enc_id",
    "oly_anon_id", "wickedid", "epik", "rb_clickid", "s_cid", "_ga", "_gl", "_ke", "hsctatracking", "ml_subscriber", "ml_subscriber_hash",
    "irclickid",
})
# fmt: on
_SESSION_NAMES = frozenset({"jsessionid", "phpsessid", "cfid", "cftoken", "oscsid", "zenid"})
_SESSION_PREFIXES = ("aspsessionid",)
# These names also have other uses (s=80 is a size, sid=1234567890123456 an item), so the value must look random as well.
_SESSION_NAMES_IF_RANDOM = frozenset({"sid", "s", "session", "sessid", "sessionid", "session_id", "sess", "phpsid"})
_RANDOM_VALUE = re.compile(r"(?=[^a-zA-Z]*[a-zA-Z])(?=[^0-9]*[0-9])(?:[0-9A-Fa-f]{16,}|[0-9a-z]{26}|[0-9A-Za-z]{32})")
_SESSION_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sessionid|sid)=[^/;]*|/\([A-Z]\([0-9a-z]{20,}\)\)(?=/)", re.IGNORECASE)

_WHOLE = ("https://", "http://")
_SAME_FROM_EVERY_PAGE = ("/", "https://", "http://")
# Up some folders, then a name: no scheme, no backslash, nothing that the parser would strip or read as a host.
_PLAIN_RELATIVE = re.compile(r"(?:\./)?((?:\.\./)*)(\w[^:|\\\s]*)")
# Characters that mirrors do not escape in links to files; not ":", which makes a drive, nor ";", which begins a session id.
_KEPT_IN_NAMES = "!$&'()*+,=@~"
_DRIVE = re.compile(r"/[A-Za-z][:|]")
_UNKNOWN = ""  # no link leads to an empty address
# If none of these occur there is nothing to clean; most addresses have none and skip the cleaning.
_NEEDS_CARE = re.compile(r"[?#%;@(]|\.[/:]")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
# Not after a stray "%" or "%4", which the decoded character would complete to a new escape.
_ESCAPE = re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
# Escapes in lower case, and unnecessary escapes: most addresses have neither.
_UNTIDY = re.compile(r"%(?:[0-9A-F]?[a-f]|2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

_HEX_ID = r"(?=[A-F]*[0-9])[0-9A-F]{12,}|[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}"
_VARYING = re.compile(rf"(%[0-9A-F]{{2}})|(?<![A-Z])((?![0-9]+(?![0-9A-Z])){_HEX_ID})(?![A-Z])|[0-9]+", re.IGNORECASE)

# IPv6 ranges that contain an IPv4 address in their last 32 bits: a way around a check of the outer address.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_IPV4_COMPATIBLE = ipaddress.ip_network("::/96")


def normalise(url: str) -> str | None:
    """The normal spelling of a page's address; None if it is not the address of a page. Normalising twice changes nothing."""
    parsed = _parse(url)
    return None if parsed is None else _clean(parsed)


def resolve(base: str, href: str) -> str | None:
    """The normalised target of a link; None for javascript:, mailto:, data: and links that cannot be parsed."""
    if href.startswith(_WHOLE):
        return normalise(href)  # wherever it stands
    return _resolved(_parsed_base(base), href)


class Resolver:
    """Resolves the links of one page, and with `rebased` those of further pages of its site at little cost.

    Most links of a site lead from many pages to the same few places, as "/news", "../../news" or in full. They are
    cached by a form that means the same on every page of an origin, so that each place is resolved once.
    """

    remembered_at_most = 200_000  # links; some 50 MB, then the cache is emptied. Set by hand

    def __init__(self, base: str) -> None:
        self.base = base
        self._parsed = _parse(base)
        self._origin = None if self._parsed is None else f"{self._parsed.protocol}//{self._parsed.host}"
        self._folders = _folders_upwards(self._parsed)
        self._known: dict[str, str | None] = {}

    def rebased(self, base: str) -> "Resolver":
        """A resolver for another page; the cache for its origin is shared."""
        other = Resolver(base)
        if self._folders and other._folders and self._origin == other._origin:
            other._known = self._known
        return other

    def resolve(self, href: str) -> str | None:
        from_anywhere = href if href.startswith(_SAME_FROM_EVERY_PAGE) else self._from_root(href)
        if from_anywhere is None or len(from_anywhere) > LONGEST_URL:
            return _resolved(self._parsed, href)
        target = self._known.get(from_anywhere, _UNKNOWN)
        if target is _UNKNOWN:
            if len(self._known) >= self.remembered_at_most:
                self._known.clear()
            target = self._known[from_anywhere] = _resolved(self._parsed, from_anywhere)
        return target

    def _from_root(self, href: str) -> str | None:
        """Rewrite a relative link as one that starts with "/"; None if it is not certain that both mean the same."""
        relative = _PLAIN_RELATIVE.fullmatch(href)
        if relative is None or not self._folders:
            return None
        steps_up, rest = relative.groups()
        return self._folders[min(len(steps_up) // 3, len(self._folders) - 1)] + rest


@lru_cache(maxsize=8)  # several links of one page are resolved one by one
def _parsed_base(base: str) -> "can_ada.URL | None":
    return _parse(base)


atexit.register(_parsed_base.cache_clear)  # can_ada prints lines about every address that is still there when Python ends


def _resolved(base: "can_ada.URL | None", href: str) -> str | None:
    if len(href) > LONGEST_URL:
        return None
    if base is None:
        return normalise(href)
    try:
        return _clean(base + href)
    except ValueError:
        return None
    except TypeError:  # raised by can_ada for lone surrogates
        return _resolved(base, _without_surrogates(href))


def same_site(url: str, other: str) -> bool:
    """Whether both have the same registrable domain; scheme, port and subdomain do not matter.

    The list of public suffixes includes hosting services: one.github.io and two.github.io are two sites.
    Hosts without such a domain (localhost, IP addresses) must have the same host and port. All file: addresses are one site.
    """
    one, two = _parse(url), _parse(other)
    if one is None or two is None or _last_labels(one.hostname) != _last_labels(two.hostname):
        return False  # a registered name has at least two labels
    if one.host and one.host == two.host:
        return True  # most others need not be looked up in the list either
    return site_key(url) == site_key(other)


def _last_labels(host: str) -> list[str]:
    return host.rstrip(".").lower().split(".")[-2:]


def site_key(url: str) -> str | None:
    """A key that is the same for all addresses of a site; None if there is no host."""
    parsed = _parse(url)
    if parsed is None:
        return None
    return registrable_domain(parsed.hostname) or parsed.host or parsed.protocol


def host_key(url: str) -> str | None:
    """The host without a leading "www.", with its port unless it is the default one; "" for file: addresses."""
    parsed = _parse(url)
    return None if parsed is None else _without_final_dot(parsed.host).removeprefix("www.")


def is_below(url: str, prefix: str) -> bool:
    """Whether a path begins with the prefix, up to the end of a directory name: /news has /news/1 but not /newsletter."""
    path = urlsplit(url).path
    return path.startswith(prefix) and (prefix.endswith("/") or path[len(prefix) :][:1] in ("", "/"))


def places_of_ending(names: Iterable[Iterable[str]], wanted: str) -> list[int]:
    """Which pages somebody means by the end of an address; `names` are the addresses of each page, with the file it lies in.

    Whole names of folders and files come first (`b.html` is /b.html, not /ab.html); only if nothing ends so, any end counts.
    """
    wanted = wanted.rstrip("/")
    if not wanted.lstrip("/"):
        return []
    endings = ["/" + wanted.lstrip("/"), wanted]
    found: list[list[int]] = [[], []]
    for place, each in enumerate(names):
        spelt = [name.rstrip("/") for name in each]
        for ending, places in zip(endings, found, strict=True):
            if any(name.endswith(ending) for name in spelt):
                places.append(place)
    return found[0] or found[1]


@lru_cache(maxsize=10_000)
def registrable_domain(host: str) -> str | None:
    """The registered part of a host name: news.example.co.uk gives example.co.uk. None for IP addresses."""
    name = host.rstrip(".").lower()
    if not name or name.startswith("[") or name.rpartition(".")[2].isdigit():
        return None
    domain = _public_suffixes(name.rpartition(".")[2]).privatesuffix(name)
    return None if domain is None else str(domain)


def has_public_suffix(host: str) -> bool:
    """Whether a host name ends in a public suffix, and is more than that suffix."""
    name = host.lower()
    suffix = _public_suffixes(name.rstrip(".").rpartition(".")[2], accept_unknown=False).publicsuffix(name)
    return suffix is not None and suffix != name


def generalise(url: str) -> str:
    """The pattern of an address: /2024/05/rain-17 is /N/N/rain-N, ?page=2&tag=snow is ?page=N&tag=*.

    Hexadecimal ids become X. Parameters whose names are then equal count once, so that any number of
    filters (f[0]=..&f[1]=..) is one pattern. An address that cannot be parsed is its own pattern.
    """
    parsed = _parse(normalise(url) or "")
    if parsed is None:
        return _with_placeholders(url[:LONGEST_URL])
    host = _without_final_dot(parsed.host).removeprefix("www.")
    parameters = sorted({_generalise_parameter(each) for each in parsed.search[1:].split("&") if each})
    return host + _with_placeholders(parsed.pathname) + ("?" + "&".join(parameters) if parameters else "")


def made_up_address(*path: str | bytes) -> str:
    """An address for a page that has none: file: with a path that is the same on every machine."""
    steps = (each if isinstance(each, bytes) else each.encode("utf-8", "replace") for each in path)
    return "file:///" + "/".join("_" if step in (b".", b"..") else quote(step, safe=_KEPT_IN_NAMES) for step in steps)


def is_private_address(address: str) -> bool:
    """Whether an IP address is not public; also if it is hidden in an IPv6 address, or is not an address at all."""
    try:
        parsed = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return True
    if isinstance(parsed, ipaddress.IPv6Address):
        parsed = _inner_ipv4(parsed) or parsed
    return not parsed.is_global or parsed.is_multicast or parsed.is_reserved


def _inner_ipv4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in _NAT64 or address in _IPV4_COMPATIBLE:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _parse(url: str) -> "can_ada.URL | None":
    if len(url) > LONGEST_URL:
        return None
    try:
        parsed = can_ada.parse(url)
    except ValueError:
        return None
    except TypeError:  # raised by can_ada for lone surrogates
        return _parse(_without_surrogates(url))
    return parsed if parsed.protocol in PAGE_SCHEMES else None


def _without_surrogates(text: str) -> str:
    return _LONE_SURROGATE.sub("\ufffd", text)


def _folders_upwards(parsed: "can_ada.URL | None") -> list[str]:
    """The folder of a page and those above it; none if "/" differs from page to page, as on drives such as "C:"."""
    if parsed is None or _DRIVE.match(parsed.pathname):
        return []
    steps = parsed.pathname.split("/")[:-1]
    return ["/".join(steps[:count]) + "/" for count in range(len(steps), 0, -1)]


def _clean(parsed: "can_ada.URL") -> str | None:
    href: str = parsed.href
    if not href.startswith(PAGE_SCHEMES):
        return None
    if not _NEEDS_CARE.search(href):
        return href
    host = _without_final_dot(parsed.host)
    if not host and parsed.protocol != "file:":
        return None
    path = _tidy_escapes(_SESSION_IN_PATH.sub("", parsed.pathname))
    address = f"{parsed.protocol}//{host}{path}{_clean_query(parsed.search)}"
    if host == parsed.host and path == parsed.pathname:
        return address
    # The removed or decoded part may have hidden something from the parser ("/..;sid=1/"): parse again.
    return normalise(address)


def _clean_query(search: str) -> str:
    if len(search) < 2:  # noqa: PLR2004 - "" or "?"
        return ""
    named = [(each.partition("=")[0], each) for each in _tidy_escapes(search[1:]).split("&") if each]
    kept = [(name, each) for name, each in named if not _says_nothing(name.lower(), each[len(name) + 1 :])]
    kept.sort(key=lambda pair: pair[0])
    return "?" + "&".join(each for _, each in kept) if kept else ""


def _says_nothing(name: str, value: str) -> bool:
    """Whether a parameter is about the visit and not about the page."""
    if name in _TRACKING_NAMES or name in _SESSION_NAMES or name.startswith(_TRACKING_PREFIXES + _SESSION_PREFIXES):
        return True
    return name in _SESSION_NAMES_IF_RANDOM and _RANDOM_VALUE.fullmatch(value) is not None


def _tidy_escapes(text: str) -> str:
    return _ESCAPE.sub(_tidy_escape, text) if "%" in text and _UNTIDY.search(text) else text


def _tidy_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _without_final_dot(host: str) -> str:
    name, colon, port = host.partition(":") if not host.startswith("[") else (host, "", "")
    return name.rstrip(".") + colon + port if name.endswith(".") else host


def _generalise_parameter(parameter: str) -> str:
    name, equals, value = parameter.partition("=")
    if not equals:
        return _with_placeholders(name)
    return f"{_with_placeholders(name)}={'N' if value.isdigit() else '*'}"


def _with_placeholders(text: str) -> str:
    return _VARYING.sub(_placeholder, text)


def _placeholder(match: re.Match[str]) -> str:
    escape, hexadecimal = match.groups()
    return str(escape or ("X" if hexadecimal else "N"))


@lru_cache(maxsize=1_000)
def _public_suffixes(last_label: str, *, accept_unknown: bool = True) -> PublicSuffixList:
    """The rules of the list of public suffixes for names with this last label: to read all ten thousand takes 35 ms."""
    rules = [rule for label in _spellings(last_label) for rule in _suffix_rules().get(label, ())]
    return PublicSuffixList(rules, accept_unknown=accept_unknown)


@cache
def _suffix_rules() -> dict[str, list[str]]:
    """All rules by their last label."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in Path(PSLFILE).read_text(encoding="utf-8").lower().splitlines():
        if line and not line.startswith("//"):
            rule = line.partition(" ")[0]
            found[rule.rpartition(".")[2].lstrip("!")].append(rule)
    return dict(found)


def _spellings(label: str) -> set[str]:
    """A label with letters of its script, and as it stands in addresses."""
    try:
        return {label, label.encode("idna").decode(), label.encode().decode("idna")}
    except UnicodeError:  # it is no label, or too long for one
        return {label}
