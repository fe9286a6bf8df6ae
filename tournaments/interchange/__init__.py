"""What goes out of an event and comes in: crosstables, Tournament Report Files; see docs/interchange.md."""
