"""The checks, by subject. Each raises ConformanceError, or returns how many things it looked at."""
