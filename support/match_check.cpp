#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <numeric>

#include <partita/support/error.hpp>
#include <partita/support/match_check.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::detail {

namespace {

constexpr double seconds_before_first_inquiry = 0.5;
constexpr int no_rank = -1;
constexpr int tag_of_collectives = -1;  // no replay has it
constexpr const char* advice = "make the same exchanges and reductions in the same order on all ranks";

using Words = std::array<char, 128>;  // in a message; longer ones are cut

void copy(const std::string& words, Words& to) { words.copy(to.data(), to.size() - 1); }

// In sentences.
std::string which(int tag, std::uint64_t number, const std::string& name) {
  if (tag == tag_of_collectives) return text("collective ", number, " (", name, ")");
  return text("replay ", number, name.empty() ? "" : " of the ", name, " (tag ", tag, ")");
}
std::string which(const CheckedSeries& series) { return which(series.tag, series.begun, series.name); }

}  // namespace

// What ranks tell one another.
struct MatchChecks::Notice {
  enum class Kind : int { has_begun, has_failed, has_gone, inquiry };

  Kind kind;
  int tag;                      // of the series that it is about,
  std::uint64_t number_of_tag;  // which of those that have had it,
  std::uint64_t number;         // and its replay, or collective; of one that has gone, the last
  std::uint64_t bytes_per_unit = 0;
  int sent = 0;  // messages to this rank, of one that has ended: with this one
  Words
      words{};  // the header's contents; of an inquiry, the collective elsewhere, which only that rank knows

  // Of an inquiry.
  int asker = no_rank;
  int step = 0;  // what is sent in earlier steps is awaited
  std::uint64_t round = 0;
  int elsewhere = no_rank;  // the first rank on the way that has not begun what it was asked for
  int other_tag = 0;        // where that rank waits instead
  std::uint64_t other_number = 0;

  static Notice of(Kind kind, const CheckedSeries& series) {
    return {.kind = kind, .tag = series.tag, .number_of_tag = series.number_of_tag, .number = series.begun};
  }
};

struct MatchChecks::Heard {
  int from;
  Notice message;
};

struct MatchChecks::Sent {
  Notice message;
  MPI_Request request;
};

MatchChecks::MatchChecks(MPI_Comm handle, int tag)
    : handle_(handle), tag_(tag), collectives_{tag_of_collectives, 0, {}, {}, {}} {
  int ranks = 0;
  MPI_Comm_rank(handle, &rank_);
  MPI_Comm_size(handle, &ranks);
  sent_to_.resize(static_cast<std::size_t>(ranks));
  collectives_.receivers.resize(sent_to_.size());
  std::iota(collectives_.receivers.begin(), collectives_.receivers.end(), 0);
  add(collectives_);
}

// While an error unwinds this rank the others may never come here.
MatchChecks::~MatchChecks() {
  if (is_torn_down()) return;
  for (Sent& sent : sent_) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
}

void MatchChecks::end() noexcept {
  Notice notice = Notice::of(Notice::Kind::has_gone, collectives_);
  try {
    for (const int rank : collectives_.receivers) {
      notice.sent = sent_to_[static_cast<std::size_t>(rank)] + 1;
      tell({rank}, notice);
    }
  } catch (const std::bad_alloc&) {  // others do not hear it, and wait no longer than for one that never ends
  }
}

std::optional<int> MatchChecks::receive_the_last() noexcept {
  const Stopwatch watch;
  const auto missing = [&] {
    return std::ranges::find_if(collectives_.receivers, [&](int rank) {
      return rank != rank_ && !gone_.contains({tag_of_collectives, rank});
    });
  };
  for (;;) {
    const auto one = missing();
    if (one == collectives_.receivers.end() && received_ == sent_here_) return std::nullopt;
    if (one != collectives_.receivers.end() && watch.seconds() > seconds_for_the_last) return *one;
    try {
      hear();
    } catch (const std::exception&) {  // of what has failed before
    }
  }
}

