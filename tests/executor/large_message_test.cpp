// Messages of more bytes than an int can count.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/inspect.hpp>

namespace partita {
namespace {

constexpr std::size_t values = 2050, components = std::size_t{1} << 17;  // of 8 bytes: 2^31 and 2 MiB
constexpr std::size_t message_bytes = values * components * sizeof(std::uint64_t);
static_assert(message_bytes > std::size_t{1} << 31);

// Bytes of memory that programs may still take on this host; 0 where Linux does not say.
std::size_t available_memory() {
  std::ifstream info("/proc/meminfo");
  std::string word;
  while (info >> word)
    if (std::size_t kilobytes = 0; word == "MemAvailable:" && info >> kilobytes) return kilobytes * 1024;
  return 0;
}

// Something that tells every element apart.
std::uint64_t element(std::size_t k) { return k * 0x9e3779b97f4a7c15u; }

class LargeMessage : public testing::Test {
 protected:
  void SetUp() override {
    if (comm_.size() != 2) GTEST_SKIP() << "for two ranks";
    // The field on both ranks, packed values on one, and what MPI takes on its way.
    constexpr std::size_t needed = 4 * message_bytes;
    int enough = available_memory() > needed;
    MPI_Bcast(&enough, 1, MPI_INT, 0, comm_.handle());
    if (enough == 0) GTEST_SKIP() << "less than " << needed / 1000000 << " MB of memory are available";
  }

  // Rank 0 owns all values and rank 1 has a ghost of each.
  AccessPattern pattern() const {
    std::vector<Location> ghosts;
    if (comm_.rank() == 1)
      for (std::size_t k = 0; k < values; ++k) ghosts.push_back({0, static_cast<local_index>(k)});
    return make_pattern(comm_, comm_.rank() == 0 ? values : 0, ghosts);
  }

  std::vector<std::uint64_t> field(bool filled) const {
    std::vector<std::uint64_t> field(values * components);
    for (std::size_t k = 0; filled && k < field.size(); ++k) field[k] = element(k);
    return field;
  }

  static std::size_t wrong(const std::vector<std::uint64_t>& field) {
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < field.size(); ++k) wrong += field[k] != element(k);
    return wrong;
  }

  const Communicator comm_{MPI_COMM_WORLD};
};

TEST_F(LargeMessage, IsGathered) {
  std::vector<std::uint64_t> numbers = field(comm_.rank() == 0);
  Exchange(pattern()).gather(FieldView<std::uint64_t>::contiguous(numbers, components));
  EXPECT_EQ(wrong(numbers), 0);
}

TEST_F(LargeMessage, IsScattered) {
  std::vector<std::uint64_t> numbers = field(comm_.rank() == 1);
  Exchange(pattern()).scatter_add(FieldView<std::uint64_t>::contiguous(numbers, components));
  EXPECT_EQ(wrong(numbers), 0);
}

}  // namespace
}  // namespace partita
