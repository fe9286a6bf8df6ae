"""What an owner does to bots."""
