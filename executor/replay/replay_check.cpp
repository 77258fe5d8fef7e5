#include <algorithm>
#include <cstdlib>
#include <exception>
#include <list>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <partita/executor/replay/replay_check.hpp>
#include <partita/support/collectively.hpp>

namespace partita {

namespace {

constexpr double seconds_before_first_inquiry = 0.5;
constexpr int nobody = -1;

// What goes from rank to rank.
struct Message {
  enum class Kind : int { has_begun, has_gone, inquiry };

  Kind kind;
  int tag;               // of the replay that it is about,
  std::uint64_t replay;  // and its number; of one that has gone, the last
  std::uint64_t bytes_per_unit = 0;

  // Of an inquiry.
  int asker = nobody;
  int phase = 0;  // messages of earlier phases are awaited
  std::uint64_t round = 0;
  int elsewhere = nobody;  // the first on the way who has not begun what he was asked for
  int other_tag = 0;       // where he waits instead
  std::uint64_t other_replay = 0;
};

bool is_switched_on() {
  const char* const given = std::getenv("PARTITA_CHECK");
  if (given == nullptr || given == std::string_view("0")) return false;
  if (given != std::string_view("1"))
    throw Error(text("PARTITA_CHECK is \"", given, "\"; give 1 to check that replays match, or 0"));
  return true;
}

std::vector<int> sorted_once_each(std::vector<int> ranks) {
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

}  // namespace

// All checks of a communicator: they hear by one tag.
class ReplayChecks {
 public:
  static ReplayChecks& of(const Communicator& comm) {
    return comm.attached<ReplayChecks>([&] { return std::make_shared<ReplayChecks>(comm); });
  }

  explicit ReplayChecks(const Communicator& comm)
      : handle_(comm.handle()),
        rank_(comm.rank()),
        tag_(comm.tag_of_checks()),
        sent_to_(static_cast<std::size_t>(comm.size())) {
    is_on_ = collectively(comm, is_switched_on);
    require_same(comm, is_on_ ? 1 : 0, "PARTITA_CHECK (a launcher may have to be told to pass it on)");
  }
  ReplayChecks(const ReplayChecks&) = delete;
  ReplayChecks& operator=(const ReplayChecks&) = delete;

  // Receives what is left: MPI must not free a communicator on which messages are on their way. Not while an
  // error unwinds this rank, and the others may never come here.
  ~ReplayChecks() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized || !is_on_ || std::uncaught_exceptions() > 0) return;
    int sent_here = 0;
    MPI_Reduce_scatter_block(sent_to_.data(), &sent_here, 1, MPI_INT, MPI_SUM, handle_);
    for (; received_ < sent_here; ++received_) {
      Message message;
      MPI_Recv(&message, sizeof(Message), MPI_BYTE, MPI_ANY_SOURCE, tag_, handle_, MPI_STATUS_IGNORE);
    }
    for (Sent& sent : sent_) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
  }

  bool is_on() const { return is_on_; }

  void add(ReplayCheck& check) { by_tag_[check.tag_] = &check; }

  // Not while an error unwinds this rank: whoever catches it ends the others.
  void remove(ReplayCheck& check) {
    if (std::uncaught_exceptions() == 0) tell(check.receivers_, message(Message::Kind::has_gone, check));
    by_tag_.erase(check.tag_);
    const auto of_it = gone_.lower_bound({check.tag_, 0});
    gone_.erase(of_it, gone_.lower_bound({check.tag_ + 1, 0}));
    std::erase_if(ahead_, [&](const Heard& heard) { return heard.message.tag == check.tag_; });
  }

  void begin(ReplayCheck& check) {
    tell(check.receivers_, message(Message::Kind::has_begun, check));
    hear();
    std::erase_if(ahead_, [&](const Heard& heard) {
      if (heard.message.tag != check.tag_ || heard.message.replay > check.begun_) return false;
      compare(check, heard);
      return true;
    });
  }

  void finish(const ReplayCheck& check) {
    if (waiting_ == &check) waiting_ = nullptr;
  }

