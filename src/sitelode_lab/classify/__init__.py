"""Published classifiers of pages and sites."""
