#pragma once
/// \file Runs a body over iterations on a thread of the host: in order, L at a time on its vector units.

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include <partita/inspector/location.hpp>
#include <partita/loops/argument.hpp>
#include <partita/loops/lanes.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Per iteration of a range: the rows of one argument, and whether the iteration counts in reductions.
struct LaneRows {
  const local_index* read;
  const local_index* target;
  const char* counts;  ///< none: all count
  int thread;
};

/// The fewer than L iterations at the end of a range, for one argument. They are filled up to L with
/// repetitions that change nothing, so every iteration is computed in the same way.
template <int L>
struct Tail {
  local_index read[L], target[L];
  char counts[L];

  /// @param unused_row where repetitions write
  void fill(const Traversal& traversal, const Rows& rows, local_index unused_row, std::size_t begin,
            std::size_t valid) {
    for (std::size_t l = 0; l < L; ++l) {
      const std::size_t iteration = begin + std::min(l, valid - 1);
      read[l] = rows.read.size() > 0 ? rows.read(iteration) : 0;
      target[l] = l < valid && rows.target.size() > 0 ? rows.target(iteration) : unused_row;
      counts[l] = l < valid && (traversal.counts.empty() || traversal.counts[iteration]);
    }
  }

  LaneRows rows(int thread) const { return {read, target, counts, thread}; }
};

/// The row of a field that is never read; `nowhere` for globals.
template <class Argument>
local_index unused_row(const Argument& argument) {
  if constexpr (requires { argument.field; })
    return argument.field->set().local();
  else
    return nowhere;
}

/// A descriptor during a run, L iterations at a time. `load` runs before the bodies, `get` and `keep` around
/// each body, `turn` after the bodies. Then `commit` changes the targets, in the order of the iterations and
/// of the arguments of each iteration.
template <class Argument, int L>
class LaneArgument;

template <class T, int K, Access A, bool Indirect, int L>
class LaneArgument<FieldArgument<T, K, A, Indirect>, L> {
 public:
  static constexpr bool constant = A == Access::read;
  using Argument = FieldArgument<T, K, A, Indirect>;

  /// @param rows of each argument that the descriptor stands for
  LaneArgument(const Argument& argument, const LaneRows* rows)
      : base_(argument.field->view().data()), read_(rows->read), target_(rows->target) {}

  void load(std::size_t iteration) {
    if constexpr (reads(A)) load_rows(in_, base_, read_ + iteration);
  }

  Values<T, K> get([[maybe_unused]] int l) const {
    Values<T, K> values;
    unrolled<K>([&](auto c) {
      if constexpr (reads(A))
        component(values, c) = in_.at[c][l];
      else
        component(values, c) = unread<T, A>;
    });
    return values;
  }

  void keep([[maybe_unused]] int l, [[maybe_unused]] const Values<T, K>& values) {
    if constexpr (writes(A)) unrolled<K>([&](auto c) { out_.at[c][l] = component(values, c); });
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
  alignas(64) T row_[L][K];
};

template <class T, int K, int L>
class LaneArgument<TransferArgument<T, K>, L> {
 public:
  static constexpr bool constant = false;

  LaneArgument(const TransferArgument<T, K>& argument, const LaneRows* rows)
      : base_(argument.field->view().data()), plus_(rows[0].target), minus_(rows[1].target) {}

  void load(std::size_t) {}
  Values<T, K> get(int) const {
    Values<T, K> values;
    unrolled<K>([&](auto c) { component(values, c) = unread<T, Access::increment>; });
    return values;
  }
  void keep(int l, const Values<T, K>& values) {
    unrolled<K>([&](auto c) { out_.at[c][l] = component(values, c); });
  }
  void turn() { loops::turn(out_, row_); }

  void commit(std::size_t iteration, int l) {
    const std::size_t k = iteration + static_cast<std::size_t>(l);
    add_row<K>(base_ + static_cast<std::ptrdiff_t>(plus_[k]) * K, row_[l]);
    add_row<K, -1>(base_ + static_cast<std::ptrdiff_t>(minus_[k]) * K, row_[l]);
  }

