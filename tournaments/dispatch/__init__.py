"""Which worker plays what, and what counts: see docs/lifecycle.md."""
