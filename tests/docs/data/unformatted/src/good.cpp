int good() { return 1; }
