#pragma once
/// \file Domain: a program's sets, maps and fields, and the loops over them. PARTI and CHAOS behind OP2's
/// descriptors.
///
///     Domain domain(comm);
///     const Set nodes = domain.set("nodes", n), edges = domain.set("edges", m);  // this rank's shares
///     const Map ends = domain.map("ends", edges, nodes, end_points);
///     using State = Kokkos::Array<double, 4>;
///     auto q = domain.field<double, 4>("q", nodes, initial);
///     auto res = domain.field<double, 4>("res", nodes);
///     domain.partition(nodes, parts);  // all others follow their maps
///
///     auto fluxes = domain.loop(
///         "fluxes", edges, read(q, ends[0]), read(q, ends[1]),
///         increment(res, ends[0]), increment(res, ends[1]),
///         KOKKOS_LAMBDA(const State& a, const State& b, State& to_a, State& to_b) { ... });
///     fluxes();
///
/// Results have the same bits on any number of ranks, with any partition, schedule and protocol: the owner of
/// an element forms its sum in the order of the iterations' global numbers, and sums over all iterations are
/// exact.

#include <algorithm>
#include <array>
#include <concepts>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/inspector/row_of.hpp>
#include <partita/loops/argument.hpp>
#include <partita/loops/chain.hpp>
#include <partita/loops/domain_state.hpp>
#include <partita/loops/field.hpp>
#include <partita/loops/global.hpp>
#include <partita/loops/loop.hpp>
#include <partita/loops/set.hpp>

namespace partita::loops {

/// A loop that has been declared. Copies are the same loop. It runs alone, or as a part of a chain.
class Loop {
 public:
  Loop(const std::shared_ptr<DomainState>& domain, std::shared_ptr<LoopState> state);

  const std::string& name() const { return state_->name(); }

  /// Runs the loop. Collective.
  void operator()() const { (*alone_)(); }

  /// See Chain. Collective.
  std::string plan() const { return alone_->plan(); }

  /// Spent in the body on this rank, so far. Kernels are timed only while a profile is recorded: then each
  /// loop is waited for.
  double seconds() const { return state_->seconds; }
  long runs() const { return state_->runs; }

  /// Iterations that run at once on the vector units of this rank's first thread. 1 also before a loop
  /// through maps has chosen (see way_choice.hpp), for loops without maps, which compilers vectorise
  /// themselves, and in kernels.
  int lanes() const { return state_->lanes(); }

  /// For the program's own kernels, after a run: the local indices of the elements that this rank's
  /// iterations find by the a-th argument, ascending by the iterations' numbers. Iterations that other ranks
  /// execute, too, are among them. `transfer` counts as two arguments. Not collective.
  std::span<const local_index> rows(std::size_t a) const { return state_->rows(state_->array(a)); }

  const std::shared_ptr<LoopState>& state() const { return state_; }

 private:
  std::shared_ptr<LoopState> state_;
  std::shared_ptr<Chain> alone_;
};

/// A set, and the rank that each owned element goes to.
struct Placement {
  const Set& set;
  std::span<const int> owners;
};

/// Declares sets, maps, fields and loops, and keeps them distributed over the ranks. Every rank declares the
/// same in the same order.
class Domain {
 public:
  /// Not collective. @throws Error when bodies shall run in lanes and fields are not in the host's memory.
  explicit Domain(const Communicator& comm, const Options& options = {});

  /// Declares a set. The global numbers of its elements are their places in the concatenation of all shares.
  /// Collective.
  /// @param share number of elements that this rank brings, any number
  Set set(std::string name, std::size_t share);

  /// Declares a map: for each element of this rank's share of `from`, the elements of `to` that it leads to.
  /// Collective.
  /// @param rows a contiguous range of whole numbers (arity 1) or of arrays of them: one row per element
  /// @throws CollectiveError when a rank brings another number of rows, or an entry is out of range; names it
  template <class Rows>
  Map map(std::string name, const Set& from, const Set& to, const Rows& rows) {
    require_index_rows<Rows>();
    if constexpr (detail::IndexRows<Rows>)
      return declare_map(std::move(name), from, to, arity_of<Rows>, GlobalIndices(rows));
  }

