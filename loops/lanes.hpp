#pragma once
/// \file Lanes: the values of L consecutive iterations, transposed for vector units.
///
/// A body is written for one iteration. Here it runs for L consecutive iterations at once. Their rows are
/// loaded and transposed: component c of all L rows is contiguous. Compilers vectorise the loop over lanes
/// around the inlined body. Results are transposed back. Floating-point numbers are transposed in registers,
/// because a transposition value by value costs more than the body.

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include <partita/loops/field.hpp>

// The compiler has vector extensions. Without them, the plain loops below give the same values.
#if defined(__GNUC__) && !defined(__CUDACC__) && !defined(__HIPCC__)
#define PARTITA_VECTOR_EXTENSIONS
#endif

namespace partita::loops {

/// Calls f(0), f(1), ... Each index is a compile-time constant, so the loop is unrolled before vectorisation.
template <int N, class F>
inline void unrolled(F&& f) {
  [&]<int... index>(std::integer_sequence<int, index...>) { (f(std::integral_constant<int, index>()), ...); }
  (std::make_integer_sequence<int, N>());
}

/// Bits of a vector register of the processor that this file is compiled for. Not inline: files of one
/// program may be compiled for different processors.
#if defined(__AVX512F__)
constexpr int vector_width = 512;
#elif defined(__AVX__)
constexpr int vector_width = 256;
#else
constexpr int vector_width = 128;
#endif

/// Component c of lane l is at[c][l].
template <class T, int K, int L>
struct Lanes {
  alignas(64) T at[K][L];
};

#ifdef PARTITA_VECTOR_EXTENSIONS

namespace vectors {

template <class T, int N>
struct VectorOf {
  typedef T type __attribute__((vector_size(N * sizeof(T))));
};
template <class T, int N>
using Vector = typename VectorOf<T, N>::type;

/// Lanes of these types are transposed in registers.
template <class T>
constexpr bool transposed = std::is_same_v<T, double> || std::is_same_v<T, float>;

template <class Loaded, class T>
inline Loaded load(const T* from) {
  Loaded vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

template <class Stored, class T>
inline void store(T* to, const Stored& vector) {
  std::memcpy(to, &vector, sizeof vector);
}

template <int N>
constexpr std::make_integer_sequence<int, N> numbers{};

/// Elements 0, 2, 4, ... of two vectors, alternating; or elements 1, 3, 5, ..., if `first` is 1.
template <int first, class V, int... k>
inline V alternating(const V& a, const V& b, std::integer_sequence<int, k...>) {
  constexpr int n = sizeof...(k);
  return __builtin_shufflevector(a, b, (first + k / 2 * 2 + k % 2 * n)...);
}

/// Every second pair of elements of two vectors, from element `first` on.
template <int first, class V, int... k>
inline V pairs(const V& a, const V& b, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(a, b, (first + k / 2 * 4 + k % 2)...);
}

template <class V, int... k>
inline auto joined(const V& a, const V& b, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(a, b, k...);
}

/// M components from C on of rows 0, 2, 4, ..., as many as fill a vector of N.
template <int M, int N, class T>
inline Vector<T, N> of_every_second(const T* const* row, int C) {
  if constexpr (M == N)
    return load<Vector<T, N>>(row[0] + C);
  else
    return joined(of_every_second<M, N / 2>(row, C), of_every_second<M, N / 2>(row + N / M, C), numbers<N>);
}

/// Loads components C to K - 1 of N rows to lanes l to l + N - 1: four components at a time, then two, then
/// one. Stores fill whole vectors: a load that spans two stores waits for both.
template <int C, int N, class T, int K, int L>
inline void load_from(Lanes<T, K, L>& lanes, int l, const T* (&row)[N]) {
  using All = Vector<T, N>;
  const auto set = [&](int c, const All& values) { store(lanes.at[C + c] + l, values); };
  if constexpr (K - C >= 4 && N >= 4) {
    const All a = of_every_second<4, N>(row, C), b = of_every_second<4, N>(row + 1, C),
              c = of_every_second<4, N>(row + N / 2, C), d = of_every_second<4, N>(row + N / 2 + 1, C);
    const All ab_even = alternating<0>(a, b, numbers<N>), ab_odd = alternating<1>(a, b, numbers<N>),
              cd_even = alternating<0>(c, d, numbers<N>), cd_odd = alternating<1>(c, d, numbers<N>);
    set(0, pairs<0>(ab_even, cd_even, numbers<N>)), set(1, pairs<0>(ab_odd, cd_odd, numbers<N>));
    set(2, pairs<2>(ab_even, cd_even, numbers<N>)), set(3, pairs<2>(ab_odd, cd_odd, numbers<N>));
    load_from<C + 4>(lanes, l, row);
  } else if constexpr (K - C >= 2) {
    const All a = of_every_second<2, N>(row, C), b = of_every_second<2, N>(row + 1, C);
    set(0, alternating<0>(a, b, numbers<N>)), set(1, alternating<1>(a, b, numbers<N>));
    load_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    [&]<int... k>(std::integer_sequence<int, k...>) { set(0, All{row[k][C]...}); }
    (numbers<N>);
  }
}

/// Stores components C to K - 1 of lanes l to l + N - 1 to N rows.
template <int C, int N, class T, int K, int L>
inline void store_from(const Lanes<T, K, L>& lanes, int l, T* (&row)[N]) {
  using All = Vector<T, N>;
  const auto at = [&](int c) { return load<All>(lanes.at[C + c] + l); };
  if constexpr (K - C >= 4 && N >= 4) {
    using Four = Vector<T, 4>;
    const All a_even = alternating<0>(at(0), at(1), numbers<N>),
              a_odd = alternating<1>(at(0), at(1), numbers<N>),
              b_even = alternating<0>(at(2), at(3), numbers<N>),
              b_odd = alternating<1>(at(2), at(3), numbers<N>);
    unrolled<N / 2>([&](auto pair) {
      constexpr int k = 2 * pair;
      store(row[k] + C, Four(__builtin_shufflevector(a_even, b_even, k, k + 1, k + N, k + N + 1)));
      store(row[k + 1] + C, Four(__builtin_shufflevector(a_odd, b_odd, k, k + 1, k + N, k + N + 1)));
    });
    store_from<C + 4>(lanes, l, row);
  } else if constexpr (K - C >= 2) {
    using Two = Vector<T, 2>;
    const All even = alternating<0>(at(0), at(1), numbers<N>), odd = alternating<1>(at(0), at(1), numbers<N>);
    unrolled<N / 2>([&](auto pair) {
      constexpr int k = 2 * pair;
      store(row[k] + C, Two(__builtin_shufflevector(even, even, k, k + 1)));
      store(row[k + 1] + C, Two(__builtin_shufflevector(odd, odd, k, k + 1)));
    });
    store_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    for (int k = 0; k < N; ++k) row[k][C] = lanes.at[C][l + k];
  }
}

/// Adds components C to K - 1 of a row, or subtracts them: four at a time, then two, then one.
template <int C, int K, int sign, class T>
inline void add_from(T* to, const T* row) {
  constexpr int some = K - C >= 4 ? 4 : K - C >= 2 ? 2 : 1;
  if constexpr (K == C) return;
  if constexpr (some == 1) {
    to[C] = sign > 0 ? to[C] + row[C] : to[C] - row[C];
  } else {
    using Some = Vector<T, some>;
    const Some before = load<Some>(to + C), change = load<Some>(row + C);
    store(to + C, Some(sign > 0 ? before + change : before - change));
    add_from<C + some, K, sign>(to, row);
  }
}

}  // namespace vectors

#else

namespace vectors {

// Nothing is transposed, so none of these functions is called, nor defined.
template <class T>
constexpr bool transposed = false;
template <int C, class... Any>
void load_from(Any&&...);
template <int C, class... Any>
void store_from(Any&&...);
template <int C, int K, int sign, class T>
void add_from(T* to, const T* row);

}  // namespace vectors

#endif

/// `sign`: 1, or -1 to subtract.
template <int K, int sign = 1, class T>
inline void add_row(T* to, const T* row) {
  if constexpr (vectors::transposed<T>) return vectors::add_from<0, K, sign>(to, row);
  for (int c = 0; c < K; ++c) to[c] = sign > 0 ? to[c] + row[c] : to[c] - row[c];
}

template <int K, class T>
inline void set_row(T* to, const T* row) {
  std::memcpy(to, row, K * sizeof(T));
}

/// Rows that are transposed together: 8, 4 or 2; 0 if none are.
template <class T, int L>
constexpr int group_of_rows() {
  if (vectors::transposed<T>) return L % 8 == 0 ? 8 : L % 4 == 0 ? 4 : L % 2 == 0 ? 2 : 0;
  return 0;
}

/// Lane l becomes the row[l]-th row of `base`, K components each.
template <class T, int K, int L>
inline void load_rows(Lanes<T, K, L>& lanes, const T* base, const local_index* row) {
  const auto at = [&](int l) { return base + static_cast<std::ptrdiff_t>(row[l]) * K; };
  constexpr int some = group_of_rows<T, L>();
  if constexpr (some > 0) {
    for (int l = 0; l < L; l += some) {
      const T* rows[some];
      for (int k = 0; k < some; ++k) rows[k] = at(l + k);
      vectors::load_from<0>(lanes, l, rows);
    }
  } else {
    for (int l = 0; l < L; ++l)
      for (int c = 0; c < K; ++c) lanes.at[c][l] = at(l)[c];
  }
}

/// Transposes the lanes back to rows: row[l][c].
template <class T, int K, int L>
inline void turn(const Lanes<T, K, L>& lanes, T (&row)[L][K]) {
  constexpr int some = group_of_rows<T, L>();
  if constexpr (some > 0) {
    for (int l = 0; l < L; l += some) {
      T* rows[some];
      for (int k = 0; k < some; ++k) rows[k] = row[l + k];
      vectors::store_from<0>(lanes, l, rows);
    }
  } else {
    for (int l = 0; l < L; ++l)
      for (int c = 0; c < K; ++c) row[l][c] = lanes.at[c][l];
  }
}

}  // namespace partita::loops
