"""Playing games: pure, knows nothing of database, queue or event."""
