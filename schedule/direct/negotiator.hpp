#pragma once
/// \file Negotiator: one rank's side of the negotiation of `distributed`, without communication.

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <partita/schedule/phase_table.hpp>
#include <partita/support/random.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

/// From a sender to a receiver, in the first half of a round. -1 stands for no phase.
struct Proposal {
  int given_back;  ///< agreed phase that the sender no longer needs
  int phase;       ///< proposed phase
  int firm;        ///< 1: the receiver drops the message that it has there; else 0
};

/// From the receiver, in the second half of a round. Senders of dropped messages get one, too.
struct Answer {
  int agreed;          ///< 1 or 0
  int phase;           ///< proposed, or taken back
  std::uint64_t free;  ///< bit k: nothing is received in phase 64 * (phase / 64) + k
};

/// A state machine without communication: `propose`, `answer` and `conclude` in every round, until no rank
/// has an open message. O(d) memory for d messages: a sender remembers 64 phases of each receiver.
class Negotiator {
 public:
  /// `degree` is the largest number of messages that any rank sends or receives.
  Negotiator(int rank, const DestinationVector& destinations, const SourceVector& sources, int degree,
             std::uint64_t seed);

  /// @return number of messages of this rank without a phase
  int open() const { return static_cast<int>(sends_.size() - sent_in_.size()); }

  std::vector<Parcel<Proposal>> propose();
  std::vector<Parcel<Answer>> answer(std::vector<Parcel<Proposal>> proposals);
  void conclude(const std::vector<Parcel<Answer>>& answers);

  /// @return the table, with as many phases as this rank uses, after all ranks have closed their messages
  /// @throws Error if the proposals contradict the source vector
  PhaseTable table();

 private:
  static constexpr int none = -1;

  // A message of this rank, with its receiver's last answer.
  struct Send {
    MatrixEntry message;
    int phase = none;                        // agreed
    bool turned_out = false;                 // by the receiver, when it last lost its phase
    int window = 0;                          // of 64 phases, to which `free` belongs
    std::uint64_t free = ~std::uint64_t{0};  // at the receiver, by its last answer
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

}  // namespace partita::detail
