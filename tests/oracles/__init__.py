"""Slow, obvious versions of fast algorithms: what the fast ones are compared with."""
