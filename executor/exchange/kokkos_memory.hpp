#pragma once
/// \file Memory that kernels pack messages in, and memory that MPI sends from: one, or two with a copy.

#include <cstddef>
#include <utility>

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <Kokkos_Core.hpp>

#include <partita/executor/plan/plan.hpp>
#include <partita/support/reduce.hpp>

namespace partita::detail::kokkos {

/// True when the host may read and write the memory of Space.
template <class MemorySpace>
inline constexpr bool on_host =
    Kokkos::SpaceAccessibility<Kokkos::DefaultHostExecutionSpace, MemorySpace>::accessible;

/// True if MPI says that it takes pointers into this memory. An MPI that cannot be asked counts as one that
/// does not: a wrong guess ends in a segmentation fault.
template <class MemorySpace>
bool mpi_takes() {
  if constexpr (on_host<MemorySpace>) {
    return true;
  } else {
#if defined(KOKKOS_ENABLE_CUDA) && defined(MPIX_CUDA_AWARE_SUPPORT)
    return MPIX_Query_cuda_support() == 1;
#elif defined(KOKKOS_ENABLE_HIP) && defined(OMPI_HAVE_MPI_EXT_ROCM)
    return MPIX_Query_rocm_support() == 1;
#else
    return false;
#endif
  }
}

/// Whether messages are copied to the host. Memory that only MPI can read needs it not when all of them go by
/// MPI, and no rank packs or relays any. Collective.
template <class MemorySpace>
bool goes_through_host(const Communicator& comm, const Plan& plan) {
  if constexpr (on_host<MemorySpace>) return false;
  return min(comm, mpi_takes<MemorySpace>() && in_one_piece(comm, plan) ? 1 : 0) == 0;
}

template <class MemorySpace>
Plan on_its_path(Plan plan, bool through_host) {
  if (!through_host && !on_host<MemorySpace>) plan.transport = Transport::mpi;
  return plan;
}

/// Host memory that a device copies to and from fastest.
#if defined(KOKKOS_HAS_SHARED_HOST_PINNED_SPACE)
using StagingSpace = Kokkos::SharedHostPinnedSpace;
#elif defined(KOKKOS_ENABLE_CUDA)
using StagingSpace = Kokkos::CudaHostPinnedSpace;
#else
using StagingSpace = Kokkos::HostSpace;
#endif

/// Bytes that kernels and messages share: one memory for both, or, through the host, a copy for each. Grows
/// at first use and is then kept.
template <class MemorySpace>
class MessageMemory {
 public:
  explicit MessageMemory(bool through_host) : through_host_(through_host) {}

  /// Makes room for this number of bytes. Earlier contents are lost.
  void hold(std::size_t bytes) {
    bytes_ = bytes;
    if (of_kernels_.extent(0) < bytes) of_kernels_ = Kernels("partita packed", bytes);
    if (through_host_ && of_messages_.extent(0) < bytes)
      of_messages_ = Messages("partita messages on the host", bytes);
  }

  std::byte* for_kernels() const { return of_kernels_.data(); }
  std::byte* for_messages() const { return through_host_ ? of_messages_.data() : of_kernels_.data(); }

  /// After the kernels that packed, before messages are sent. Waits for both.
  void to_messages() const {
    if (through_host_ && bytes_ > 0) Kokkos::deep_copy(held(of_messages_), held(of_kernels_));
  }

  /// After messages have arrived, before the kernels that unpack. Waits for neither.
  void to_kernels() const {
    using Space = typename MemorySpace::execution_space;
    if (through_host_ && bytes_ > 0) Kokkos::deep_copy(Space(), held(of_kernels_), held(of_messages_));
  }

 private:
  using Kernels = Kokkos::View<std::byte*, Kokkos::LayoutRight, MemorySpace>;
  using Messages = Kokkos::View<std::byte*, Kokkos::LayoutRight, StagingSpace>;

  template <class Bytes>
  auto held(const Bytes& all) const {
    return Kokkos::subview(all, std::pair<std::size_t, std::size_t>(0, bytes_));
  }

  bool through_host_;
  std::size_t bytes_ = 0;
  Kernels of_kernels_;
  Messages of_messages_;
};

}  // namespace partita::detail::kokkos
