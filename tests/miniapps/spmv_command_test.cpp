// The program `spmv` from the command line.
#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double rounding = 1e-13;

class Spmv : public Program {
 protected:
  Spmv() : Program("spmv", PARTITA_SPMV " --seconds 0.05") {}
};

TEST_F(Spmv, MultipliesAsPetscDoes) {
  for (const int ranks : {1, 2, 4}) {
    const json r = report(ranks, "--vertices 2500");
    EXPECT_EQ(r.at("ranks"), ranks);
    EXPECT_EQ(r.at("rows"), 2500);
    EXPECT_EQ(r.at("entries"), 2500 + 2 * (2 * 49 * 50 + 49 * 49));
    EXPECT_LT(r.at("difference"), rounding);
    EXPECT_GT(r.at("milliseconds_partita"), 0);
    EXPECT_GT(r.at("milliseconds_petsc"), 0);
    EXPECT_GT(r.at("ratio"), 0);
    EXPECT_EQ(r.at("ghosts") > 0, ranks > 1);
    EXPECT_TRUE(r.at("cg").at("partita").at("complete"));
    EXPECT_LT(r.at("cg").at("partita").at("residual"), 1e-6);
    EXPECT_NEAR(r.at("power").at("partita").at("eigenvalue"), r.at("power").at("petsc").at("eigenvalue"),
                1e-6);
  }
}

// 1, 2, ..., 20 on the diagonal.
TEST_F(Spmv, FindsTheLargestEigenvalueOfAMatrixMarketFileAndSolvesWithIt) {
  std::string diagonal = "%%MatrixMarket matrix coordinate real general\n20 20 20\n";
  for (int k = 1; k <= 20; ++k)
    diagonal += std::to_string(k) + " " + std::to_string(k) + " " + std::to_string(k) + "\n";
  const std::string file = write("diagonal.mtx", diagonal);
  for (const int ranks : {1, 3, 8}) {
    const json r = report(ranks, "--matrix " + file + " --tolerance 1e-12");
    EXPECT_EQ(r.at("difference"), 0);
    for (const char* by : {"partita", "petsc"}) {
      EXPECT_NEAR(r.at("power").at(by).at("eigenvalue"), 20, 1e-8);
      EXPECT_TRUE(r.at("cg").at(by).at("complete"));
      EXPECT_LE(r.at("cg").at(by).at("iterations"), 21) << "as many as there are eigenvalues";
    }
  }
}

TEST_F(Spmv, SaysThatConjugateGradientsDoNotSolveWithAMatrixThatIsNotPositiveDefinite) {
  const std::string file =
      write("skew.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 1\n3 2 1\n");
  const json r = report(2, "--matrix " + file);
  EXPECT_FALSE(r.at("cg").at("partita").at("complete"));
  EXPECT_THAT(start(2, "--matrix " + file).out, HasSubstr("not within the tolerance"));
}

// The format of MatView: integers and doubles, big-endian.
std::string petsc_binary(const std::vector<std::int32_t>& integers, const std::vector<double>& values) {
  std::string bytes;
  const auto append = [&](std::uint64_t number, int size) {
    for (int byte = size - 1; byte >= 0; --byte) bytes += static_cast<char>(number >> (8 * byte) & 0xff);
  };
  for (const std::int32_t integer : integers) append(static_cast<std::uint32_t>(integer), 4);
  for (const double value : values) append(std::bit_cast<std::uint64_t>(value), 8);
  return bytes;
}

// (2 1; 1 2), whose eigenvalues are 1 and 3.
TEST_F(Spmv, ReadsPetscsBinaryFormat) {
  const std::string file = write(
      "two.bin", petsc_binary({1211216, 2, 2, 4, /*of rows*/ 2, 2, /*columns*/ 0, 1, 0, 1}, {2, 1, 1, 2}));
  for (const int ranks : {1, 2, 3}) {
    const json r = report(ranks, "--matrix " + file + " --tolerance 1e-12");
    EXPECT_EQ(r.at("rows"), 2);
    EXPECT_EQ(r.at("entries"), 4);
    EXPECT_NEAR(r.at("power").at("partita").at("eigenvalue"), 3, 1e-9);
    EXPECT_TRUE(r.at("cg").at("partita").at("complete"));
  }
}

