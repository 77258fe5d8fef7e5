#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

std::string name(const Message& message) {
  return text("the message from rank ", message.from, " to rank ", message.to, " in phase ", message.phase);
}

std::string name(const Piece& piece) {
  return text("units ", piece.offset, " to ", piece.offset + piece.length - 1, " of rank ", piece.origin,
              " for rank ", piece.target);
}

// All messages as the receivers have them, in the order of `messages`.
std::vector<Message> received_messages(const Schedule& schedule) {
  std::vector<Message> all;
  for (std::size_t rank = 0; rank < schedule.tables.size(); ++rank)
    for (const Transfer& receive : schedule.tables[rank].receives)
      all.push_back({receive.phase, receive.partner, static_cast<int>(rank), receive.pieces});
  std::sort(all.begin(), all.end());
  return all;
}

void check_tables_agree(const Schedule& schedule, const std::vector<Message>& sent) {
  const std::vector<Message> received = received_messages(schedule);
  const auto [send, receive] = std::mismatch(sent.begin(), sent.end(), received.begin(), received.end());
  const bool lacks_receive = send != sent.end() && (receive == received.end() || *send < *receive);
  if (lacks_receive)
    throw Error(text(name(*send), " is not in its receiver's table, or not with the same pieces"));
  if (receive != received.end())
    throw Error(text(name(*receive), " is not in its sender's table, or not with the same pieces"));
}

void check_phases(const Schedule& schedule) {
  const auto ascends = [](const std::vector<Transfer>& transfers) {
    return std::is_sorted(transfers.begin(), transfers.end(),
                          [](const Transfer& a, const Transfer& b) { return a.phase < b.phase; });
  };
  const auto repeats = [](const std::vector<Transfer>& transfers) {
    return std::adjacent_find(transfers.begin(), transfers.end(),
                              [](const Transfer& a, const Transfer& b) { return a.phase == b.phase; });
  };
  for (std::size_t rank = 0; rank < schedule.tables.size(); ++rank) {
    const PhaseTable& table = schedule.tables[rank];
    if (table.phases != schedule.phases())
      throw Error(text("rank ", rank, " counts other phases than rank 0"));
    for (const auto* transfers : {&table.sends, &table.receives}) {
      if (!ascends(*transfers)) throw Error(text("the table of rank ", rank, " does not ascend by phase"));
      if (!transfers->empty() && (transfers->front().phase < 0 || transfers->back().phase >= table.phases))
        throw Error(text("rank ", rank, " has a phase outside 0 to ", table.phases - 1));
      const auto repeated = repeats(*transfers);
      if (is_ordered(schedule.options) && repeated != transfers->end())
        throw Error(text("rank ", rank, transfers == &table.sends ? " sends" : " receives",
                         " twice in phase ", repeated->phase));
    }
  }
}

// The units that a rank holds, of one origin for one target: disjoint runs [first, end), as first -> end.
class Holding {
 public:
  void put(Units first, Units end) { runs_.emplace(first, end); }

  // False when not all of [first, end) is here. Runs that were put in one after the other may be taken in
  // one.
  bool take(Units first, Units end) {
    while (first < end) {
      const auto after = runs_.upper_bound(first);
      if (after == runs_.begin()) return false;
      const auto run = std::prev(after);
      const auto [run_first, run_end] = *run;
      if (run_end <= first) return false;
      const Units taken_end = std::min(run_end, end);
      runs_.erase(run);
      if (run_first < first) runs_.emplace(run_first, first);
      if (taken_end < run_end) runs_.emplace(taken_end, run_end);
      first = taken_end;
    }
    return true;
  }

  bool empty() const { return runs_.empty(); }
  Units first() const { return runs_.begin()->first; }

 private:
  std::map<Units, Units> runs_;
};

// Moves every piece from holder to holder, phase by phase. Whatever arrives in a phase can be sent on in the
// next. Units are never copied, so if in the end nothing is under way, everything has arrived once.
void check_possession(const std::vector<Message>& sent, const CommunicationMatrix& matrix) {
  std::map<std::tuple<int, int, int>, Holding> under_way;  // by (holder, origin, target)
  for (int origin = 0; origin < matrix.ranks(); ++origin)
    for (const auto [target, length] : matrix.destinations(origin))
      under_way[{origin, origin, target}].put(0, length);

  for (auto first = sent.begin(); first != sent.end();) {
    const auto end = std::find_if(first, sent.end(),
                                  [&](const Message& message) { return message.phase != first->phase; });
    for (auto message = first; message != end; ++message) {
      if (message->pieces.empty()) throw Error(text(name(*message), " carries nothing"));
      for (const Piece& piece : message->pieces) {
        const auto holding = under_way.find({message->from, piece.origin, piece.target});
        if (piece.offset < 0 || piece.length <= 0 ||
            piece.length > std::numeric_limits<Units>::max() - piece.offset || holding == under_way.end() ||
            !holding->second.take(piece.offset, piece.offset + piece.length))
          throw Error(text(name(*message), " carries ", name(piece), ", which rank ", message->from,
                           " does not have at that time"));
      }
    }
    for (auto message = first; message != end; ++message)
      for (const Piece& piece : message->pieces)
        if (message->to != piece.target)
          under_way[{message->to, piece.origin, piece.target}].put(piece.offset, piece.offset + piece.length);
    first = end;
  }

  for (const auto& [key, holding] : under_way)
    if (!holding.empty()) {
      const auto [holder, origin, target] = key;
      throw Error(text("unit ", holding.first(), " of rank ", origin, " for rank ", target, " ends at rank ",
                       holder));
    }
}

void check_links(const std::vector<Message>& sent, const Machine& machine) {
  std::vector<const Message*> last(static_cast<std::size_t>(machine.links()), nullptr);  // to use the link
  for (const Message& message : sent)
    for (const int link : machine.route(message.from, message.to)) {
      const Message*& user = last[static_cast<std::size_t>(link)];
      if (user != nullptr && user->phase == message.phase)
        throw Error(text(name(message), " shares the link ", machine.topology->link_name(link), " of ",
                         machine.name, " with the one from rank ", user->from, " to rank ", user->to));
      user = &message;
    }
}

}  // namespace

std::optional<std::string> verify(const Schedule& schedule, const CommunicationMatrix& matrix,
                                  const Machine& machine) {
  try {
    if (static_cast<int>(schedule.tables.size()) != matrix.ranks())
      throw Error(
          text("the schedule is for ", schedule.tables.size(), " ranks, the matrix for ", matrix.ranks()));
    const std::vector<Message> sent = messages(schedule.tables);
    check_phases(schedule);
    check_tables_agree(schedule, sent);
    check_possession(sent, matrix);
    check_links(sent, machine);
    return std::nullopt;
  } catch (const Error& problem) {
    return problem.what();
  }
}

}  // namespace partita
