"""A crawl without a network: the site is asked directly. One second for some thousand pages."""

from crawl_server import Asked, Reply, Site, path_of

from sitelode.sources.crawl.archive import Answer
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.state import CrawlState

START = "http://news.example/"


def crawl_in_memory(site: Site, settings: CrawlSettings | None = None) -> tuple[CrawlState, list[Answer]]:
    state = CrawlState(START, settings or CrawlSettings())
    answers = [answer(site, START + "robots.txt")]
    state.absorb(answers[0])
    while state.has_more:
        entry = state.next_entry()
        if entry is None:
            break
        answers.append(answer(site, entry.url))
        state.absorb(answers[-1])
    return state, answers


def answer(site: Site, url: str) -> Answer:
    reply: Reply = site.reply_to(Asked(path_of(url), {}, 0.0))
    headers = (("Content-Type", reply.content_type or ""), *reply.headers)
    return Answer(url, reply.status, headers, reply.body, "2024-05-13T10:00:00Z")
