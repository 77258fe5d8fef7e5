#pragma once
/// \file Messages of ghosts that kernels pack and unpack: those of all neighbours by one kernel for each
/// field.

#include <cstddef>
#include <memory>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/executor/exchange/kokkos_memory.hpp>
#include <partita/executor/exchange/message_contents.hpp>
#include <partita/loops/field.hpp>
#include <partita/loops/traversal.hpp>

namespace partita::loops {

/// Rows of a field, and the byte of the messages where each begins.
struct PlacesInMessages {
  Indices rows;
  Kokkos::View<const std::size_t*> bytes;
  std::size_t word_bytes;  ///< all begin and end with a word of these bytes
};

/// Both ends of a gather of fields, each of which is an entry of the contents, or all of which are of their
/// pattern. Not collective.
class KernelMessages {
 public:
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  using Fields = std::vector<std::shared_ptr<FieldState>>;

  /// @param through_host  messages leave from and arrive in the memory of the host
  KernelMessages(const MessageContents& contents, const Fields& fields, bool through_host);

  std::size_t unit_bytes() const { return unit_bytes_; }

  /// Waits for the kernels once: then the messages may leave.
  void pack(const Fields& fields);
  const std::byte* to_send() const { return sent_.for_messages(); }

  /// Messages arrive there from `pack` on; `unpack` brings them to the ghosts, before kernels that are
  /// started later.
  std::byte* to_receive() const { return received_.for_messages(); }
  void unpack(const Fields& fields) const;

 private:
  PlacesInMessages places(const std::vector<detail::RecordRun>& runs, const MessageContents& contents,
                          std::size_t f, std::size_t offset, std::size_t row_bytes) const;

  std::size_t unit_bytes_ = 0, bytes_sent_ = 0, bytes_received_ = 0;
  std::vector<PlacesInMessages> sent_rows_, received_rows_;  // by field
  detail::kokkos::MessageMemory<Memory> sent_, received_;
};

}  // namespace partita::loops
