// Writes docs/schedules.md: the table of algorithms, and how good their schedules are, beside the papers'
// figures. It counts and measures no times, so the page is the same on every machine.
#include <cstdio>
#include <exception>
#include <string>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/mpi_of_one_rank.hpp"
#include "sections.hpp"

namespace partita::schedule_report {
namespace {

constexpr const char* introduction = R"(# Schedules

The scheduling algorithms, and how good their schedules are: number of phases, sum of their lengths, use of links. A
program writes this page from the table of algorithms, all but one table of figures, which says so. `scripts/schedules`
runs it and draws the pictures. Every schedule here has passed `verify`. The cost of building them:
[performance.md](performance.md).

How to choose. If messages have one length, take `colouring`, which has as few phases as a direct schedule can have. Take
`distributed` if no rank is to hold the whole matrix. For many very short messages `standard_exchange` and `multiphase`
have fewer still. If lengths differ, take `balanced` and tell it what a start-up costs, in units. Without start-ups it
ends when the busiest rank does; with long ones it has the phases of `colouring`, and shorter ones. If messages share
links and the routes are known, take `link_colouring`, or `rs_nlh` if lengths differ and ranks have many messages. If a few
links have to carry most of the long messages, as in the transposition of a matrix on a hypercube, take `two_stage`.

`phases` shows all this for your own messages, without an MPI job:

    scripts/wing wing.msh
    phases --mesh wing.msh --ranks 32 --svg wing.svg
    phases --mesh wing.msh --cells --ranks 32                    # of a cell-centred code
    phases --random --density 16 --sizes 1:32 --samples 50 --machine hypercube

)";

std::string document(const std::filesystem::path& meshes) {
  const std::vector<Wing> wings = [&] {
    const MpiOfOneRank mpi;
    return read_wings(meshes);
  }();
  std::string all = introduction + algorithms_section() + phases_section() + mesh_section(wings) +
                    openfoam_section(wings) + longest_section() + balanced_section() + links_section() +
                    complete_exchange_section() + distributed_section(wings);
  all.pop_back();  // the last section's blank line
  return all;
}

void write(const std::string& content, const std::string& path) {
  if (path.empty()) {
    std::fputs(content.c_str(), stdout);
    return;
  }
  write_whole(path, content);
}

}  // namespace
}  // namespace partita::schedule_report

int main(int argc, char** argv) {
  partita::CommandLine line("schedule_report", "Writes docs/schedules.md");
  std::string meshes, out;
  line.add("--meshes", meshes, "Folder of the ONERA M6 meshes; without it their section is left out");
  line.add("--out", out, "File to write [stdout]");
  if (const auto exit_code = line.parse(argc, argv, /*says=*/true)) return *exit_code;
  try {
    partita::schedule_report::write(partita::schedule_report::document(meshes), out);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "schedule_report: %s\n", error.what());
    return 1;
  }
}
