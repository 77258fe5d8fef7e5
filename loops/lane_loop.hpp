#pragma once
/// \file Runs a body over iterations on one thread of the host: in order, a few at a time on its vector
/// units.

#include <algorithm>
#include <cstddef>
#include <tuple>

#include <partita/inspector/location.hpp>
#include <partita/loops/argument.hpp>
#include <partita/loops/lanes.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

template <class T, int K>
constexpr T& component(Values<T, K>& values, [[maybe_unused]] int c) {
  if constexpr (K == 1)
    return values;
  else
    return values[static_cast<std::size_t>(c)];
}
template <class T, int K>
constexpr const T& component(const Values<T, K>& values, [[maybe_unused]] int c) {
  if constexpr (K == 1)
    return values;
  else
    return values[static_cast<std::size_t>(c)];
}

/// An argument during a run, L iterations at a time: `load` before the bodies, `get` and `keep` around each,
/// `turn` after them, then `commit` iteration by iteration: targets are changed in the order of iterations,
/// and of arguments within each. Fewer than L iterations at the end of a range are filled up with repetitions
/// that change nothing (`Tail`), so that every iteration is computed in the same way.
template <class Argument, int L>
class LaneArgument;

/// The last iterations of a range, fewer than L: of one argument.
template <int L>
struct Tail {
  local_index read[L], target[L];
  char counts[L];

  Tail(const Traversal& traversal, const Rows& rows, local_index nobody, std::size_t begin,
       std::size_t valid) {
    for (std::size_t l = 0; l < L; ++l) {
      const std::size_t iteration = begin + std::min(l, valid - 1);
      read[l] = rows.read.size() > 0 ? rows.read(iteration) : 0;
      target[l] = l < valid && rows.target.size() > 0 ? rows.target(iteration) : nobody;
      counts[l] = l < valid && (traversal.counts.empty() || traversal.counts[iteration]);
    }
  }
};

template <class T, int K, Access A, bool Indirect, int L>
class LaneArgument<FieldArgument<T, K, A, Indirect>, L> {
 public:
  static constexpr bool constant = A == Access::read;
  using Argument = FieldArgument<T, K, A, Indirect>;

  static local_index nobody(const Argument& argument) { return argument.field->set().local(); }

  LaneArgument(const Argument& argument, const Traversal&, const Rows& rows)
      : base_(argument.field->view().data()), read_(rows.read.data()), target_(rows.target.data()) {}
  LaneArgument(const Argument& argument, const Tail<L>& tail)
      : base_(argument.field->view().data()), read_(tail.read), target_(tail.target) {}

  void load(std::size_t iteration) {
    if constexpr (reads(A)) load_rows(in_, base_, read_ + iteration);
  }

  Values<T, K> get([[maybe_unused]] int l) const {
    Values<T, K> values = {};
    if constexpr (reads(A)) unrolled<K>([&](auto c) { component<T, K>(values, c) = in_.at[c][l]; });
    return values;
  }

  void keep([[maybe_unused]] int l, [[maybe_unused]] const Values<T, K>& values) {
    if constexpr (writes(A)) unrolled<K>([&](auto c) { out_.at[c][l] = component<T, K>(values, c); });
  }

  void turn() {
    if constexpr (writes(A)) loops::turn(out_, row_);
  }

  void commit([[maybe_unused]] std::size_t iteration, [[maybe_unused]] int l) {
    if constexpr (writes(A)) {
      T* to = base_ + static_cast<std::ptrdiff_t>(target_[iteration + static_cast<std::size_t>(l)]) * K;
      if constexpr (A == Access::increment)
        add_row<K>(to, row_[l]);
      else
        set_row<K>(to, row_[l]);
    }
  }

  void end() {}

 private:
  T* base_;
  const local_index* read_;
  const local_index* target_;
  Lanes<T, K, L> in_, out_;
  alignas(32) T row_[L][K];
};

template <class T, int L>
class LaneArgument<GlobalRead<T>, L> {
 public:
  static constexpr bool constant = true;