// Tells nothing while an error unwinds this rank: the caller that catches it ends the others. Nor if there is
// no memory: others that wait for it learn it from PARTITA_DEADLINE.
void MatchChecks::tell_gone(const CheckedSeries& series) noexcept {
  if (is_torn_down()) return;
  try {
    tell(series.receivers, Notice::of(Notice::Kind::has_gone, series));
  } catch (const std::bad_alloc&) {
  }
}

void MatchChecks::remove(const CheckedSeries& series) noexcept {
  tell_gone(series);
  by_tag_.erase(series.tag);
  const auto of_it = gone_.lower_bound({series.tag, 0});
  gone_.erase(of_it, gone_.lower_bound({series.tag + 1, 0}));
  std::erase_if(ahead_, [&](const Heard& heard) {
    return heard.message.tag == series.tag && heard.message.number_of_tag <= series.number_of_tag;
  });
}

void MatchChecks::begin(CheckedSeries& series, const Awaits& replay, Header header) {
  require_mpi();
  ++series.begun;
  series.heard = 0;
  series.header = std::move(header);
  Notice notice = Notice::of(Notice::Kind::has_begun, series);
  notice.bytes_per_unit = series.header.bytes_per_unit;
  copy(series.header.contents, notice.words);
  tell(series.receivers, notice);
  hear();
  std::erase_if(ahead_, [&](const Heard& heard) {
    if (heard.message.tag != series.tag) return false;
    if (heard.message.number_of_tag != series.number_of_tag)  // of one that is gone, or not made yet
      return heard.message.number_of_tag < series.number_of_tag;
    if (heard.message.number > series.begun) return false;
    compare(series, heard);
    return true;
  });
  series.under_way = &replay;
}

void MatchChecks::finish(CheckedSeries& series) {
  series.under_way = nullptr;
  if (waiting_ == &series) waiting_ = nullptr;
}

void MatchChecks::poll(const CheckedSeries& series, double seconds_waited) {
  if (waiting_ != &series) {
    waiting_ = &series;
    first_round_ = round_ + 1;
    next_inquiry_ = seconds_before_first_inquiry;
  }
  hear();
  for (const auto& [from, failed] : failed_)
    if (failed.tag == series.tag && failed.number_of_tag == series.number_of_tag &&
        failed.number == series.begun)
      throw Error("rank ", rank_, " is in ", which(series), ", in which rank ", from,
                  " has failed; see what that rank says");
  if (seconds_waited < next_inquiry_) return;
  next_inquiry_ = 2 * seconds_waited;
  const Awaited awaited = series.under_way->awaited();
  for (const int rank : awaited.ranks) require_present(series, rank);
  Notice inquiry = Notice::of(Notice::Kind::inquiry, series);
  inquiry.asker = rank_;
  inquiry.round = ++round_;
  pass_on(inquiry, series, no_rank, awaited);
}

// Tells the other ranks nothing: inquiries suffice, and headers are compared by all.
void MatchChecks::begin_collective(std::string_view header) {
  collectives_.name = header;
  ++collectives_.begun;
  collectives_.under_way = this;
}

