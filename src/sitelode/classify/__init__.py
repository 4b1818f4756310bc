"""Classes of pages and of whole sites: learnt from examples, kept as plain data, and each answer with its reason."""
