#pragma once
/// \file Negotiator: one rank's side of the negotiation of `distributed`, whatever carries the words.

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <partita/schedule/phase_table.hpp>
#include <partita/support/random.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

/// What a sender says to a receiver in the first half of a round; -1 instead of a phase says nothing.
struct Proposal {
  int given_back;  ///< phase that was agreed upon and is not wanted any more
  int phase;       ///< phase in which the sender would like to send now
  int firm;        ///< 1: even if the receiver must turn out the message that it has there; else 0
};

/// What the receiver answers in the second half; also, unasked, to the sender of a message that it turned
/// out.
struct Answer {
  int agreed;          ///< 1 or 0
  int phase;           ///< that was proposed, or that is taken back
  std::uint64_t free;  ///< bit k: nothing is received in phase 64 * (phase / 64) + k
};

/// A state machine without communication: round after round `propose`, `answer` and `conclude`, until no rank
/// has an open message. O(d) memory for d messages: of each receiver a sender remembers 64 phases.
class Negotiator {
 public:
  /// `degree` is the largest number of messages that any rank sends or receives.
  Negotiator(int rank, const DestinationVector& destinations, const SourceVector& sources, int degree,
             std::uint64_t seed);

  /// How many messages of this rank have no phase.
  int open() const { return static_cast<int>(sends_.size() - sent_in_.size()); }

  std::vector<Parcel<Proposal>> propose();
  std::vector<Parcel<Answer>> answer(std::vector<Parcel<Proposal>> proposals);
  void conclude(const std::vector<Parcel<Answer>>& answers);

  /// When nobody has an open message. Has as many phases as this rank uses. Throws Error when messages came
  /// in that are not in the source vector, or those that are did not.
  PhaseTable table();

 private:
  static constexpr int none = -1;

  // A message of this rank, and what is known of its receiver.
  struct Send {
    MatrixEntry message;
    int phase = none;                        // agreed upon
    bool turned_out = false;                 // by the receiver, when it last lost its phase
    int window = 0;                          // which 64 phases `free` is about
    std::uint64_t free = ~std::uint64_t{0};  // at the receiver, as it last said
  };

  std::uint64_t free_at_both_ends(const Send& send) const;  // bit k: phase 64 * send.window + k
  int any_free_here();
  void ask(Send& send, int phase, bool firm);
  bool turn_out_here(Send& send);
  void turn_out_there(Send& send);
  Send& send_to(int rank);

  int rank_;
  SourceVector sources_;
  int palette_;  // phases from 0 on that may be used
  int round_ = 0;
  Random random_;
  std::vector<Send> sends_;             // ascending by receiver
  std::map<int, int> sent_in_;          // phases agreed upon -> receiver
  std::map<int, int> received_in_;      // phases agreed upon -> sender
  std::set<int> asked_;                 // phases proposed in this round
  std::vector<Parcel<Proposal>> said_;  // in this round
};

}  // namespace partita
