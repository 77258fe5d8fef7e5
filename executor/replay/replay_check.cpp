#include <algorithm>
#include <array>
#include <exception>
#include <list>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include <partita/executor/replay/replay_check.hpp>
#include <partita/executor/rules/rank_part.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/settings.hpp>

namespace partita::detail {

namespace {

constexpr double seconds_before_first_inquiry = 0.5;
constexpr int no_rank = -1;
constexpr int tag_of_collectives = -1;  // no replay has it

// What ranks tell one another.
struct Notice {
  enum class Kind : int { has_begun, has_gone, inquiry };

  Kind kind;
  int tag;                      // of the series that it is about,
  std::uint64_t number_of_tag;  // which of those that have had it,
  std::uint64_t number;         // and its replay, or collective; of one that has gone, the last
  std::uint64_t bytes_per_unit = 0;

  // Of an inquiry.
  int asker = no_rank;
  int phase = 0;  // messages of earlier phases are awaited
  std::uint64_t round = 0;
  int elsewhere = no_rank;  // the first rank on the way that has not begun what it was asked for
  int other_tag = 0;        // where that rank waits instead
  std::uint64_t other_number = 0;
  std::array<char, 64> other_name{};  // of a collective: only that rank knows it
};

}  // namespace

// All checks of a communicator: they hear by one tag.
class ReplayChecks final : private CollectiveCheck, private Awaits {
 public:
  static ReplayChecks& of(const Communicator& comm) {
    return comm.attached<ReplayChecks>([&] { return std::make_shared<ReplayChecks>(comm); });
  }

  explicit ReplayChecks(const Communicator& comm)
      : handle_(comm.handle()), rank_(comm.rank()), tag_(comm.tag_of_checks()), sent_to_(comm.size()) {
    is_on_ = collectively(
        comm, [] { return is_switched_on("PARTITA_CHECK", false, "to check that replays match"); });
    require_same(comm, is_on_ ? 1 : 0, "PARTITA_CHECK (a launcher may have to be told to pass it on)");
    if (!is_on_) return;
    collectives_.receivers.resize(sent_to_.size());
    std::iota(collectives_.receivers.begin(), collectives_.receivers.end(), 0);
    add(collectives_);
    comm.check_collectives(this);
  }
  ReplayChecks(const ReplayChecks&) = delete;
  ReplayChecks& operator=(const ReplayChecks&) = delete;

  // Receives the messages left: MPI must not free a communicator with messages on their way. Not while an
  // error unwinds this rank: then the others may never come here.
  ~ReplayChecks() {
    if (!is_on_ || is_torn_down()) return;
    int sent_here = 0;
    MPI_Reduce_scatter_block(sent_to_.data(), &sent_here, 1, MPI_INT, MPI_SUM, handle_);
    for (; received_ < sent_here; ++received_) {
      Notice message;
      MPI_Recv(&message, sizeof(Notice), MPI_BYTE, MPI_ANY_SOURCE, tag_, handle_, MPI_STATUS_IGNORE);
    }
    for (Sent& sent : sent_) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
  }

  bool is_on() const { return is_on_; }

  void add(CheckedSeries& series) { by_tag_[series.tag] = &series; }

  // Not while an error unwinds this rank: the caller that catches it ends the others.
  void remove(const CheckedSeries& series) {
    if (std::uncaught_exceptions() == 0) tell(series.receivers, message(Notice::Kind::has_gone, series));
    by_tag_.erase(series.tag);
    const auto of_it = gone_.lower_bound({series.tag, 0});
    gone_.erase(of_it, gone_.lower_bound({series.tag + 1, 0}));
    std::erase_if(ahead_, [&](const Heard& heard) { return heard.message.tag == series.tag; });
  }

  void begin(CheckedSeries& series, const Awaits& replay, std::size_t bytes_per_unit) {
    ++series.begun;
    series.bytes_per_unit = bytes_per_unit;
    tell(series.receivers, message(Notice::Kind::has_begun, series));
    hear();
    std::erase_if(ahead_, [&](const Heard& heard) {
      if (heard.message.tag != series.tag || heard.message.number > series.begun) return false;
      compare(series, heard);
      return true;
    });
    series.under_way = &replay;
  }

  void finish(CheckedSeries& series) {
    series.under_way = nullptr;
    if (waiting_ == &series) waiting_ = nullptr;
  }

