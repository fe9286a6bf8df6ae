"""Bots that play from elsewhere."""
