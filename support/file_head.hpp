#pragma once
/// \file What a file really is, by its first bytes.

#include <cstddef>
#include <string_view>

namespace partita {

/// As many of a file's first bytes as are looked at.
inline constexpr std::size_t file_head = 4096;

/// What stands in the place of the file that was meant, and the way to that file: "the file is compressed by
/// gzip; ...". Compressed files, archives, Git LFS pointers and web pages are known. Empty if it is none of
/// these.
/// @param head  the file's first bytes, file_head or all
///
/// Not collective.
std::string_view wrapping_of(std::string_view head);

/// Where a file's text begins: behind the byte order mark of UTF-8, if there is one.
/// @param head  as above
/// @throws Error (`path: sentence`) if the file is wrapped, or has HDF5 or other binary data, UTF-16, or
/// lines that end with CR alone
///
/// Not collective.
std::size_t begin_of_text(std::string_view head, std::string_view path);

}  // namespace partita
