set(MPI_FOUND FALSE)  # in the place of CMake's
