// The type `partita` does what PETSc's `basic` does.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <petscsf.h>

#include <partita/petsc/sf_type.hpp>

#include "tests/petsc/random_forest.hpp"

namespace partita::petsc {
namespace {

using namespace testing_support;

// Small integers: their sums and products have no roundings.
void fill(std::vector<std::byte>& bytes, MPI_Datatype value, std::uint64_t seed) {
  Random random(seed);
  const auto put = [&](auto number) {
    using Number = decltype(number);
    for (std::size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number)) {
      number = static_cast<Number>(random.below(8));
      std::memcpy(bytes.data() + at, &number, sizeof number);
    }
  };
  if (value == MPI_DOUBLE || value == MPI_C_DOUBLE_COMPLEX)
    put(double{});
  else if (value == MPI_FLOAT)
    put(float{});
  else if (value == MPI_SIGNED_CHAR)
    put(static_cast<signed char>(0));
  else
    put(PetscInt{});
}

struct Kind {
  MPI_Datatype value;
  std::size_t bytes;
  std::vector<MPI_Op> operations;
};

// Operations that PETSc has on the type. It only copies numbers that are not its own.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{{MPI_DOUBLE, 8, {MPI_REPLACE, MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN}},
                                     {MPIU_INT,
                                      sizeof(PetscInt),
                                      {MPI_REPLACE, MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_LAND, MPI_LOR,
                                       MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR}},
                                     {MPI_SIGNED_CHAR, 1, {MPI_REPLACE, MPI_SUM, MPI_BOR}},
                                     {MPIU_2INT, 2 * sizeof(PetscInt), {MPI_REPLACE, MPI_MAXLOC, MPI_MINLOC}},
                                     {MPI_C_DOUBLE_COMPLEX, 16, {MPI_REPLACE, MPI_SUM}},
                                     {MPI_FLOAT, 4, {MPI_REPLACE}}};
  return all;
}

// So many values side by side.
class Type {
 public:
  Type(MPI_Datatype value, int values) : type_(value) {
    if (values == 1) return;  // PetscSF knows it by its name only
    MPI_Type_contiguous(values, value, &type_);
    MPI_Type_commit(&type_);
    is_made_ = true;
  }
  ~Type() {
    if (is_made_) MPI_Type_free(&type_);
  }
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_;
  bool is_made_ = false;
};

// One broadcast or reduction, with memory of its own.
struct Operation {
  const Kind& kind;
  MPI_Op by;
  bool is_reduction;
  int values;
  std::uint64_t seed;
  Type type{kind.value, values};
  std::vector<std::byte> roots, leaves;

  Operation(const RandomForest& random, const Communicator& comm, Random& same)
      : kind(kinds()[same.below(static_cast<std::uint32_t>(kinds().size()))]),
        by(kind.operations[same.below(static_cast<std::uint32_t>(kind.operations.size()))]),
        is_reduction(same.below(2) == 1),
        values(kind.value == MPIU_2INT || same.below(2) == 0 ? 1 : 3),
        seed(same.below(1000)) {
    const auto bytes = kind.bytes * static_cast<std::size_t>(values);
    roots.resize(static_cast<std::size_t>(random.owned_here(comm)) * bytes + 1);  // never a null pointer
    leaves.resize(static_cast<std::size_t>(random.extent) * bytes + 1);
    refill(comm);
  }

  void refill(const Communicator& comm) {
    fill(roots, kind.value, seed + 7 * static_cast<std::uint64_t>(comm.rank()));
    // Which of several leaves replaces a root, PETSc leaves to chance: they are all the same.
    if (is_reduction && by == MPI_REPLACE)
      std::ranges::fill(leaves, static_cast<std::byte>(seed));
    else
      fill(leaves, kind.value, seed + 11 * static_cast<std::uint64_t>(comm.rank()) + 1);
  }
  std::string in_words() const {
    return (is_reduction ? "reduction " : "broadcast ") +
           std::to_string(std::ranges::find(kind.operations, by) - kind.operations.begin()) + " of " +
           std::to_string(values) + " values of kind " + std::to_string(&kind - kinds().data());
  }
  void begin(PetscSF forest) {
    check(is_reduction ? PetscSFReduceBegin(forest, type, leaves.data(), roots.data(), by)
                       : PetscSFBcastBegin(forest, type, roots.data(), leaves.data(), by));
  }
  void end(PetscSF forest) {
    check(is_reduction ? PetscSFReduceEnd(forest, type, leaves.data(), roots.data(), by)
                       : PetscSFBcastEnd(forest, type, roots.data(), leaves.data(), by));
  }
};

