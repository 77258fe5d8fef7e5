#pragma once
/// \file Costs of messages on a machine, in seconds and bytes a second.

#include <limits>
#include <vector>

namespace partita {

/// The cost model: a message of m bytes over h links (one, on a crossbar) of an idle network takes
///
///     start_up + h * per_hop + m / bandwidth
///
/// from the sender's call to its arrival. The sender's processor is busy for `start_up` of it. Receiving the
/// message busies the receiver's processor for `receive`, and for `unawaited` more if the receiver has
/// messages of its own to send and does not wait for this one. (With a phased protocol it waits, phase by
/// phase: ProtocolEntry::is_phased. By `lock` the sender has nothing to do until the receiver reacts: it is
/// busy for `unawaited`.) The other members describe how messages that travel at the same time slow each
/// other.
///
/// Source: Hockney's model with the terms of the papers' machines: Bokhari 1991, section 2.2; Wang, Lin,
/// Ranka 1993, section 2.
struct Costs {
  /// How the two directions of a node share its bandwidth.
  enum class Duplex {
    full,      ///< a node sends and receives at full speed
    pairwise,  ///< at full speed only to and from one other node, if both messages begin nearly
               ///< simultaneously; else one after the other (iPSC/860): see CircuitNetwork
    half       ///< both directions share the bandwidth (CM-5)
  };

  /// How messages share a link, or a node.
  enum class Contention {
    share,  ///< each gets a fair share of the bandwidth (max-min)
    queue   ///< circuits: a message waits until its whole route is free, first come first served, and holds
            ///< the route from the time when it begins to set it up, link by link
  };

  double start_up = 0;   ///< seconds
  double unawaited = 0;  ///< seconds more for what its receiver does not wait for: see above
  double receive = 0;    ///< seconds
  double noise = 0;      ///< most seconds by which chance prolongs a start-up; uniformly distributed
  double signal = 0;     ///< seconds that a signal of 0 bytes busies its sender
  double signal_receive = signal;  ///< seconds that it busies its receiver; as its sender unless said
  double inquiry =
      0;  ///< seconds of an inquiry of the protocol lock, or of its answer; 0: as to send a signal
  double interrupt = 0;  ///< seconds for which an inquiry keeps its receiver from moving a message; they take
                         ///< turns, so that inquiries never take more than half of its time
  double copy = 0;     ///< seconds a byte of other ranks' units, which a relay copies before it sends them on
  double per_hop = 0;  ///< seconds a link

  /// A message of more than `unreserved` bytes first reserves room at its receiver, unless the receiver has
  /// said that it is posted (iPSC/860: UNFORCED messages). This busies its sender for `reservation`, and then
  /// its route: see reservation_seconds.
  double unreserved = std::numeric_limits<double>::infinity();  ///< bytes
  double reservation = 0;                                       ///< seconds
  double reservation_per_hop = 0;                               ///< seconds a link
  double reservation_per_byte = 0;                              ///< seconds a byte

  double bandwidth = std::numeric_limits<double>::infinity();  ///< bytes a second in and out of a node
  double barrier = 0;  ///< seconds of a barrier in hardware; 0: by messages, log2 n rounds

  /// Bytes a second of a link, by its level (Topology::level). The last entry holds for all higher levels.
  /// Empty: links limit nothing.
  std::vector<double> link_bandwidth = {};

  Duplex duplex = Duplex::full;
  Contention contention = Contention::share;

  /// A node that sends n and receives m messages at a time has a bandwidth of bandwidth / (1 + send_penalty *
  /// log2 n + receive_penalty * log2 m), out and in.
  double send_penalty = 0;
  double receive_penalty = 0;

  /// While a node both sends and receives, it has bandwidth / (1 + both_ways_penalty) each way. A message
  /// whose sender also receives from its receiver counts for 1 + exchange_penalty messages. (TCP: data delay
  /// the acknowledgements of data that go the other way.) Both spare the first `spared` bytes of a message
  /// (they do not wait for acknowledgements): of m bytes, 1 - spared / m of either.
  double both_ways_penalty = 0;
  double exchange_penalty = 0;
  double spared = 0;  ///< bytes

  /// Bytes of the fragments in which phased protocols send messages between hosts. These wait for no
  /// acknowledgements: both_ways_penalty and exchange_penalty do not slow them. 0: messages are sent whole.
  /// See executor/replay/transport/fragments.hpp.
  double fragment = 0;

  /// The queues before a node's ports: see PortQueues.
  double burst = 0;  ///< bytes that a port passes after a pause (a token bucket) ...
  double burst_bandwidth = std::numeric_limits<double>::infinity();  ///< ... at so many bytes a second
  double queue = std::numeric_limits<double>::infinity();   ///< bytes on their way out of and into a node ...
  double window = std::numeric_limits<double>::infinity();  ///< ... of at most so many a message, above which
  double loss = 0;  ///< a message that comes loses its end, and arrives so many seconds later

  /// Between ranks of one host: start-up and bandwidth of memory. These messages have no contention.
  double host_start_up = 0;                                         ///< seconds
  double host_bandwidth = std::numeric_limits<double>::infinity();  ///< bytes a second

  /// Factor by which its processors build schedules more slowly than those of the 2020s: see
  /// building_seconds.
  double slowdown = 1;

  /// @return seconds of an inquiry of the protocol lock, or of its answer
  double inquiry_seconds() const { return inquiry > 0 ? inquiry : signal; }
};

}  // namespace partita