  /// Declares the map `ends.then(parents)`: a row has, for each element of a row of `ends`, the row that
  /// `parents` has for it. Both stay as they are; a later change of their rows does not change this map.
  /// Collective.
  /// @throws CollectiveError when the second does not start where the first leads to
  Map map(std::string name, const MapsInTurn& maps);

  /// Gives a map new rows: the mesh has changed. Loops stay declared; the next run updates the loops, ghosts
  /// and plans that the change concerns. Compares with the rows so far. Collective.
  /// @param rows for the elements owned now, ascending by number
  /// @throws CollectiveError as `map`
  template <class Rows>
  void change(const Map& map, const Rows& rows) {
    require_index_rows<Rows>();
    if constexpr (detail::IndexRows<Rows>) change_rows(*map.state(), {}, arity_of<Rows>, GlobalIndices(rows));
    state_->maps_changed = true;
  }

  /// The same if only some rows change. Looks at these alone. Collective; a rank may give none.
  /// @param elements whole numbers: k for the element `numbers()[k]` of the set that the map starts from
  /// @param rows one for each
  /// @throws CollectiveError as `map`, and when an element is not owned
  template <detail::IndexRows Elements, detail::IndexRows Rows>
  void change(const Map& map, const Elements& elements, const Rows& rows) {
    static_assert(arity_of<Elements> == 1, "one number for each element");
    const GlobalIndices which(elements);
    change_rows(*map.state(), which, arity_of<Rows>, GlobalIndices(rows));
    state_->maps_changed = true;
  }

  /// Declares a field: K components of type T on each element, zero. Not collective.
  template <class T, int K>
  Field<T, K> field(std::string name, const Set& set) {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && K >= 1, "a field holds numbers");
    return Field<T, K>(declare_field(std::move(name), set, number_type<T>, K));
  }

  /// The same with values. Collective.
  /// @param rows of this rank's share: a contiguous range of T (K = 1) or of arrays of K of them
  /// @throws CollectiveError when a rank brings another number of rows than elements
  template <class T, int K, std::ranges::contiguous_range Rows>
  Field<T, K> field(std::string name, const Set& set, const Rows& rows) {
    static_assert(detail::RowsOf<Rows, T> && detail::row_length<Rows, T> == K,
                  "a row is K values of T: T itself, or an array");
    const auto state = declare_field(std::move(name), set, number_type<T>, K);
    state->assign(std::ranges::data(rows), std::ranges::size(rows));
    return Field<T, K>(state);
  }

  /// Declares a value that belongs to no element. Not collective; every rank gives the same value.
  template <class T>
  Global<T> global(std::string name, T value = {}) {
    return Global<T>(std::move(name), state_->comm, value);
  }

  /// Moves every element with all its values and rows to a new owner. Other sets follow their maps: an
  /// element goes with the first element of its row; without a row, it goes with the lowest-numbered element
  /// that leads to it; if none does, it stays. Sets that had a partition of their own stay where it put them,
  /// until they get another. May be called again. Collective.
  /// @param owners rank that owned element k of `set` goes to
  /// @throws CollectiveError when an owner is no rank
  void partition(const Set& set, std::span<const int> owners) { partition({{set, owners}}); }

  /// The same for several sets at once. Collective.
  void partition(std::initializer_list<Placement> placements) { partition(std::span(placements)); }
  void partition(std::span<const Placement> placements);

