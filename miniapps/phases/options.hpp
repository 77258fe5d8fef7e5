#pragma once
/// \file The command line of `phases`.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/stage_protocols.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/schedule/random_matrix.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/support/error.hpp>

#include "regularity.hpp"

namespace partita::phases {

/// What the command line wants is impossible, whatever is in the files. The program ends with `usage_error`.
class UsageError : public Error {
 public:
  using Error::Error;
};

inline constexpr int usage_error = 2;

/// Of the communication matrices.
enum class Source { mesh, random, market, saved };

struct Options {
  Source source = Source::random;
  std::string mesh;    ///< file
  std::string matrix;  ///< Matrix Market file
  std::string load;    ///< file of a schedule with its matrix
  RandomMatrix look;   ///< of random ones; its number of ranks is that of the mesh's parts, too
  int samples = 1;
  mesh::PartitionMethod partition = mesh::PartitionMethod::k_way;

  std::vector<Algorithm> algorithms;  ///< none of saved schedules, each of which has its own
  bool all_algorithms = false;        ///< those that cannot schedule this matrix are left out with a sentence
  ScheduleOptions schedule;  ///< for all algorithms, but without machine: the number of ranks makes it
  std::string machine = "crossbar";
  int ranks_per_host = 1;
  StageProtocols protocol = Protocol::post_all;              ///< of the replay that is predicted
  double replays = std::numeric_limits<double>::infinity();  ///< that a schedule is chosen for

  int unit_bytes = 8;
  std::string json;  ///< file; empty: none
  std::string svg;   ///< file; empty: none
  std::string save;  ///< file; empty: none
  std::optional<int> phase_table;
  bool links = false;
};

/// True when something is to be drawn, printed or saved of the schedules themselves.
inline bool shows_schedules(const Options& options) {
  return !options.svg.empty() || !options.save.empty() || options.phase_table || options.links;
}

/// Reads the command line. Returns nothing when the program is to end with `exit_code`: after --help, or
/// after an error; what is to be said about it is then in `message`.
std::optional<Options> parse_options(int argc, char** argv, std::string& message, int& exit_code);

}  // namespace partita::phases
