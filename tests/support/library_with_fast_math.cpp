// The library's own arithmetic, as -Ofast would make it. It does not compile.
#include "support/exact_sum.cpp"
