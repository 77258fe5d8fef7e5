#pragma once
/// \file Loop over a set: its name, its arguments, its body.

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
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
#include <partita/loops/host_loop.hpp>
#include <partita/loops/kernel_loop.hpp>
#include <partita/loops/set.hpp>
#include <partita/loops/traversal.hpp>
#include <partita/loops/way_choice.hpp>

namespace partita::loops {

/// How bodies run.
enum class Backend {
  lanes,   ///< threads of the host, each on its vector units
  kernels  ///< Kokkos' default execution space; a body that is not compiled for it: lanes, on one thread
};

constexpr Backend default_backend = fields_on_host ? Backend::lanes : Backend::kernels;

class LoopState;

/// A way to run a loop on a thread of the host: iterations [begin, end), of which the arguments are those of
/// a traversal, or of consecutive elements.
struct Way {
  int lanes;  ///< iterations at once, a divisor of their number; 0: a plain loop, without maps
  void (*run)(const LoopState& loop, const RunArgument* arguments, std::size_t begin, std::size_t end);
};

/// A loop without its types, for plans.
class LoopState {
 public:
  struct Kernels {
    void (*run)(const LoopState& loop, const Section& section);  ///< none: not compiled
    std::size_t ways;                                            ///< 2: per target, too
  };

  /// @param ways    one, or several for LaneChoice
  LoopState(std::string name, std::shared_ptr<const SetState> set, std::span<const Way> ways,
            Kernels kernels);
  LoopState(const LoopState&) = delete;
  LoopState& operator=(const LoopState&) = delete;
  virtual ~LoopState();

  /// Once. @throws Error when an argument does not fit the loop.
  void set_arguments(std::initializer_list<const Descriptor*> descriptors);

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

  bool runs_in_kernels(Backend backend) const {
    return backend == Backend::kernels && kernels_.run != nullptr;
  }
  int lanes() const;  ///< see Loop

  /// Before each run, on one thread. Fields get their memory, reductions start; those that the loop reads are
  /// completed: collective then.
  void begin(std::size_t threads);

  /// Runs iterations [begin, end) of `traversal` in order, on this thread of the host.
  void run_on_host(const Traversal& traversal, std::size_t begin, std::size_t end);

  /// Starts kernels that run these iterations: all that need no message, or all others. While their way is
  /// being chosen, it waits for them.
  void run_kernels(const Traversal& traversal, std::size_t begin, std::size_t end);

  double seconds = 0;  ///< see Loop
  long runs = 0;

  std::optional<InspectedLoop> inspected;  ///< none: not inspected yet, or not since a partition
  int inspections = 0;  ///< that changed rows or ghosts on some rank; plans before are void
  ChangedRows changed;  ///< by the last of these

