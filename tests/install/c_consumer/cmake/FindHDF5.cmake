set(HDF5_FOUND FALSE)  # in the place of CMake's
