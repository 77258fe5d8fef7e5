#include <span>
#include <utility>

#include <partita/support/reduce.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

NeighbourLists lists(int n, const int* rank, const int* ptr, const int* list, int base) {
  if (n == 0) return {};
  const std::span<const int> offsets = values(ptr, n + std::ptrdiff_t{1}, "the pointers of a list");
  return {values(rank, n, "the ranks of a list"), offsets,
          values(list, std::ptrdiff_t{offsets.back()} - base, "a list")};
}

}  // namespace

int partita_pattern_from_lists(MPI_Comm comm, int base, int n_recv, const int* recv_rank, const int* recv_ptr,
                               const int* recv_list, int n_send, const int* send_rank, const int* send_ptr,
                               const int* send_list, partita_pattern** pattern) {
  return make_handle(comm, pattern, [&](const auto& ranks) {
    const auto [receives, sends] = collectively(*ranks, [&] {
      check_base(base);
      return std::pair{lists(n_recv, recv_rank, recv_ptr, recv_list, base),
                       lists(n_send, send_rank, send_ptr, send_list, base)};
    });
    return partita_pattern{ranks, pattern_from_lists(*ranks, receives, sends, base)};
  });
}

int partita_pattern_from_owners(MPI_Comm comm, int base, int n, const int* owner, const int* place_on_owner,
                                partita_pattern** pattern) {
  return make_handle(comm, pattern, [&](const auto& ranks) {
    const auto [owners, places] = collectively(*ranks, [&] {
      check_base(base);
      return std::pair{values(owner, n, "the owners"), values(place_on_owner, n, "the places on owners")};
    });
    return partita_pattern{ranks, pattern_from_owners(*ranks, owners, places, base)};
  });
}

int partita_pattern_from_ids(MPI_Comm comm, int n, const int64_t* id, const int* owner,
                             partita_pattern** pattern) {
  return make_handle(comm, pattern, [&](const auto& ranks) {
    // A rank without entities has no owners to give.
    const bool any = partita::max(*ranks, owner != nullptr && n > 0 ? 1 : 0) != 0;
    const auto numbers = collectively(*ranks, [&] {
      const auto all = values(id, n, "the numbers");
      if (any && owner == nullptr && n > 0)
        throw Error("rank ", ranks->rank(),
                    " gives no owners, but others do; give them on all ranks or on none");
      return all;
    });
    return partita_pattern{ranks, any ? pattern_from_ids(*ranks, numbers, std::span(owner, numbers.size()))
                                      : pattern_from_ids(*ranks, numbers)};
  });
}

int partita_pattern_from_root(MPI_Comm comm, int root, int n, const int64_t* place,
                              partita_pattern** pattern) {
  return make_handle(comm, pattern, [&](const auto& ranks) {
    const auto places = collectively(*ranks, [&] { return values(place, n, "the places in the array"); });
    return partita_pattern{ranks, pattern_from_root(*ranks, root, places)};
  });
}

int partita_pattern_free(partita_pattern** pattern) {
  return free_handle(pattern, "the pattern to be freed");
}