class SfTypeTest : public testing::Test {
 protected:
  void SetUp() override { check(register_sf_type(/*replaces_basic=*/false)); }
  void TearDown() override {
    for (const char* option : {"-sf_partita_plan", "-sf_partita_after"})
      check(PetscOptionsClearValue(nullptr, option));
  }

  void make(const RandomForest& random, PetscSF* forest) const {
    check(PetscSFCreate(PETSC_COMM_WORLD, forest));
    check(PetscSFSetType(*forest, "partita"));
    set_graph(*forest, random);
  }
  void set_graph(PetscSF forest, const RandomForest& random) const {
    std::vector<PetscInt> at = random.places;  // PETSc takes no constant arrays
    std::vector<PetscSFNode> of = random.roots;
    check(PetscSFSetGraph(forest, random.owned_here(comm_), static_cast<PetscInt>(of.size()), at.data(),
                          PETSC_COPY_VALUES, of.data(), PETSC_COPY_VALUES));
  }

  void expect_same(const RandomForest& random, Random& same, PetscSF forest, PetscSF basic) const {
    Operation operation(random, comm_, same);
    operation.begin(basic);
    operation.end(basic);
    const auto expected = std::pair(operation.roots, operation.leaves);
    operation.refill(comm_);
    operation.begin(forest);
    operation.end(forest);
    EXPECT_TRUE(std::pair(operation.roots, operation.leaves) == expected) << operation.in_words();
  }

  static std::string viewed(PetscSF forest) {
    std::FILE* const file = std::tmpfile();
    PetscViewer viewer = nullptr;
    check(PetscViewerASCIIOpenWithFILE(PETSC_COMM_WORLD, file, &viewer));
    check(PetscSFView(forest, viewer));
    check(PetscViewerDestroy(&viewer));
    std::rewind(file);
    std::string text(1 << 16, ' ');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    (void)std::fclose(file);
    return text;
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const std::uint64_t cases_ = 60 / static_cast<std::uint64_t>(comm_.size());
};

// Leaves anywhere, several of a root, own ones, empty ranks; all types and operations, several at once.
TEST_F(SfTypeTest, DoesWhatBasicDoes) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed) {
    const RandomForest random(comm_, seed);
    OwnedSF ours, basic;
    check(PetscOptionsSetValue(nullptr, "-sf_partita_after", seed % 2 == 0 ? "0" : "7"));
    check(PetscOptionsSetValue(nullptr, "-sf_partita_plan", seed % 3 == 1 ? "colouring ready_signal" : ""));
    make(random, ours.out());
    random.make(random.owned_here(comm_), basic.out());
    if (seed % 4 == 3) {  // as if by PetscSFSetFromOptions, late
      check(PetscSFSetType(ours, PETSCSFBASIC));
      check(PetscSFSetUp(ours));
      check(PetscSFSetType(ours, "partita"));
    }
    Random same(seed);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::unique_ptr<Operation>> operations;
      for (std::uint32_t k = 1 + same.below(3); k > 0; --k)
        operations.push_back(std::make_unique<Operation>(random, comm_, same));
      using Bytes = std::vector<std::byte>;
      std::vector<std::pair<Bytes, Bytes>> found, expected;
      const auto run = [&](PetscSF forest, auto& results, bool backwards) {
        for (auto& operation : operations) operation->refill(comm_);
        for (auto& operation : operations) operation->begin(forest);
        if (backwards) std::ranges::reverse(operations);
        for (auto& operation : operations) operation->end(forest);
        if (backwards) std::ranges::reverse(operations);
        for (auto& operation : operations) results.emplace_back(operation->roots, operation->leaves);
      };
      run(basic, expected, false);
      run(ours, found, round % 2 == 1);
      for (std::size_t k = 0; k < operations.size(); ++k)
        EXPECT_TRUE(found[k] == expected[k])
            << "forest " << seed << ", round " << round << ": " << operations[k]->in_words();
    }
  }
}

