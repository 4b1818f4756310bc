"""Methods that tell template from content, all with one interface (`separator.py`)."""
