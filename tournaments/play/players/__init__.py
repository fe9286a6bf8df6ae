"""What the referee talks to: one module per kind of player."""
