#include <algorithm>

#include <partita/mesh/blocks.hpp>
#include <partita/mesh/text_slices.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/file_head.hpp>

namespace partita::mesh {
namespace {

// Where the part of that number begins.
std::size_t begin_of_part(std::size_t size, int part, int parts) {
  return static_cast<std::size_t>(Blocks{static_cast<global_index>(size), parts}.first(part));
}

// Behind the next line end that is not before `from`.
std::size_t behind_line(std::string_view text, std::size_t from) {
  const std::size_t end = text.find('\n', from);
  return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

// A line begins at the part's begin if the byte before is a line end, so this byte is read, too.
Slice slice_of(const InputFile& file, int part, int parts, std::string& text) {
  constexpr std::size_t step = std::size_t{1} << 16;
  const std::size_t begin = begin_of_part(file.size(), part, parts);
  std::size_t end = begin_of_part(file.size(), part + 1, parts);
  std::size_t before = 0;
  text.clear();
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
  return {text, {.bytes_before = before, .bytes_behind = file.size() - before - text.size()}};
}

std::vector<Slice> slices_of(const MeshSource& source, std::vector<std::string>& texts) {
  const Communicator& comm = source.comm;
  const InputFile file = collectively(comm, [&] { return InputFile(source.path, "a mesh file"); });
  require_same(comm, file.size(), partita::text("the size of ", source.path));
  return collectively(comm, [&] {
    std::string head;
    if (comm.rank() == 0) file.append_to(head, 0, std::min(file.size(), file_head));
    if (file.size() == 0) throw Error(source.path, ": the file is empty");
    const std::size_t begin = begin_of_text(head, source.path);
    std::vector<Slice> slices;
    texts.resize(static_cast<std::size_t>(source.slices));
    for (int k = 0; std::string & text : texts)
      slices.push_back(slice_of(file, comm.rank() * source.slices + k++, comm.size() * source.slices, text));
    slices.front().text.remove_prefix(begin);  // the first slice has the first line
    slices.front().part.bytes_before += begin;
    return slices;
  });
}

}  // namespace partita::mesh
