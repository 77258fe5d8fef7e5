#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/error.hpp>

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
      if (is_ordered(schedule.options) && repeated != transfers->end())
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
  };

  Whereabouts(int origin, const MatrixEntry& message)
      : target_(message.rank), length_(message.length), runs_{{0, {origin, -1, false}}} {}

  int target() const { return target_; }

  // Moves a piece as the message says. False when the sender does not have all of it before that phase.
  bool carry(const Piece& piece, const Message& message) {
    const auto [offset, length] = std::pair(piece.offset, piece.length);
    if (offset < 0 || length <= 0 || length > length_ || offset > length_ - length) return false;
    const auto end = offset + length == length_ ? runs_.end() : run_from(offset + length);
    for (auto entry = run_from(offset); entry != end; ++entry) {
      Run& run = entry->second;
      if (run.arrived || run.holder != message.from || run.since >= message.phase) return false;
      run = {message.to, message.phase, message.to == target_};
    }
    return true;
  }

  // The first run that has not arrived, with its first unit, or null.
  const std::pair<const Units, Run>* under_way() const {
    const auto found = std::ranges::find_if(runs_, [](const auto& run) { return !run.second.arrived; });
    return found == runs_.end() ? nullptr : &*found;
  }

 private:
  using Runs = std::map<Units, Run>;  // by first unit

  // The run that begins at this unit; cuts one where there is none.
  Runs::iterator run_from(Units unit) {
    const auto after = runs_.upper_bound(unit);
    return runs_.try_emplace(after, unit, std::prev(after)->second);
  }

  int target_;
  Units length_;
  Runs runs_;
};

// Moves every piece from holder to holder, phase by phase. A relay can forward a piece in the phase after its
// arrival. Units are never copied, so if none is under way in the end, each has arrived once.
void check_possession(const std::vector<Message>& sent, const CommunicationMatrix& matrix) {
  std::vector<std::vector<Whereabouts>> rows(matrix.ranks());  // as the matrix's
  for (int origin = 0; origin < matrix.ranks(); ++origin)
    for (const MatrixEntry& message : matrix.destinations(origin)) rows[origin].emplace_back(origin, message);

  const auto carry = [&](const Piece& piece, const Message& message) {
    if (piece.origin < 0 || piece.origin >= matrix.ranks()) return false;
    std::vector<Whereabouts>& row = rows[piece.origin];
    const auto units = std::ranges::lower_bound(row, piece.target, {}, &Whereabouts::target);
    return units != row.end() && units->target() == piece.target && units->carry(piece, message);
  };
  for (const Message& message : sent) {
    if (message.pieces.empty()) throw Error(name(message), " carries nothing");
    for (const Piece& piece : message.pieces)
      if (!carry(piece, message))
        throw Error(name(message), " carries ", name(piece), ", which rank ", message.from,
                    " does not have at that time");
  }

  for (int origin = 0; origin < matrix.ranks(); ++origin)
    for (const Whereabouts& units : rows[origin])
      if (const auto* left = units.under_way())
        throw Error("unit ", left->first, " of rank ", origin, " for rank ", units.target(), " ends at rank ",
                    left->second.holder);
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
    check_possession(sent, matrix);
    check_links(sent, matrix.ranks(), machine);
    return std::nullopt;
  } catch (const Error& problem) {
    return problem.what();
  }
}

}  // namespace partita
