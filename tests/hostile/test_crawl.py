"""Sites that mean harm, or that harm without meaning to."""

import datetime as dt
import ipaddress
import json
import ssl
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import brotli
import pytest
from crawl_server import Reply, Site, SiteServer, gzip_bomb, news_site, page, path_of, redirect, story
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from sitelode.errors import SettingError, SourceError
from sitelode.model import Dropped, Fetched
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.source import CrawlSource, crawl

FAST = CrawlSettings(delay=0, autothrottle=False, allow_private=True, timeout=4, retries=0)


def report_in(folder: Path) -> dict:
    return json.loads((folder / "crawl.json").read_text())


def trap_site() -> Site:
    months = "January February March April May June July August September October November December".split()
    visits = iter(range(10**9))

    def calendar(asked) -> Reply | None:
        if not asked.path.startswith("/calendar?m="):
            return None
        month = int(asked.path.partition("=")[2])
        return page(f"{months[month % 12]} {month // 12}", "There is nothing on", [f"/calendar?m={month - 1}", f"/calendar?m={month + 1}"])

    def visited(asked) -> Reply | None:
        if not asked.path.startswith("/shop/"):
            return None
        number = int(asked.path.removeprefix("/shop/").partition("?")[0])
        return page("Shop", story(500 + number), [f"/shop/{other}?visit={next(visits):x}" for other in range(12)])

    def deeper(asked) -> Reply | None:
        return page("Deeper", "Down and down we go", [asked.path + "deeper/"]) if asked.path.endswith("deeper/") else None

    traps = ["/calendar?m=24000", "/shop/0", "/deeper/"]
    return Site({"/traps": page("Traps", "Do not go there, dear reader", traps)}, [calendar, visited, deeper])


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """One crawl through everything, because it has to survive all of it in one go."""
    site = trap_site()
    links = [
        "/traps",
        "/bomb",
        "/bomb-br",
        "/odd-packing",
        "/bad-br",
        "/bad-zstd",
        "/endless",
        "/drip",
        "/claims-much",
        "/loop",
        "/hop/0x",
        "/away",
        "/metadata",
        "/image",
        "/deep",
    ]
    links += ["/fine", "/no-length", "/bad-gzip", "http://[::1", "http://169.254.169.254/latest/", "//127.0.0.1:1/x", "file:///etc/passwd"]
    site.replies |= {
        "/": page("Home", "Come in and see what there is", links),
        "/bomb": gzip_bomb(50_000_000),
        "/endless": Reply(b"<p>And so on " * 1000, endless=True),
        "/drip": Reply(b"<p>", delay=30),
        "/claims-much": replace(page("Much", story(9)), length=10**12),
        "/loop": redirect("/loop"),
        "/away": redirect("http://169.254.169.254/latest/meta-data/"),
        "/metadata": redirect("file:///etc/passwd"),
        "/image": Reply(b"\x89PNG\r\n\x1a\n" + b"\x00" * 1000, content_type="text/html"),
        "/deep": Reply(b"<div>" * 100_000),
        "/fine": page("Fine", story(10)),
        "/no-length": replace(page("Odd", story(11)), headers=(("X-Odd", "\x80\xff"), ("Content-Type", "text/html"))),
        "/bad-gzip": replace(page("Packed", story(12)), headers=(("Content-Encoding", "gzip"),)),
        "/bad-br": replace(page("Packed", story(14)), headers=(("Content-Encoding", "br"),)),
        "/bad-zstd": replace(page("Packed", story(15)), headers=(("Content-Encoding", "zstd"),)),
        "/bomb-br": Reply(brotli.compress(b" " * 50_000_000), headers=(("Content-Encoding", "br"),)),
        "/odd-packing": replace(page("Packed", story(13)), headers=(("Content-Encoding", "br, gzip, x-unknown"),)),
    }
    site.routes.append(lambda asked: redirect(f"/hop/{int(asked.path[5:-1]) + 1}x") if asked.path.startswith("/hop/") else None)
    folder = tmp_path_factory.mktemp("hostile")
    with SiteServer(site) as server:
        started = time.monotonic()
        source = CrawlSource(server.url, folder, replace(FAST, max_page_bytes=1_000_000))
        items = list(source.items())
        yield server, folder, items, time.monotonic() - started


