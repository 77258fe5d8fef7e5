#include "check.hpp"

#include <partita/support/collectively.hpp>

namespace partita::bench {

namespace {

// The initial value of an owned value, and of the ghost that `holder` has of it before a scatter-add.
double owned_value(const Location& owner, std::size_t component) {
  return 1 + owner.rank * 3 + owner.index % 1009 * 16 + static_cast<double>(component);
}
double contribution(int holder, const Location& owner, std::size_t component) {
  return 5 + holder * 7 + owner.index % 499 * 32 + static_cast<double>(component);
}

class Check {
 public:
  Check(const GhostValues& ghosts, const Field& field, const Kind& kind)
      : pattern_(ghosts.pattern), field_(field), kind_(kind), me_(pattern_.communicator().rank()) {}

  // Fills ghosts that a gather overwrites with a value that is never sent.
  void fill_for_gather() {
    each([&](local_index vertex, std::size_t c) {
      at(vertex, c) = is_owned(vertex) ? owned_value({me_, vertex}, c) : -1;
    });
  }

  void require_gathered() {
    require("a gather", [&](local_index vertex, std::size_t c) { return owned_value(origin(vertex), c); });
  }

  void fill_for_scatter() {
    each([&](local_index vertex, std::size_t c) {
      at(vertex, c) = is_owned(vertex) ? owned_value({me_, vertex}, c) : contribution(me_, origin(vertex), c);
    });
  }

  void require_scattered() {
    std::vector<double> expected(field_.size());
    each([&](local_index vertex, std::size_t c) {
      expected[place(vertex, c)] =
          is_owned(vertex) ? owned_value({me_, vertex}, c) : contribution(me_, origin(vertex), c);
    });
    for (const NeededBy& neighbour : pattern_.needed_by())
      for (const local_index owned : neighbour.owned)
        for (std::size_t c = 0; c < field_.components; ++c)
          expected[place(owned, c)] += contribution(neighbour.rank, {me_, owned}, c);
    require("a scatter-add", [&](local_index vertex, std::size_t c) { return expected[place(vertex, c)]; });
  }

 private:
  bool is_owned(local_index vertex) const { return vertex < pattern_.owned(); }
  Location origin(local_index vertex) const {
    if (is_owned(vertex)) return {me_, vertex};
    return pattern_.ghost_locations()[static_cast<std::size_t>(vertex - pattern_.first_ghost())];
  }

  std::size_t place(local_index vertex, std::size_t c) const {
    const auto v = static_cast<std::size_t>(vertex);
    return kind_.layout == Layout::by_vertex ? v * field_.components + c : c * field_.vertices + v;
  }
  double& at(local_index vertex, std::size_t c) { return field_.values[place(vertex, c)]; }

  void each(auto&& visit) {
    for (local_index vertex = 0; vertex < pattern_.local_size(); ++vertex)
      for (std::size_t c = 0; c < field_.components; ++c) visit(vertex, c);
  }

  void require(std::string_view after, auto&& expected) {
    collectively(pattern_.communicator(), [&] {
      each([&](local_index vertex, std::size_t c) {
        if (at(vertex, c) != expected(vertex, c))
          throw Error(text("after ", after, " by \"", kind_.name, "\" rank ", me_, " has ", at(vertex, c),
                           " in component ", c, " of ", is_owned(vertex) ? "its own vertex " : "ghost ",
                           vertex, " instead of ", expected(vertex, c)));
      });
    });
  }

  const AccessPattern& pattern_;
  Field field_;
  const Kind& kind_;
  int me_;
};

}  // namespace

void check_results(const GhostValues& ghosts, const Field& field, const Kind& kind, Variant& variant) {
  if (kind.family == Family::floor) return;  // it exchanges nothing
  Check check(ghosts, field, kind);
  check.fill_for_gather();
  variant.gather();
  check.require_gathered();
  check.fill_for_scatter();
  variant.scatter_add();
  check.require_scattered();
}

}  // namespace partita::bench
