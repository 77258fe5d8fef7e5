// Looks at schedules before anybody pays for them: tables, pictures, charts. One process, no MPI.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "link_chart.hpp"
#include "options.hpp"
#include "phase_rows.hpp"
#include "picture.hpp"
#include "report.hpp"
#include "statistics.hpp"
#include "trial.hpp"

namespace partita::phases {
namespace {

void write_file(const std::filesystem::path& path, const std::string& content) {
  AtomicFile file(path);
  std::ofstream out(file.temporary(), std::ios::binary);
  out << content;
  out.close();
  if (!out) throw Error(text("cannot write ", path.string(), ": the disk may be full"));
  file.commit();
}

// "a/b.rs_n.svg" from "a/b.svg" when there are several algorithms.
std::filesystem::path file_of(std::filesystem::path path, const std::string& algorithm,
                              const Options& options) {
  if (options.algorithms.size() > 1)
    path.replace_filename(path.stem().string() + "." + algorithm + path.extension().string());
  return path;
}

void print_samples(const Samples& samples, const Options& options) {
  const MatrixStatistics s = statistics_of(samples.matrices);
  const double bytes = s.busiest * options.unit_bytes;
  char volume[48];
  std::snprintf(volume, sizeof volume, bytes < 1000 ? "%.4g bytes" : "%.4g kB",
                bytes < 1000 ? bytes : bytes / 1000);
  const bool several = samples.matrices.size() > 1;
  std::printf("%s%s\n", samples.what.c_str(),
              several ? text(", mean of ", samples.matrices.size()).c_str() : "");
  std::printf("messages a rank %s, length %s units (max/min/avg)\n",
              max_min_avg(s.messages_max, s.messages_min, s.messages_avg).c_str(),
              max_min_avg(s.length_max, s.length_min, s.length_avg).c_str());
  std::printf("busiest rank    %.6g units, %s at %d bytes a unit\n\n", s.busiest, volume, options.unit_bytes);
}

// What is asked for besides the table; of the first sample.
void show(const Trial& trial, const Directions& directions, const Options& options) {
  const Schedule& schedule = directions.forward;
  const std::string name(name_of(schedule.options.algorithm));
  if (options.phase_table) {
    const int rank = *options.phase_table;
    std::printf("\n%s, %s", name.c_str(),
                phase_rows(schedule.tables[static_cast<std::size_t>(rank)], rank).c_str());
  }
  if (options.links)
    std::printf(
        "\n%s on %s: source -> destination down; across, by falling number, the links that leave each "
        "place; in the cells the step (phase + 1)\n%s",
        name.c_str(), schedule.options.machine.name.c_str(),
        link_chart(schedule, schedule.options.machine).c_str());
  if (!options.svg.empty())
    write_file(file_of(options.svg, name, options),
               picture(schedule, trial.samples.matrices.front(), trial.samples.what));
  if (!options.save.empty()) save(file_of(options.save, name, options), trial, directions);
}

// The exit code.
int run(const Options& options) {
  // Files that cannot be written are found before the work, not after it.
  for (const std::string& path : {options.json, options.svg, options.save})
    if (!path.empty()) AtomicFile{path};

  const Trial trial = make_trial(options);
  print_samples(trial.samples, options);
  std::fputs(table(trial.appraisals).c_str(), stdout);
  for (const std::string& sentence : trial.left_out) std::printf("left out: %s\n", sentence.c_str());
  if (!options.json.empty()) write_file(options.json, json(trial.appraisals));
  for (const Directions& schedule : trial.schedules) show(trial, schedule, options);

  int exit_code = 0;
  for (const Appraisal& appraisal : trial.appraisals)
    if (appraisal.fault) {
      std::fprintf(stderr, "phases: %s: %s\n", std::string(name_of(appraisal.algorithm)).c_str(),
                   appraisal.fault->c_str());
      exit_code = 1;
    }
  return exit_code;
}

}  // namespace
}  // namespace partita::phases

int main(int argc, char** argv) {
  using namespace partita::phases;
  try {
    std::string message;
    int exit_code = 0;
    const auto options = parse_options(argc, argv, message, exit_code);
    if (options) return run(*options);
    std::fputs(message.c_str(), exit_code == 0 ? stdout : stderr);
    return exit_code;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "phases: %s\n", error.what());
    return 1;
  }
}
