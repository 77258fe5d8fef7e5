#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

int partita_remap_new(MPI_Comm comm, ptrdiff_t n, const int* owner, partita_remap** remap) {
  return make_handle(comm, remap, [&](const auto& ranks) {
    const auto owners = collectively(*ranks, [&] { return values(owner, n, "the owners"); });
    return partita_remap{ranks, Remap(*ranks, owners)};
  });
}

int partita_remap_arriving(const partita_remap* remap, ptrdiff_t* items) {
  return call([&] {
    given(items, "the place for the number of items") =
        static_cast<std::ptrdiff_t>(given(remap, "the remap").remap.items_arriving());
  });
}

int partita_remap_forward(const partita_remap* remap, size_t bytes, const void* from, void* to) {
  return call([&] {
    const Remap& moves = given(remap, "the remap").remap;
    move_values(*remap->comm, bytes, {from, moves.items_here(), "the values to move"},
                {to, moves.items_arriving(), "the place for the values moved"},
                [&](auto mine) { return moves.forward_bytes(mine, bytes); });
  });
}

int partita_remap_backward(const partita_remap* remap, size_t bytes, const void* from, void* to) {
  return call([&] {
    const Remap& moves = given(remap, "the remap").remap;
    move_values(*remap->comm, bytes, {from, moves.items_arriving(), "the values to move"},
                {to, moves.items_here(), "the place for the values moved"},
                [&](auto mine) { return moves.backward_bytes(mine, bytes); });
  });
}

int partita_remap_free(partita_remap** remap) { return free_handle(remap, "the remap to be freed"); }
