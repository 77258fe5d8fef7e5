#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/schedule_columns.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

using namespace detail;

namespace {

std::string name(const Message& message) {
  return text("the message from rank ", message.from, " to rank ", message.to, " in phase ", message.phase);
}

std::string name(const Piece& piece) {
  return text("units ", piece.offset, " to ", piece.offset + piece.length - 1, " of rank ", piece.origin,
              " for rank ", piece.target);
}

void check_tables_agree(const Schedule& schedule, const std::vector<Message>& sent) {
  const std::vector<Message> received = messages(schedule.tables, &PhaseTable::receives);
  const auto [send, receive] = std::mismatch(sent.begin(), sent.end(), received.begin(), received.end());
  const bool lacks_receive = send != sent.end() && (receive == received.end() || *send < *receive);
  if (lacks_receive) throw Error(name(*send), " is not in its receiver's table, or not with the same pieces");
  if (receive != received.end())
    throw Error(name(*receive), " is not in its sender's table, or not with the same pieces");
}

struct MadeCopy {
  Copy copy;
  int rank;  // that makes it
};

// All copies of all ranks, ascending by phase. Each stands in the table of the rank that makes it, and in
// that of its origin.
std::vector<MadeCopy> copies_of(const Schedule& schedule) {
  std::vector<MadeCopy> made;
  std::vector<Copy> known;
  for (std::size_t rank = 0; rank < schedule.tables.size(); ++rank)
    for (const Copy& copy : schedule.tables[rank].copies)
      if (copy.from.origin == static_cast<int>(rank))
        known.push_back(copy);
      else
        made.push_back({copy, static_cast<int>(rank)});
  std::ranges::sort(made, {}, [](const MadeCopy& one) { return std::pair(one.copy, one.rank); });
  std::ranges::sort(known);
  const auto [one, other] = std::mismatch(made.begin(), made.end(), known.begin(), known.end(),
                                          [](const MadeCopy& a, const Copy& b) { return a.copy == b; });
  if (one != made.end() && (other == known.end() || one->copy < *other))
    throw Error("rank ", one->rank, " copies ", name(one->copy.to), " from ", name(one->copy.from),
                ", which is not in the table of rank ", one->copy.from.origin, ", or twice");
  if (other != known.end())
    throw Error("rank ", other->from.origin, " relies on a copy of ", name(other->to), " from ",
                name(other->from), ", which no rank makes");
  return made;
}

void check_phases(const Schedule& schedule) {
  for (std::size_t rank = 0; rank < schedule.tables.size(); ++rank) {
    const PhaseTable& table = schedule.tables[rank];
    if (table.phases != schedule.phases()) throw Error("rank ", rank, " counts other phases than rank 0");
    for (const auto* transfers : {&table.sends, &table.receives}) {
      if (!std::ranges::is_sorted(*transfers, {}, &Transfer::phase))
        throw Error("the table of rank ", rank, " does not ascend by phase");
      if (!transfers->empty() && (transfers->front().phase < 0 || transfers->back().phase >= table.phases))
        throw Error("rank ", rank, " has a phase outside 0 to ", table.phases - 1);
      const auto repeated = std::ranges::adjacent_find(*transfers, {}, &Transfer::phase);
      if (is_ordered(schedule.options.algorithm) && repeated != transfers->end())
        throw Error("rank ", rank, transfers == &table.sends ? " sends" : " receives", " twice in phase ",
                    repeated->phase);
    }
  }
}

// Where the units of one message of the matrix are: runs that follow one another and leave nothing out.
class Whereabouts {
 public:
  struct Run {
    int holder;
    int since;  // the phase in which the holder got it
    bool arrived;
    bool copied = false;  // not carried there
  };

  Whereabouts(int origin, const MatrixEntry& message)
      : target_(message.rank), length_(message.length), runs_{{0, {origin, -1, false}}} {}

  int target() const { return target_; }

  // Moves a piece as the message says. False when the sender does not have all of it before that phase.
  bool carry(const Piece& piece, const Message& message) {
    return for_each_run(piece, [&](Run& run) {
      if (run.arrived || run.holder != message.from || run.since >= message.phase) return false;
      run = {message.to, message.phase, message.to == target_};
      return true;
    });
  }

  // Whether messages brought these units to the rank, the last in that phase, and it has not sent any on.
  bool arrived_at(int rank, int phase, const Piece& piece) {
    int last = -1;
    const bool all_here = for_each_run(piece, [&](const Run& run) {
      last = std::max(last, run.since);
      return run.holder == rank && !run.copied;
    });
    return all_here && last == phase;
  }

