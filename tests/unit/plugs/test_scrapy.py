"""Scrapy reads responses with a wrapper: items, stats and alarms, in a real crawl of files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sitelode import mine
from sitelode.output.result import write_site_wrapper

pytest.importorskip("scrapy")
EXAMPLE = Path(__file__).parents[3] / "examples" / "site"
CRAWL = """
import json, sys
from scrapy import Spider, signals
from scrapy.crawler import CrawlerProcess
from sitelode.plugs.scrapy import wrapper_alarm

wrapper, pages, out, way = sys.argv[1:]

class Pages(Spider):
    name = "pages"
    start_urls = json.loads(pages)

    def parse(self, response):
        if way == "pipeline":
            yield {"response": response, "from": "spider"}

items, alarms = [], []
settings = {"SITELODE_WRAPPER": wrapper, "SITELODE_VERIFY_EVERY": 20, "LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False}
if way == "pipeline":
    settings["ITEM_PIPELINES"] = {"sitelode.plugs.scrapy.WrapperPipeline": 300}
else:
    settings["SPIDER_MIDDLEWARES"] = {"sitelode.plugs.scrapy.WrapperMiddleware": 900}
process = CrawlerProcess(settings)
crawler = process.create_crawler(Pages)
process.crawl(crawler)

def scraped(item):
    items.append(item)

def alarmed(spider, verdict):
    alarms.append(str(verdict.verdict))

crawler.signals.connect(scraped, signals.item_scraped)
crawler.signals.connect(alarmed, wrapper_alarm)
process.start()
stats = {name: value for name, value in crawler.stats.get_stats().items() if name.startswith("sitelode/")}
json.dump({"items": items, "alarms": alarms, "stats": stats}, open(out, "w"), default=str)
"""


@pytest.fixture(scope="module")
def wrapper(tmp_path_factory):
    path = tmp_path_factory.mktemp("wrapper") / "wrapper.json"
    write_site_wrapper(mine(str(EXAMPLE)), path)
    return path


def crawled(wrapper, pages, folder, way):
    out = folder / f"{way}.json"
    urls = json.dumps([path.as_uri() for path in pages])
    done = subprocess.run(
        [sys.executable, "-c", CRAWL, str(wrapper), urls, str(out), way], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text("utf-8"))


@pytest.mark.parametrize("way", ["pipeline", "middleware"])
def test_responses_become_articles(wrapper, tmp_path, way):
    pages = sorted((EXAMPLE / "2031").rglob("*.html"))[:25]
    found = crawled(wrapper, pages, tmp_path, way)
    articles = [item for item in found["items"] if item.get("text")]
    assert len(articles) >= len(pages) - 2
    assert all(item["title"] and item["url"].startswith("file:") for item in articles)
    assert found["stats"]["sitelode/pages"] == len(pages)
    assert found["stats"]["sitelode/verdict"] == "fits", found["stats"]
    assert found["alarms"] == []
    if way == "pipeline":
        assert {item["from"] for item in found["items"]} == {"spider"}


def test_a_redesign_raises_the_alarm(wrapper, tmp_path):
    for number in range(24):
        text = f"<html><body><table><tr><td class=x{number % 2}>Note {number}</td></tr></table></body></html>"
        (tmp_path / f"{number}.html").write_text(text, encoding="utf-8")
    found = crawled(wrapper, sorted(tmp_path.glob("*.html")), tmp_path, "middleware")
    assert found["alarms"]
    assert found["stats"]["sitelode/alarms"] == len(found["alarms"])
    assert found["stats"]["sitelode/verdict"] in ("drifting", "broken")
    assert found["stats"]["sitelode/reasons"]
