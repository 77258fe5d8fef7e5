#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/support/version.hpp>

namespace partita {
namespace {

TEST(Version, SaysWhatThisPartitaIs) {
  const Version it = version();
  EXPECT_STREQ(it.number, PARTITA_PROJECT_VERSION) << "in CMakeLists.txt";
  EXPECT_THAT(it.commit, testing::MatchesRegex("[0-9a-f]+|unknown"));
  EXPECT_EQ(std::string(it.parts).find("HDF5") != std::string::npos, PARTITA_WITH_HDF5);
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(mpi, &length);
  EXPECT_THAT(mpi, testing::StartsWith(it.mpi));
  EXPECT_THAT(
      it.in_words(),
      testing::ContainsRegex("^Partita [0-9.]+, commit [^\n]+\nMPI: [^\n]+; built with (Open MPI|MPICH|MPI) "
                             "[0-9.]+\nbuilt with: [^\n]*\n$"));
}

}  // namespace
}  // namespace partita
