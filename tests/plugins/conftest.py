"""The example engine is a package of its own, whose tests are run where it is installed."""

collect_ignore = ["example_engine"]
