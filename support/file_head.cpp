#include <algorithm>
#include <array>
#include <span>

#include <partita/support/error.hpp>
#include <partita/support/file_head.hpp>

namespace partita {
namespace {

using namespace std::string_view_literals;

struct Kind {
  std::string_view begin, problem;
};

constexpr auto is_utf_16 = "the text is in UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)"sv;

constexpr std::array wrappings{
    Kind{"\x1f\x8b"sv, "the file is compressed by gzip; unpack it with gunzip"sv},
    Kind{"BZh"sv, "the file is compressed by bzip2; unpack it with bunzip2"sv},
    Kind{"\xfd\x37zXZ"sv, "the file is compressed by xz; unpack it with unxz"sv},
    Kind{"\x28\xb5\x2f\xfd"sv, "the file is compressed by zstd; unpack it with unzstd"sv},
    Kind{"PK\x03\x04"sv, "the file is a ZIP archive; unpack it with unzip"sv},
    Kind{"7z\xbc\xaf"sv, "the file is a 7-Zip archive; unpack it with 7z x"sv},
    Kind{"version https://git-lfs."sv,
         "the file is a Git LFS pointer; fetch its content with git lfs pull"sv},
    Kind{"<"sv, "the file is HTML or XML, as of a web page; download the file itself"sv}};

constexpr std::array codings{
    Kind{"\x89HDF\r\n"sv, "the file is HDF5, not text; if it is a VTKHDF mesh, name it .vtkhdf"sv},
    Kind{"\xff\xfe\0\0"sv, "the text is in UTF-32; convert it to UTF-8 (iconv -f UTF-32 -t UTF-8)"sv},
    Kind{"\0\0\xfe\xff"sv, "the text is in UTF-32; convert it to UTF-8 (iconv -f UTF-32 -t UTF-8)"sv},
    Kind{"\xff\xfe"sv, is_utf_16}, Kind{"\xfe\xff"sv, is_utf_16}};

std::string_view problem_of(std::string_view head, std::span<const Kind> kinds) {
  const auto kind = std::ranges::find_if(kinds, [&](const Kind& k) { return head.starts_with(k.begin); });
  return kind == kinds.end() ? "" : kind->problem;
}

// ASCII in UTF-16: every other byte is zero.
bool is_utf_16_without_mark(std::string_view head) {
  const auto zeros_from = [&](std::size_t first) {
    for (std::size_t k = first; k < head.size(); k += 2)
      if (head[k] != '\0') return false;
    return true;
  };
  return head.size() >= 4 && zeros_from(0) != zeros_from(1);
}

// CR that is followed by another character than a line end.
std::ptrdiff_t lone_carriage_returns(std::string_view head) {
  std::ptrdiff_t count = 0;
  for (std::size_t k = 1; k < head.size(); ++k)
    count += head[k - 1] == '\r' && head[k] != '\r' && head[k] != '\n';
  return count;
}

}  // namespace

std::string_view wrapping_of(std::string_view head) { return problem_of(head, wrappings); }

std::size_t begin_of_text(std::string_view head, std::string_view path) {
  head = head.substr(0, file_head);
  const auto refuse = [&](std::string_view problem) {
    if (!problem.empty()) throw Error(path, ": ", problem);
  };
  constexpr std::string_view mark = "\xef\xbb\xbf";
  const std::size_t begin = head.starts_with(mark) ? mark.size() : 0;
  const std::size_t first = head.find_first_not_of(" \t\r\n", begin);
  const std::string_view content = head.substr(std::min(first, head.size()));
  refuse(wrapping_of(content));
  refuse(problem_of(content, codings));
  if (is_utf_16_without_mark(head)) refuse(is_utf_16);
  if (head.find('\0') != std::string_view::npos) refuse("the file is binary, not text");
  if (lone_carriage_returns(head) > std::ranges::count(head, '\n'))
    refuse("the lines end with CR alone; convert them to LF (tr '\\r' '\\n' < old > new)");
  return begin;
}

}  // namespace partita
