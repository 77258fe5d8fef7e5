#pragma once
/// \file The operations of a scatter: how the owner combines its value with the contribution of a ghost.
///
/// An operation is a function object: it takes the owner's value and one contribution, and returns the new
/// value of the owner. A program may pass its own. `scatter` applies it in a fixed order, so that an
/// operation that is not associative, such as the addition of floating-point numbers, gives the same bits
/// every time. These here run on the host and in Kokkos kernels. They communicate nothing.

// Compilers of device code need a mark on functions that run on both sides.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define PARTITA_EVERYWHERE __host__ __device__
#else
#define PARTITA_EVERYWHERE
#endif

namespace partita {

/// The sum of both. T needs +=.
struct Add {
  template <class T>
  requires requires(T& owned, const T& contribution) { owned += contribution; }
  PARTITA_EVERYWHERE constexpr T operator()(T owned, const T& contribution) const {
    owned += contribution;
    return owned;
  }
};

/// The smaller of both; the owner's if neither is smaller, for example if one is a NaN. T needs <.
struct Min {
  template <class T>
  PARTITA_EVERYWHERE constexpr T operator()(const T& owned, const T& contribution) const {
    return contribution < owned ? contribution : owned;
  }
};

/// The larger of both; the owner's if neither is larger. T needs <.
struct Max {
  template <class T>
  PARTITA_EVERYWHERE constexpr T operator()(const T& owned, const T& contribution) const {
    return owned < contribution ? contribution : owned;
  }
};

/// The contribution. If several ranks have a ghost of a value, the contribution of the highest rank stays.
struct Replace {
  template <class T>
  PARTITA_EVERYWHERE constexpr T operator()(const T&, const T& contribution) const {
    return contribution;
  }
};

}  // namespace partita

#undef PARTITA_EVERYWHERE
