"""How the example newspaper is put together: texts in, a folder of pages and their truth out."""
