#pragma once
/// \file A program's sets, maps and fields, and the loops over them: PARTI and CHAOS behind OP2's
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
/// Results have the same bits on any number of ranks, with any partition, schedule and protocol: every
/// element's sum is formed by its owner in the order of the iterations' global numbers, and sums over all
/// iterations are exact.

#include <concepts>
#include <cstring>
#include <functional>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/loops/argument.hpp>
#include <partita/loops/chain.hpp>
#include <partita/loops/domain_state.hpp>
#include <partita/loops/field.hpp>
#include <partita/loops/global.hpp>
#include <partita/loops/loop.hpp>
#include <partita/loops/set.hpp>

namespace partita::loops {

/// A row of a table of numbers: one T, or an array of them.
template <class Row, class T>
concept RowOf = std::is_same_v<Row, T> ||(std::is_trivially_copyable_v<Row>&& requires(const Row& row) {
  { row[0] } -> std::convertible_to<T>;
  requires std::is_same_v<std::remove_cvref_t<decltype(row[0])>, T>;
});

/// A loop that has been declared. Copies are the same loop. Runs for itself, or as a part of a chain.
class Loop {
 public:
  Loop(std::shared_ptr<DomainState> domain, std::shared_ptr<LoopState> state)
      : state_(std::move(state)),
        alone_(std::make_shared<Chain>(domain, state_->name(), std::vector{state_})) {}

  const std::string& name() const { return state_->name(); }

  /// Runs the loop. Collective. Errors as Chain.
  void operator()() const { (*alone_)(); }
  std::string plan() const { return alone_->plan(); }

  double seconds() const { return state_->seconds; }  ///< spent in the body on this rank, so far
  long runs() const { return state_->runs; }

  const std::shared_ptr<LoopState>& state() const { return state_; }

 private:
  std::shared_ptr<LoopState> state_;
  std::shared_ptr<Chain> alone_;
};

class Domain {
 public:
  /// Not collective. Throws Error when bodies are to run in lanes and fields are not in the host's memory.
  explicit Domain(const Communicator& comm, const Options& options = {});

  /// A set of which this rank brings `share` elements, any number. Their global numbers are their places in
  /// the concatenation of all shares. Collective.
  Set set(std::string name, std::size_t share);

  /// For each element of this rank's share of `from`, the numbers of the elements of `to` that it leads to.
  /// `rows` is a contiguous range of global_index (arity 1) or of arrays of them. Collective. Throws
  /// CollectiveError when a rank brings another number of rows, or an entry is out of range, naming it.
  template <std::ranges::contiguous_range Rows>
  Map map(std::string name, const Set& from, const Set& to, const Rows& rows) {
    using Row = std::ranges::range_value_t<Rows>;
    static_assert(RowOf<Row, global_index>, "a row is one global_index, or an array of them");
    return declare_map(std::move(name), from, to, static_cast<int>(sizeof(Row) / sizeof(global_index)),
                       {reinterpret_cast<const global_index*>(std::ranges::data(rows)),
                        std::ranges::size(rows) * sizeof(Row) / sizeof(global_index)});
  }

  /// New rows for the elements owned now, ascending by number: the mesh has changed. Loops that use the map
  /// have to be declared again. Collective; errors as `map`.
  template <std::ranges::contiguous_range Rows>
  void change(const Map& map, const Rows& rows) {
    using Row = std::ranges::range_value_t<Rows>;
    static_assert(RowOf<Row, global_index>, "a row is one global_index, or an array of them");
    set_entries(map, static_cast<int>(sizeof(Row) / sizeof(global_index)),
                {reinterpret_cast<const global_index*>(std::ranges::data(rows)),
                 std::ranges::size(rows) * sizeof(Row) / sizeof(global_index)});
  }

  /// K components of type T on each element, zero. Not collective.
  template <class T, int K>
  Field<T, K> field(std::string name, const Set& set) {
    static_assert(std::is_arithmetic_v<T> && K >= 1);
    require_mine(set);
    auto state = std::make_shared<FieldOf<T, K>>(std::move(name), set.state());
    state_->fields.push_back(state);
    return Field<T, K>(std::move(state));
  }

