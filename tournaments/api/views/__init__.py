"""The view sets of API v1, one file for each resource."""
