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

template <class Four>
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

/// Loads components C to K - 1 of four rows to lanes l to l + 3: four components at a time, then two, then
/// one.
template <int C, class T, int K, int L>
inline void load_from(Lanes<T, K, L>& lanes, int l, const T* (&row)[4]) {
  using Two = Vector<T, 2>;
  using Four = Vector<T, 4>;
  if constexpr (K - C >= 4) {
    Four a = load<Four>(row[0] + C), b = load<Four>(row[1] + C), c = load<Four>(row[2] + C),
         d = load<Four>(row[3] + C);
    transpose(a, b, c, d);
    store(lanes.at[C] + l, a), store(lanes.at[C + 1] + l, b);
    store(lanes.at[C + 2] + l, c), store(lanes.at[C + 3] + l, d);
    load_from<C + 4>(lanes, l, row);
  } else if constexpr (K - C >= 2) {
    const Two a = load<Two>(row[0] + C), b = load<Two>(row[1] + C), c = load<Two>(row[2] + C),
              d = load<Two>(row[3] + C);
    const Four ac = __builtin_shufflevector(a, c, 0, 1, 2, 3), bd = __builtin_shufflevector(b, d, 0, 1, 2, 3);
    store(lanes.at[C] + l, __builtin_shufflevector(ac, bd, 0, 4, 2, 6));
    store(lanes.at[C + 1] + l, __builtin_shufflevector(ac, bd, 1, 5, 3, 7));
    load_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    store(lanes.at[C] + l, Four{row[0][C], row[1][C], row[2][C], row[3][C]});
  }
}

/// The same for two rows.
template <int C, class T, int K, int L>
inline void load_from(Lanes<T, K, L>& lanes, int l, const T* (&row)[2]) {
  using Two = Vector<T, 2>;
  if constexpr (K - C >= 2) {
    const Two a = load<Two>(row[0] + C), b = load<Two>(row[1] + C);
    store(lanes.at[C] + l, __builtin_shufflevector(a, b, 0, 2));
    store(lanes.at[C + 1] + l, __builtin_shufflevector(a, b, 1, 3));
    load_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    store(lanes.at[C] + l, Two{row[0][C], row[1][C]});
  }
}

template <class Half>
inline auto both(const Half& first, const Half& second) {
  if constexpr (sizeof(Half) / sizeof(first[0]) == 2)
    return __builtin_shufflevector(first, second, 0, 1, 2, 3);
  else
    return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}

/// Elements 0, 2, 4, 6 of two vectors of pairs, alternating; and elements 1, 3, 5, 7.
template <class Eight>
inline Eight even(const Eight& a, const Eight& b) {
  return __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
}
template <class Eight>
inline Eight odd(const Eight& a, const Eight& b) {
  return __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
}

/// The same for eight rows. Stores fill whole vectors: a load that spans two stores waits for both.
template <int C, class T, int K, int L>
inline void load_from(Lanes<T, K, L>& lanes, int l, const T* (&row)[8]) {
  using Two = Vector<T, 2>;
  using Four = Vector<T, 4>;
  using Eight = Vector<T, 8>;
  if constexpr (K - C >= 4) {
    const auto rows = [&](int one, int other) {
      return both(load<Four>(row[one] + C), load<Four>(row[other] + C));
    };
    const Eight a = rows(0, 2), b = rows(1, 3), c = rows(4, 6), d = rows(5, 7);
    const Eight ab_even = even(a, b), ab_odd = odd(a, b), cd_even = even(c, d), cd_odd = odd(c, d);
    store(lanes.at[C] + l, Eight(__builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5, 8, 9, 12, 13)));
    store(lanes.at[C + 1] + l, Eight(__builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5, 8, 9, 12, 13)));
    store(lanes.at[C + 2] + l, Eight(__builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7, 10, 11, 14, 15)));
    store(lanes.at[C + 3] + l, Eight(__builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7, 10, 11, 14, 15)));
    load_from<C + 4>(lanes, l, row);
  } else if constexpr (K - C >= 2) {
    const auto rows = [&](int first) {
      return both(both(load<Two>(row[first] + C), load<Two>(row[first + 2] + C)),
                  both(load<Two>(row[first + 4] + C), load<Two>(row[first + 6] + C)));
    };
    const Eight a = rows(0), b = rows(1);
    store(lanes.at[C] + l, even(a, b));
    store(lanes.at[C + 1] + l, odd(a, b));
    load_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    store(lanes.at[C] + l,
          Eight{row[0][C], row[1][C], row[2][C], row[3][C], row[4][C], row[5][C], row[6][C], row[7][C]});
  }
}

