"""What the results are worth: points, tie-breaks and the table, pure functions of what is recorded."""
