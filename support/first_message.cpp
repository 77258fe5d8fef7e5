#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

#include <partita/support/error.hpp>
#include <partita/support/first_message.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/polled.hpp>

namespace partita::detail {

namespace {

constexpr std::size_t longest_header = 255;  // in sentences; longer ones are cut there

enum Operation { sum, smallest, largest, exclusive_or };

// What is done with the values of a message, in one word of it.
struct How {
  std::uint16_t type, operation;  // by number
  std::uint32_t count;
};

// MPI's operation: what is done with two values, value by value.
template <class T>
void combine(How how, const std::uint64_t* others, std::uint64_t* mine) {
  const auto all = [&](auto&& combined) {
    for (std::size_t k = 0; k < how.count; ++k) {
      T one, other;
      std::byte* const place = reinterpret_cast<std::byte*>(mine) + k * sizeof(T);
      std::memcpy(&one, place, sizeof(T));
      std::memcpy(&other, reinterpret_cast<const std::byte*>(others) + k * sizeof(T), sizeof(T));
      one = combined(one, other);
      std::memcpy(place, &one, sizeof(T));
    }
  };
  if (how.operation == sum) all([](T a, T b) { return a + b; });
  if (how.operation == smallest) all([](T a, T b) { return std::min(a, b); });
  if (how.operation == largest) all([](T a, T b) { return std::max(a, b); });
  if constexpr (std::is_integral_v<T>)
    if (how.operation == exclusive_or) all([](T a, T b) { return a ^ b; });
}

constexpr void (*combine_by_type[])(How, const std::uint64_t*, std::uint64_t*) = {
    combine<double>, combine<float>, combine<int>, combine<std::int64_t>, combine<std::uint64_t>};

How how_to_reduce(int count, MPI_Datatype type, MPI_Op operation) {
  const std::array types{MPI_DOUBLE, MPI_FLOAT, MPI_INT, MPI_INT64_T, MPI_UINT64_T};
  const std::array operations{MPI_SUM, MPI_MIN, MPI_MAX, MPI_BXOR};
  return {static_cast<std::uint16_t>(std::ranges::find(types, type) - types.begin()),
          static_cast<std::uint16_t>(std::ranges::find(operations, operation) - operations.begin()),
          static_cast<std::uint32_t>(count)};
}

// `stamp`: the word where that begins, or 0.
template <std::size_t stamp>
void combine_messages(void* others, void* mine, int* /*one*/, MPI_Datatype*) {
  const auto* const from = static_cast<const std::uint64_t*>(others);
  auto* const into = static_cast<std::uint64_t*>(mine);
  if constexpr (stamp > 0) {
    Stamp one, other;
    std::memcpy(&one, into + stamp, sizeof one);
    std::memcpy(&other, from + stamp, sizeof other);
    if (std::pair(one.sent, one.sender) < std::pair(other.sent, other.sender))
      std::memcpy(into + stamp, &other, sizeof other);
  }
  if (from[0] != into[0] || from[1] != into[1]) {
    into[0] = 0;
    return;
  }
  How how{};
  std::memcpy(&how, into + 1, sizeof how);
  if (into[0] != 0 && how.count > 0) combine_by_type[how.type](how, from + 2, into + 2);
}

template <std::size_t stamp>
MPI_Op combination() {
  static const MPI_Op made = [] {
    MPI_Op operation = MPI_OP_NULL;
    MPI_Op_create(combine_messages<stamp>, /*commute=*/1, &operation);
    return operation;
  }();
  return made;
}

// MPI may reduce each element by itself, so a message is one element.
template <std::size_t words>
MPI_Datatype element_of() {
  static const MPI_Datatype made = [] {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(static_cast<int>(words), MPI_UINT64_T, &type);
    MPI_Type_commit(&type);
    return type;
  }();
  return made;
}

}  // namespace

FirstMessage::FirstMessage(std::string_view header) : header_(header) {
  words_[fingerprint] = Hash().add(header_).value() | 1;
}

bool FirstMessage::carry(const void* values, int count, MPI_Datatype type, MPI_Op operation) {
  const How reduced = how_to_reduce(count, type, operation);
  const bool is_of_fractions = type == MPI_DOUBLE || type == MPI_FLOAT;
  if (reduced.type == std::size(combine_by_type) || reduced.operation > exclusive_or ||
      (reduced.operation == exclusive_or && is_of_fractions))
    return false;
  int bytes_each = 0;
  MPI_Type_size(type, &bytes_each);
  const std::size_t bytes = static_cast<std::size_t>(count) * static_cast<std::size_t>(bytes_each);
  if (bytes > (words - first) * sizeof(std::uint64_t)) return false;
  bytes_ = bytes;
  std::memcpy(&words_[how], &reduced, sizeof reduced);
  std::copy_n(static_cast<const std::byte*>(values), bytes_,
              std::as_writable_bytes(std::span(words_).subspan(first)).begin());
  return true;
}

void FirstMessage::give_back(void* values) const {
  std::copy_n(std::as_bytes(std::span(words_).subspan(first)).begin(), bytes_,
              static_cast<std::byte*>(values));
}

void FirstMessage::give(const Stamp& stamp) {
  has_stamp_ = true;
  std::memcpy(&words_[words], &stamp, sizeof stamp);
}

Stamp FirstMessage::latest() const {
  Stamp stamp;
  std::memcpy(&stamp, &words_[words], sizeof stamp);
  return stamp;
}

void FirstMessage::reduce(MPI_Comm comm, const std::function<void()>& poll) {
  const MPI_Datatype type = has_stamp_ ? element_of<with_stamp>() : element_of<words>();
  const MPI_Op operation = has_stamp_ ? combination<words>() : combination<0>();
  if (!poll)
    MPI_Allreduce(MPI_IN_PLACE, words_.data(), 1, type, operation, comm);
  else
    poll_till_complete(comm, std::as_writable_bytes(std::span(words_)), poll,
                       [&](std::byte* copy, MPI_Request* request) {
                         MPI_Iallreduce(MPI_IN_PLACE, copy, 1, type, operation, comm, request);
                       });
  if (words_[fingerprint] != 0) return;

  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  constexpr int length = longest_header + 1;
  std::vector<char> headers(static_cast<std::size_t>(length) * static_cast<std::size_t>(ranks));
  header_.copy(headers.data() + length * rank, longest_header);
  poll_till_complete(
      comm, std::as_writable_bytes(std::span(headers)), [&] { return poll ? poll() : void(); },
      [&](std::byte* copy, MPI_Request* request) {
        MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, copy, length, MPI_BYTE, comm, request);
      });
  const std::string_view of_first = headers.data();
  int other = 1;
  while (other < ranks - 1 && of_first == headers.data() + length * other) ++other;
  throw CollectiveError("rank 0 is in ", of_first, ", but rank ", other, " is in ",
                        headers.data() + length * other,
                        " instead; make the same exchanges and reductions in the same order on all ranks");
}

}  // namespace partita::detail
