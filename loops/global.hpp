#pragma once
/// \file Global: a value that belongs to no element, read by every iteration or reduced over all of them.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/exact_sum.hpp>
#include <partita/support/reduce.hpp>

namespace partita::loops {

enum class Reduction { sum, minimum, maximum };

/// Only numbers are reduced; a global that is read may be anything else, such as an array.
template <class T>
constexpr bool reducible = std::is_arithmetic_v<T>;

template <class T>
constexpr T identity(Reduction reduction) {
  constexpr bool infinite = std::numeric_limits<T>::has_infinity;
  constexpr T largest = infinite ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  constexpr T smallest = infinite ? -largest : std::numeric_limits<T>::lowest();
  if (reduction == Reduction::sum) return T{};
  return reduction == Reduction::minimum ? largest : smallest;
}

template <class T>
constexpr bool is_nan(T value) {
  return value != value;
}

/// One thread's part of a reduction. Sums of floating-point numbers are exact until they are read, so that
/// they do not depend on the order of the iterations nor on the number of threads and ranks.
template <class T>
struct PartOfReduction {
  std::conditional_t<std::is_floating_point_v<T>, ExactSum, T> total{};
  T extreme{};

  static constexpr std::size_t most_waiting = 512;
  std::array<T, most_waiting> waiting{};  ///< to be taken together: sums of many are faster than of one

  void begin(Reduction reduction) {
    total = {};
    extreme = identity<T>(reduction);
  }

  void take(Reduction reduction, std::span<const T> values) {
    if (reduction == Reduction::sum) {
      if constexpr (std::is_same_v<T, double>)
        total.add(values);
      else if constexpr (std::is_floating_point_v<T>)
        for (const T each : values) total.add(static_cast<double>(each));
      else
        for (const T each : values) total += each;
    } else {
      for (const T each : values)
        if (is_nan(each) || (reduction == Reduction::minimum ? each < extreme : each > extreme))
          extreme = each;
    }
  }
};

/// A value, and the reduction that is to change it.
template <class T>
struct GlobalState {
  std::string name;
  Communicator comm;
  T value;
  Reduction pending = Reduction::sum;
  bool is_pending = false;  ///< a loop reduced here since the value was last read
  std::vector<PartOfReduction<T>> parts = {};

  void begin(Reduction reduction, std::size_t threads) {
    pending = reduction;
    is_pending = true;
    parts.resize(threads);
    for (auto& part : parts) part.begin(reduction);
  }

  PartOfReduction<T>& part(int thread) { return parts[static_cast<std::size_t>(thread)]; }

  /// This rank's sum.
  auto total() const {
    auto all = parts.front().total;
    for (std::size_t t = 1; t < parts.size(); ++t) all += parts[t].total;
    return all;
  }

  /// Collective if a reduction is pending. A zero is +0: -0 is equal to it, and which comes first would
  /// depend on the order of the iterations.
  void settle() {
    if constexpr (reducible<T>)
      if (std::exchange(is_pending, false))
        value = pending == Reduction::sum ? sum_of_all() : extreme_of_all();
  }

 private:
  T sum_of_all() const {
    const auto mine = total();
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(exact_sums(comm, {&mine, 1}, name).front());
    else
      return partita::sum(comm, mine, name);
  }

  // What is not a number is never lost: MPI may make anything of it.
  T extreme_of_all() {
    for (const auto& part : parts) parts.front().take(pending, {&part.extreme, 1});
    const T extreme = parts.front().extreme;
    if constexpr (std::is_floating_point_v<T>)
      if (const int lost = is_nan(extreme); partita::max(comm, lost, name))
        return std::numeric_limits<T>::quiet_NaN();
    return T{} + (pending == Reduction::minimum ? partita::min(comm, extreme, name)
                                                : partita::max(comm, extreme, name));
  }
};

/// Settles the pending sums among these by one reduction, the others one by one. Collective.
inline void settle_sums(std::span<GlobalState<double>* const> globals) {
  std::vector<GlobalState<double>*> pending;
  std::vector<ExactSum> totals;
  for (GlobalState<double>* global : globals)
    if (global->is_pending && global->pending == Reduction::sum) {
      pending.push_back(global);
      totals.push_back(global->total());
    }
  if (pending.empty()) return;
  const std::vector<double> sums = exact_sums(pending.front()->comm, totals, pending.front()->name);
  for (std::size_t k = 0; k < pending.size(); ++k) {
    pending[k]->value = sums[k];
    pending[k]->is_pending = false;
  }
}

/// One value of type T, the same on every rank. Copies are the same global.
template <class T>
class Global {
 public:
  Global(std::string name, const Communicator& comm, T value)
      : state_(std::make_shared<GlobalState<T>>(GlobalState<T>{std::move(name), comm, value})) {}

  /// The result of the last reduction, or the value assigned since. Collective: sends messages only if a
  /// reduction is pending.
  T value() const {
    state_->settle();
    return state_->value;
  }

  /// Sets the value. Not collective, but every rank gives the same value.
  void assign(T value) {
    state_->is_pending = false;
    state_->value = value;
  }

  const std::shared_ptr<GlobalState<T>>& state() const { return state_; }

 private:
  std::shared_ptr<GlobalState<T>> state_;
};

/// The same of several sums, by one reduction. Collective.
template <std::same_as<Global<double>>... Sums>
std::array<double, sizeof...(Sums)> values(const Sums&... sums) {
  settle_sums(std::array{sums.state().get()...});
  return {sums.value()...};
}

}  // namespace partita::loops