  void look(ReplayCheck& check, double seconds_waited) {
    if (waiting_ != &check) {
      waiting_ = &check;
      first_round_ = round_ + 1;
      next_inquiry_ = seconds_before_first_inquiry;
    }
    hear();
    if (seconds_waited < next_inquiry_) return;
    next_inquiry_ = 2 * seconds_waited;
    const Awaited awaited = check.replay_->awaited();
    for (const int rank : awaited.ranks) require_present(check, rank);
    Message inquiry = message(Message::Kind::inquiry, check);
    inquiry.asker = rank_;
    inquiry.round = ++round_;
    pass_on(inquiry, check, nobody, awaited);
  }

 private:
  struct Heard {
    int from;
    Message message;
  };
  struct Sent {
    Message message;
    MPI_Request request;
  };

  Message message(Message::Kind kind, const ReplayCheck& check) const {
    return {.kind = kind, .tag = check.tag_, .replay = check.begun_, .bytes_per_unit = check.bytes_per_unit_};
  }

  void tell(const std::vector<int>& ranks, const Message& message) {
    sent_.remove_if([](Sent& sent) {
      int is_complete = 0;
      MPI_Test(&sent.request, &is_complete, MPI_STATUS_IGNORE);
      return is_complete != 0;
    });
    for (const int rank : ranks) {
      if (rank == rank_) continue;
      Sent& sent = sent_.emplace_back(Sent{message, MPI_REQUEST_NULL});
      ++sent_to_[static_cast<std::size_t>(rank)];
      MPI_Isend(&sent.message, sizeof(Message), MPI_BYTE, rank, tag_, handle_, &sent.request);
    }
  }

