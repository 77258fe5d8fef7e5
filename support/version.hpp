#pragma once
/// \file What this Partita is, for reports of faults.

#include <string>

namespace partita {

struct Version {
  const char* number;        ///< "0.2.0"
  const char* commit;        ///< of the checkout when CMake configured it; "unknown" if it was none
  const char* mpi_of_build;  ///< "Open MPI 4.1.4", by its header
  std::string mpi;           ///< that runs, in its own words
  const char* parts;         ///< what it was built with: "HDF5 METIS native"

  /// All of it, in three lines.
  std::string in_words() const;
};

/// Not collective. MPI need not run.
Version version();

}  // namespace partita
