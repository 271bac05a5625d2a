#include "core/good.hpp"

int twice(int a) { return 2 * a; }
