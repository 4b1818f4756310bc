"""Sitelode."""
