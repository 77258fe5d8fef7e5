// Remap: items arrive in the order that the C++ interface gives them, and find their way back.
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/remap.hpp>

#include "calls.hpp"
#include "tests/inspector/random_loop.hpp"

namespace partita {
namespace {

using namespace testing_support;

template <class T>
void expect_moved(partita_remap* remap, const Remap& in_cpp, const std::vector<T>& mine) {
  const std::vector<T> expected = in_cpp.forward(mine);
  std::ptrdiff_t arriving = -1;
  expect_ok(partita_remap_arriving(remap, &arriving));
  ASSERT_EQ(arriving, std::ssize(expected));
  std::vector<T> arrived(expected.size()), returned(mine.size());
  expect_ok(partita_remap_forward(remap, sizeof(T), mine.data(), arrived.data()));
  EXPECT_EQ(arrived, expected);
  expect_ok(partita_remap_backward(remap, sizeof(T), arrived.data(), returned.data()));
  EXPECT_EQ(returned, mine);
}

TEST(CRemap, MovesValuesOfAnySizeToTheirOwnersAndBack) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 300); ++seed) {
    SCOPED_TRACE(seed);
    const auto owners = random_share(random_graph(comm.size(), seed).parts, comm.rank(), comm.size(), seed);
    CRemap remap;
    expect_ok(partita_remap_new(MPI_COMM_WORLD, std::ssize(owners), owners.data(), &remap.handle));
    const Remap in_cpp(comm, owners);
    std::vector<std::int8_t> bytes;
    std::vector<std::int64_t> numbers;
    std::vector<std::array<double, 3>> points;
    for (std::size_t k = 0; k < owners.size(); ++k) {
      const std::int64_t number = numbers.emplace_back(100 * comm.rank() + static_cast<int>(k));
      bytes.push_back(static_cast<std::int8_t>(number));
      points.push_back({0.5 * static_cast<double>(number), -1.0, static_cast<double>(k)});
    }
    expect_moved(remap, in_cpp, bytes);
    expect_moved(remap, in_cpp, numbers);
    expect_moved(remap, in_cpp, points);
  }
}

}  // namespace
}  // namespace partita