  /// The same from the values of this rank's share: a contiguous range of T (K = 1) or of arrays of K of
  /// them. Collective. Throws CollectiveError when a rank brings another number of values than elements.
  template <class T, int K, std::ranges::contiguous_range Rows>
  Field<T, K> field(std::string name, const Set& set, const Rows& rows) {
    static_assert(RowOf<std::ranges::range_value_t<Rows>, T> &&
                      sizeof(std::ranges::range_value_t<Rows>) == sizeof(T) * K,
                  "a row is K values of T: T itself, or an array");
    check_share("field", name, set, std::ranges::size(rows));
    std::vector<Values<T, K>> values(std::ranges::size(rows));
    if (!values.empty()) std::memcpy(values.data(), std::ranges::data(rows), values.size() * sizeof(T) * K);
    Field<T, K> made = field<T, K>(std::move(name), set);
    made.assign(values);
    return made;
  }

  /// The same from a Kokkos view of any memory space and layout: View<double*> (K = 1) or View<double* [K]>.
  template <class Data, class... Properties>
  auto field(std::string name, const Set& set, const Kokkos::View<Data, Properties...>& rows) {
    static_assert(std::rank_v<Data> <= 1, "one row of values an element");
    using T = std::remove_const_t<std::remove_pointer_t<std::remove_extent_t<Data>>>;
    constexpr int K = std::rank_v<Data> == 0 ? 1 : static_cast<int>(std::extent_v<Data>);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows);
    std::vector<Values<T, K>> values(host.extent(0));
    for (std::size_t k = 0; k < values.size(); ++k) {
      if constexpr (K == 1)
        values[k] = host(k);
      else
        for (std::size_t c = 0; c < K; ++c) values[k][c] = host(k, c);
    }
    return field<T, K>(std::move(name), set, values);
  }

  /// Not collective. Every rank gives the same value.
  template <class T>
  Global<T> global(std::string name, T value = {}) {
    return Global<T>(std::move(name), state_->comm, value);
  }

  /// Moves every element with all its values and rows to a new owner: owned element k of `set` to rank
  /// `owners[k]`. The others follow their maps: an element of a set that has a map goes where the first
  /// element of its row goes, one that is only led to goes where the lowest-numbered element that leads to it
  /// goes. May be called again. Collective. Throws CollectiveError when an owner is no rank.
  void partition(const Set& set, std::span<const int> owners);

  /// Declares a loop over `set`: access descriptors, then the body, which takes one argument for each. A body
  /// gets references: const for `read`. Inspected when a loop is first run. Collective. Throws
  /// CollectiveError when an argument is not one of this loop, naming it.
  template <class... ArgumentsAndBody>
  Loop loop(std::string name, const Set& set, ArgumentsAndBody... arguments_and_body) {
    static_assert(sizeof...(ArgumentsAndBody) >= 1, "descriptors first, then the body");
    return loop_from(std::move(name), set, std::tuple(std::move(arguments_and_body)...),
                     std::make_index_sequence<sizeof...(ArgumentsAndBody) - 1>());
  }

  /// Loops that are planned together. Not collective. Throws Error when a loop is another domain's.
  template <std::same_as<Loop>... Loops>
  requires(sizeof...(Loops) > 0) Chain chain(std::string name, const Loops&... loops) {
    (require_mine(loops), ...);
    return Chain(state_, std::move(name), {loops.state()...});
  }

  const Communicator& communicator() const { return state_->comm; }

 private:
  Map declare_map(std::string name, const Set& from, const Set& to, int arity,
                  std::span<const global_index> entries);
  void set_entries(const Map& map, int arity, std::span<const global_index> entries);
  void require_mine(const Set& set) const;
  void require_mine(const Loop& loop) const;
  void check_share(const char* kind, const std::string& name, const Set& set, std::size_t given) const;
  void check_entries(const MapState& map, std::span<const global_index> entries) const;
  Loop declared(const SetState& set, const std::function<std::shared_ptr<LoopState>()>& make);

  template <class All, std::size_t... a>
  Loop loop_from(std::string name, const Set& set, All all, std::index_sequence<a...>) {
    using Body = std::tuple_element_t<sizeof...(a), All>;
    using Made = LoopOf<Body, std::tuple_element_t<a, All>...>;
    return declared(*set.state(), [&] {
      return std::make_shared<Made>(std::move(name), set.state(), std::get<sizeof...(a)>(std::move(all)),
                                    std::get<a>(std::move(all))...);
    });
  }

  std::shared_ptr<DomainState> state_;
};

}  // namespace partita::loops
