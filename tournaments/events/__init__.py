"""What an organiser, an owner or a worker does to an event: see docs/lifecycle.md."""
