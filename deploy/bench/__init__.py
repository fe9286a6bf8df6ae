"""Measurements of Croupier: one module for each, with a function `run(arguments) -> Report`."""
