#include <fstream>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

namespace partita {
namespace fs = std::filesystem;

namespace {

// /dev/stdout is a link to a link in /proc that leads to the file which the program's output goes to: a
// rename would put another in its place.
bool is_descriptor(fs::path path) {
  constexpr int most_links = 40;  // as the system follows
  for (int links = 0; links < most_links && fs::is_symlink(path); ++links) {
    const fs::path folder = fs::weakly_canonical(fs::absolute(path).parent_path());
    if (folder.string().starts_with("/proc/")) return true;
    path = folder / fs::read_symlink(path);
  }
  return false;
}

}  // namespace

bool same_file(const fs::path& a, const fs::path& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code absent;
  return fs::equivalent(a, b, absent) ||
         fs::weakly_canonical(fs::absolute(a)) == fs::weakly_canonical(fs::absolute(b));
}

AtomicFile::AtomicFile(fs::path path)
    : path_(fs::is_symlink(path) && !is_descriptor(path) ? fs::weakly_canonical(path) : std::move(path)) {
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  if (path_.filename().empty() || fs::is_directory(path_))
    throw Error("cannot write ", path_.string(), ": it is a folder; name a file");
  if (is_descriptor(path_) || (fs::exists(path_) && !fs::is_regular_file(path_)))
    throw Error("cannot write ", path_.string(), ": it is no ordinary file; name another");
  if (!fs::is_directory(folder))
    throw Error("cannot write ", path_.string(), ": there is no folder ", folder.string(), "; make it first");
  if (access(folder.c_str(), W_OK) != 0)
    throw Error("cannot write ", path_.string(), ": no permission to write in ", folder.string());
  temporary_ = path_;
  temporary_ += text(".tmp", getpid());
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  std::error_code failure;
  fs::rename(temporary_, path_, failure);
  if (failure) throw Error("cannot write ", path_.string(), ": ", failure.message());
}

void write_whole(const fs::path& path, std::string_view content) {
  AtomicFile file(path);
  std::ofstream out(file.temporary(), std::ios::binary);
  out << content;
  out.close();
  if (!out) throw Error("cannot write ", path.string(), ": the disk may be full");
  file.commit();
}

}  // namespace partita
