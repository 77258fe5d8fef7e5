// The shared library libpartita_sf.so, which PETSc loads into programs: registers the type of PetscSF.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <partita/petsc/sf_type.hpp>
#include <partita/support/error.hpp>

namespace {

#if defined(MPICH_NUMVERSION)
constexpr const char* mpi_of_the_build = "MPICH";
#elif defined(OMPI_MAJOR_VERSION)
constexpr const char* mpi_of_the_build = "Open MPI";
#else
constexpr const char* mpi_of_the_build = "";
#endif

std::string numbers(PetscDataType scalar, std::size_t scalar_bytes, std::size_t integer_bytes) {
  return partita::text(scalar == PETSC_COMPLEX ? "complex" : "real", " scalars of ", scalar_bytes,
                       " and integers of ", integer_bytes, " bytes");
}

// What of the running program is another than this library was compiled with; empty: nothing. MPI comes
// first: another one does not understand the handles of calls.
std::string difference() {
  char mpi[8192] = "";  // MPICH's MPI_MAX_LIBRARY_VERSION_STRING, the longest
  int length = 0;
  MPI_Get_library_version(mpi, &length);
  if (std::strstr(mpi, mpi_of_the_build) == nullptr)
    return partita::text("the program runs on ", std::string(mpi, std::strcspn(mpi, ",\n")), ", not on ",
                         mpi_of_the_build);
  if (PETSC_COMM_WORLD == MPI_COMM_NULL)
    return "the program has another PETSc: other scalars or integers, another version, or a static one";
  // Before all that passes integers. PETSC_SCALAR is of this library, the word is of the program.
  PetscDataType scalar = PETSC_SCALAR;
  PetscBool is_known = PETSC_FALSE;
  size_t scalar_bytes = 0, integer_bytes = 0;
  (void)PetscDataTypeFromString("scalar", &scalar, &is_known);
  (void)PetscDataTypeGetSize(scalar, &scalar_bytes);
  (void)PetscDataTypeGetSize(PETSC_INT, &integer_bytes);
  if (scalar != PETSC_SCALAR || scalar_bytes != sizeof(PetscScalar) || integer_bytes != sizeof(PetscInt))
    return "its PETSc has " + numbers(scalar, scalar_bytes, integer_bytes);
  PetscInt major = 0, minor = 0;
  (void)PetscGetVersionNumber(&major, &minor, nullptr, nullptr);
  if (major != PETSC_VERSION_MAJOR || minor != PETSC_VERSION_MINOR)
    return partita::text("the program has PETSc ", major, ".", minor);
  return {};
}

bool is_first_process() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(variable)) return std::strcmp(rank, "0") == 0;
  return true;
}

}  // namespace

// PETSc calls the function that is named after the library.
extern "C" PetscErrorCode PetscDLLibraryRegister_partita_sf() {
  if (const std::string what = difference(); !what.empty()) {
    if (is_first_process())
      std::fprintf(stderr,
                   "libpartita_sf.so: %s; this library was built with PETSc %d.%d, %s, %s; exchanges stay "
                   "PETSc's, which has no -sf_type partita; build Partita with the PETSc of the program\n",
                   what.c_str(), PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, mpi_of_the_build,
                   numbers(PETSC_SCALAR, sizeof(PetscScalar), sizeof(PetscInt)).c_str());
    return PetscErrorCode{};
  }
  PetscBool has_type = PETSC_FALSE;
  const PetscErrorCode code = PetscOptionsHasName(nullptr, nullptr, "-sf_type", &has_type);
  return code != PetscErrorCode{} ? code : partita::petsc::register_sf_type(has_type == PETSC_FALSE);
}