  void poll(const CheckedSeries& series, double seconds_waited) {
    if (waiting_ != &series) {
      waiting_ = &series;
      first_round_ = round_ + 1;
      next_inquiry_ = seconds_before_first_inquiry;
    }
    hear();
    if (seconds_waited < next_inquiry_) return;
    next_inquiry_ = 2 * seconds_waited;
    const Awaited awaited = series.under_way->awaited();
    for (const int rank : awaited.ranks) require_present(series, rank);
    Notice inquiry = message(Notice::Kind::inquiry, series);
    inquiry.asker = rank_;
    inquiry.round = ++round_;
    pass_on(inquiry, series, no_rank, awaited);
  }

 private:
  struct Heard {
    int from;
    Notice message;
  };
  struct Sent {
    Notice message;
    MPI_Request request;
  };

  // Collectives tell the other ranks nothing when they begin: inquiries suffice.
  void begin(const CollectiveName& name, int needed) override {
    Sentence sentence;
    name.add_to(sentence);
    collectives_.name = sentence.view();
    ++collectives_.begun;
    needed_ = needed;
    collectives_.under_way = this;
  }
  void poll(double seconds_waited) override { poll(collectives_, seconds_waited); }
  void finish() override { finish(collectives_); }
  void end() override {
    if (!is_torn_down()) tell(collectives_.receivers, message(Notice::Kind::has_gone, collectives_));
  }

  Awaited awaited() const override {
    const std::vector<int>& all = collectives_.receivers;
    return {{all.begin(), all.begin() + needed_}};
  }
  Awaited awaited_before_sending_to(int, int) const override { return {}; }

  Notice message(Notice::Kind kind, const CheckedSeries& series) const {
    return {.kind = kind,
            .tag = series.tag,
            .number_of_tag = series.number_of_tag,
            .number = series.begun,
            .bytes_per_unit = series.bytes_per_unit};
  }

  void tell(const std::vector<int>& ranks, const Notice& message) {
    sent_.remove_if([](Sent& sent) {
      int is_complete = 0;
      MPI_Test(&sent.request, &is_complete, MPI_STATUS_IGNORE);
      return is_complete != 0;
    });
    for (const int rank : ranks) {
      if (rank == rank_) continue;
      Sent& sent = sent_.emplace_back(Sent{message, MPI_REQUEST_NULL});
      ++sent_to_[rank];
      MPI_Isend(&sent.message, sizeof(Notice), MPI_BYTE, rank, tag_, handle_, &sent.request);
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
      MPI_Recv(&heard.message, sizeof(Notice), MPI_BYTE, heard.from, tag_, handle_, MPI_STATUS_IGNORE);
      ++received_;
      take(heard);
    }
  }

  void take(const Heard& heard) {
    const auto found = by_tag_.find(heard.message.tag);
    if (found == by_tag_.end()) return;
    const CheckedSeries& series = *found->second;
    if (heard.message.number_of_tag != series.number_of_tag) return;
    switch (heard.message.kind) {
      case Notice::Kind::has_begun:
        if (heard.message.number <= series.begun)
          compare(series, heard);
        else
          ahead_.push_back(heard);
        return;
      case Notice::Kind::has_gone:
        gone_[{heard.message.tag, heard.from}] = heard.message.number;
        return;
      case Notice::Kind::inquiry:
        if (waiting_ != nullptr) answer(series, heard);
        return;
    }
  }

  // Ranks that only relay may not know their bytes: 0.
  void compare(const CheckedSeries& series, const Heard& heard) const {
    const std::uint64_t mine = series.bytes_per_unit, other = heard.message.bytes_per_unit;
    if (heard.message.number != series.begun || mine == 0 || other == 0 || mine == other) return;
    throw Error("rank ", rank_, " makes ", which(series), " with ", mine, " bytes a unit, but rank ",
                heard.from, " with ", other, "; give values of the same type and components on all ranks");
  }

  void require_present(const CheckedSeries& series, int rank) const {
    const auto gone = gone_.find({series.tag, rank});
    if (gone == gone_.end() || gone->second >= series.begun) return;
    throw Error("rank ", rank_, " waits for rank ", rank, " in ", which(series), ", but rank ", rank,
                " has made only ", gone->second, " and will make no more; ", advice);
  }

