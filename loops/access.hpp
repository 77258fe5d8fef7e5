#pragma once
/// \file Access: the use that a loop makes of an argument.

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>

#include <partita/loops/global.hpp>
#include <partita/loops/set.hpp>
#include <partita/support/names.hpp>

namespace partita::loops {

class FieldState;

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

/// What a body sees where it reads nothing. An increment of floating-point numbers begins with -0, the
/// identity of addition: compilers drop an addition to -0, but keep one to 0, because 0 + -0 is 0.
template <class T, Access A>
constexpr T unread = [] {
  if constexpr (A == Access::increment && std::is_floating_point_v<T>) return -T{};
  return T{};
}();

inline constexpr std::array<Name<Access>, 4> accesses{{{Access::read, "read"},
                                                       {Access::write, "write"},
                                                       {Access::increment, "increment"},
                                                       {Access::read_write, "read_write"}}};

inline std::string_view name_of(Access access) { return spelling_in<Access>(accesses, access); }

/// Whether values written through a map are stored first, and added or set element by element afterwards, if
/// many threads share a loop.
constexpr bool stores_contributions(Access access) {
  return access == Access::increment || access == Access::write;
}

/// An argument of a loop without its types: of a field, or of a global.
struct Argument {
  Access access;
  std::shared_ptr<FieldState> field;
  Column column = {};  ///< without a map: direct, the value of the iteration itself
  std::shared_ptr<GlobalState> global = nullptr;
  Reduction reduction = Reduction::sum;  ///< of a global that is not read
  bool onward = false;                   ///< its reduction goes on from the value so far
  std::size_t descriptor = 0;            ///< the number of its descriptor, for sentences

  bool direct() const { return field && !column.map; }
  bool indirect() const { return field && column.map; }
  bool reduces() const { return global && writes(access); }
};

}  // namespace partita::loops