  static local_index nobody(const GlobalRead<T>&) { return nowhere; }

  LaneArgument(const GlobalRead<T>& argument, const Traversal&, const Rows&)
      : value_(argument.global->value) {}
  LaneArgument(const GlobalRead<T>& argument, const Tail<L>&) : value_(argument.global->value) {}

  void load(std::size_t) {}
  T get(int) const { return value_; }
  void keep(int, const T&) {}
  void turn() {}
  void commit(std::size_t, int) {}
  void end() {}

 private:
  T value_;
};

template <class T, Reduction R, int L>
class LaneArgument<GlobalReduction<T, R>, L> {
 public:
  static constexpr bool constant = false;

  static local_index nobody(const GlobalReduction<T, R>&) { return nowhere; }

  LaneArgument(const GlobalReduction<T, R>& argument, const Traversal& traversal, const Rows&)
      : global_(*argument.global),
        counts_(traversal.counts.empty() ? nullptr : traversal.counts.data()),
        values_(global_.waiting.data()) {}
  LaneArgument(const GlobalReduction<T, R>& argument, const Tail<L>& tail)
      : global_(*argument.global), counts_(tail.counts), values_(global_.waiting.data()) {}

  void load(std::size_t) {}
  T get(int) const { return identity<T>(R); }
  void keep(int l, const T& value) { lane_[l] = value; }

  void turn() {
    if (held_ + L > GlobalState<T>::most_waiting) end();
  }

  void commit(std::size_t iteration, int l) {
    values_[held_] = lane_[l];
    held_ += !counts_ || counts_[iteration + static_cast<std::size_t>(l)];
  }

  void end() {
    global_.take({values_, held_});
    held_ = 0;
  }

 private:
  GlobalState<T>& global_;
  const char* counts_;
  alignas(32) T lane_[L];
  T* values_;
  std::size_t held_ = 0;
};

/// A body gets what it only reads as const: to change it does not compile.
template <bool Constant, class T>
constexpr auto& as_declared(T& value) {
  if constexpr (Constant)
    return std::as_const(value);
  else
    return value;
}

/// L iterations from `iteration` on. The body is inlined into a loop over lanes that is vectorised.
template <int L, class Body, class... Lane>
inline void run_some(const Body& body, [[maybe_unused]] std::size_t iteration, Lane&... lanes) {
  (lanes.load(iteration), ...);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
  for (int l = 0; l < L; ++l) {
    [&](auto... values) {
      body(as_declared<Lane::constant>(values)...);
      (lanes.keep(l, values), ...);
    }(lanes.get(l)...);
  }
  (lanes.turn(), ...);
  unrolled<L>([&]([[maybe_unused]] auto l) { (lanes.commit(iteration, l), ...); });
}

/// Runs iterations [begin, end) of `traversal`, everything in one function.
template <int L, class Body, class... Arguments>
#if defined(__GNUC__)
__attribute__((flatten))
#endif
void run_in_lanes(const Body& body, const std::tuple<Arguments...>& arguments, const Traversal& traversal,
                  std::size_t begin, std::size_t end) {
  const auto run = [&]<std::size_t... a>(std::index_sequence<a...>) {
    const std::size_t whole = begin + (end - begin) / L * L;
    [&](auto... lanes) {
      for (std::size_t iteration = begin; iteration < whole; iteration += L)
        run_some<L>(body, iteration, lanes...);
      (lanes.end(), ...);
    }(LaneArgument<Arguments, L>(std::get<a>(arguments), traversal, traversal.rows[a])...);
    if (whole == end) return;

    const std::tuple tails{Tail<L>(traversal, traversal.rows[a],
                                   LaneArgument<Arguments, L>::nobody(std::get<a>(arguments)), whole,
                                   end - whole)...};
    [&](auto... lanes) {
      run_some<L>(body, 0, lanes...);
      (lanes.end(), ...);
    }(LaneArgument<Arguments, L>(std::get<a>(arguments), std::get<a>(tails))...);
  };
  run(std::index_sequence_for<Arguments...>());
}

}  // namespace partita::loops
