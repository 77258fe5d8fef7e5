#pragma once
/// \file The marks that declared loops make by themselves.

#include <memory>
#include <span>

#include <partita/loops/loop.hpp>

namespace partita::loops {

/// Records the fields that these loops write, which have just run, if a record of marks is kept. Collective
/// then.
void mark_written(const Communicator& comm, std::span<const std::shared_ptr<LoopState>> loops);

}  // namespace partita::loops
