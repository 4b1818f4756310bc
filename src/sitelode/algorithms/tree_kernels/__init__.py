"""Compiled code on trees. Importing any of it imports numba, so it is imported where it is called."""
