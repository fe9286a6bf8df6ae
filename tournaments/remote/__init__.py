"""Remote bots, which run at home and ask for their messages: the one place that talks to Redis itself."""