TEST_F(Spmv, TakesMeshes) {
  const std::filesystem::path mesh = std::filesystem::path(PARTITA_SHARED_MESHES) / "m6_gmsh_2800.msh";
  if (!std::filesystem::exists(mesh)) GTEST_SKIP() << "the mesh of a wing is not at " << mesh;
  const json r = report(4, "--mesh " + mesh.string());
  EXPECT_EQ(r.at("rows"), 2810);
  EXPECT_LT(r.at("difference"), rounding);
}

TEST_F(Spmv, SaysWhatItMeasuredWithUnits) {
  const Outcome outcome = start(2, "--vertices 400");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(
      outcome.out,
      StartsWith("Laplacian of a square of triangles: 400 rows, 2642 entries on 2 ranks\nproduct     "));
  EXPECT_THAT(outcome.out, HasSubstr(" ms, MatMult "));
  EXPECT_THAT(outcome.out, HasSubstr("ratio "));
  EXPECT_THAT(outcome.out, HasSubstr("eigenvalue "));
}

TEST_F(Spmv, HelpTeaches) {
  expect_help("", {"--matrix", "--mesh", "--vertices", "--seconds", "--iterations", "--tolerance", "--report",
                   "mpirun -n 2 spmv", "PETSC_OPTIONS"});
}

TEST_F(Spmv, AnswersWrongOptionsAndFilesInOneSentence) {
  expect_refusal("--vertces 3", "The following argument", wrong_usage);
  expect_refusal("--vertices 3", "--vertices: wants a number from 4", wrong_usage);
  expect_refusal("--matrix a.mtx --mesh b.msh", "excludes", wrong_usage);
  expect_refusal("--matrix /nowhere/a.mtx", "/nowhere/a.mtx: cannot be opened", wrong_input);
  expect_refusal("--matrix /nowhere/a.bin", "/nowhere/a.bin: cannot be opened", wrong_input);
  expect_refusal("--matrix a.mtx --report a.mtx", "a.mtx is the matrix, which would be overwritten",
                 wrong_usage);
  expect_refusal("--zone 2", "--zone requires --mesh", wrong_usage);
  expect_refusal("--mesh " + write("zones.su2", "NZONE= 2\nIZONE= 1\n") + " --zone 3",
                 "zones.su2:1: there is no zone 3; the file has 2", wrong_input);
  expect_refusal("--mesh /nowhere/wing.msh", "/nowhere/wing.msh", wrong_input);
  expect_refusal("--vertices 9 --report /nowhere/run.json", "cannot write /nowhere/run.json", wrong_input);
  expect_refusal("--matrix " + write("no.bin", "this is no matrix, whatever its name says"),
                 "PETSc cannot load a matrix from it", wrong_input);
  expect_refusal("--matrix " + write("matrix.mtx.gz", "\x1f\x8b\b"), "is compressed by gzip", wrong_input);
  expect_refusal("--matrix " + write("wide.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 0\n"),
                 "the matrix is of 2 rows and 3 columns", wrong_input);
}

TEST_F(Spmv, ResultsThatAreNotFiniteAreNone) {
  const std::string header = "%%MatrixMarket matrix coordinate real general\n2 2 2\n";
  expect_refusal(
      "--matrix " + write("huge.mtx", header + "1 1 1e300\n2 2 1\n") + " --report " + folder_ / "run.json",
      "leave the range of doubles; scale the matrix", wrong_input);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_refusal("--matrix " + write("nan.bin", petsc_binary({1211216, 2, 2, 2, 1, 1, 0, 1}, {1, nan})),
                 "nan.bin: the entry (1, 1), counted from 0, is nan", wrong_input);
}

}  // namespace