  // Reads all that has come.
  void hear() {
    for (;;) {
      int is_there = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, tag_, handle_, &is_there, &status);
      if (is_there == 0) return;
      Heard heard{status.MPI_SOURCE, {}};
      MPI_Recv(&heard.message, sizeof(Message), MPI_BYTE, heard.from, tag_, handle_, MPI_STATUS_IGNORE);
      ++received_;
      take(heard);
    }
  }

  void take(const Heard& heard) {
    const auto found = by_tag_.find(heard.message.tag);
    ReplayCheck* const check = found == by_tag_.end() ? nullptr : found->second;
    switch (heard.message.kind) {
      case Message::Kind::has_begun:
        if (check != nullptr && heard.message.replay <= check->begun_)
          compare(*check, heard);
        else if (check != nullptr)
          ahead_.push_back(heard);
        return;
      case Message::Kind::has_gone:
        if (check != nullptr) gone_[{heard.message.tag, heard.from}] = heard.message.replay;
        return;
      case Message::Kind::inquiry:
        if (check != nullptr && waiting_ != nullptr) answer(*check, heard);
        return;
    }
  }

  // Ranks that only relay may not know their bytes: 0.
  void compare(const ReplayCheck& check, const Heard& heard) const {
    const std::uint64_t mine = check.bytes_per_unit_, other = heard.message.bytes_per_unit;
    if (heard.message.replay != check.begun_ || mine == 0 || other == 0 || mine == other) return;
    throw Error(text("rank ", rank_, " makes ", check.which(check.begun_), " with ", mine,
                     " bytes a unit, but rank ", heard.from, " with ", other,
                     "; give values of the same type and components on all ranks"));
  }

  void require_present(const ReplayCheck& check, int rank) const {
    const auto gone = gone_.find({check.tag_, rank});
    if (gone == gone_.end() || gone->second >= check.begun_) return;
    throw Error(text("rank ", rank_, " waits for rank ", rank, " in ", check.which(check.begun_),
                     ", but rank ", rank, " has made only ", gone->second, " and will make no more; ",
                     advice));
  }

  // Of a rank that waits itself.
  void answer(const ReplayCheck& asked_for, const Heard& heard) {
    Message inquiry = heard.message;
    if (asked_for.begun_ > inquiry.replay) return;
    if (asked_for.begun_ == inquiry.replay) {
      if (asked_for.is_under_way())
        pass_on(inquiry, asked_for, heard.from,
                asked_for.replay_->awaited_before_sending_to(heard.from, inquiry.phase));
      return;
    }
    if (inquiry.asker == rank_) {
      if (inquiry.round >= first_round_) accuse(inquiry);
      return;
    }
    if (inquiry.elsewhere == nobody) {
      inquiry.elsewhere = rank_;
      inquiry.other_tag = waiting_->tag_;
      inquiry.other_replay = waiting_->begun_;
    }
    pass_on(inquiry, *waiting_, nobody, waiting_->replay_->awaited());
  }

  // Once for each inquiry, replay, and rank to which something is owed.
  void pass_on(Message inquiry, const ReplayCheck& check, int owed_to, Awaited awaited) {
    std::uint64_t& passed_on = passed_on_[{inquiry.asker, check.tag_, owed_to}];
    if (awaited.ranks.empty() || passed_on >= inquiry.round) return;
    passed_on = inquiry.round;
    inquiry.tag = check.tag_;
    inquiry.replay = check.begun_;
    inquiry.phase = awaited.phase;
    tell(sorted_once_each(std::move(awaited.ranks)), inquiry);
  }

  [[noreturn]] void accuse(const Message& inquiry) const {
    const auto other = by_tag_.find(inquiry.other_tag);
    const std::string there = other == by_tag_.end() ? text("a replay with tag ", inquiry.other_tag)
                                                     : other->second->which(inquiry.other_replay);
    throw Error(text("rank ", rank_, " is in ", waiting_->which(waiting_->begun_), ", but rank ",
                     inquiry.elsewhere, " is in ", there, " instead, and they wait for each other; ",
                     advice));
  }

  static constexpr std::string_view advice = "make the same exchanges in the same order on all ranks";

  MPI_Comm handle_;
  int rank_;
  int tag_;
  bool is_on_ = false;
  std::vector<int> sent_to_;  // messages, by rank
  int received_ = 0;
  std::map<int, ReplayCheck*> by_tag_;
  std::list<Sent> sent_;                               // MPI may still read these
  std::vector<Heard> ahead_;                           // of ranks that have begun what this one has not
  std::map<std::pair<int, int>, std::uint64_t> gone_;  // replays made, by tag and rank

  ReplayCheck* waiting_ = nullptr;                                // what this rank does nothing but wait for
  std::uint64_t round_ = 0;                                       // of this rank's inquiries
  std::uint64_t first_round_ = 0;                                 // while it has been waiting for this
  double next_inquiry_ = 0;                                       // after so many seconds of waiting
  std::map<std::tuple<int, int, int>, std::uint64_t> passed_on_;  // round, by asker, tag, and to whom is owed
};

std::unique_ptr<ReplayCheck> ReplayCheck::make(const Communicator& comm, int tag, std::string name,
                                               std::vector<int> receivers) {
  ReplayChecks& checks = ReplayChecks::of(comm);
  if (!checks.is_on()) return nullptr;
  return std::make_unique<ReplayCheck>(checks, comm, tag, std::move(name), std::move(receivers));
}

ReplayCheck::ReplayCheck(ReplayChecks& checks, const Communicator& comm, int tag, std::string name,
                         std::vector<int> receivers)
    : checks_(checks),
      comm_(comm),
      tag_(tag),
      name_(std::move(name)),
      receivers_(sorted_once_each(std::move(receivers))) {
  checks_.add(*this);
}

ReplayCheck::~ReplayCheck() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized) checks_.remove(*this);
}

void ReplayCheck::begin(const Awaits& replay, std::size_t bytes_per_unit) {
  ++begun_;
  bytes_per_unit_ = bytes_per_unit;
  checks_.begin(*this);
  replay_ = &replay;
}

void ReplayCheck::look(double seconds_waited) { checks_.look(*this, seconds_waited); }

void ReplayCheck::finish() {
  replay_ = nullptr;
  checks_.finish(*this);
}

std::string ReplayCheck::which(std::uint64_t replay) const {
  return text("replay ", replay, name_.empty() ? "" : " of the ", name_, " (tag ", tag_, ")");
}

}  // namespace partita
