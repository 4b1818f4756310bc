"""Search over what was mined: full text over articles and records of one or several results, and articles that tell the same story."""
