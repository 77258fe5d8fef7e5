#pragma once
/// \file An exchange whose messages the caller packs and unpacks, as kernels do in memory that the host
/// cannot touch.

#include <cstddef>
#include <memory>
#include <span>

#include <partita/executor/fields/combine.hpp>
#include <partita/executor/plan.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita::detail {

class PlannedExchange;

/// A record is one value of each field. Packed, the owned values that neighbours need follow one another as
/// `needed_values` lists them, and so do all ghosts. Fields that the host can touch are exchanged as Exchange
/// does it.
class PackedExchange {
 public:
  /// Collective. Throws CollectiveError as Exchange does.
  PackedExchange(const AccessPattern& pattern, Plan plan);
  PackedExchange(PackedExchange&&) noexcept;
  PackedExchange& operator=(PackedExchange&&) noexcept;
  ~PackedExchange();

  const AccessPattern& pattern() const;

  void require_idle_gather() const;
  void require_idle_scatter() const;

  void begin_gather(const std::byte* owned, std::byte* ghosts, std::size_t record_bytes);
  void begin_gather(std::span<const FieldMemory> fields);
  void finish_gather();

  void begin_scatter(const std::byte* ghosts, std::byte* owned, std::size_t record_bytes);
  void begin_scatter(std::span<const FieldMemory> fields, std::span<const Combine> combine);
  void finish_scatter();  ///< of packed records
  void finish_scatter(std::span<const Combine> combine);

 private:
  std::unique_ptr<PlannedExchange> exchange_;
};

/// True when every message of this rank leaves from, or arrives in, one piece of its own buffers: with these
/// it does nothing but send and receive.
bool in_one_piece(const Communicator& comm, const Plan& plan);

}  // namespace partita::detail
