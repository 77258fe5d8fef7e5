#pragma once
/// \file Set and Map: the mesh, as a program declares it.

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita::loops {

/// One set on this rank. Local order: owned elements, ascending by global number; then ghosts.
struct SetState {
  std::string name;
  TranslationTable table;
  std::vector<global_index> numbers;     ///< global numbers of the owned elements, ascending
  std::optional<AccessPattern> pattern;  ///< ghosts that the inspected loops need; none before an inspection
  bool is_placed = false;                ///< by a partition of its own: it follows no other set
  int patterns = 0;  ///< how many it has had, each of which differs on some rank from the one before

  local_index owned() const { return static_cast<local_index>(numbers.size()); }
  local_index local() const { return pattern ? pattern->local_size() : owned(); }

  /// Not collective. @throws Error unless `rows` is the number of owned elements. `what` is given by rows.
  void require_rows(std::string_view what, std::size_t rows) const;
};

/// One map on this rank, column by column: each names one element of `to` (by its global number) for each
/// owned element of `from`, in local order.
struct MapState {
  std::string name;
  std::shared_ptr<const SetState> from, to;
  std::vector<std::vector<global_index>> columns;
  std::vector<local_index> changed = {};  ///< elements whose rows have changed since the last inspection

  /// Names each element in `changed` once, ascending. Not collective.
  void settle_changed();

  int arity() const { return static_cast<int>(columns.size()); }
};

/// A set of things that have values: vertices, edges, cells. Copies are the same set.
class Set {
 public:
  explicit Set(std::shared_ptr<SetState> state) : state_(std::move(state)) {}

  const std::string& name() const { return state_->name; }
  global_index size() const { return state_->table.size(); }  ///< of all ranks
  local_index owned() const { return state_->owned(); }       ///< of this rank

  /// Global numbers of the owned elements, ascending: the order of the values in fields and maps. They are
  /// others after a partition. Not collective.
  std::span<const global_index> numbers() const { return state_->numbers; }

  const std::shared_ptr<SetState>& state() const { return state_; }

 private:
  std::shared_ptr<SetState> state_;
};

/// One column of a map: the k-th element that each row names.
struct Column {
  std::shared_ptr<const MapState> map = nullptr;
  int column = 0;

  bool operator==(const Column&) const = default;
};

struct MapsInTurn;

/// False: says why a program that needs it does not compile.
template <class>
inline constexpr bool never = false;

/// For each element of one set, a row of elements of another. Copies are the same map.
class Map {
 public:
  explicit Map(std::shared_ptr<MapState> state) : state_(std::move(state)) {}

  const std::string& name() const { return state_->name; }
  Column operator[](int column) const { return {state_, column}; }

  /// The elements that this map leads to, each in place of the row that `next` has for it.
  MapsInTurn then(const Map& next) const;

  template <std::same_as<Column> Named>
  operator Named() const {  // NOLINT: implicit, to say what is wrong
    static_assert(never<Named>, "a map has columns: name the one to follow, such as read(q, ends[0])");
    return {};
  }

  const std::shared_ptr<MapState>& state() const { return state_; }

 private:
  std::shared_ptr<MapState> state_;
};

/// One map after another: see Domain::map.
struct MapsInTurn {
  Map first, next;
};

inline MapsInTurn Map::then(const Map& next) const { return {*this, next}; }

}  // namespace partita::loops
