#include <algorithm>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

// Moves values, by a function of Remap, from `items` of them.
template <class Move>
int move(const partita_remap* remap, std::size_t bytes, const void* from, void* to, bool forward,
         Move&& values_moved) {
  return call([&] {
    const auto& [comm, content] = given(remap, "the remap");
    std::size_t items = content.items_here(), moved = content.items_arriving();
    if (!forward) std::swap(items, moved);
    const auto [mine, place] = collectively(*comm, [&] {
      if (bytes == 0) throw Error("a value to move has 0 bytes; give at least 1");
      return std::pair{packed_values(from, items, bytes, "the values to move"),
                       packed_values(to, moved, bytes, "the place for the values moved")};
    });
    std::ranges::copy(values_moved(content, mine), place.begin());
  });
}

}  // namespace

int partita_remap_new(MPI_Comm comm, ptrdiff_t n, const int* owner, partita_remap** remap) {
  return make_handle(
      comm, remap, [&] { return values(owner, n, "the owners"); },
      [](const Communicator& ranks, const auto& owners) { return Remap(ranks, owners); });
}

int partita_remap_arriving(const partita_remap* remap, ptrdiff_t* items) {
  return call([&] {
    given(items, "the place for the number of items") =
        static_cast<std::ptrdiff_t>(given(remap, "the remap").remap.items_arriving());
  });
}

int partita_remap_forward(const partita_remap* remap, size_t bytes, const void* from, void* to) {
  return move(remap, bytes, from, to, true,
              [bytes](const Remap& moves, auto mine) { return moves.forward_bytes(mine, bytes); });
}

int partita_remap_backward(const partita_remap* remap, size_t bytes, const void* from, void* to) {
  return move(remap, bytes, from, to, false,
              [bytes](const Remap& moves, auto mine) { return moves.backward_bytes(mine, bytes); });
}

int partita_remap_free(partita_remap** remap) { return free_handle(remap, "the remap to be freed"); }
