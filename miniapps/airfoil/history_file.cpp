#include "history_file.hpp"

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include <partita/support/atomic_file.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/in_full.hpp>

namespace partita::airfoil {
namespace {

constexpr std::string_view heading = "step,residual,lift,drag";

// What a run that begins after these steps keeps of the file. A last line without an end is of a kill.
std::string kept(const std::filesystem::path& path, long steps) {
  std::string lines = text(heading, "\n");
  if (steps == 0) return lines;
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return lines;
  if (line != heading)
    throw Error(path.string(),
                " is no history of an airfoil, which --restart would continue; give --history another name");
  while (std::getline(file, line) && !file.eof() && std::atol(line.c_str()) <= steps) lines += line + "\n";
  return lines;
}

}  // namespace

HistoryFile::HistoryFile(const Communicator& comm, const std::filesystem::path& path, long steps)
    : comm_(comm) {
  collectively(comm, [&] {
    if (path.empty() || comm.rank() != 0) return;
    write_whole(path, kept(path, steps));
    file_.emplace(std::filesystem::canonical(path), OutputFile::Mode::open, path);
  });
}

void HistoryFile::add(long step, double residual, const Forces& forces) {
  if (!file_ || failure_) return;
  try {
    file_->append(
        text(step, ",", in_full(residual), ",", in_full(forces.lift), ",", in_full(forces.drag), "\n"));
  } catch (const Error&) {
    failure_ = std::current_exception();
  }
}

void HistoryFile::finish() {
  collectively(comm_, [&] {
    if (failure_) std::rethrow_exception(failure_);
    if (file_) file_->sync();
  });
}

}  // namespace partita::airfoil
