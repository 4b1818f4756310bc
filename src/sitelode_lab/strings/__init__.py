"""Methods that read pages, or any texts, as strings; all use one suffix array."""
