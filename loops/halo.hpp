#pragma once
/// \file Gathers the ghosts of several fields at once: one message per neighbour, whatever the fields and
/// their sets.

#include <cstddef>
#include <memory>
#include <vector>

#include <partita/executor/plan.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/loops/field.hpp>

namespace partita::loops {

class Halo {
 public:
  /// Schedules the messages: a unit is a byte. Collective. Every rank gives the same fields in the same
  /// order.
  Halo(const Communicator& comm, std::vector<std::shared_ptr<FieldState>> fields, const PlanOptions& options);

  const std::vector<std::shared_ptr<FieldState>>& fields() const { return fields_; }
  std::size_t messages() const { return messages_; }      ///< that this rank sends
  std::size_t bytes() const { return outgoing_.size(); }  ///< that this rank sends

  /// Sends what the neighbours need. Owned values may be changed again. Collective over the neighbours.
  void begin();

  /// Every ghost is what its owner had at `begin`.
  void finish();

 private:
  // Values of one field for, or from, one neighbour, and where they lie in the message buffer.
  struct Outgoing {
    const FieldState* field;
    std::vector<local_index> elements;
    std::size_t first;
  };
  struct Incoming {
    FieldState* field;
    local_index first_ghost, ghosts;
    std::size_t first;
  };

  std::vector<std::shared_ptr<FieldState>> fields_;
  std::vector<Outgoing> sends_;
  std::vector<Incoming> receives_;
  std::vector<std::byte> outgoing_, incoming_;
  std::size_t messages_ = 0;
  std::unique_ptr<Replay> replay_;
};

}  // namespace partita::loops