  // Of a rank that waits itself.
  void answer(const CheckedSeries& asked_for, const Heard& heard) {
    Notice inquiry = heard.message;
    if (asked_for.begun > inquiry.number) return;
    if (asked_for.begun == inquiry.number) {
      if (asked_for.under_way != nullptr)
        pass_on(inquiry, asked_for, heard.from,
                asked_for.under_way->awaited_before_sending_to(heard.from, inquiry.phase));
      return;
    }
    if (inquiry.asker == rank_) {
      if (inquiry.round >= first_round_) accuse(inquiry);
      return;
    }
    if (inquiry.elsewhere == no_rank) {
      inquiry.elsewhere = rank_;
      inquiry.other_tag = waiting_->tag;
      inquiry.other_number = waiting_->begun;
      if (waiting_ == &collectives_)
        waiting_->name.copy(inquiry.other_name.data(), inquiry.other_name.size() - 1);
    }
    pass_on(inquiry, *waiting_, no_rank, waiting_->under_way->awaited());
  }

  // Once for each inquiry, series, and rank that lacks a message of this one.
  void pass_on(Notice inquiry, const CheckedSeries& series, int lacking, Awaited awaited) {
    std::uint64_t& passed_on = passed_on_[{inquiry.asker, series.tag, lacking}];
    if (awaited.ranks.empty() || passed_on >= inquiry.round) return;
    passed_on = inquiry.round;
    inquiry.tag = series.tag;
    inquiry.number_of_tag = series.number_of_tag;
    inquiry.number = series.begun;
    inquiry.phase = awaited.phase;
    tell(each_once(std::move(awaited.ranks)), inquiry);
  }

  [[noreturn]] void accuse(const Notice& inquiry) const {
    const auto other = by_tag_.find(inquiry.other_tag);
    std::string name;
    if (inquiry.other_tag == tag_of_collectives)
      name = inquiry.other_name.data();
    else if (other != by_tag_.end())
      name = other->second->name;
    throw Error("rank ", rank_, " is in ", which(*waiting_), ", but rank ", inquiry.elsewhere, " is in ",
                which(inquiry.other_tag, inquiry.other_number, name),
                " instead, and they wait for each other; ", advice);
  }

  // In sentences.
  static std::string which(int tag, std::uint64_t number, const std::string& name) {
    if (tag == tag_of_collectives) return text("collective ", number, " (", name, ")");
    return text("replay ", number, name.empty() ? "" : " of the ", name, " (tag ", tag, ")");
  }
  static std::string which(const CheckedSeries& series) {
    return which(series.tag, series.begun, series.name);
  }

  static constexpr std::string_view advice =
      "make the same exchanges and reductions in the same order on all ranks";

  MPI_Comm handle_;
  int rank_;
  int tag_;
  bool is_on_ = false;
  std::vector<int> sent_to_;  // messages, by rank
  int received_ = 0;
  std::map<int, CheckedSeries*> by_tag_;
  CheckedSeries collectives_{tag_of_collectives, 0, {}, {}};
  int needed_ = 0;            // of the collective under way: ranks before this one must enter it
  std::list<Sent> sent_;      // MPI may still read these
  std::vector<Heard> ahead_;  // of ranks that have begun what this one has not
  std::map<std::pair<int, int>, std::uint64_t> gone_;  // how many were made, by tag and rank

  const CheckedSeries* waiting_ = nullptr;                        // what this rank does nothing but wait in
  std::uint64_t round_ = 0;                                       // of this rank's inquiries
  std::uint64_t first_round_ = 0;                                 // while it has been waiting for this
  double next_inquiry_ = 0;                                       // after these seconds of waiting
  std::map<std::tuple<int, int, int>, std::uint64_t> passed_on_;  // round, by asker, tag, and lacking rank
};

std::unique_ptr<ReplayCheck> ReplayCheck::make(const Communicator& comm, const Tags& tags, std::string name,
                                               std::vector<int> receivers) {
  ReplayChecks& checks = ReplayChecks::of(comm);
  if (!checks.is_on()) return nullptr;
  return std::make_unique<ReplayCheck>(
      checks, comm,
      CheckedSeries{tags.first(), tags.number(), std::move(name), each_once(std::move(receivers))});
}

ReplayCheck::ReplayCheck(ReplayChecks& checks, const Communicator& comm, CheckedSeries series)
    : checks_(checks), comm_(comm), series_(std::move(series)) {
  checks_.add(series_);
}

ReplayCheck::~ReplayCheck() {
  if (!mpi_is_finalized()) checks_.remove(series_);
}

void ReplayCheck::begin(const Awaits& replay, std::size_t bytes_per_unit) {
  checks_.begin(series_, replay, bytes_per_unit);
}

void ReplayCheck::poll(double seconds_waited) { checks_.poll(series_, seconds_waited); }

void ReplayCheck::finish() { checks_.finish(series_); }

}  // namespace partita::detail
