"""Who meets whom: pure functions of what is recorded, one file per format."""