  void end() {}

 private:
  T* base_;
  const local_index* plus_;
  const local_index* minus_;
  Lanes<T, K, L> out_;
  alignas(64) T row_[L][K];
};

template <class T, int L>
class LaneArgument<GlobalRead<T>, L> {
 public:
  static constexpr bool constant = true;

  LaneArgument(const GlobalRead<T>& argument, const LaneRows*) : value_(argument.global->value) {}

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

  LaneArgument(const GlobalReduction<T, R>& argument, const LaneRows* rows)
      : part_(argument.global->part(rows->thread)), counts_(rows->counts), values_(part_.waiting.data()) {}

  void load(std::size_t) {}
  T get(int) const { return identity<T>(R); }
  void keep(int l, const T& value) { lane_[l] = value; }

  void turn() {
    if (held_ + L > PartOfReduction<T>::most_waiting) end();
  }

  void commit(std::size_t iteration, int l) {
    values_[held_] = lane_[l];
    held_ += !counts_ || counts_[iteration + static_cast<std::size_t>(l)];
  }

  void end() {
    part_.take(R, {values_, held_});
    held_ = 0;
  }

 private:
  PartOfReduction<T>& part_;
  const char* counts_;
  alignas(64) T lane_[L];
  T* values_;
  std::size_t held_ = 0;
};

/// Passes values that a body only reads as const. A body that changes them does not compile.
template <bool Constant, class T>
constexpr auto& as_declared(T& value) {
  if constexpr (Constant)
    return std::as_const(value);
  else
    return value;
}

/// Runs L iterations from `iteration` on. The compiler inlines the body into the loop over lanes and
/// vectorises this loop.
template <int L, class Body, class... Lane>
inline void run_some(const Body& body, [[maybe_unused]] std::size_t iteration, Lane&... lanes) {
  (lanes.load(iteration), ...);
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety) unroll(disable)
#elif defined(__GNUC__)
#pragma GCC ivdep
#pragma GCC unroll 1
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

/// Runs iterations [begin, end) of `traversal`. All calls are inlined.
template <int L, class Body, class... Arguments>
#if defined(__GNUC__)
__attribute__((flatten))
#endif
void run_in_lanes(const Body& body, const std::tuple<Arguments...>& arguments, const Traversal& traversal,
                  std::size_t begin, std::size_t end) {
  constexpr auto first = first_arguments<Arguments...>;
  std::array<LaneRows, first.back()> rows;
  for (std::size_t k = 0; k < rows.size(); ++k)
    rows[k] = {traversal.rows[k].read.data(), traversal.rows[k].target.data(),
               traversal.counts.empty() ? nullptr : traversal.counts.data(), traversal.thread};
  const auto run = [&]<std::size_t... a>(std::index_sequence<a...>) {
    const std::size_t whole = begin + (end - begin) / L * L;
    [&](auto... lanes) {
      for (std::size_t iteration = begin; iteration < whole; iteration += L)
        run_some<L>(body, iteration, lanes...);
      (lanes.end(), ...);
    }(LaneArgument<Arguments, L>(std::get<a>(arguments), &rows[first[a]])...);
    if (whole == end) return;

    std::array<Tail<L>, first.back()> tails;
    const auto fill = [&](const auto& argument, std::size_t from, std::size_t to) {
      for (std::size_t k = from; k < to; ++k) {
        tails[k].fill(traversal, traversal.rows[k], unused_row(argument), whole, end - whole);
        rows[k] = tails[k].rows(traversal.thread);
      }
    };
    (fill(std::get<a>(arguments), first[a], first[a + 1]), ...);
    [&](auto... lanes) {
      run_some<L>(body, 0, lanes...);
      (lanes.end(), ...);
    }(LaneArgument<Arguments, L>(std::get<a>(arguments), &rows[first[a]])...);
  };
  run(std::index_sequence_for<Arguments...>());
}

}  // namespace partita::loops