  // Makes units that have never left their origin appear at another rank. False if some have left.
  bool appear(const Piece& piece, int rank, int phase) {
    return for_each_run(piece, [&](Run& run) {
      if (run.since >= 0) return false;
      run = {rank, phase, rank == target_, true};
      return true;
    });
  }

  // The first run that has not arrived, with its first unit, or null.
  const std::pair<const Units, Run>* under_way() const {
    const auto found = std::ranges::find_if(runs_, [](const auto& run) { return !run.second.arrived; });
    return found == runs_.end() ? nullptr : &*found;
  }

 private:
  using Runs = std::map<Units, Run>;  // by first unit

  // Calls use(run) for the runs of a piece, until it says false. False then, and if there is no such piece.
  template <class Use>
  bool for_each_run(const Piece& piece, Use&& use) {
    const auto [offset, length] = std::pair(piece.offset, piece.length);
    if (offset < 0 || length <= 0 || length > length_ || offset > length_ - length) return false;
    const auto end = offset + length == length_ ? runs_.end() : run_from(offset + length);
    for (auto entry = run_from(offset); entry != end; ++entry)
      if (!use(entry->second)) return false;
    return true;
  }

  // The run that begins at this unit; cuts one where there is none.
  Runs::iterator run_from(Units unit) {
    const auto after = runs_.upper_bound(unit);
    return runs_.try_emplace(after, unit, std::prev(after)->second);
  }

  int target_;
  Units length_;
  Runs runs_;
};

// The index of a unit, and how many units from it on are those of consecutive indices. No units if none
// knows.
std::pair<Units, Units> indices_from(const IndexRuns& runs, int target, Units offset) {
  const auto after = std::ranges::upper_bound(runs, std::pair(target, offset), {}, [](const IndexRun& run) {
    return std::pair(run.target, run.offset);
  });
  if (after == runs.begin()) return {0, 0};
  const IndexRun& run = *std::prev(after);
  const Units skipped = offset - run.offset;
  if (run.target != target || skipped >= run.length) return {0, 0};
  return {run.index + skipped, run.length - skipped};
}

bool have_same_indices(const IndexRuns& runs, const Piece& a, const Piece& b) {
  for (Units done = 0; done < a.length;) {
    const auto [index, length] = indices_from(runs, a.target, a.offset + done);
    const auto [other, other_length] = indices_from(runs, b.target, b.offset + done);
    const Units both = std::min(length, other_length);
    if (both == 0 || index != other) return false;
    done += both;
  }
  return true;
}

// The units of all messages of the matrix.
class AllUnits {
 public:
  explicit AllUnits(const CommunicationMatrix& matrix) : matrix_(matrix), rows_(matrix.ranks()) {
    for (int origin = 0; origin < matrix.ranks(); ++origin)
      for (const MatrixEntry& message : matrix.destinations(origin))
        rows_[origin].emplace_back(origin, message);
  }

  void carry(const Message& message) {
    if (message.pieces.empty()) throw Error(name(message), " carries nothing");
    for (const Piece& piece : message.pieces)
      if (Whereabouts* const units = of(piece); units == nullptr || !units->carry(piece, message))
        throw Error(name(message), " carries ", name(piece), ", which rank ", message.from,
                    " does not have at that time");
  }

  void make(const MadeCopy& made) {
    const auto& [phase, from, to] = made.copy;
    const auto refuse = [&, phase = phase, &from = from, &to = to](const auto&... why) {
      throw Error("rank ", made.rank, " copies ", name(to), " from ", name(from), " in phase ", phase,
                  why...);
    };
    Whereabouts *const source = of(from), *const copied = of(to);
    if (source == nullptr || copied == nullptr || from.origin != to.origin || from.length != to.length ||
        !have_same_indices(matrix_.indices(from.origin), from, to))
      refuse(", which are not the same values");
    if (!source->arrived_at(made.rank, phase, from))
      refuse(", in which the last of these does not arrive there");
    if (!copied->appear(to, made.rank, phase))
      refuse(", but some have left their origin or are copied twice");
  }

  void require_arrived() const {
    for (int origin = 0; origin < matrix_.ranks(); ++origin)
      for (const Whereabouts& units : rows_[origin])
        if (const auto* left = units.under_way())
          throw Error("unit ", left->first, " of rank ", origin, " for rank ", units.target(),
                      " ends at rank ", left->second.holder);
  }

