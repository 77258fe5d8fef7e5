#pragma once
/// \file Access: the use that a loop makes of an argument.

#include <memory>
#include <string_view>

namespace partita::loops {

class FieldState;
struct MapState;

/// OP2's descriptors: Giles, Mudalige, Sharif, Markall, Kelly, "Performance Analysis and Optimization of the
/// OP2 Framework on Many-Core Architectures", Comput. J. 55, 2012.
enum class Access {
  read,       ///< used, not changed
  write,      ///< every component set, nothing read
  increment,  ///< added to; the body sees zero and leaves its contribution
  read_write  ///< used and changed
};

constexpr bool reads(Access access) { return access == Access::read || access == Access::read_write; }
constexpr bool writes(Access access) { return access != Access::read; }

constexpr std::string_view name_of(Access access) {
  switch (access) {
    case Access::read:
      return "read";
    case Access::write:
      return "write";
    case Access::increment:
      return "increment";
    case Access::read_write:
      return "read_write";
  }
  return "";
}

/// Whether values written through a map are stored first, and added or set element by element afterwards, if
/// many threads share a loop.
constexpr bool is_staged_through_map(Access access) {
  return access == Access::increment || access == Access::write;
}

/// An argument of a loop without its types: of a field, or of a global.
struct Argument {
  Access access;
  std::shared_ptr<FieldState> field;
  std::shared_ptr<const MapState> map;  ///< none: direct, the value of the iteration itself
  int column = 0;
  std::shared_ptr<const void> global = nullptr;
  std::string_view global_name = {};  ///< lives as long as the global

  bool direct() const { return field && !map; }
  bool indirect() const { return field && map; }
};

}  // namespace partita::loops
