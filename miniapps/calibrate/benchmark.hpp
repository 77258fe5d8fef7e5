#pragma once
/// \file Micro-benchmarks of a machine: replays of few messages that are both measured and predicted.
///
/// Each isolates one part of a machine's costs: the time of a message by its length, or contention between
/// messages that leave one node together, arrive at one node, or pass each other. The executor replays them
/// all, so its overhead per message is included. The machine that is found serves to predict the executor.

#include <string>
#include <vector>

#include <partita/executor/prediction/predict.hpp>
#include <partita/executor/replay/memory/replay_memory.hpp>
#include <partita/schedule/machine.hpp>

namespace partita::calibrate {

/// The placement of a job's ranks: host h has the ranks h*k .. h*k+k-1, as Machine numbers them.
struct HostLayout {
  int hosts = 1;
  int ranks_per_host = 1;

  int ranks() const { return hosts * ranks_per_host; }
  int first_rank_of(int host) const { return host * ranks_per_host; }
};

/// The subject of a benchmark; benchmarks of one kind form one line.
/// `hosts` is the last one: benchmark.cpp has words for as many.
enum class Kind {
  relay,        ///< one message there and back, several times: between hosts
  host_relay,   ///< the same within a host
  exchange,     ///< two relays between two hosts, both ways at once
  pairs,        ///< several pairs of hosts at once: edge contention
  fan_out,      ///< one rank sends to several: node contention of the sender
  fan_in,       ///< several ranks send to one: node contention of the receiver
  signals_in,   ///< fan_out, after a signal from each receiver: what it costs to receive a signal
  signals_out,  ///< fan_in, after a signal to each sender: what it costs to send a signal
  everyone,     ///< every rank sends to several at once: both contentions
  in_turn,      ///< the same, each message after the one before has left
  in_phases,    ///< the same, phase by phase with ready signals
  in_pairs,     ///< the same, where two ranks exchange messages in each phase
  by_barriers,  ///< the same, phase by phase with barriers
  hosts         ///< all ranks of hosts send to all ranks of the next host: they share its ports
};

/// One message of one unit. With `hands_on` the sender forwards the message that it received in the phase
/// before.
struct Send {
  int phase, from, to;
  bool hands_on = false;
};

struct Benchmark {
  Kind kind;
  int nodes;     ///< participating nodes
  double bytes;  ///< of a message
  int ranks;     ///< of the job
  std::vector<Send> sends;
  Protocol protocol = Protocol::post_all;  ///< `windowed` with a window of 1
  int repetitions = 1;  ///< repetitions in one replay, one after the other; times are of one
  int at_a_time = 1;    ///< messages on their way out of and into the busiest host at a time
};

/// All benchmarks that this layout allows, with messages up to a megabyte, on at most eight hosts. Between
/// hosts only their first ranks communicate, but for `hosts`.
std::vector<Benchmark> benchmarks_for(const HostLayout& layout);

/// Exchanges in several phases in a row, of messages longer than what most MPI libraries send at once. Not
/// for one host.
std::vector<Benchmark> benchmarks_of_fragments(const HostLayout& layout);

/// "64 KB, 7 senders to one"
std::string name_of(const Benchmark& benchmark);

/// The phase tables of all ranks in units of `bytes`, for the prediction.
std::vector<PhaseTable> tables(const Benchmark& benchmark);

/// The time in seconds that `predict` gives.
double predicted(const Benchmark& benchmark, const Machine& machine);

/// A rank's layouts for the measurement, in a buffer of one unit per message.
detail::Layouts lay_out(const Benchmark& benchmark, int rank);

}  // namespace partita::calibrate
