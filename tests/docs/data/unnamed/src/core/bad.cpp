#include "core/bad.hpp"

// Adds two numbers.
int add(int a, int b) { return a + b; }
