#pragma once
/// \file What the messages of an exchange carry: a list of (access pattern, places, field). Fields of one
/// pattern come with each call instead, and are laid side by side by FieldExchange::take.

#include <cstddef>
#include <vector>

#include <partita/executor/exchange_entry.hpp>
#include <partita/executor/memory/records.hpp>
#include <partita/executor/plan.hpp>

namespace partita::detail {

/// Which records each message of an exchange carries, on this rank.
class MessageContents {
 public:
  /// Messages of one pattern. A unit is one index: a record of as many fields as each replay is given.
  MessageContents(const AccessPattern& pattern, Places places);

  /// The same for a list of entries, whose number and shapes are the same at each replay. A message is the
  /// concatenation of the parts of all entries; a unit is a granule. Collective.
  ///
  /// @throws CollectiveError if there is no entry, entries are on several communicators, shapes differ from
  /// rank to rank, or a ghost has another count of values than its owner.
  explicit MessageContents(std::vector<ExchangeEntry> entries);
  MessageContents(MessageContents&&) = default;  // a copy's runs would span the original's lists
  MessageContents& operator=(MessageContents&&) = default;

  const std::vector<ExchangeEntry>& entries() const { return entries_; }
  const MessageVectors& vectors() const { return vectors_; }

  /// Bytes of a unit; 0: those of a record, which each replay decides.
  std::size_t granule() const { return granule_; }

  /// Of the values that are sent, and of the first copies of the ghosts that they fill: by neighbour, then by
  /// entry, in the order of messages.
  const std::vector<RecordRun>& owned() const { return owned_; }
  const std::vector<RecordRun>& ghosts() const { return ghosts_; }

  /// Bytes that this rank's gather sends, when a unit is a granule, without what is padded.
  std::size_t bytes() const;

 private:
  /// The same run; if the counts of its entry differ, with the bytes where its records begin.
  RecordRun counted(RecordRun run);

  /// The granules that each message carries, numbered by entry and place, so that those sent to several ranks
  /// are known. Records that do not begin with a granule share none.
  IndexRuns indices_sent() const;

  MessageVectors vectors_;
  std::vector<ExchangeEntry> entries_;
  std::size_t granule_ = 0;
  std::vector<RecordRun> owned_, ghosts_;
  std::vector<std::vector<local_index>> needed_;  // entities that are sent, by entry
  std::vector<std::vector<std::size_t>> begins_;  // of runs whose counts differ
};

}  // namespace partita::detail
