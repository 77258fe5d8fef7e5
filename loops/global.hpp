#pragma once
/// \file Global: a value that belongs to no element, read by every iteration or reduced over all of them.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
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
  switch (reduction) {
    case Reduction::minimum:
      return largest;
    case Reduction::maximum:
      return smallest;
    case Reduction::sum:
      break;
  }
  return T{};
}

/// A global without its type, for loops.
class GlobalState {
 public:
  GlobalState(std::string name, const Communicator& comm) : name_(std::move(name)), comm_(comm) {}
  GlobalState(const GlobalState&) = delete;
  GlobalState& operator=(const GlobalState&) = delete;
  virtual ~GlobalState() = default;

  const std::string& name() const { return name_; }
  const Communicator& communicator() const { return comm_; }

  virtual std::size_t bytes() const = 0;  ///< of the value
  virtual std::byte* value() = 0;

  /// Collective if a reduction is pending. A zero is +0: -0 is equal to it, and which comes first would
  /// depend on the order of the iterations.
  virtual void settle() = 0;

  /// A reduction starts, of the values that these threads take: anew, or `onward` from the value so far.
  /// Collective if that is a pending reduction of another kind.
  virtual void begin(Reduction reduction, std::size_t threads, bool onward) = 0;

  /// Where a thread stores values to be taken together: sums of many are faster than of one.
  static constexpr std::size_t most_waiting = 512;
  virtual std::byte* waiting(int thread) = 0;

  /// Takes n values, or those that count, if `counts` is given. May overwrite them.
  virtual void take(int thread, std::byte* values, std::size_t n, const char* counts) = 0;

 private:
  std::string name_;
  Communicator comm_;
};

/// A value, and the reduction that is to change it. Sums of floating-point numbers are exact until they are
/// read, so that they do not depend on the order of the iterations nor on the number of threads and ranks.
template <class T>
class GlobalOf final : public GlobalState {
 public:
  GlobalOf(std::string name, const Communicator& comm, const T& value)
      : GlobalState(std::move(name), comm), value_(value) {}

  std::size_t bytes() const override { return sizeof(T); }
  std::byte* value() override { return reinterpret_cast<std::byte*>(&value_); }
  void settle() override;
  void begin(Reduction reduction, std::size_t threads, bool onward) override;
  std::byte* waiting(int thread) override {
    return reinterpret_cast<std::byte*>(part(thread).waiting.data());
  }
  void take(int thread, std::byte* values, std::size_t n, const char* counts) override;

  /// Takes the words of an exact sum, for the first thread.
  void take(std::span<const std::int64_t, ExactSum::Change::words> words) {
    if constexpr (std::is_floating_point_v<T>) parts_.front().total.add(words);
  }

  bool has_pending_sum() const { return is_pending_ && pending_ == Reduction::sum; }

  /// This rank's sum.
  auto total() const {
    auto all = parts_.front().total;
    for (std::size_t t = 1; t < parts_.size(); ++t) all += parts_[t].total;
    return all;
  }

  void assign(const T& value) {
    is_pending_ = false;
    value_ = value;
  }

 private:
  // One thread's part of a reduction.
  struct Part {
    std::conditional_t<std::is_floating_point_v<T>, ExactSum, T> total{};
    T extreme{};
    std::array<T, most_waiting> waiting{};
  };

  void take_value(Reduction reduction);
  Part& part(int thread) { return parts_[static_cast<std::size_t>(thread)]; }
  void take_extremes(Part& part, std::span<const T> values) const;
  T reduced();

  T value_;
  Reduction pending_ = Reduction::sum;
  bool is_pending_ = false;  // a loop reduced here since the value was last read
  std::vector<Part> parts_;
};

template <class T>
void GlobalOf<T>::begin(Reduction reduction, std::size_t threads, bool onward) {
  if constexpr (reducible<T>) {  // nvcc needs the braces
    const bool is_known = onward && is_pending_ && pending_ == reduction;
    if (onward && !is_known) settle();
    const std::size_t kept = is_known ? parts_.size() : 0;
    parts_.resize(std::max(kept, threads));
    for (std::size_t part = kept; part < parts_.size(); ++part) {
      parts_[part].total = {};
      parts_[part].extreme = identity<T>(reduction);
    }
    if (onward && !is_known) take_value(reduction);
  }
  pending_ = reduction;
  is_pending_ = true;
}

