"""Crawling: a site on the web is saved to a folder.

settings                 the user's options
source                   the entry point: `crawl`, `CrawlSource`; runs the crawl in a separate process (`process`)
session, state           one run: archive, state, report; the state is computed from the answers alone
frontier, traps          the addresses to request next, and those never to request
page_reading             find addresses in pages and sitemaps
archive, folder          the files of a crawl
spider, politeness       the Scrapy code; `rendering` opens empty pages in a browser, `reservations` reads rights
"""
