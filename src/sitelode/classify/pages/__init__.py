"""Systems that look at single pages: their place, their summary, rules over their words."""
