// Nothing but a place for the headers that every program of tests shares.
