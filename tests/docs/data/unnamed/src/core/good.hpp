// Doubles a number.
#pragma once
int twice(int a);