void MatchChecks::tell(const std::vector<int>& ranks, const Notice& message) {
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
void MatchChecks::hear() {
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

void MatchChecks::take(const Heard& heard) {
  if (heard.message.kind == Notice::Kind::has_failed) failed_.push_back(heard);
  const auto found = by_tag_.find(heard.message.tag);
  if (found == by_tag_.end() || found->second->number_of_tag < heard.message.number_of_tag) {
    // This rank has not made it yet, or no longer has it.
    if (heard.message.kind == Notice::Kind::has_begun) ahead_.push_back(heard);
    return;
  }
  CheckedSeries& series = *found->second;
  if (heard.message.number_of_tag != series.number_of_tag) return;
  switch (heard.message.kind) {
    case Notice::Kind::has_begun:
      if (heard.message.number <= series.begun)
        compare(series, heard);
      else
        ahead_.push_back(heard);
      return;
    case Notice::Kind::has_failed:
      return;
    case Notice::Kind::has_gone:
      if (heard.message.tag == tag_of_collectives) sent_here_ += heard.message.sent;
      gone_[{heard.message.tag, heard.from}] = heard.message.number;
      return;
    case Notice::Kind::inquiry:
      if (waiting_ != nullptr) answer(series, heard);
      return;
  }
}

void MatchChecks::compare(CheckedSeries& series, const Heard& heard) {
  if (heard.message.number != series.begun) return;
  if (std::ranges::binary_search(series.senders, heard.from)) ++series.heard;
  const auto words = [](std::uint64_t bytes, const char* contents) {
    return text(bytes, " bytes a unit", *contents == 0 ? "" : ", ", contents);
  };
  const std::uint64_t mine = series.header.bytes_per_unit, other = heard.message.bytes_per_unit;
  Words contents{};
  copy(series.header.contents, contents);
  const bool are_known = contents[0] != 0 && heard.message.words[0] != 0;
  if (mine == 0 || other == 0) return;  // only relays, and may not know
  if (mine == other && (!are_known || contents == heard.message.words)) return;
  fail(series, text("rank ", rank_, " makes ", which(series), " with ", words(mine, contents.data()),
                    ", but rank ", heard.from, " with ", words(other, heard.message.words.data()),
                    "; give values of the same type and components on all ranks"));
}

// Any rank may wait for this one in it, by a barrier, say.
void MatchChecks::fail(const CheckedSeries& series, const std::string& sentence) {
  tell(collectives_.receivers, Notice::of(Notice::Kind::has_failed, series));
  throw Error(sentence);
}

void MatchChecks::require_present(const CheckedSeries& series, int rank) {
  const auto gone = gone_.find({series.tag, rank});
  if (gone == gone_.end() || gone->second >= series.begun) return;
  fail(series, text("rank ", rank_, " waits for rank ", rank, " in ", which(series), ", but rank ", rank,
                    " has made only ", gone->second, " and will make no more; ", advice));
}

// Of a rank that waits itself.
void MatchChecks::answer(const CheckedSeries& asked_for, const Heard& heard) {
  Notice inquiry = heard.message;
  if (asked_for.begun > inquiry.number) return;
  if (asked_for.begun == inquiry.number) {
    if (asked_for.under_way != nullptr)
      pass_on(inquiry, asked_for, heard.from,
              asked_for.under_way->awaited_before_sending_to(heard.from, inquiry.step));
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
    if (waiting_ == &collectives_) copy(waiting_->name, inquiry.words);
  }
  pass_on(inquiry, *waiting_, no_rank, waiting_->under_way->awaited());
}

// Once for each inquiry, series, and rank that lacks a message of this one.
void MatchChecks::pass_on(Notice inquiry, const CheckedSeries& series, int lacking, const Awaited& awaited) {
  std::uint64_t& passed_on = passed_on_[{inquiry.asker, series.tag, lacking}];
  if (awaited.ranks.empty() || passed_on >= inquiry.round) return;
  passed_on = inquiry.round;
  inquiry.tag = series.tag;
  inquiry.number_of_tag = series.number_of_tag;
  inquiry.number = series.begun;
  inquiry.step = awaited.step;
  std::vector<int> each_once = awaited.ranks;
  std::ranges::sort(each_once);
  each_once.erase(std::unique(each_once.begin(), each_once.end()), each_once.end());
  tell(each_once, inquiry);
}

void MatchChecks::accuse(const Notice& inquiry) {
  const auto other = by_tag_.find(inquiry.other_tag);
  std::string name;
  if (inquiry.other_tag == tag_of_collectives)
    name = inquiry.words.data();
  else if (other != by_tag_.end())
    name = other->second->name;
  fail(*waiting_, text("rank ", rank_, " is in ", which(*waiting_), ", but rank ", inquiry.elsewhere,
                       " is in ", which(inquiry.other_tag, inquiry.other_number, name),
                       " instead, and they wait for each other; ", advice));
}

}  // namespace partita::detail