/// Stores components C to K - 1 of lanes l to l + 3 to four rows.
template <int C, class T, int K, int L>
inline void store_from(const Lanes<T, K, L>& lanes, int l, T* (&row)[4]) {
  using Two = Vector<T, 2>;
  using Four = Vector<T, 4>;
  if constexpr (K - C >= 4) {
    Four a = load<Four>(lanes.at[C] + l), b = load<Four>(lanes.at[C + 1] + l),
         c = load<Four>(lanes.at[C + 2] + l), d = load<Four>(lanes.at[C + 3] + l);
    transpose(a, b, c, d);
    store(row[0] + C, a), store(row[1] + C, b), store(row[2] + C, c), store(row[3] + C, d);
    store_from<C + 4>(lanes, l, row);
  } else if constexpr (K - C >= 2) {
    const Four a = load<Four>(lanes.at[C] + l), b = load<Four>(lanes.at[C + 1] + l);
    store(row[0] + C, Two(__builtin_shufflevector(a, b, 0, 4)));
    store(row[1] + C, Two(__builtin_shufflevector(a, b, 1, 5)));
    store(row[2] + C, Two(__builtin_shufflevector(a, b, 2, 6)));
    store(row[3] + C, Two(__builtin_shufflevector(a, b, 3, 7)));
    store_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    for (int k = 0; k < 4; ++k) row[k][C] = lanes.at[C][l + k];
  }
}

/// The same for two rows.
template <int C, class T, int K, int L>
inline void store_from(const Lanes<T, K, L>& lanes, int l, T* (&row)[2]) {
  using Two = Vector<T, 2>;
  if constexpr (K - C >= 2) {
    const Two a = load<Two>(lanes.at[C] + l), b = load<Two>(lanes.at[C + 1] + l);
    store(row[0] + C, __builtin_shufflevector(a, b, 0, 2));
    store(row[1] + C, __builtin_shufflevector(a, b, 1, 3));
    store_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    for (int k = 0; k < 2; ++k) row[k][C] = lanes.at[C][l + k];
  }
}

/// The same for eight rows.
template <int C, class T, int K, int L>
inline void store_from(const Lanes<T, K, L>& lanes, int l, T* (&row)[8]) {
  using Two = Vector<T, 2>;
  using Four = Vector<T, 4>;
  using Eight = Vector<T, 8>;
  const auto at = [&](int c) { return load<Eight>(lanes.at[C + c] + l); };
  if constexpr (K - C >= 4) {
    const Eight a_even = even(at(0), at(1)), a_odd = odd(at(0), at(1));  // a pair of each second row
    const Eight b_even = even(at(2), at(3)), b_odd = odd(at(2), at(3));
    unrolled<4>([&](auto pair) {
      constexpr int k = 2 * pair;
      store(row[k] + C, Four(__builtin_shufflevector(a_even, b_even, k, k + 1, k + 8, k + 9)));
      store(row[k + 1] + C, Four(__builtin_shufflevector(a_odd, b_odd, k, k + 1, k + 8, k + 9)));
    });
    store_from<C + 4>(lanes, l, row);
  } else if constexpr (K - C >= 2) {
    const Eight a_even = even(at(0), at(1)), a_odd = odd(at(0), at(1));
    unrolled<4>([&](auto pair) {
      constexpr int k = 2 * pair;
      store(row[k] + C, Two(__builtin_shufflevector(a_even, a_even, k, k + 1)));
      store(row[k + 1] + C, Two(__builtin_shufflevector(a_odd, a_odd, k, k + 1)));
    });
    store_from<C + 2>(lanes, l, row);
  } else if constexpr (K - C == 1) {
    for (int k = 0; k < 8; ++k) row[k][C] = lanes.at[C][l + k];
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
