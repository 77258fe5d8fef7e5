#pragma once
/// \file Reads a file in slices, which are on different ranks, at the same time.
//
// A format is a state machine over lines. Its state says in which block a line is, and what came before. To
// read a slice one must know the state at its begin, so each slice is passed twice. The *walk* reads the
// lines that change the state (headers, keys), and only counts the records of blocks: Lines has an index for
// that, so that a slice is walked in next to no time. The walk goes from rank to rank and hands the state on.
// Then all ranks *parse* the records of their slices at the same time. Binary files are read in the same way,
// by records instead of lines.
//
// A line that the walk refuses ends it. The slices up to this line are parsed nevertheless, so that the first
// error in the file is the one that is reported.

#include <deque>
#include <optional>
#include <string>
#include <utility>

#include <partita/mesh/lines.hpp>
#include <partita/mesh/pack.hpp>
#include <partita/mesh/pipeline.hpp>
#include <partita/mesh/text_slices.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

/// What a format's reader gives.
///
/// A format has a `State`, which a Packing packs; a `Share`, to which slices are appended; the `rule` of its
/// lines, and
///
///     // To the end of the slice: a walk if `read` is null, else records are parsed.
///     void pass(Lines& slice, State&, SharesRead<Format>* read) const;
///     void finish(TextScanner end, const State&) const;   // at the end of the file
template <class Format>
struct SharesRead {
  typename Format::Share share;  ///< of this rank's slices
  typename Format::State whole;  ///< at the end of the file
};

// The begin of a slice.
template <class Format>
struct Reached {
  typename Format::State state = {};
  SliceBegin begin;
  bool is_refused = false;  // a line before it is, so nothing is known of the slice

  template <class Visit>
  void each(Visit& visit) {
    visit(state, begin, is_refused);
  }
};

template <class Format, class Input>
class SliceReader {
 public:
  // Both must outlive the object.
  SliceReader(const Format& format, Input& slice) : format_(format), slice_(slice) {}

  // From the slice's begin to that of the next one.
  void walk(Reached<Format>& reached, bool is_last) {
    begin_ = reached;
    if (reached.is_refused) return;
    try {
      slice_.begin(reached.begin);
      format_.pass(slice_, reached.state, nullptr);
      reached.begin = slice_.end();
      if (is_last) format_.finish(slice_.rest(), reached.state);
    } catch (const std::exception& refusal) {
      refusal_ = refusal.what();
      reached.is_refused = true;
    }
  }

  void parse(SharesRead<Format>& read) {
    if (begin_.is_refused) return;
    slice_.begin(begin_.begin);
    format_.pass(slice_, begin_.state, &read);
    if (refusal_) throw Error(*refusal_);
  }

 private:
  const Format& format_;
  Input& slice_;
  Reached<Format> begin_;
  std::optional<std::string> refusal_;
};

/// Reads this rank's slices by a format.
/// @param inputs  have the functions `begin`, `end` and `rest` of Lines
/// @throws CollectiveError as the format throws. Collective.
template <class Format, class Input>
SharesRead<Format> read_slices(const Communicator& comm, const Format& format, std::deque<Input>& inputs) {
  std::deque<SliceReader<Format, Input>> slices;
  for (Input& input : inputs) slices.emplace_back(format, input);
  Reached<Format> reached;
  Packing below(from_below(comm));
  if (comm.rank() > 0) below(reached);
  const bool is_last = comm.rank() + 1 == comm.size();
  for (auto& slice : slices) slice.walk(reached, is_last && &slice == &slices.back());
  Packing behind;
  behind(reached);
  hand_on(comm, behind.bytes);
  broadcast(comm, behind.bytes, comm.size() - 1);
  Packing end(std::move(behind.bytes));
  end(reached);
  return collectively(comm, [&] {
    SharesRead<Format> read{{}, std::move(reached.state)};
    for (auto& slice : slices) slice.parse(read);
    return read;
  });
}

/// Reads a text by a format. Errors as above. Collective.
template <class Format>
SharesRead<Format> read_slices(const MeshSource& source, const Format& format) {
  std::vector<std::string> texts;
  const std::vector<Slice> slices = slices_of(source, texts);
  std::deque<Lines> lines = collectively(source.comm, [&] {
    std::deque<Lines> all;
    for (const Slice& slice : slices) all.emplace_back(slice.text, slice.part, source.path, Format::rule);
    return all;
  });
  return read_slices(source.comm, format, lines);
}

}  // namespace partita::mesh
