"""Practice: a contestant's program plays on its owner's own machine, without a server, a database or a sandbox."""
