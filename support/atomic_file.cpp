#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <system_error>

#include <limits.h>
#include <unistd.h>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

namespace partita {
namespace fs = std::filesystem;

namespace {

constexpr int most_links = 40;  // as the system follows

// /dev/stdout is a link to a link in /proc that leads to the file which the program's output goes to: a
// rename would put another in its place.
bool is_descriptor(fs::path path) {
  for (int links = 0; links < most_links && fs::is_symlink(path); ++links) {
    const fs::path folder = fs::weakly_canonical(fs::absolute(path).parent_path());
    if (folder.string().starts_with("/proc/")) return true;
    path = folder / fs::read_symlink(path);
  }
  return false;
}

// Where a link leads, there need be no file.
fs::path followed(fs::path path) {
  for (int links = 0; links < most_links && fs::is_symlink(path); ++links)
    path = path.parent_path() / fs::read_symlink(path);
  return path;
}

constexpr std::string_view ending = ".tmp";
constexpr std::size_t digits = 16;
constexpr std::size_t longest = NAME_MAX - ending.size() - digits;  // of the name that it begins with

std::string random_digits() {
  std::random_device random;
  return hex(std::uint64_t{random()} << 32 | random());
}

// Temporary files that processes have left which were killed. Not young ones: a process may be about to mark
// its file, and not every file system tells hosts of each other's marks.
void remove_left(const fs::path& folder, const std::string& beginning) {
  std::error_code ignored;
  const auto young = fs::file_time_type::clock::now() - std::chrono::minutes(5);
  for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
    const fs::directory_entry& entry = *at;
    const std::string name = entry.path().filename().string();
    const bool is_ours = name.size() == beginning.size() + digits && name.starts_with(beginning) &&
                         name.find_first_not_of("0123456789abcdef", beginning.size()) == name.npos;
    if (is_ours && entry.last_write_time(ignored) < young && !is_used(entry.path()))
      fs::remove(entry.path(), ignored);
  }
}

}  // namespace

bool same_file(const fs::path& a, const fs::path& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code absent;
  if (fs::equivalent(a, b, absent)) return true;
  try {
    return fs::weakly_canonical(fs::absolute(followed(a))) == fs::weakly_canonical(fs::absolute(followed(b)));
  } catch (const fs::filesystem_error&) {  // such as a loop of links, which AtomicFile refuses
    return false;
  }
}

AtomicFile::AtomicFile(const fs::path& path) try : path_(is_descriptor(path) ? path : followed(path)) {
  folder_ = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  if (path_.filename().empty() || fs::is_directory(path_))
    throw Error("cannot write ", path_.string(), ": it is a folder; name a file");
  if (is_descriptor(path_) || (fs::exists(path_) && !fs::is_regular_file(path_)))
    throw Error("cannot write ", path_.string(), ": it is no ordinary file; name another");
  if (!fs::is_directory(folder_))
    throw Error("cannot write ", path_.string(), ": ",
                fs::exists(folder_) ? text(folder_.string(), " is no folder; name another")
                                    : text("there is no folder ", folder_.string(), "; make it first"));
  if (access(folder_.c_str(), W_OK) != 0)
    throw Error("cannot write ", path_.string(), ": no permission to write in ", folder_.string());
  const std::string beginning = path_.filename().string().substr(0, longest) + std::string(ending);
  remove_left(folder_, beginning);
  temporary_ = folder_ / (beginning + random_digits());
  file_.emplace(temporary_, OutputFile::Mode::create, path_);
  file_->mark_used();
} catch (const fs::filesystem_error& error) {
  throw Error("cannot write ", path.string(), ": ", error.code().message());
}

AtomicFile::~AtomicFile() {
  if (temporary_.empty()) return;
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  file_->take_mode_of(path_);
  file_->sync();
  rename_file(temporary_, path_);
  temporary_.clear();
  sync_folder(folder_);
}

void write_whole(const fs::path& path, std::string_view content) {
  AtomicFile file(path);
  file.file().write(0, content);
  file.commit();
}

}  // namespace partita
