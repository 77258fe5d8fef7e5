#pragma once
/// \file What a file really is that should be a text, by its first bytes.

#include <cstddef>
#include <string_view>

namespace partita {

/// As many of a file's first bytes as `begin_of_text` looks at.
inline constexpr std::size_t text_head = 4096;

/// Where a file's text begins: behind the byte order mark of UTF-8, if there is one.
/// @param head  the file's first bytes, text_head or all
/// @throws Error (`path: sentence`) if they are those of a compressed file, a Git LFS pointer, HTML, HDF5 or
/// other binary data, of UTF-16, or of lines that end with CR alone
///
/// Not collective.
std::size_t begin_of_text(std::string_view head, std::string_view path);

}  // namespace partita