 private:
  std::string name_;
  std::shared_ptr<const SetState> set_;
  std::span<const Way> ways_;
  Kernels kernels_;
  std::vector<Argument> arguments_;
  std::vector<Column> columns_;
  std::vector<std::size_t> arrays_;          // by argument
  std::vector<LaneChoice> lane_choices_;     // by thread
  std::array<WayChoice, 2> kernel_choices_;  // before and after the messages: their sizes differ much
};

/// Whether an argument's values may be on other ranks. Owners of the elements that an iteration changes
/// execute it, or the owner of its own element if it changes none. So only the element that the iteration
/// changes is there, if it changes one.
bool needs_ghosts(const LoopState& loop, const Argument& argument);

/// At most this many iterations at once.
inline constexpr int most_lanes = 16;

/// Iterations at once in each way to run a loop on the host. Through maps: one, and as many as a vector has
/// numbers of the largest floating-point type of its fields; with AVX-512 half as many, too, which is faster
/// where the body computes little. Iterations that write to elements that others read run one by one.
template <class... Descriptors>
constexpr auto lanes_of() {
  if constexpr (!fields_on_host)
    return std::integer_sequence<int>();
  else if constexpr (!(Descriptors::indirect || ...))
    return std::integer_sequence<int, 0>();
  else if constexpr (((Descriptors::indirect && Descriptors::access == Access::read_write) || ...))
    return std::integer_sequence<int, 1>();
  else {
    constexpr std::size_t largest = std::max({std::size_t{0}, Descriptors::floating_bytes...});
    constexpr int most =
        std::min(most_lanes, vector_width / 8 / static_cast<int>(largest > 0 ? largest : sizeof(double)));
    if constexpr (vector_width == 512)
      return std::integer_sequence<int, 1, most / 2, most>();
    else
      return std::integer_sequence<int, 1, most>();
  }
}

/// A body that is compiled as a Kokkos kernel, too, where fields are on the host: for Backend::kernels.
template <class Body>
struct InKernelsToo : Body {};
template <class Body>
InKernelsToo<Body> in_kernels_too(const Body& body) {
  static_assert(std::is_class_v<Body> && !std::is_final_v<Body>,
                "in_kernels_too takes a lambda or a function object");
  return {body};
}

template <class Body>
constexpr bool has_kernels = !fields_on_host;
template <class Body>
constexpr bool has_kernels<InKernelsToo<Body>> = true;

/// Whether a body takes argument `a` as T&, so that it can change it. A body that takes a copy or a const
/// reference also accepts a temporary.
template <class Body, std::size_t a, class... Descriptors>
constexpr bool changes_for_good() {
  using This = std::tuple_element_t<a, std::tuple<Descriptors...>>;
  if constexpr (!writes(This::access))
    return true;
  else
    return []<std::size_t... b>(std::index_sequence<b...>) {
      return !std::is_invocable_v<const Body&, std::conditional_t<a == b, typename Descriptors::Value,
                                                                  typename Descriptors::Passed>...>;
    }
  (std::index_sequence_for<Descriptors...>());
}

/// A loop with its body, and the code for the given numbers of lanes.
template <class Lanes, class Body, class... Descriptors>
class LoopOf;

template <int... L, class Body, class... Descriptors>
class LoopOf<std::integer_sequence<int, L...>, Body, Descriptors...> final : public LoopState {
  static_assert(std::is_invocable_v<const Body&, typename Descriptors::Passed...>,
                "the body takes one argument for each descriptor, in their order: const T& or T for what it "
                "reads, T& for the rest; T is the field's type, or Kokkos::Array of it");
  static_assert(
      []<std::size_t... a>(std::index_sequence<a...>) {
        return (changes_for_good<Body, a, Descriptors...>() && ...);
      }(std::index_sequence_for<Descriptors...>()),
      "the body takes what it writes, increments or reduces as T&: a copy would change nothing");

 public:
  LoopOf(std::string name, std::shared_ptr<const SetState> set, const Body& body)
      : LoopState(std::move(name), std::move(set), ways, kernels()), body_(body) {}

 private:
  // All calls are inlined.
  template <int lanes>
#if defined(__GNUC__)
  __attribute__((flatten))
#endif
  static void
  run(const LoopState& loop, const RunArgument* arguments, std::size_t begin, std::size_t end) {
    constexpr auto first = first_arguments<Descriptors...>;
    [&]<std::size_t... a>(std::index_sequence<a...>) {
      run_bodies<lanes, Descriptors...>(static_cast<const LoopOf&>(loop).body_, begin, end,
                                        HostArgument<Descriptors, lanes>(arguments + first[a], begin)...);
    }
    (std::index_sequence_for<Descriptors...>());
  }

  static constexpr Kernels kernels() {
    if constexpr (loops::has_kernels<Body>)
      return {[](const LoopState& loop, const Section& section) {
                run_in_kernels<Body, Descriptors...>(static_cast<const LoopOf&>(loop).body_, section);
              },
              may_run_per_target<Descriptors...> ? 2 : 1};
    else
      return {};
  }

  static constexpr std::array<Way, sizeof...(L)> ways{{{L, &run<L>}...}};

  Body body_;
};

}  // namespace partita::loops
