#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/replay/layout.hpp>
#include <partita/loops/halo.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::loops {

namespace {

// Bytes of one neighbour's message, and where they lie in the buffer.
struct Message {
  std::size_t first = 0, length = 0;
};

using Messages = std::map<int, Message>;

// Parts of a message begin where any number may lie.
std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

std::size_t lay_out(Messages& messages) {
  std::size_t next = 0;
  for (auto& [rank, message] : messages) {
    message.first = next;
    next += message.length;
    message.length = 0;  // counted again as fields are placed
  }
  return next;
}

std::vector<MatrixEntry> entries(const Messages& messages) {
  std::vector<MatrixEntry> entries;
  for (const auto& [rank, message] : messages) entries.push_back({rank, static_cast<Units>(message.length)});
  return entries;
}

std::vector<Place> places(const Messages& messages) {
  std::vector<Place> places;
  for (const auto& [rank, message] : messages) places.push_back({rank, message.first, message.length});
  return places;
}

// "q, residual".
std::string names(const std::vector<std::shared_ptr<FieldState>>& fields) {
  std::string all;
  for (const auto& field : fields) all += (all.empty() ? "" : ", ") + field->name();
  return all;
}

}  // namespace

Halo::Halo(const Communicator& comm, std::vector<std::shared_ptr<FieldState>> fields,
           const PlanOptions& options)
    : fields_(std::move(fields)) {
  Messages to, from;
  for (const auto& field : fields_) {
    for (const NeededBy& neighbour : field->set().pattern->needed_by())
      to[neighbour.rank].length += padded(neighbour.owned.size() * field->bytes());
    for (const GhostRun& run : field->set().pattern->ghost_runs())
      from[run.rank].length += padded(static_cast<std::size_t>(run.length) * field->bytes());
  }
  const PhaseTable table = make_phase_tables(comm, entries(to), entries(from), options.schedule).forward;
  messages_ = to.size();
  outgoing_.resize(lay_out(to));
  incoming_.resize(lay_out(from));
  for (const auto& field : fields_) {
    for (const NeededBy& neighbour : field->set().pattern->needed_by()) {
      Message& message = to[neighbour.rank];
      sends_.push_back({field.get(), neighbour.owned, message.first + message.length});
      message.length += padded(neighbour.owned.size() * field->bytes());
    }
    for (const GhostRun& run : field->set().pattern->ghost_runs()) {
      Message& message = from[run.rank];
      receives_.push_back({field.get(), run.first, run.length, message.first + message.length});
      message.length += padded(static_cast<std::size_t>(run.length) * field->bytes());
    }
  }
  Layouts found = lay_out(comm.rank(), table, places(to), places(from)).value();
  replay_ = std::make_unique<Replay>(comm, std::move(found),
                                     ReplayOptions{.protocol = options.protocol,
                                                   .window = options.window,
                                                   .timed_idle = has_timed_idle(options.schedule.algorithm),
                                                   .transport = options.transport,
                                                   .bytes_per_unit = 1,
                                                   .name = "exchange of " + names(fields_)});
}

void Halo::begin() {
  for (const Outgoing& part : sends_) part.field->pack(part.elements, outgoing_.data() + part.first);
  replay_->begin(outgoing_.data(), incoming_.data(), 1);
}

void Halo::finish() {
  replay_->finish();
  for (const Incoming& part : receives_)
    part.field->unpack(part.first_ghost, part.ghosts, incoming_.data() + part.first);
  for (const auto& field : fields_) field->now_fresh();
}

}  // namespace partita::loops
