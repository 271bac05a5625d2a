// New.