def test_it_ends_and_finds_what_is_good(hostile):
    _, folder, items, seconds = hostile
    pages = {path_of(item.url) for item in items if isinstance(item, Fetched)}

    assert {"/", "/traps", "/fine", "/deep", "/no-length", "/odd-packing"} <= pages
    assert {f"/shop/{number}" for number in range(12)} == {path.partition("?")[0] for path in pages if path.startswith("/shop/")}
    assert report_in(folder)["reason"] == "everything read"
    assert seconds < 60


def test_what_is_too_large_is_left_out_and_never_kept(hostile):
    _, folder, items, _ = hostile
    dropped = {path_of(item.where): item.reason for item in items if isinstance(item, Dropped)}

    large = ("/bomb", "/bomb-br", "/endless", "/claims-much")
    assert {path: dropped.get(path) for path in large} == dict.fromkeys(large, "too large")
    broken = ("/bad-gzip", "/bad-br", "/bad-zstd")
    assert {path: dropped.get(path) for path in broken} == dict.fromkeys(broken, "broken body")
    assert dropped["/image"] == "not HTML"
    assert report_in(folder)["left_out"]["timeout"] == 1
    assert (folder / "pages.warc.gz").stat().st_size < 1_000_000


def test_traps_are_bounded(hostile):
    server, folder, _, _ = hostile
    asked = [each.path for each in server.asked]

    assert sum(path.startswith("/calendar") for path in asked) <= 45
    assert sum(path.startswith("/shop/") for path in asked) <= 12 + 30
    assert sum(path.startswith("/hop/") for path in asked) <= 11
    assert sum("deeper" in path for path in asked) <= 2
    assert report_in(folder)["ignored_parameters"] == ["visit"]


def test_redirects_off_the_site_are_not_followed(hostile):
    _, folder, _, seconds = hostile
    left_out = report_in(folder)["left_out"]

    assert left_out["off site"] >= 2
    assert left_out["not http"] >= 1
    assert seconds < 60, "a connection to 169.254.169.254 would hang"


def test_a_page_too_large_is_not_fetched_again_by_a_resumed_crawl(hostile):
    server, folder, _, _ = hostile
    server.forget()
    crawl(server.url, folder, replace(FAST, max_page_bytes=1_000_000), mode="resume")

    assert set(server.counts) == {"/robots.txt", "/drip"}


def crawl_with_false_names(url: str, folder: Path, names: dict[str, list[str]], public: str, **changes) -> str:
    """Crawl where names resolve as told, one answer after the other, and one loopback address counts as public; the error."""
    script = textwrap.dedent(f"""
        import itertools, json, socket, sys
        import sitelode.sources.crawl.spider as addresses
        from sitelode.urls import is_private_address
        addresses.is_private_address = lambda address: address != {public!r} and is_private_address(address)
        names = {{name: itertools.chain(each, itertools.repeat(each[-1])) for name, each in {names!r}.items()}}
        genuine = socket.getaddrinfo
        def resolve(host, *args, **kwargs):
            return genuine(next(names[host]) if host in names else host, *args, **kwargs)
        socket.getaddrinfo = resolve
        import twisted.internet._resolver
        twisted.internet._resolver.GAIResolver.__init__.__defaults__ = (None, resolve)
        from sitelode.sources.crawl.process import main
        main()
    """)
    settings = replace(FAST, allow_private=False, **changes).as_json()
    order = json.dumps({"url": url, "folder": str(folder), "mode": "start", "settings": settings})
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write(order + "\n")
        process.stdin.flush()
        last = [json.loads(line) for line in process.stdout][-1]
    return last.get("message", "")


