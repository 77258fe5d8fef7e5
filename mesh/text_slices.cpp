#include <algorithm>

#include <partita/mesh/text_slices.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

// Where the part of that number begins.
std::size_t begin_of_part(std::size_t size, int part, int parts) {
  const auto p = static_cast<std::size_t>(part), n = static_cast<std::size_t>(parts);
  return size / n * p + std::min(p, size % n);
}

// Behind the next line end that is not before `from`.
std::size_t behind_line(std::string_view text, std::size_t from) {
  const std::size_t end = text.find('\n', from);
  return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

// A line begins at the part's begin if the byte before is a line end, so this byte is read, too.
Slice slice_of(FileBytes& file, int part, int parts) {
  constexpr std::size_t step = std::size_t{1} << 16;
  const std::size_t begin = begin_of_part(file.size(), part, parts);
  std::size_t end = begin_of_part(file.size(), part + 1, parts);
  Slice slice;
  std::string& text = slice.text;
  std::size_t before = 0;
  if (begin < end) {
    before = begin - (begin > 0);
    file.append_to(text, before, end);
    if (begin > 0) {
      const std::size_t cut = behind_line(text, 0);
      before += cut;
      text.erase(0, cut);
    }
    while (!text.empty() && text.back() != '\n' && end < file.size()) {
      const std::size_t known = text.size(), more = std::min(end + step, file.size());
      file.append_to(text, end, more);
      text.resize(behind_line(text, known));
      end = more;
    }
  }
  if (text.empty()) before = end;
  slice.part.bytes_before = before;
  slice.part.bytes_behind = file.size() - before - text.size();
  return slice;
}

Slice read_slice(const Communicator& comm, const std::filesystem::path& path) {
  FileBytes file = collectively(comm, [&] { return FileBytes(path, "a mesh file"); });
  require_same(comm, file.size(), text("the size of ", path.string()));
  return collectively(comm, [&] {
    if (file.size() == 0) throw Error(path.string(), ": the file is empty");
    return slice_of(file, comm.rank(), comm.size());
  });
}

std::vector<std::string_view> cut_into_slices(std::string_view text, int slices) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  for (int k = 1; k <= slices; ++k) {
    const std::size_t part = begin_of_part(text.size(), k, slices);
    const std::size_t end = std::max(begin, part == 0 ? 0 : behind_line(text, part - 1));
    pieces.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return pieces;
}

}  // namespace partita::mesh
