"""The demonstration: a client that plays an owner's, an organiser's and a spectator's part over HTTP."""
