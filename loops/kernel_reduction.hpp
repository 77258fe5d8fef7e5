#pragma once
/// \file A reduction in a kernel, whose threads take values in any order, by atomic operations on integers:
/// the digits of an exact sum, or numbers that are ordered as the values are. So the result has the same
/// bits.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <partita/loops/global.hpp>

namespace partita::loops {

template <class T, Reduction R>
struct KernelReduction {
  static_assert(sizeof(T) <= 8, "kernels reduce numbers of at most eight bytes");
  static constexpr bool exact = R == Reduction::sum && std::is_floating_point_v<T>;
  static constexpr int words_each = exact ? ExactSum::Change::words : 1;
  static constexpr std::size_t copies = 256;  ///< so that few threads wait for one another

  using Words = Kokkos::View<std::int64_t* [words_each]>;  ///< by copy

  /// Integers in the order of the values. A NaN comes before all others if the least is sought, else after
  /// them. Of sums: the value.
  KOKKOS_INLINE_FUNCTION static constexpr std::int64_t key(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      constexpr double nan = std::numeric_limits<double>::quiet_NaN();
      const auto ordinary = static_cast<double>(value);
      const double of_value = value == value ? ordinary : R == Reduction::minimum ? -nan : nan;
      return turned(std::bit_cast<std::int64_t>(of_value));
    } else {
      return static_cast<std::int64_t>(value) ^ unsigned_turn;
    }
  }
  static T value(std::int64_t key) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(std::bit_cast<double>(turned(key)));
    else
      return static_cast<T>(key ^ unsigned_turn);
  }

  static void begin(const Words& words) { Kokkos::deep_copy(words, key(identity<T>(R))); }

  KOKKOS_INLINE_FUNCTION static void take(const Words& words, std::size_t iteration, T value) {
    const std::size_t copy = iteration % copies;
    if constexpr (exact) {
      const ExactSum::Change change = ExactSum::change(static_cast<double>(value));
      for (int k = 0; k < 3; ++k)
        if (change.by[k] != 0) Kokkos::atomic_fetch_add(&words(copy, change.first + k), change.by[k]);
    } else if constexpr (R == Reduction::sum) {
      Kokkos::atomic_fetch_add(&words(copy, 0), key(value));
    } else if constexpr (R == Reduction::minimum) {
      Kokkos::atomic_fetch_min(&words(copy, 0), key(value));
    } else {
      static_assert(R == Reduction::maximum,
                    "a new reduction needs its atomic operation here, and its NaN in `key`");
      Kokkos::atomic_fetch_max(&words(copy, 0), key(value));
    }
  }

  static void finish(const Words& words, GlobalOf<T>& global) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), words);
    if constexpr (exact) {
      std::array<std::int64_t, words_each> total{};
      for (int word = 0; word < words_each; ++word)
        for (std::size_t copy = 0; copy < copies; ++copy) total[word] += host(copy, word);
      global.take(total);
    } else {
      std::array<T, copies> each;
      for (std::size_t copy = 0; copy < copies; ++copy) each[copy] = value(host(copy, 0));
      global.take(0, reinterpret_cast<std::byte*>(each.data()), copies, nullptr);
    }
  }

 private:
  // The sign of an unsigned number's highest bit. Sums are the same modulo 2^64 without it.
  static constexpr std::int64_t unsigned_turn =
      std::is_unsigned_v<T> && R != Reduction::sum ? std::numeric_limits<std::int64_t>::min() : 0;
  // Doubles are ordered as integers, but for the negative ones, whose order is reversed.
  KOKKOS_INLINE_FUNCTION static constexpr std::int64_t turned(std::int64_t bits) {
    return bits ^ ((bits >> 63) & std::numeric_limits<std::int64_t>::max());
  }
};

}  // namespace partita::loops
