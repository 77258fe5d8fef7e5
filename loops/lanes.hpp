#pragma once
/// \file Lanes: the values of L consecutive iterations, transposed for vector units.
///
/// A body is written for one iteration. Here it runs for L consecutive iterations at once. Their rows are
/// loaded and transposed: component c of all L rows is contiguous. Compilers vectorise the loop over lanes
/// around the inlined body. Results are transposed back. Doubles are transposed in registers, because a
/// transposition value by value costs more than the body.

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

/// Component c of lane l is at[c][l].
template <class T, int K, int L>
struct Lanes {
  alignas(32) T at[K][L];
};

#ifdef PARTITA_VECTOR_EXTENSIONS

namespace vectors {

using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));

template <class Vector>
inline void load(Vector& vector, const double* from) {
  std::memcpy(&vector, from, sizeof vector);
}

inline void store(double* to, const Four& vector) { std::memcpy(to, &vector, sizeof vector); }

inline void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Four ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Four cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Four cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

/// Loads components C to K - 1 of four rows: four components at a time, then two, then one.
template <int C, int K>
inline void load_from(Lanes<double, K, 4>& lanes, const double* const (&row)[4]) {
  if constexpr (K - C >= 4) {
    Four a, b, c, d;
    load(a, row[0] + C), load(b, row[1] + C), load(c, row[2] + C), load(d, row[3] + C);
    transpose(a, b, c, d);
    store(lanes.at[C], a), store(lanes.at[C + 1], b), store(lanes.at[C + 2], c), store(lanes.at[C + 3], d);
    load_from<C + 4>(lanes, row);
  } else if constexpr (K - C >= 2) {
    Two a, b, c, d;
    load(a, row[0] + C), load(b, row[1] + C), load(c, row[2] + C), load(d, row[3] + C);
    const Four ac = __builtin_shufflevector(a, c, 0, 1, 2, 3), bd = __builtin_shufflevector(b, d, 0, 1, 2, 3);
    store(lanes.at[C], __builtin_shufflevector(ac, bd, 0, 4, 2, 6));
    store(lanes.at[C + 1], __builtin_shufflevector(ac, bd, 1, 5, 3, 7));
    load_from<C + 2>(lanes, row);
  } else if constexpr (K - C == 1) {
    store(lanes.at[C], Four{row[0][C], row[1][C], row[2][C], row[3][C]});
  }
}

template <class Vector>
inline void add_some(double* to, const double* row) {
  Vector sum, more;
  load(sum, to), load(more, row);
  sum += more;
  std::memcpy(to, &sum, sizeof sum);
}

/// Adds components C to K - 1 of a row: four at a time, then two, then one.
template <int C, int K>
inline void add_from(double* to, const double* row) {
  if constexpr (K - C >= 4) {
    add_some<Four>(to + C, row + C);
    add_from<C + 4, K>(to, row);
  } else if constexpr (K - C >= 2) {
    add_some<Two>(to + C, row + C);
    add_from<C + 2, K>(to, row);
  } else if constexpr (K - C == 1) {
    to[C] += row[C];
  }
}

}  // namespace vectors

#endif

template <int K, class T>
inline void add_row(T* to, const T* row) {
#ifdef PARTITA_VECTOR_EXTENSIONS
  if constexpr (std::is_same_v<T, double>) {
    vectors::add_from<0, K>(to, row);
    return;
  }
#endif
  for (int c = 0; c < K; ++c) to[c] += row[c];
}

template <int K, class T>
inline void set_row(T* to, const T* row) {
  std::memcpy(to, row, K * sizeof(T));
}

/// Lane l becomes the row[l]-th row of `base`, K components each.
template <class T, int K, int L>
inline void load_rows(Lanes<T, K, L>& lanes, const T* base, const local_index* row) {
#ifdef PARTITA_VECTOR_EXTENSIONS
  if constexpr (std::is_same_v<T, double> && L == 4) {
    const auto at = [&](int l) { return base + static_cast<std::ptrdiff_t>(row[l]) * K; };
    const double* const rows[4] = {at(0), at(1), at(2), at(3)};
    vectors::load_from<0>(lanes, rows);
    return;
  }
#endif
  for (int l = 0; l < L; ++l)
    for (int c = 0; c < K; ++c) lanes.at[c][l] = base[static_cast<std::ptrdiff_t>(row[l]) * K + c];
}

/// Transposes the lanes back to rows: row[l][c].
template <class T, int K, int L>
inline void turn(const Lanes<T, K, L>& lanes, T (&row)[L][K]) {
#ifdef PARTITA_VECTOR_EXTENSIONS
  if constexpr (std::is_same_v<T, double> && L == 4 && K == 4) {
    vectors::Four a, b, c, d;
    vectors::load(a, lanes.at[0]), vectors::load(b, lanes.at[1]);
    vectors::load(c, lanes.at[2]), vectors::load(d, lanes.at[3]);
    vectors::transpose(a, b, c, d);
    vectors::store(row[0], a), vectors::store(row[1], b);
    vectors::store(row[2], c), vectors::store(row[3], d);
    return;
  }
#endif
  for (int l = 0; l < L; ++l)
    for (int c = 0; c < K; ++c) row[l][c] = lanes.at[c][l];
}

}  // namespace partita::loops
