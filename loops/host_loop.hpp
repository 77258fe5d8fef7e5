#pragma once
/// \file Runs a body over iterations on a thread of the host: in order, L at a time on its vector units, or,
/// without maps (L = 0), as a plain loop over the rows of consecutive elements.

#include <cstddef>
#include <utility>

#include <partita/loops/argument.hpp>
#include <partita/loops/lanes.hpp>

namespace partita::loops {

/// One argument of a loop during a run.
struct RunArgument {
  /// A field's first row; without maps, the row of the first iteration. The value of a global; where values
  /// to be reduced are stored, from that of the first iteration on.
  std::byte* base;
  const local_index* read = nullptr;    ///< of a field, per iteration: the row that is read
  const local_index* target = nullptr;  ///< and the one that is written
};

/// A descriptor during a run. `load` is called before the bodies of L iterations, `get` and `keep` around
/// each body, `turn` after the bodies. Then `commit` changes the targets, in the order of the iterations and
/// of the arguments of each iteration. Without maps, only `get` and `keep` are called.
template <class Descriptor, int L>
class HostArgument;

template <class T, int K, Access A>
class HostArgument<FieldArgument<T, K, A, false>, 0> {
 public:
  HostArgument(const RunArgument* run, std::size_t) : first_(reinterpret_cast<T*>(run->base)) {}

  Values<T, K> get([[maybe_unused]] std::size_t k) const {
    Values<T, K> values;
    for (int c = 0; c < K; ++c)
      if constexpr (reads(A))
        component(values, c) = first_[k * K + static_cast<std::size_t>(c)];
      else
        component(values, c) = unread<T, A>;
    return values;
  }

  void keep([[maybe_unused]] std::size_t k, [[maybe_unused]] const Values<T, K>& values) const {
    if constexpr (A == Access::increment)
      for (int c = 0; c < K; ++c) first_[k * K + c] += component(values, c);
    else if constexpr (writes(A))
      for (int c = 0; c < K; ++c) first_[k * K + c] = component(values, c);
  }

 private:
  T* first_;
};

template <class T, int K, Access A, bool Indirect, int L>
class HostArgument<FieldArgument<T, K, A, Indirect>, L> {
 public:
  HostArgument(const RunArgument* run, std::size_t)
      : base_(reinterpret_cast<T*>(run->base)), read_(run->read), target_(run->target) {}

  void load(std::size_t iteration) {
    if constexpr (reads(A)) load_rows(in_, base_, read_ + iteration);
  }

  Values<T, K> get([[maybe_unused]] int l) const {
    Values<T, K> values;
    for (int c = 0; c < K; ++c)
      if constexpr (reads(A))
        component(values, c) = in_.at[c][l];
      else
        component(values, c) = unread<T, A>;
    return values;
  }

  void keep([[maybe_unused]] int l, [[maybe_unused]] const Values<T, K>& values) {
    if constexpr (writes(A))
      for (int c = 0; c < K; ++c) out_.at[c][l] = component(values, c);
  }

  void turn() {
    if constexpr (writes(A)) loops::turn(out_, row_);
  }

  void commit([[maybe_unused]] std::size_t iteration, [[maybe_unused]] std::size_t l) {
    if constexpr (writes(A)) {
      T* to = base_ + static_cast<std::ptrdiff_t>(target_[iteration + l]) * K;
      if constexpr (A == Access::increment)
        add_row<K>(to, row_[l]);
      else
        set_row<K>(to, row_[l]);
    }
  }

 protected:
  T* base_;
  const local_index* read_;
  const local_index* target_;
  Lanes<T, K, L> in_, out_;
  alignas(64) T row_[L][K];
};

template <class T, int K, int L>
class HostArgument<TransferArgument<T, K>, L>
    : public HostArgument<FieldArgument<T, K, Access::increment, true>, L> {
  using Plus = HostArgument<FieldArgument<T, K, Access::increment, true>, L>;

 public:
  HostArgument(const RunArgument* run, std::size_t begin) : Plus(run, begin), minus_(run[1].target) {}

  void commit(std::size_t iteration, std::size_t l) {
    Plus::commit(iteration, l);
    add_row<K, -1>(this->base_ + static_cast<std::ptrdiff_t>(minus_[iteration + l]) * K, this->row_[l]);
  }

 private:
  const local_index* minus_;
};

template <class T, int L>
class HostArgument<GlobalRead<T>, L> {
 public:
  HostArgument(const RunArgument* run, std::size_t) : value_(*reinterpret_cast<const T*>(run->base)) {}

  void load(std::size_t) {}
  T get(std::size_t) const { return value_; }
  void keep(std::size_t, const T&) const {}
  void turn() {}
  void commit(std::size_t, std::size_t) {}

 private:
  T value_;
};

template <class T, Reduction R, int L>
class HostArgument<GlobalReduction<T, R>, L> {
 public:
  HostArgument(const RunArgument* run, std::size_t begin)
      : waiting_(reinterpret_cast<T*>(run->base)), first_(waiting_), begin_(begin) {}

  void load(std::size_t iteration) { first_ = waiting_ + (iteration - begin_); }
  T get(std::size_t) const { return identity<T>(R); }
  void keep(std::size_t k, const T& value) const { first_[k] = value; }
  void turn() {}
  void commit(std::size_t, std::size_t) {}

 private:
  T *waiting_, *first_;
  std::size_t begin_;
};

/// Passes values that a body only reads as const. A body that changes them does not compile.
template <bool constant, class T>
constexpr auto& as_declared(T& value) {
  if constexpr (constant)
    return std::as_const(value);
  else
    return value;
}

/// Runs L iterations from `iteration` on. The compiler inlines the body into the loop over lanes and
/// vectorises this loop.
template <int L, class... Descriptors, class Body, class... Host>
inline void run_lanes(const Body& body, [[maybe_unused]] std::size_t iteration, Host&... arguments) {
  (arguments.load(iteration), ...);
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety) unroll(disable)
#elif defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC ivdep
#pragma GCC unroll 1
#endif
  for (int l = 0; l < L; ++l) {
    [&](auto... values) {
      body(as_declared<!writes(Descriptors::access)>(values)...);
      (arguments.keep(l, values), ...);
    }(arguments.get(l)...);
  }
  (arguments.turn(), ...);
  unrolled<L>([&]([[maybe_unused]] auto l) { (arguments.commit(iteration, l), ...); });
}

/// Runs iterations [begin, end), L at a time; their number is a multiple of L.
template <int L, class... Descriptors, class Body, class... Host>
inline void run_bodies(const Body& body, std::size_t begin, std::size_t end, Host... arguments) {
  if constexpr (L == 0) {
    // Four bodies a turn: a loop of one short body takes 1.4 times as long where its code happens to cross a
    // line of the cache.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#pragma GCC ivdep
#pragma GCC unroll 4
#endif
    for (std::size_t k = 0; k < end - begin; ++k) {
      [&](auto... values) {
        body(as_declared<!writes(Descriptors::access)>(values)...);
        (arguments.keep(k, values), ...);
      }(arguments.get(k)...);
    }
  } else {
    for (std::size_t iteration = begin; iteration < end; iteration += L)
      run_lanes<L, Descriptors...>(body, iteration, arguments...);
  }
}

}  // namespace partita::loops
