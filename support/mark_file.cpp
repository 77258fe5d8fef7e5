#include <cerrno>
#include <charconv>
#include <cstring>

#include <partita/support/at_finalize.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mark_file.hpp>
#include <partita/support/numbered_file.hpp>
#include <partita/support/output_file.hpp>
#include <partita/support/settings.hpp>
#include <partita/support/version.hpp>

namespace partita::detail {

namespace {

struct Here {
  std::unique_ptr<MarkFile> file;
};

std::string setting_of_root(const Communicator& comm, const char* name) {
  const char* const mine = setting(name);
  std::string value = mine == nullptr ? "" : mine;
  broadcast(comm, value);
  return value;
}

std::filesystem::path partial(const std::filesystem::path& name) { return name.string() + ".partial"; }

}  // namespace

MarkFile* MarkFile::of(const Communicator& comm) {
  const auto make = [&] {
    auto here = std::make_shared<Here>();
    if (const std::string name = setting_of_root(comm, "PARTITA_RECORD"); !name.empty())
      here->file = std::make_unique<MarkFile>(comm, name);
    return here;
  };
  return comm.attached<Here>(make).file.get();
}

MarkFile::MarkFile(const Communicator& comm, const std::string& name)
    : skipped_(setting_of_root(comm, "PARTITA_SKIP")) {
  static const int key = key_of_numbers();
  name_ = numbered_file(name, next_number(key));
  const std::string wanted = setting_of_root(comm, "PARTITA_RECORD_AT");
  const bool first = comm.rank() == 0;
  collectively(comm, [&] {
    const char* const end = wanted.data() + wanted.size();
    if (const auto [rest, error] = std::from_chars(wanted.data(), end, values_of_);
        !wanted.empty() && (error != std::errc() || rest != end))
      throw Error("PARTITA_RECORD_AT is \"", wanted, "\"; give the number of a mark");
    if (!first) return;
    file_.reset(std::fopen(partial(name_).c_str(), "w"));
    if (!file_) throw Error("cannot write ", partial(name_).string(), ": ", std::strerror(errno));
  });
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(library, &length);
  const std::string_view words = library;
  add(text("partita\trecord\t1\t", comm.size(), " ranks\tPartita ", version().number, " of commit ",
           version().commit, '\t', words.substr(0, words.find_first_of(",\n"))));
  at_finalize_ = std::make_unique<AtFinalize>([this] { end(); });
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
