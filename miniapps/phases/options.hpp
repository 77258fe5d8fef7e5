#pragma once
/// \file The command line of `phases`.

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/plan/way.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/schedule/schedule_options.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/random_matrix.hpp"

namespace partita::phases {

/// Source of the communication matrices.
enum class Source { mesh, random, market, saved };

struct Options {
  Source source = Source::random;
  std::string mesh;    ///< file
  int zone = 0;        ///< of the mesh file, from 1 on; 0: its only one
  bool cells = false;  ///< the mesh's cells exchange over their sides, not its vertices over edges
  std::string matrix;  ///< Matrix Market file
  std::string load;    ///< file of a schedule with its matrix
  RandomMatrix look;   ///< of random ones; its number of ranks is that of the mesh's parts, too
  int samples = 1;
  mesh::PartitionMethod partition = mesh::PartitionMethod::k_way;

  std::vector<Algorithm> algorithms;  ///< none for a saved schedule, which has its own
  bool all_algorithms = false;  ///< algorithms that cannot schedule this matrix are left out with a sentence
  ScheduleOptions schedule;     ///< for all algorithms, without machine, which depends on the number of ranks
  std::string machine = "crossbar";
  int ranks_per_host = 1;
  StageProtocols protocol = Protocol::post_all;              ///< of the predicted replay
  double replays = std::numeric_limits<double>::infinity();  ///< number for which a schedule is chosen

  int unit_bytes = 8;
  std::string json;  ///< file; empty: none
  std::string svg;   ///< file; empty: none
  std::string save;  ///< file; empty: none
  std::optional<int> phase_table;
  bool links = false;
};

/// True if the schedules themselves are to be drawn, printed or saved.
inline bool shows_schedules(const Options& options) {
  return !options.svg.empty() || !options.save.empty() || options.phase_table || options.links;
}

/// "a/b.rs_n.svg" from "a/b.svg" if there are several algorithms, else the name itself.
std::filesystem::path file_of(const std::string& name, Algorithm algorithm, const Options& options);

/// All files that are to be written.
std::vector<NamedFile> outputs_of(const Options& options);

/// Reads the command line. Returns the exit code if the program is to end.
std::optional<int> parse_options(int argc, char** argv, Options& options);

}  // namespace partita::phases
