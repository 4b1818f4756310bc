"""Published systems that learn rules for fields inside texts."""
