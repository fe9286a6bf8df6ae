"""The shapes of API v1: what goes out, and, named New... or Ask..., what comes in."""
