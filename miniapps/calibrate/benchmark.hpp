#pragma once
/// \file Micro-benchmarks of a machine: replays of few messages, which can be measured and predicted.
///
/// Each isolates something that a machine's costs say: what a message takes by its length, what messages do
/// to each other that leave one node together, or come to one, or pass each other. All are replays by the
/// executor itself: what it does for a message counts, and the machine that is found serves to predict it.

#include <string>
#include <vector>

#include <partita/executor/prediction/predict.hpp>
#include <partita/executor/replay/replay_memory.hpp>
#include <partita/schedule/machine.hpp>

#include "layout.hpp"

namespace partita::calibrate {

/// What a benchmark is about; those of one kind stand in one line.
enum class Kind {
  relay,       ///< one message there and back, several times: between hosts
  host_relay,  ///< the same within a host
  exchange,    ///< two hosts send to each other at once
  pairs,       ///< several pairs of hosts at once: edge contention
  fan_out,     ///< one sends to several: node contention of the sender
  fan_in,      ///< several send to one: node contention of the receiver
  everyone,    ///< everyone sends to several at once: contention of both
  in_turn,     ///< the same, one message after the other has left
  in_phases,   ///< phase by phase, by ready signals
  by_barriers  ///< and by barriers
};

/// One message of one unit. Who hands on sends what he has received last.
struct Send {
  int phase, from, to;
  bool hands_on = false;
};

struct Benchmark {
  Kind kind;
  int nodes;     ///< that take part
  double bytes;  ///< of a message
  int ranks;     ///< of the job
  std::vector<Send> sends;
  Protocol protocol = Protocol::post_all;  ///< `windowed` with a window of 1
  int repetitions = 1;  ///< so many times one after the other in one replay; times are of one
};

/// All that this layout allows, of messages up to a megabyte; at most eight hosts take part. What takes place
/// between hosts takes place between their first ranks.
std::vector<Benchmark> benchmarks_for(const Layout& layout);

/// "64 KB, 7 senders to one"
std::string name_of(const Benchmark& benchmark);

/// To be predicted: the phase tables of all ranks, in units of `bytes`.
std::vector<PhaseTable> tables(const Benchmark& benchmark);

/// Seconds that `predict` has for it.
double predicted(const Benchmark& benchmark, const Machine& machine);

/// To be measured: what a rank sends from and receives into a buffer of one unit for each message.
Layouts lay_out(const Benchmark& benchmark, int rank);

}  // namespace partita::calibrate
