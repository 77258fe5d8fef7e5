#pragma once
/// \file Machines described in files, read and written: TOML, units in the keys.
///
///     [network]
///     topology = "fat_tree:4x3"              # as machine_named takes it; without a shape: large enough
///     contention = "share"                   # or "queue"
///     duplex = "full"                        # or "pairwise", "half"
///     link_megabytes_per_second = [20, 10]   # by level; left out: links do not limit
///     ranks_per_host = 64                    # 1 unless said
///
///     [messages]                            # what is left out costs nothing
///     start_up_microseconds = 1.0
///     unawaited_microseconds = 0.2          # more, for a message that its receiver does not wait for
///     receive_microseconds = 0.3
///     noise_microseconds = 0.0              # by chance more to start up, at most
///     signal_microseconds = 0.5             # to send one
///     signal_receive_microseconds = 0.5     # left out: as to send one
///     inquiry_microseconds = 0.5            # of the protocol lock; left out: as a signal
///     interrupt_microseconds = 0.0          # for which its receiver moves no other message
///     copy_per_byte_microseconds = 0.0      # of what a relay sends on
///     per_hop_microseconds = 0.1
///     unreserved_bytes = 100                # longer ones reserve room if not expected; left out: none does
///     reservation_microseconds = 69.0       # and _per_hop_, _per_byte_
///     node_megabytes_per_second = 25000     # or per_byte_microseconds
///     barrier_microseconds = 5              # in hardware; left out: by messages
///     send_penalty = 0.0
///     receive_penalty = 0.09
///     both_ways_penalty = 0.4
///     exchange_penalty = 0.4
///     spared_kilobytes = 0.0                # of a message, which the last two penalties do not slow
///     fragment_kilobytes = 0.0               # of phased protocols between hosts; 0: whole messages
///
///     [ports]                               # left out: nothing passes at once, nothing is lost
///     burst_kilobytes = 32
///     burst_megabytes_per_second = 1000     # left out: they take no time
///     queue_kilobytes = 256
///     window_kilobytes = 32
///     loss_milliseconds = 210
///
///     [within_hosts]
///     start_up_microseconds = 0.3
///     megabytes_per_second = 10000
///
///     [processors]
///     slowdown = 1.0                         # of building schedules, beside processors of the 2020s
///
/// A megabyte is 10^6 bytes, a kilobyte 1000. See Costs for the meaning of each number.

#include <string>
#include <string_view>

#include <partita/schedule/machine.hpp>

namespace partita {

/// Reads the machine that a file describes. Not collective.
///
/// @param ranks  number of ranks that the machine must have room for
/// @throws Error with file and line if the file is no TOML, for unknown keys and names, for a value that is
/// no number of at least 0, and if there are more ranks than nodes.
Machine read_machine(const std::string& path, int ranks);

/// Writes a file from which read_machine makes this machine again, to twelve digits. Keys with the value that
/// they have if left out are left out. The file is complete or absent. Not collective.
///
/// @param remarks  come first, each line as a comment
/// @throws Error if the file cannot be written.
void write_machine(const std::string& path, const Machine& machine, std::string_view remarks = {});

}  // namespace partita
