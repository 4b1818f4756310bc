"""Crawling: a site on the web is saved to a folder.

settings                              the user's options
source                                the entry point: `crawl`, `CrawlSource`; runs the crawl in a separate process
session                               one run: archive, state, report
state                                 the state of a crawl, computed from the answers alone
frontier, traps                       the addresses to request next, and those never to request
page_reading, sitemaps                find addresses
archive, folder, pages, left_out      the files of a crawl
network/                              the separate process and the Scrapy code: spider, politeness, addresses, exchange
"""
