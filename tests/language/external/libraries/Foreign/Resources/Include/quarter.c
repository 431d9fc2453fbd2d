static int foreign_quarter(int n) { return n / 4; }
