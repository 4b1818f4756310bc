"""Systems that look at whole sites: metatags, superpages, topics, trees of topics."""
