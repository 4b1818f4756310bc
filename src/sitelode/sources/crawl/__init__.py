"""Crawls: a site on the web becomes a folder with its pages.

settings                              what a user may decide
source                                the way in: `crawl`, `CrawlSource`; runs the crawl in a process of its own
session                               one run: archive, state, report
state                                 what the crawl knows, made of answers alone
frontier, traps                       what is to be asked for next, and what never
page_reading, sitemaps                where addresses are found
archive, folder, pages, left_out      the files of a crawl
network/                              that process and Scrapy's side: spider, politeness, addresses, exchange
"""
