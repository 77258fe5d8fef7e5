// Looks at schedules before anybody pays for them: tables, pictures, charts. One process, no MPI.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "appraisal.hpp"
#include "link_chart.hpp"
#include "options.hpp"
#include "phase_rows.hpp"
#include "picture.hpp"
#include "report.hpp"
#include "samples.hpp"
#include "statistics.hpp"

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

// "a/b.rs_n.svg" from "a/b.svg" when there are several.
std::filesystem::path file_of(const std::filesystem::path& path, Algorithm algorithm,
                              const Options& options) {
  if (options.algorithms.size() == 1) return path;
  std::filesystem::path named = path;
  named.replace_filename(path.stem().string() + "." + std::string(name_of(algorithm)) +
                         path.extension().string());
  return named;
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
void show(const Schedule& schedule, const Samples& samples, const Options& options) {
  const CommunicationMatrix& matrix = samples.matrices.front();
  const Algorithm algorithm = schedule.options.algorithm;
  const std::string name(name_of(algorithm));
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
    write_file(file_of(options.svg, algorithm, options), picture(schedule, matrix, samples.what));
}

// The exit code.
int run(const Options& options) {
  // Files that cannot be written are found before the work, not after it.
  for (const std::string& path : {options.json, options.svg})
    if (!path.empty()) AtomicFile{path};

  const Samples samples = make_samples(options);
  const int ranks = samples.matrices.front().ranks();
  if (options.phase_table && *options.phase_table >= ranks)
    throw Error(text("--phase-table wants a rank from 0 to ", ranks - 1, ", not ", *options.phase_table));
  ScheduleOptions schedule_options = options.schedule;
  schedule_options.machine = machine_named(options.machine, ranks);
  schedule_options.machine.ranks_per_host = options.ranks_per_host;
  if (options.links && schedule_options.machine.links() == 0)
    throw Error("--links wants a --machine that has links, such as hypercube");

  std::vector<Appraisal> appraisals;
  std::vector<std::string> left_out;
  for (const Algorithm algorithm : options.algorithms) {
    schedule_options.algorithm = algorithm;
    try {
      appraisals.push_back(appraise(samples.matrices, schedule_options));
    } catch (const Error& error) {
      if (!options.all_algorithms) throw Error(text(name_of(algorithm), ": ", error.what()));
      left_out.push_back(text(name_of(algorithm), ": ", error.what()));
    }
  }

  print_samples(samples, options);
  std::fputs(table(appraisals).c_str(), stdout);
  for (const std::string& sentence : left_out) std::printf("left out: %s\n", sentence.c_str());
  if (!options.json.empty()) write_file(options.json, json(appraisals));
  for (const Appraisal& appraisal : appraisals) {
    schedule_options.algorithm = appraisal.algorithm;
    show(make_schedule(samples.matrices.front(), schedule_options), samples, options);
  }

  int exit_code = 0;
  for (const Appraisal& appraisal : appraisals)
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
