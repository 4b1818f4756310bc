"""Learners that know nothing of pages: counts and columns in, probabilities out."""
