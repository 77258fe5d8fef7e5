#pragma once
/// \file Costs: what messages take on a machine, in seconds and bytes.

#include <limits>
#include <vector>

namespace partita {

/// The cost model: a message of m bytes over h links (one, on a crossbar) of an idle network takes
///
///     start_up + h * per_hop + m / bandwidth
///
/// from the sender's call to its arrival, of which the sender's processor is busy for `start_up`; receiving
/// it busies the receiver's for `receive`. It busies the sender's for `unawaited` more when the receiver has
/// messages of its own to send and has not said that it now waits for this one, as it does phase by phase
/// (`is_phased`): two processors that must agree, each busy with something else. Hockney's model with the
/// terms of the machines of the papers: Bokhari 1991, section 2.2; Wang, Lin, Ranka 1993, section 2. What
/// messages that are under way at the same time do to each other is said by the rest.
struct Costs {
  /// Two directions of a node.
  enum class Duplex {
    full,      ///< a node sends and receives at full speed
    pairwise,  ///< only to and from one other node, and if both begin nearly simultaneously; else one after
               ///< the other (iPSC/860): see CircuitNetwork
    half       ///< both directions share the bandwidth (CM-5)
  };

  /// Messages that meet on a link, or at a node.
  enum class Contention {
    share,  ///< go on at the rates of fair shares (max-min)
    queue   ///< circuits: wait until their whole way is free, first come first served, and hold it from
            ///< when they begin to set it up, link by link
  };

  double start_up = 0;   ///< seconds
  double unawaited = 0;  ///< seconds more to start up what the receiver does not wait for: see above
  double receive = 0;    ///< seconds
  double noise = 0;      ///< seconds that a start-up takes longer by chance, at most; any as likely
  double signal = 0;     ///< seconds that a signal of 0 bytes busies its sender, and as long its receiver
  double inquiry = 0;    ///< the same of an inquiry of the protocol lock, or its answer; 0: as a signal
  double per_hop = 0;    ///< seconds a link
  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes a second in and out of a node
  double barrier = 0;  ///< seconds of a barrier in hardware; 0: by messages, log2 n rounds

  /// Bytes a second of a link, by its level (Topology::level); of higher levels as the last. None: as many as
  /// there are wanted.
  std::vector<double> link_bandwidth = {};

  Duplex duplex = Duplex::full;
  Contention contention = Contention::share;

  /// A node that sends n and receives m messages at a time has bandwidth / (1 + send_penalty * log2 n +
  /// receive_penalty * log2 m), out and in.
  double send_penalty = 0;
  double receive_penalty = 0;

  /// Between ranks of one host: the same by memory. They meet nobody.
  double host_start_up = 0;                                         ///< seconds
  double host_bandwidth = std::numeric_limits<double>::infinity();  ///< bytes a second

  /// How many times slower its processors build schedules than those of the 2020s: see building_seconds.
  double slowdown = 1;

  double inquiry_seconds() const { return inquiry > 0 ? inquiry : signal; }
};

}  // namespace partita