// The value as one that is reduced; a sum has it from one rank.
template <class T>
void GlobalOf<T>::take_value(Reduction reduction) {
  if (reduction != Reduction::sum) {
    parts_.front().extreme = value_;
  } else if (communicator().rank() == 0) {
    if constexpr (std::is_floating_point_v<T>)
      parts_.front().total.add(static_cast<double>(value_));
    else
      parts_.front().total += value_;
  }
}

template <class T>
void GlobalOf<T>::take([[maybe_unused]] int thread, [[maybe_unused]] std::byte* values,
                       [[maybe_unused]] std::size_t n, [[maybe_unused]] const char* counts) {
  if constexpr (reducible<T>) {
    T* const first = reinterpret_cast<T*>(values);
    if (counts) {
      std::size_t counting = 0;
      for (std::size_t k = 0; k < n; ++k) {
        first[counting] = first[k];
        counting += counts[k] != 0;
      }
      n = counting;
    }
    const std::span<const T> taken(first, n);
    if (pending_ != Reduction::sum)
      take_extremes(part(thread), taken);
    else if constexpr (std::is_same_v<T, double>)
      part(thread).total.add(taken);
    else if constexpr (std::is_floating_point_v<T>)
      for (const T each : taken) part(thread).total.add(static_cast<double>(each));
    else
      for (const T each : taken) part(thread).total += each;
  }
}

// What is not a number is never lost.
template <class T, class Precedes>
void take_first(T& first, std::span<const T> values, Precedes precedes) {
  for (const T each : values)
    if (each != each || precedes(each, first)) first = each;
}

template <class T>
void GlobalOf<T>::take_extremes(Part& part, std::span<const T> values) const {
  switch (pending_) {
    case Reduction::minimum:
      return take_first(part.extreme, values, std::less());
    case Reduction::maximum:
      return take_first(part.extreme, values, std::greater());
    case Reduction::sum:
      break;  // has no extremes
  }
}

template <class T>
void GlobalOf<T>::settle() {
  if constexpr (reducible<T>)
    if (std::exchange(is_pending_, false)) value_ = reduced();
}

template <class T>
T GlobalOf<T>::reduced() {
  if (pending_ == Reduction::sum) {
    const auto mine = total();
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(exact_sums(communicator(), {&mine, 1}, name()).front());
    else
      return partita::sum(communicator(), mine, name());
  }
  for (const Part& part : parts_) take_extremes(parts_.front(), {&part.extreme, 1});
  const T extreme = parts_.front().extreme;
  if constexpr (std::is_floating_point_v<T>)  // MPI may make anything of what is not a number
    if (const int lost = extreme != extreme; partita::max(communicator(), lost, name()))
      return std::numeric_limits<T>::quiet_NaN();
  switch (pending_) {
    case Reduction::minimum:
      return T{} + partita::min(communicator(), extreme, name());
    case Reduction::maximum:
      return T{} + partita::max(communicator(), extreme, name());
    case Reduction::sum:
      break;  // returned above
  }
  return extreme;
}

extern template class GlobalOf<double>;
extern template class GlobalOf<float>;
extern template class GlobalOf<int>;

/// Settles the pending sums among these by one reduction. Collective.
void settle_sums(std::span<GlobalOf<double>* const> globals);

/// One value of type T, the same on every rank. Copies are the same global.
template <class T>
class Global {
 public:
  Global(std::string name, const Communicator& comm, const T& value);

  /// The result of the last reduction, or the value assigned since. Collective: sends messages only if a
  /// reduction is pending.
  T value() const {
    state_->settle();
    return *reinterpret_cast<const T*>(state_->value());
  }

  /// Sets the value. Not collective, but every rank gives the same value.
  void assign(const T& value) const { state_->assign(value); }

  const std::shared_ptr<GlobalOf<T>>& state() const { return state_; }

 private:
  std::shared_ptr<GlobalOf<T>> state_;
};

template <class T>
Global<T>::Global(std::string name, const Communicator& comm, const T& value)
    : state_(std::make_shared<GlobalOf<T>>(std::move(name), comm, value)) {}

extern template class Global<double>;
extern template class Global<float>;
extern template class Global<int>;

/// The same of several sums, by one reduction. Collective.
template <std::same_as<Global<double>>... Sums>
std::array<double, sizeof...(Sums)> values(const Sums&... sums) {
  settle_sums(std::array{sums.state().get()...});
  return {sums.value()...};
}

}  // namespace partita::loops
