"""The public pages: events, matches, leaderboards and bots, for people."""
