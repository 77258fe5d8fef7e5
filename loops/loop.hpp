#pragma once
/// \file Loop over a set: its name, its arguments, its body.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/inspector/inspected_loop.hpp>
#include <partita/loops/access.hpp>
#include <partita/loops/direct_loop.hpp>
#include <partita/loops/kernel_loop.hpp>
#include <partita/loops/lane_choice.hpp>
#include <partita/loops/lane_loop.hpp>
#include <partita/loops/set.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// How bodies run.
enum class Backend {
  lanes,   ///< threads of the host, each on its vector units
  kernels  ///< Kokkos' default execution space
};

/// Whether lanes can reach the memory of fields.
constexpr bool fields_on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Kokkos::DefaultExecutionSpace::memory_space>::accessible;

constexpr Backend default_backend = fields_on_host ? Backend::lanes : Backend::kernels;

/// A loop without its types, for plans.
class LoopState {
 public:
  LoopState(std::string name, std::shared_ptr<const SetState> set, std::vector<Argument> arguments);
  LoopState(const LoopState&) = delete;
  LoopState& operator=(const LoopState&) = delete;
  virtual ~LoopState() = default;

  const std::string& name() const { return name_; }
  const std::shared_ptr<const SetState>& set() const { return set_; }
  const std::vector<Argument>& arguments() const { return arguments_; }

  /// Columns of maps that lead to its arguments, each once.
  const std::vector<Column>& columns() const { return columns_; }

  /// Number of the index array that leads to argument a, which is of a field: 0 leads to the iteration's own
  /// element, k to the elements in the (k - 1)-th of the columns.
  std::size_t array(std::size_t a) const { return arrays_[a]; }

  /// Local indices of the elements that its iterations find there, by iteration. After an inspection.
  std::span<const local_index> rows(std::size_t array) const { return inspected->indices(array); }

  /// Before each run. Reductions start anew.
  virtual void begin(std::size_t threads) = 0;

  /// Runs iterations [begin, end) of `traversal` in order, on this thread of the host.
  virtual void run_lanes(const Traversal& traversal, std::size_t begin, std::size_t end) = 0;

  /// Runs these iterations in kernels: all that need no message, or all others.
  virtual void run_kernels(const Traversal& traversal, std::size_t begin, std::size_t end) const = 0;

  std::vector<LaneChoice> lane_choices;  ///< by thread: of a loop through maps, on the host
  double seconds = 0;                    ///< spent in the body on this rank, so far
  long runs = 0;

  std::optional<InspectedLoop> inspected;  ///< none: not inspected yet, or not since a partition
  int inspections = 0;  ///< that changed rows or ghosts on some rank; plans before are void

 private:
  std::string name_;
  std::shared_ptr<const SetState> set_;
  std::vector<Argument> arguments_;
  std::vector<Column> columns_;
  std::vector<std::size_t> arrays_;  // by argument
};

/// Whether an argument's values may be on other ranks: those of other elements than the iteration's own. A
/// loop that changes elements through maps is executed by their owners too, and they need the iteration's own
/// values.
bool needs_ghosts(const LoopState& loop, const Argument& argument);

/// Whether iterations must run one after the other: they write to elements that other iterations read.
template <class Argument>
constexpr bool needs_order = Argument::indirect&& Argument::access == Access::read_write;

/// Whether a body takes argument `a` as T&, so that it can change it. A body that takes a copy or a const
/// reference also accepts a temporary.
template <class Body, std::size_t a, class... Arguments>
constexpr bool changes_for_good() {
  using This = std::tuple_element_t<a, std::tuple<Arguments...>>;
  if constexpr (!writes(This::access))
    return true;
  else
    return []<std::size_t... b>(std::index_sequence<b...>) {
      return !std::is_invocable_v<
          const Body&, std::conditional_t<a == b, typename Arguments::Value, typename Arguments::Passed>...>;
    }
  (std::index_sequence_for<Arguments...>());
}

template <class Body, class... Arguments>
class LoopOf final : public LoopState {
  static_assert(std::is_invocable_v<const Body&, typename Arguments::Passed...>,
                "the body takes one argument for each descriptor, in their order: const T& or T for what it "
                "reads, T& for the rest; T is the field's type, or Kokkos::Array of it");
  static_assert(
      []<std::size_t... a>(std::index_sequence<a...>) {
        return (changes_for_good<Body, a, Arguments...>() && ...);
      }(std::index_sequence_for<Arguments...>()),
      "the body takes what it writes, increments or reduces as T&: a copy would change nothing");

 public:
  LoopOf(std::string name, std::shared_ptr<const SetState> set, Body body, Arguments... arguments)
      : LoopState(std::move(name), std::move(set), untyped(arguments...)),
        body_(std::move(body)),
        arguments_(std::move(arguments)...) {}

  void begin(std::size_t threads) override {
    lane_choices.resize(threads);
    std::apply([&](const auto&... each) { (each.begin(threads), ...); }, arguments_);
  }

  void run_lanes(const Traversal& traversal, std::size_t begin, std::size_t end) override {
    if constexpr (!(Arguments::indirect || ...))
      if (!traversal.runs.empty()) return run_directly(body_, arguments_, traversal, begin, end);
    const auto run = [&](auto lanes, std::size_t first, std::size_t last) {
      run_in_lanes<lanes>(body_, arguments_, traversal, first, last);
    };
    if constexpr ((needs_order<Arguments> || ...) || !(Arguments::indirect || ...))
      run(std::integral_constant<int, 1>(), begin, end);
    else
      lane_choices[static_cast<std::size_t>(traversal.thread)](typename LaneWays<largest>::Lanes(), begin,
                                                               end, run);
  }

  void run_kernels(const Traversal& traversal, std::size_t begin, std::size_t end) const override {
    run_in_kernels(name(), body_, arguments_, traversal, begin, end);
    Kokkos::fence();
  }

 private:
  static constexpr std::size_t computed_with = std::max({std::size_t{0}, bytes_computed_with<Arguments>...});
  static constexpr std::size_t largest = computed_with > 0 ? computed_with : sizeof(double);

  Body body_;
  std::tuple<Arguments...> arguments_;
};

}  // namespace partita::loops
