#pragma once
/// \file What the messages of an exchange carry: a list of (access pattern, places, field). Fields of one
/// pattern come with each call instead, and are laid side by side by FieldExchange.

#include <cstddef>
#include <vector>

#include <partita/executor/exchange/exchange_entry.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/memory/records.hpp>

namespace partita {

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

  /// Bytes of a unit, in a replay of fields with records of these bytes.
  std::size_t unit_bytes(std::size_t record_bytes) const { return granule_ == 0 ? record_bytes : granule_; }

  /// What field f of a call belongs to.
  std::size_t number_of_entry(std::size_t f) const { return granule_ == 0 ? 0 : f; }
  const ExchangeEntry& entry_of(std::size_t f) const { return entries_[number_of_entry(f)]; }

  /// Gives field f, of which only the data are known, the shape that this number of elements has here.
  /// @throws Error if they do not fit. Not collective.
  void fit(FieldMemory& field, std::size_t elements, std::size_t f) const;

  /// @throws Error unless a call may be given these fields: shapes, data and room. Not collective.
  void require_fit(FieldList owned, FieldList ghosts) const;

  /// Of the values that are sent, and of the first copies of the ghosts that they fill: by neighbour, then by
  /// entry, in the order of messages.
  const std::vector<detail::RecordRun>& owned() const { return owned_; }
  const std::vector<detail::RecordRun>& ghosts() const { return ghosts_; }

  /// Bytes that this rank's gather sends, when a unit is a granule, without what is padded.
  std::size_t bytes() const;

 private:
  /// The same run; if the counts of its entry differ, with the bytes where its records begin.
  detail::RecordRun counted(detail::RecordRun run);

  /// The granules that each message carries, numbered by entry and place, so that those sent to several ranks
  /// are known. Records that do not begin with a granule share none.
  IndexRuns indices_sent() const;

  MessageVectors vectors_;
  std::vector<ExchangeEntry> entries_;
  std::size_t granule_ = 0;
  std::vector<detail::RecordRun> owned_, ghosts_;
  std::vector<std::vector<local_index>> needed_;  // entities that are sent, by entry
  std::vector<std::vector<std::size_t>> begins_;  // of runs whose counts differ
};

}  // namespace partita