 private:
  // Those of the message to which the piece belongs, or null.
  Whereabouts* of(const Piece& piece) {
    if (piece.origin < 0 || piece.origin >= matrix_.ranks()) return nullptr;
    std::vector<Whereabouts>& row = rows_[piece.origin];
    const auto units = std::ranges::lower_bound(row, piece.target, {}, &Whereabouts::target);
    return units != row.end() && units->target() == piece.target ? &*units : nullptr;
  }

  const CommunicationMatrix& matrix_;
  std::vector<std::vector<Whereabouts>> rows_;  // as the matrix's
};

// Moves every piece from holder to holder, phase by phase, and makes the copies of a phase after its
// messages. A relay can forward a piece in the phase after its arrival. A unit leaves its origin or is
// copied, once, so if none is under way in the end, each has arrived once.
void check_possession(const std::vector<Message>& sent, const std::vector<MadeCopy>& copies,
                      const CommunicationMatrix& matrix) {
  AllUnits units(matrix);
  auto copy = copies.begin();
  for (const Message& message : sent) {
    for (; copy != copies.end() && copy->copy.phase < message.phase; ++copy) units.make(*copy);
    units.carry(message);
  }
  for (; copy != copies.end(); ++copy) units.make(*copy);
  units.require_arrived();
}

void check_links(const std::vector<Message>& sent, int ranks, const Machine& machine) {
  require_room(machine, ranks);
  std::vector<const Message*> last(machine.links(), nullptr);  // to use the link
  for (const Message& message : sent)
    for (const int link : machine.exclusive_links(message.from, message.to)) {
      const Message*& user = last[link];
      if (user != nullptr && user->phase == message.phase)
        throw Error(name(message), " shares the link ", machine.topology->link_name(link), " of ",
                    machine.name(), " with the one from rank ", user->from, " to rank ", user->to);
      user = &message;
    }
}

}  // namespace

std::optional<std::string> verify(const Schedule& schedule, const CommunicationMatrix& matrix,
                                  const Machine& machine) {
  try {
    if (static_cast<int>(schedule.tables.size()) != matrix.ranks())
      throw Error("the schedule is for ", schedule.tables.size(), " ranks, the matrix for ", matrix.ranks());
    const std::vector<Message> sent = messages(schedule.tables);
    check_phases(schedule);
    check_tables_agree(schedule, sent);
    check_possession(sent, copies_of(schedule), matrix);
    check_links(sent, matrix.ranks(), machine);
    return std::nullopt;
  } catch (const Error& problem) {
    return problem.what();
  }
}

std::optional<std::string> verify(const Schedule& forward, const Schedule& backward,
                                  const CommunicationMatrix& matrix) {
  const ScheduleOptions& options = forward.options;
  const Machine machine = avoids_link_contention(options.algorithm) ? options.machine : Machine{};
  if (const auto fault = verify(forward, matrix, machine)) return text("the schedule is wrong: ", *fault);
  if (const auto fault = verify(backward, CommunicationMatrix(matrix.sources()), machine))
    return text("the reversed schedule is wrong: ", *fault);
  return {};
}

std::optional<std::string> verify(const Communicator& comm, const DestinationVector& destinations,
                                  const ScheduleOptions& options, const PhaseTables& tables,
                                  const IndexRuns& indices) {
  ScheduleColumns mine;
  append(mine, destinations,
         indices_of_copies(indices, comm.rank(), options.machine.ranks_per_host, tables.forward), tables);
  std::vector<Parcel<std::int64_t>> part(1, {0, {}});
  put(part.front().content, mine);
  const auto parts = sparse_exchange(comm, std::move(part));

  std::string fault = collectively(comm, [&] {
    if (comm.rank() != 0) return std::string();
    std::vector<DestinationVector> rows;
    std::vector<IndexRuns> runs;
    Schedule forward{options, {}}, backward{options, {}};
    for (const auto& [rank, words] : parts) {
      auto next = words.begin();
      const ScheduleColumns columns = take_columns(next);
      PhaseTables both = detail::tables(columns, 0);
      rows.push_back(detail::destinations(columns, 0));
      runs.push_back(detail::indices(columns, 0));
      forward.tables.push_back(std::move(both.forward));
      backward.tables.push_back(std::move(both.backward));
    }
    return verify(forward, backward, CommunicationMatrix(std::move(rows)).with_indices(std::move(runs)))
        .value_or(std::string());
  });
  broadcast(comm, fault);
  return fault.empty() ? std::nullopt : std::optional(fault);
}

}  // namespace partita
