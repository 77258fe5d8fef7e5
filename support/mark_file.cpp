#include <cerrno>
#include <charconv>
#include <cstring>

#include <partita/support/at_finalize.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mark_file.hpp>
#include <partita/support/numbered_file.hpp>
#include <partita/support/output_file.hpp>
#include <partita/support/settings.hpp>
#include <partita/support/version.hpp>

namespace partita::detail {

namespace {

std::string setting_of_root(MPI_Comm comm, const char* name) {
  const char* const mine = setting(name);
  std::string value = mine == nullptr ? "" : mine;
  auto length = static_cast<int>(value.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, comm);
  value.resize(static_cast<std::size_t>(length));
  MPI_Bcast(value.data(), length, MPI_CHAR, 0, comm);
  return value;
}

std::filesystem::path partial(const std::filesystem::path& name) { return name.string() + ".partial"; }

}  // namespace

MarkFile::MarkFile(MPI_Comm comm) : skipped_(setting_of_root(comm, "PARTITA_SKIP")) {
  static const int key = key_of_numbers();
  name_ = numbered_file(setting_of_root(comm, "PARTITA_RECORD"), next_number(key));
  int rank = 0, size = 0, root = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &root);
  MPI_Bcast(&root, 1, MPI_INT, 0, comm);
  if (root > 0) name_ += text(".from_rank_", root);  // others may write one, too
  const std::string wanted = setting_of_root(comm, "PARTITA_RECORD_AT");
  const char* const end = wanted.data() + wanted.size();
  if (const auto [rest, error] = std::from_chars(wanted.data(), end, values_of_);
      !wanted.empty() && (error != std::errc() || rest != end))
    throw CollectiveError("PARTITA_RECORD_AT is \"", wanted, "\"; give the number of a mark");
  if (rank == 0) {
    std::remove(name_.c_str());  // of a run before
    file_.reset(std::fopen(partial(name_).c_str(), "w"));
  }
  int problem = rank == 0 && !file_ ? errno : 0;
  MPI_Bcast(&problem, 1, MPI_INT, 0, comm);
  if (problem != 0)
    throw CollectiveError("cannot write ", partial(name_).string(), ": ", std::strerror(problem));
  const std::string mpi = version().mpi;
  add(text("partita\trecord\t1\t", size, " ranks\tPartita ", version().number, " of commit ",
           version().commit, '\t', mpi.substr(0, mpi.find_first_of(",\n"))));
  at_finalize_ = std::make_unique<AtFinalize>([this] { this->end(); });
}

MarkFile::~MarkFile() { end(); }

// Nothing is thrown: a communicator may end in a destructor.
void MarkFile::end() {
  if (!file_) return;
  for (const auto& [site, time] : sites_)
    if (time.calls > 0) add(text("time\t", site, '\t', time.calls, '\t', time.seconds));
  add(text("end\t", marks_));
  const bool is_whole = std::ferror(file_.get()) == 0 && std::fflush(file_.get()) == 0;
  file_.reset();
  try {
    if (!is_whole) throw Error("cannot write ", partial(name_).string());
    rename_file(partial(name_), name_);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "partita: the record: %s\n", error.what());
  }
}

void MarkFile::add(std::string_view line) {
  if (!file_) return;
  std::fwrite(line.data(), 1, line.size(), file_.get());
  std::fputc('\n', file_.get());
  std::fflush(file_.get());
}

void MarkFile::add_site(const std::string& site, const std::string& frames) {
  if (sites_.try_emplace(site).second) add(text("site\t", site, '\t', frames));
}

void MarkFile::add_time(const std::string& site, double seconds) {
  Time& time = sites_[site];
  ++time.calls;
  time.seconds += seconds;
}

}  // namespace partita::detail