  /// Declares a loop over `set`. The first run of a loop inspects it. Collective.
  /// @param arguments_and_body access descriptors, then the body, which takes one reference for each: const
  /// for `read`
  /// @throws CollectiveError when an argument does not fit the loop; names it
  template <class... ArgumentsAndBody>
  Loop loop(std::string name, const Set& set, ArgumentsAndBody... arguments_and_body) {
    constexpr std::size_t given = sizeof...(ArgumentsAndBody);
    constexpr std::array<bool, given> is_descriptor{std::is_base_of_v<Descriptor, ArgumentsAndBody>...};
    constexpr bool in_order =
        given > 0 && std::find(is_descriptor.begin(), is_descriptor.end(), false) + 1 == is_descriptor.end();
    static_assert(in_order, "descriptors first, then the body");
    if constexpr (in_order && (can_be_reduced<ArgumentsAndBody> && ...))
      return [&]<std::size_t... a>(std::index_sequence<a...>) {
        const void* const each[] = {&arguments_and_body...};
        using All = std::tuple<ArgumentsAndBody...>;
        using Body = std::tuple_element_t<given - 1, All>;
        using Made = LoopOf<decltype(lanes_of<std::tuple_element_t<a, All>...>()), Body,
                            std::tuple_element_t<a, All>...>;
        return declare_loop(std::unique_ptr<LoopState>(new Made(std::move(name), set.state(),
                                                                *static_cast<const Body*>(each[given - 1]))),
                            {static_cast<const std::tuple_element_t<a, All>*>(each[a])...});
      }
    (std::make_index_sequence<given - 1>());
  }

  /// Loops that are planned together: a chain has loops, loops of other chains, and ranges of both, one after
  /// the other. Not collective. @throws Error when it has none, or another domain's.
  template <class... Parts>
  Chain chain(std::string name, const Parts&... parts) {
    std::vector<std::shared_ptr<LoopState>> loops;
    (append(loops, parts), ...);
    require_mine(name, loops);
    return Chain(state_, std::move(name), std::move(loops));
  }

  const Communicator& communicator() const { return state_->comm; }

  /// What is unusual about the distribution: sets that were never partitioned although there are several
  /// ranks, or a partition that leaves ranks without elements of a set. Print them beside a plan. Collective.
  /// @return one sentence each, the same on every rank
  std::vector<std::string> remarks() const { return state_->remarks(); }

 private:
  template <class Rows>
  static void require_index_rows() {
    static_assert(
        detail::IndexRows<Rows>,
        "the rows of a map are whole numbers, or std::arrays of them, one after the other: a vector "
        "or span of std::array<int, 2>; a pointer says no length, and a vector of vectors has gaps");
  }

  template <class Rows>
  static constexpr int arity_of = detail::row_length<Rows, detail::NumberIn<Rows>>;

  Map declare_map(std::string name, const Set& from, const Set& to, int arity,
                  std::span<const global_index> entries);
  std::shared_ptr<FieldState> declare_field(std::string name, const Set& set, const NumberType& type,
                                            int components);
  void require_rows(const MapState& map, std::optional<std::span<const global_index>> elements, int arity,
                    std::span<const global_index> entries) const;
  void change_rows(MapState& map, std::optional<std::span<const global_index>> elements, int arity,
                   std::span<const global_index> entries);
  Loop declare_loop(std::unique_ptr<LoopState> loop, std::initializer_list<const Descriptor*> arguments);
  void require_mine(const std::string& chain, const std::vector<std::shared_ptr<LoopState>>& loops) const;

  template <class Part>
  static void append(std::vector<std::shared_ptr<LoopState>>& loops, const Part& part) {
    if constexpr (std::is_same_v<Part, Loop>)
      loops.push_back(part.state());
    else if constexpr (std::is_same_v<Part, Chain>)
      loops.insert(loops.end(), part.loops().begin(), part.loops().end());
    else if constexpr (std::ranges::range<const Part>)
      for (const auto& each : part) append(loops, each);
    else
      static_assert(never<Part>, "a chain has loops, chains, and ranges of both");
  }

  std::shared_ptr<DomainState> state_;
};

}  // namespace partita::loops
