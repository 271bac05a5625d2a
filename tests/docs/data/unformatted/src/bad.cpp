int bad(  ) { return 1; }