def test_a_name_that_changes_its_address_is_found_out_at_the_connection(tmp_path):
    """DNS rebinding: the name is public when it is first looked at, and then leads into the own network."""
    site = Site({path: replace(reply, headers=(("Connection", "close"),)) for path, reply in news_site(3).replies.items()})
    with SiteServer(site) as public, SiteServer(news_site(3), address="127.0.0.2", port=public.port) as inner:
        names = {"rebind.example": ["127.0.0.1", "127.0.0.1", "127.0.0.2"]}
        crawl_with_false_names(f"http://rebind.example:{public.port}/", tmp_path / "f", names, "127.0.0.1", concurrency=1)

        assert sum(public.counts.values()) >= 2
        assert not inner.asked
    assert report_in(tmp_path / "f")["left_out"]["private address"] >= 1


def test_a_redirected_robots_txt_cannot_reach_the_own_network(tmp_path):
    with SiteServer(news_site(3)) as public, SiteServer(Site(), address="127.0.0.2") as inner:
        public.site.replies["/robots.txt"] = redirect(inner.url)
        message = crawl_with_false_names(public.url, tmp_path / "f", {}, "127.0.0.1")

        assert not inner.asked
        assert set(public.counts) == {"/robots.txt"}
    assert "127.0.0.2 is a private address" in message


def message_of(url: str, folder: Path, **changes) -> str:
    with pytest.raises((SourceError, SettingError)) as caught:
        crawl(url, folder, replace(FAST, **changes))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def self_signed(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "server.pem"
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    pem.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


def test_an_empty_crawl_says_why_in_one_line(tmp_path):
    forbidding, failing, gone, away = news_site(1), news_site(1), Site(), Site({"/": redirect("https://other.example/")})
    forbidding.replies["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /", content_type="text/plain")
    failing.replies["/robots.txt"] = Reply(b"", 503)
    context = self_signed(tmp_path)
    with (
        SiteServer(forbidding) as closed,
        SiteServer(failing) as ill,
        SiteServer(gone) as empty,
        SiteServer(away) as moved,
        SiteServer(news_site(1), wrap_socket=lambda socket: context.wrap_socket(socket, server_side=True)) as unsigned,
        ThreadPoolExecutor(2) as threads,
    ):
        nobody, nowhere = "http://127.0.0.1:9/", "http://no-such-host.invalid/"
        expected = {
            closed.url: f"{closed.url}robots.txt forbids {closed.url}",
            ill.url: f"{ill.url}robots.txt answered with status 503, and without it nothing may be fetched; try again later",
            empty.url: f"{empty.url} answers with HTTP 404 (not found)",
            moved.url: "it leads to https://other.example/, which is another site; crawl that address instead",
            unsigned.url: f"the certificate for {unsigned.url} is not valid (it cannot be verified)",
            nobody: f"the server of {nobody} refused the connection",
            nowhere: f"the host name in {nowhere} cannot be resolved; check the spelling and your network",
        }
        jobs = {url: threads.submit(message_of, url, tmp_path / str(number)) for number, url in enumerate(expected)}
        refused = threads.submit(message_of, closed.url, tmp_path / "private", allow_private=False)

        assert {url: job.result() for url, job in jobs.items()} == {url: f"no page at {url}: {why}" for url, why in expected.items()}
        assert refused.result() == (f"no page at {closed.url}: 127.0.0.1 is a private address, and allow_private is off")
        assert set(closed.counts) == {"/robots.txt"}
        assert not unsigned.asked


def test_a_certificate_that_is_trusted_is_accepted(tmp_path, monkeypatch):
    context = self_signed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "server.pem"))
    with SiteServer(news_site(1), wrap_socket=lambda socket: context.wrap_socket(socket, server_side=True)) as server:
        assert crawl(server.url, tmp_path / "f", FAST).pages == 4


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("in the way")

    assert "cannot write to" in message_of("http://127.0.0.1:9/", tmp_path / "file" / "f")
