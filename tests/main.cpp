// Runs GoogleTest on every rank at once: rank 0 reports, the others speak only of their failures, and the
// program fails on all ranks when it failed on one.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <mpi.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace {

// What MPI leaks while it starts is not ours, and its modules are no longer there to be named.
void start_mpi(int* argc, char*** argv) {
#if defined(__SANITIZE_ADDRESS__)
  const __lsan::ScopedDisabler not_ours;
#endif
  // Without it Open MPI 4.1 ends in MPI_Compare_and_swap where ranks of one host make a window of several.
  setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", /*overwrite=*/0);
  int threads = 0;  // those of Kokkos: the first of them alone calls MPI
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads);
}

bool leaks() {
#if defined(__SANITIZE_ADDRESS__)
  return __lsan_do_recoverable_leak_check() != 0;
#else
  return false;
#endif
}

class FailuresOfOneRank : public testing::EmptyTestEventListener {
 public:
  explicit FailuresOfOneRank(int rank) : rank_(rank) {}

 private:
  // Remembered here: GoogleTest holds the lock that current_test_info() wants while it reports a result.
  void OnTestStart(const testing::TestInfo& test) override {
    test_ = std::string(test.test_suite_name()) + "." + test.name();
  }

  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "[rank %d] %s\n%s:%d: %s\n", rank_, test_.c_str(),
                 result.file_name() ? result.file_name() : "", result.line_number(), result.message());
  }

  int rank_;
  std::string test_;
};

}  // namespace

int main(int argc, char** argv) {
  start_mpi(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(std::make_unique<FailuresOfOneRank>(rank).release());  // GoogleTest deletes it
  }
  const int failed_here = RUN_ALL_TESTS() != 0 || leaks();
  int failed = 0;
  MPI_Allreduce(&failed_here, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
