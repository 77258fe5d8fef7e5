#pragma once
/// \file What a scatter does with a contribution: small function objects, on the host and in Kokkos kernels.

// Compilers of device code must be told that a function is for both sides.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define PARTITA_EVERYWHERE __host__ __device__
#else
#define PARTITA_EVERYWHERE
#endif

namespace partita {

/// An operation takes what the owner has so far and the contribution of one ghost, and returns what the owner
/// has then. It may be any function object of one's own; `scatter` calls it in a fixed order, so that even
/// one that is not associative, like the addition of floating-point numbers, gives the same bits every time.

/// The sum. T needs +=.
struct Add {
  template <class T>
  PARTITA_EVERYWHERE constexpr T operator()(T owned, const T& contribution) const {
    owned += contribution;
    return owned;
  }
};

/// The smaller of both; the owner's if neither is (one of them is a NaN, say).
struct Min {
  template <class T>
  PARTITA_EVERYWHERE constexpr T operator()(const T& owned, const T& contribution) const {
    return contribution < owned ? contribution : owned;
  }
};

/// The larger of both; the owner's if neither is.
struct Max {
  template <class T>
  PARTITA_EVERYWHERE constexpr T operator()(const T& owned, const T& contribution) const {
    return owned < contribution ? contribution : owned;
  }
};

/// The contribution: where several ranks have a ghost of a value, that of the highest rank stays.
struct Replace {
  template <class T>
  PARTITA_EVERYWHERE constexpr T operator()(const T&, const T& contribution) const {
    return contribution;
  }
};

}  // namespace partita

#undef PARTITA_EVERYWHERE
