"""API v1: what comes in is given its shape here and handed to one service; what goes out comes from one selector."""
