#include <cmath>
#include <cstdio>
#include <iomanip>
#include <utility>

#include <partita/mesh/vtkhdf_series.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/in_full.hpp>

namespace partita::mesh {
namespace {

std::string list_of(std::span<const SeriesStep> steps) {
  std::string list = "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [";
  for (const char* separator = "\n"; const auto& [file, time] : steps) {
    list += text(separator, "    {\"name\": ", std::quoted(file.filename().string()),
                 ", \"time\": ", in_full(time), "}");
    separator = ",\n";
  }
  return list + "\n  ]\n}\n";
}

std::filesystem::path file_of_step(const std::filesystem::path& path, std::size_t step) {
  char number[32];
  std::snprintf(number, sizeof number, "_%06zu", step);
  return path.parent_path() / (path.stem().string() + number + path.extension().string());
}

void check_time(double time, std::span<const SeriesStep> before) {
  if (!std::isfinite(time)) throw Error("the time of step ", before.size(), " is ", time, ", not finite");
  if (!before.empty() && time <= before.back().time)
    throw Error("step ", before.size(), " at time ", time, " is not after step ", before.size() - 1,
                " at time ", before.back().time);
}

}  // namespace

void VtkhdfSeries::add(double time, const Mesh& share, const Results& results) {
  require_same(comm_, Hash().add(time).value(), "the time of the step");
  collectively(comm_, [&] { check_time(time, steps_); });
  std::vector<SeriesStep> steps = steps_;
  steps.push_back({file_of_step(path_, steps.size()), time});
  write_vtkhdf(comm_, steps.back().file, share, results);
  collectively(comm_, [&] {
    if (comm_.rank() == 0) write_whole(path_.string() + ".series", list_of(steps));
  });
  steps_ = std::move(steps);
}

}  // namespace partita::mesh
