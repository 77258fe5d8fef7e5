#pragma once
// What all tests of the C interface do: calls that succeed or are refused, and handles that free themselves.

#include <cstddef>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <partita.h>

namespace partita::testing_support {

inline int rank_here() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int number_of_ranks() {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

inline std::size_t at(int number) { return static_cast<std::size_t>(number); }

inline void expect_ok(int code) { EXPECT_EQ(code, PARTITA_OK) << partita_error(); }

inline void expect_refused(int given, int code, const std::string& sentence) {
  EXPECT_EQ(given, code) << sentence;
  EXPECT_PRED_FORMAT2(testing::IsSubstring, sentence, partita_error());
}

template <class T, int (*free)(T**)>
struct Handle {
  Handle() = default;
  Handle(Handle&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  ~Handle() {
    if (handle) free(&handle);
  }
  operator T*() const { return handle; }
  T* handle = nullptr;
};

using Pattern = Handle<partita_pattern, partita_pattern_free>;
using Table = Handle<partita_table, partita_table_free>;
using Loop = Handle<partita_loop, partita_loop_free>;
using CRemap = Handle<partita_remap, partita_remap_free>;

struct Exchange : Handle<partita_exchange, partita_exchange_free> {
  explicit Exchange(const Pattern& pattern, const char* plan = "") {
    expect_ok(partita_exchange_new(pattern, "halo", plan, &handle));
  }
};

}  // namespace partita::testing_support
