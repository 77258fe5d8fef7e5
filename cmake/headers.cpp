// CMake compiles headers for others only with a source of their own.
