"""Who may do what over HTTP, and how the API says no: tokens, permissions, problems, paging, idempotency, audit."""
