#include <algorithm>
#include <utility>

#include <partita/executor/packed_exchange.hpp>
#include <partita/executor/planned_exchange.hpp>

namespace partita::detail {

PackedExchange::PackedExchange(const AccessPattern& pattern, Plan plan)
    : exchange_(std::make_unique<PlannedExchange>(MessageContents(pattern, pattern), std::move(plan))) {}
PackedExchange::PackedExchange(PackedExchange&&) noexcept = default;
PackedExchange& PackedExchange::operator=(PackedExchange&&) noexcept = default;
PackedExchange::~PackedExchange() = default;

const AccessPattern& PackedExchange::pattern() const { return exchange_->pattern(); }

void PackedExchange::require_idle_gather() const { exchange_->gather_replay().require_idle(); }
void PackedExchange::require_idle_scatter() const { exchange_->scatter_replay()->require_idle(); }

void PackedExchange::begin_gather(const std::byte* owned, std::byte* ghosts, std::size_t record_bytes) {
  exchange_->gather_replay().next(record_bytes).begin(owned, ghosts, record_bytes);
  exchange_->gather_replay().has_begun();
}
void PackedExchange::begin_gather(std::span<const FieldMemory> fields) {
  exchange_->begin_gather(fields, fields);
}
void PackedExchange::finish_gather() { exchange_->finish_gather(); }

void PackedExchange::begin_scatter(const std::byte* ghosts, std::byte* owned, std::size_t record_bytes) {
  exchange_->scatter_replay()->next(record_bytes).begin(ghosts, owned, record_bytes);
  exchange_->scatter_replay()->has_begun();
}
void PackedExchange::begin_scatter(std::span<const FieldMemory> fields, std::span<const Combine> combine) {
  exchange_->begin_scatter(fields, fields, combine);
}
void PackedExchange::finish_scatter() { exchange_->scatter_replay()->finish(); }
void PackedExchange::finish_scatter(std::span<const Combine> combine) { exchange_->finish_scatter(combine); }

bool in_one_piece(const Communicator& comm, const Plan& plan) {
  const auto is_own = [me = comm.rank()](const Transfer& transfer, int Piece::*end) {
    return transfer.pieces.size() == 1 && transfer.pieces.front().*end == me;
  };
  const auto holds_for = [&](const PhaseTable& table) {
    return std::ranges::all_of(table.sends,
                               [&](const Transfer& send) { return is_own(send, &Piece::origin); }) &&
           std::ranges::all_of(table.receives,
                               [&](const Transfer& receive) { return is_own(receive, &Piece::target); }) &&
           table.copies.empty();
  };
  return holds_for(plan.gather) && holds_for(plan.scatter) &&
         std::ranges::all_of(plan.rivals, [&](const Rival& rival) {
           return holds_for(rival.tables.forward) && holds_for(rival.tables.backward);
         });
}

}  // namespace partita::detail
