#include <algorithm>
#include <utility>

#include <mpi.h>

#include <partita/support/error.hpp>
#include <partita/support/version.hpp>

#define PARTITA_IN_WORDS(number) #number
#define PARTITA_NUMBER(macro) PARTITA_IN_WORDS(macro)

namespace partita {

namespace {

constexpr const char* mpi_of_build =
#if defined(OMPI_MAJOR_VERSION)
    "Open MPI " PARTITA_NUMBER(OMPI_MAJOR_VERSION) "." PARTITA_NUMBER(OMPI_MINOR_VERSION) "." PARTITA_NUMBER(
        OMPI_RELEASE_VERSION);
#elif defined(MPICH_VERSION)
    "MPICH " MPICH_VERSION;
#else
    "MPI " PARTITA_NUMBER(MPI_VERSION) "." PARTITA_NUMBER(MPI_SUBVERSION);
#endif

}  // namespace

// support/CMakeLists.txt gives the macros to this source alone.
Version version() {
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(mpi, &length);
  std::string first_line = mpi;  // MPICH has one for each option that it was configured with
  first_line.resize(std::min(first_line.find('\n'), first_line.size()));
  return {PARTITA_VERSION, PARTITA_COMMIT, mpi_of_build, std::move(first_line), PARTITA_PARTS};
}

std::string Version::in_words() const {
  return text("Partita ", number, ", commit ", commit, "\nMPI: ", mpi, "; built with ", mpi_of_build,
              "\nbuilt with: ", parts, "\n");
}

}  // namespace partita
