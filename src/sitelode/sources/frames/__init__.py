"""Framesets: a frameset and the pages in its frames are one page, as a reader sees them.

framesets       what a frameset is, and the page that it makes with its frames
joined_source   in a stream of pages
lone_file       of a page that was given alone: a file, with the files beside it, or a pipe
"""
