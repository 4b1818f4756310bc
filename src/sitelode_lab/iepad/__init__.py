"""IEPAD: lists of records as regular repeats of token classes."""
