// Passes libFuzzer's input to a mesh reader, READER, in one to five slices, and completes the mesh. Both may
// refuse a file by partita::Error. Any other exception, a crash, a sanitizer's report, or memory beyond the
// limits is a bug. So is a result that depends on the number of slices.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/file_in_memory.hpp"

namespace {

using partita::mesh::Draft;

// The mesh, or the refusal.
std::pair<Draft, std::string> read(std::string_view text, int slices) {
  static const partita::Communicator self(MPI_COMM_SELF);
  const partita::mesh::FileInMemory file(text);
  try {
    return {partita::mesh::READER({.path = file.path(), .comm = self, .slices = slices}), ""};
  } catch (const partita::Error& refusal) {
    return {Draft(), file.named(refusal.what(), "fuzz")};
  }
}

bool is_same(const Draft& a, const Draft& b) {
  return a.mesh.points == b.mesh.points && a.mesh.cells == b.mesh.cells &&
         a.mesh.cell_vertices == b.mesh.cell_vertices && a.mesh.boundary == b.mesh.boundary &&
         a.mesh.markers == b.mesh.markers && a.mesh.edges == b.mesh.edges &&
         a.origin.points == b.origin.points && a.origin.cells == b.origin.cells &&
         a.origin.boundary == b.origin.boundary;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) { return MPI_Init(argc, argv); }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto [expected, refusal] = read(text, 1);
  for (int slices = 2; slices <= 5; ++slices) {
    const auto [draft, other_refusal] = read(text, slices);
    if (other_refusal == refusal && is_same(draft, expected)) continue;
    std::printf("one slice: '%s'\n%d slices: '%s'\n", refusal.c_str(), slices, other_refusal.c_str());
    std::abort();
  }
  try {
    if (refusal.empty() && !expected.is_graph()) partita::mesh::complete(expected.mesh, expected.origin);
  } catch (const partita::Error&) {
  }
  return 0;
}
