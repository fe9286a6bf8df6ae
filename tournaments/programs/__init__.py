"""Uploaded programs: what is taken, how it is kept, and the copies that are run."""
