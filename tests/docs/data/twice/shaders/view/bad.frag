#define SIDE 3
const int kLow = 1, kHigh = 2;
const int kSide = 3 * kFromCpp;
float f() { return 0.37 + 0.25 * kFromCpp; }
