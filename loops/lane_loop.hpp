#pragma once
/// \file Runs a body over iterations on one thread of the host: in order, a few at a time on its vector
/// units.

#include <array>
#include <span>
#include <tuple>

#include <partita/loops/argument.hpp>
#include <partita/loops/lanes.hpp>
#include <partita/loops/part.hpp>

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
/// and of arguments within each.
template <class Argument, int L>
class LaneArgument;

template <class T, int K, Access A, bool Indirect, int L>
class LaneArgument<FieldArgument<T, K, A, Indirect>, L> {
 public:
  static constexpr bool constant = A == Access::read;

  LaneArgument(const FieldArgument<T, K, A, Indirect>& argument, const Part&, const Rows& rows)
      : base_(argument.field->view().data()), read_(rows.read.data()), target_(rows.target.data()) {}

  void load(std::size_t iteration, int valid) {
    if constexpr (reads(A)) {
      const local_index* row = read_ + iteration;
      local_index padded[L];
      if (valid < L) {
        for (int l = 0; l < L; ++l) padded[l] = row[std::min(l, valid - 1)];
        row = padded;
      }
      load_rows(in_, base_, row);
    }
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
      for (int c = 0; c < K; ++c) {
        if constexpr (A == Access::increment)
          to[c] += row_[l][c];
        else
          to[c] = row_[l][c];
      }
    }
  }

  void end() {}

 private:
  T* base_;
  const local_index* read_;
  const local_index* target_;
  Lanes<T, K, L> in_, out_;
  T row_[L][K];
};

template <class T, int L>
class LaneArgument<GlobalRead<T>, L> {
 public:
  static constexpr bool constant = true;

  LaneArgument(const GlobalRead<T>& argument, const Part&, const Rows&) : value_(argument.global->value) {}

  void load(std::size_t, int) {}
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

  LaneArgument(const GlobalReduction<T, R>& argument, const Part& part, const Rows&)
      : global_(*argument.global), counts_(part.counts.empty() ? nullptr : part.counts.data()) {}

  void load(std::size_t, int) {}
  T get(int) const { return identity<T>(R); }
  void keep(int l, const T& value) { lane_[l] = value; }
  void turn() {}

  void commit(std::size_t iteration, int l) {
    if (counts_ && !counts_[iteration + static_cast<std::size_t>(l)]) return;
    values_[held_++] = lane_[l];
    if (held_ == values_.size()) end();
  }

  void end() {
    global_.take({values_.data(), held_});
    held_ = 0;
  }

 private:
  GlobalState<T>& global_;
  const char* counts_;
  T lane_[L];
  std::array<T, 512> values_;  // handed on together: sums of many are faster than of one
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

/// Runs iterations [begin, end) of `part`. Everything in one function: the body is inlined into a loop over
/// lanes that is vectorised.
template <int L, class Body, class... Arguments>
#if defined(__GNUC__)
__attribute__((flatten))
#endif
void run_in_lanes(const Body& body, const std::tuple<Arguments...>& arguments, const Part& part,
                  std::size_t begin, std::size_t end) {
  [&]<std::size_t... a>(std::index_sequence<a...>) {
    std::tuple<LaneArgument<Arguments, L>...> lanes{
        LaneArgument<Arguments, L>(std::get<a>(arguments), part, part.rows[a])...};
    for (std::size_t iteration = begin; iteration < end; iteration += L) {
      const int valid = static_cast<int>(std::min<std::size_t>(L, end - iteration));
      (std::get<a>(lanes).load(iteration, valid), ...);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
      for (int l = 0; l < L; ++l) {
        [&](auto... values) {
          body(as_declared<LaneArgument<Arguments, L>::constant>(values)...);
          (std::get<a>(lanes).keep(l, values), ...);
        }(std::get<a>(lanes).get(l)...);
      }
      (std::get<a>(lanes).turn(), ...);
      if (valid == L)
        unrolled<L>([&](auto l) { (std::get<a>(lanes).commit(iteration, l), ...); });
      else
        for (int l = 0; l < valid; ++l) (std::get<a>(lanes).commit(iteration, l), ...);
    }
    (std::get<a>(lanes).end(), ...);
  }
  (std::index_sequence_for<Arguments...>());
}

}  // namespace partita::loops
