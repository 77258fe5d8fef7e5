#pragma once
/// \file Runs a body without maps on a thread of the host: a plain loop over the rows of consecutive
/// elements.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>

#include <partita/loops/argument.hpp>
#include <partita/loops/lane_loop.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

inline constexpr std::size_t all_of_them = std::numeric_limits<std::size_t>::max();

/// An argument during a piece of a run: at most `most` iterations on consecutive elements. `at` begins the
/// piece, `get` and `keep` are called around each body.
template <class Argument>
class DirectArgument;

template <class T, int K, Access A>
class DirectArgument<FieldArgument<T, K, A, false>> {
 public:
  static constexpr bool constant = A == Access::read;
  static constexpr std::size_t most = all_of_them;

  DirectArgument(const FieldArgument<T, K, A, false>& argument, int) : base_(argument.field->view().data()) {}

  void at(local_index element, std::size_t) { first_ = base_ + static_cast<std::ptrdiff_t>(element) * K; }

  Values<T, K> get([[maybe_unused]] std::size_t k) const {
    Values<T, K> values;
    unrolled<K>([&](auto c) {
      if constexpr (reads(A))
        component(values, c) = first_[k * K + c];
      else
        component(values, c) = unread<T, A>;
    });
    return values;
  }

  void keep([[maybe_unused]] std::size_t k, [[maybe_unused]] const Values<T, K>& values) const {
    if constexpr (A == Access::increment)
      unrolled<K>([&](auto c) { first_[k * K + c] += component(values, c); });
    else if constexpr (writes(A))
      unrolled<K>([&](auto c) { first_[k * K + c] = component(values, c); });
  }

  void end() {}

 private:
  T* base_;
  T* first_ = nullptr;
};

template <class T>
class DirectArgument<GlobalRead<T>> {
 public:
  static constexpr bool constant = true;
  static constexpr std::size_t most = all_of_them;

  DirectArgument(const GlobalRead<T>& argument, int) : value_(argument.global->value) {}

  void at(local_index, std::size_t) {}
  T get(std::size_t) const { return value_; }
  void keep(std::size_t, const T&) const {}
  void end() {}

 private:
  T value_;
};

template <class T, Reduction R>
class DirectArgument<GlobalReduction<T, R>> {
 public:
  static constexpr bool constant = false;
  static constexpr std::size_t most = PartOfReduction<T>::most_waiting;

  DirectArgument(const GlobalReduction<T, R>& argument, int thread) : part_(&argument.global->part(thread)) {}

  void at(local_index, std::size_t iterations) {
    if (held_ + iterations > most) end();
    first_ = part_->waiting.data() + held_;
    held_ += iterations;
  }

  T get(std::size_t) const { return identity<T>(R); }
  void keep(std::size_t k, const T& value) const { first_[k] = value; }

  void end() {
    part_->take(R, {part_->waiting.data(), held_});
    held_ = 0;
  }

 private:
  PartOfReduction<T>* part_;
  T* first_ = nullptr;
  std::size_t held_ = 0;
};

/// Runs iterations [begin, end) of a traversal with `runs`. All calls are inlined.
template <class Body, class... Arguments>
#if defined(__GNUC__)
__attribute__((flatten))
#endif
void run_directly(const Body& body, const std::tuple<Arguments...>& arguments, const Traversal& traversal,
                  std::size_t begin, std::size_t end) {
  constexpr std::size_t most_at_once = std::min({DirectArgument<Arguments>::most...});
  auto run = std::prev(std::ranges::upper_bound(traversal.runs, begin, {}, &ElementRun::begin));
  const auto run_all = [&](auto... direct) {
    for (std::size_t count; begin < end; begin += count) {
      while (std::next(run)->begin <= begin) ++run;
      count = std::min({most_at_once, end - begin, std::next(run)->begin - begin});
      (direct.at(run->element + static_cast<local_index>(begin - run->begin), count), ...);
      // Four bodies a turn: a loop of one short body takes 1.4 times as long where its code happens to cross
      // a line of the cache.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#pragma GCC unroll 4
#endif
      for (std::size_t k = 0; k < count; ++k) {
        [&](auto... values) {
          body(as_declared<decltype(direct)::constant>(values)...);
          (direct.keep(k, values), ...);
        }(direct.get(k)...);
      }
    }
    (direct.end(), ...);
  };
  std::apply([&](const auto&... each) { run_all(DirectArgument<Arguments>(each, traversal.thread)...); },
             arguments);
}

}  // namespace partita::loops
