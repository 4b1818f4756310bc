"""Methods that read pages, or any texts, as strings; all stand on one suffix array."""