TEST_F(SfTypeTest, SaysWhatItDid) {
  check(PetscOptionsSetValue(nullptr, "-sf_partita_after", "1"));
  const RandomForest random(comm_, 5);
  OwnedSF forest;
  make(random, forest.out());
  const std::vector<double> roots(static_cast<std::size_t>(random.owned_here(comm_)) + 1);
  std::vector<double> leaves(static_cast<std::size_t>(random.extent) + 1);
  for (int use = 0; use < 10; ++use) {
    check(PetscSFBcastBegin(forest, MPI_DOUBLE, roots.data(), leaves.data(), MPI_REPLACE));
    check(PetscSFBcastEnd(forest, MPI_DOUBLE, roots.data(), leaves.data(), MPI_REPLACE));
  }
  const std::string text = viewed(forest);
  if (comm_.size() == 1 || comm_.rank() > 0) return;
  EXPECT_THAT(text, testing::HasSubstr("9 broadcasts and reductions by ac by post_all"));
}

TEST_F(SfTypeTest, BeginsAnewWithAnotherGraph) {
  check(PetscOptionsSetValue(nullptr, "-sf_partita_after", "3"));
  OwnedSF forest, basic;
  make(RandomForest(comm_, 1), forest.out());
  make(RandomForest(comm_, 1), basic.out());
  check(PetscSFSetType(basic, PETSCSFBASIC));
  Random same(1);
  for (const std::uint64_t seed : {1, 2}) {
    const RandomForest random(comm_, seed);
    for (const PetscSF each : {PetscSF(forest), PetscSF(basic)}) set_graph(each, random);
    for (int use = 0; use < 10; ++use) expect_same(random, same, forest, basic);
  }
}

// The first rank has all roots, and alone learns that others are to be read.
TEST_F(SfTypeTest, LeavesARemappedScatterToPetsc) {
  check(PetscOptionsSetValue(nullptr, "-sf_partita_after", "0"));
  check(register_sf_type(/*replaces_basic=*/true));  // VecScatterRemap takes types of PETSc's names
  constexpr PetscInt size = 6;
  const bool is_first = comm_.rank() == 0;
  OwnedVec roots, leaves;
  check(VecCreateMPI(PETSC_COMM_WORLD, is_first ? size : 0, size, roots.out()));
  check(VecCreateSeq(PETSC_COMM_SELF, is_first ? 0 : size, leaves.out()));
  for (PetscInt k = 0; is_first && k < size; ++k) check(VecSetValue(roots, k, 10.0 * k, INSERT_VALUES));
  check(VecAssemblyBegin(roots));
  check(VecAssemblyEnd(roots));
  Owned<IS, ISDestroy> all;
  check(ISCreateStride(PETSC_COMM_SELF, is_first ? 0 : size, 0, 1, all.out()));
  Owned<VecScatter, VecScatterDestroy> scatter;
  check(VecScatterCreate(roots, all, leaves, all, scatter.out()));
  std::vector<PetscInt> reversed;
  for (PetscInt k = size; is_first && k-- > 0;) reversed.push_back(k);
  check(VecScatterRemap(scatter, reversed.data(), nullptr));
  for (int use = 0; use < 3; ++use) {
    check(VecScatterBegin(scatter, roots, leaves, INSERT_VALUES, SCATTER_FORWARD));
    check(VecScatterEnd(scatter, roots, leaves, INSERT_VALUES, SCATTER_FORWARD));
    EXPECT_EQ(values_of(leaves),
              is_first ? std::vector<PetscScalar>() : std::vector<PetscScalar>({50, 40, 30, 20, 10, 0}));
  }
}

}  // namespace
}  // namespace partita::petsc
