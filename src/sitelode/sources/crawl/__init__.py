"""Crawls: a site on the web becomes a folder with its pages.

settings      what a user may decide
source        the way in: `crawl`, `CrawlSource`; runs the crawl in a process of its own
process       that process
session       one run: archive, state, report
state         what the crawl knows, made of answers alone
frontier, traps, reading, seeds      what is to be asked for, what not, and where it is found
archive, folder, pages, left_out     the files of a crawl
spider, politeness, addresses, exchange      Scrapy's side
"""
