// A negotiation over MPI, against the same one in one process.
#include <gtest/gtest.h>
