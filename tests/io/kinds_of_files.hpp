#pragma once
// A small file of each kind that Partita writes.

#include <filesystem>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <partita/io/checkpoint.hpp>
#include <partita/io/schedule_file.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#ifdef PARTITA_HAVE_MESH
#include <partita/mesh/vtkhdf.hpp>
#endif

namespace partita::testing_support {

struct KindOfFile {
  std::string_view name;

  // The same bytes for the same version. Collective.
  void (*write)(const Communicator& comm, const std::filesystem::path& path, int version);
};

// The numbers of this rank's rows.
inline std::vector<global_index> hundred(const Communicator& comm) {
  std::vector<global_index> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 100 * global_index{comm.rank()});
  return numbers;
}

inline void a_checkpoint(const Communicator& comm, const std::filesystem::path& path, int version) {
  const std::vector<global_index> numbers = hundred(comm);
  const std::vector<double> q(numbers.size(), version);
  write_checkpoint(comm, path, {"a test", {{"version", std::int64_t{version}}}, {{"q", numbers, q}}});
}

inline void a_schedule(const Communicator& comm, const std::filesystem::path& path, int version) {
  const int next = (comm.rank() + 1) % comm.size(), before = (comm.rank() + comm.size() - 1) % comm.size();
  const DestinationVector destinations{{next, version}};
  const ScheduleOptions options{.algorithm = Algorithm::rs_n};
  save_schedule(comm, path, destinations, options,
                make_phase_tables(comm, destinations, {{before, version}}, options));
}

inline void a_text(const Communicator& comm, const std::filesystem::path& path, int version) {
  collectively(comm, [&] {
    if (comm.rank() == 0) write_whole(path, text(version, std::string(1000, 'x')));
  });
}

#ifdef PARTITA_HAVE_MESH
inline void a_vtkhdf_file(const Communicator& comm, const std::filesystem::path& path, int version) {
  const std::vector<global_index> numbers = hundred(comm);
  mesh::Mesh share;
  for (const global_index number : numbers)
    share.points.push_back({static_cast<double>(number), static_cast<double>(number % 7), 0});
  share.cells = {mesh::CellType::triangle};
  share.cell_vertices = {numbers[0], numbers[1], numbers[2]};
  const std::vector<double> q(numbers.size(), version);
  write_vtkhdf(comm, path, share, {{numbers, {{"q", q}}}, {}, {}, {}});
}
#endif

inline constexpr KindOfFile kinds_of_files[] = {
    {"checkpoint", a_checkpoint},
    {"schedule", a_schedule},
    {"text", a_text},
#ifdef PARTITA_HAVE_MESH
    {"vtkhdf", a_vtkhdf_file},
#endif
};

}  // namespace partita::testing_support
