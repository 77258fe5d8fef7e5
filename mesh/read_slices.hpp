#pragma once
/// \file Reads a text file slice after slice, or all slices at the same time, each on its rank.
//
// A format is a state machine over lines. Its state says in which block a line is, and what came before. To
// read a slice one must know the state at its begin, so each slice is passed twice. The *walk* reads the
// lines that change the state (headers, keys), and only counts the records of blocks: Lines has an index for
// that, so that a slice is walked in next to no time. The walk goes from rank to rank and hands the state on.
// Then all ranks *parse* the records of their slices at the same time.
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
/// A format has a `State`, which `each(f)` hands to f, part after part; a `Share`, to which slices are
/// appended; the `rule` of its lines, and
///
///     void walk(Lines& slice, State&) const;         // to the end of the slice
///     void finish(const TextScanner& end, State&) const;   // at the end of the file
///     void parse(Lines& slice, State state, const State& whole, Share&) const;   // to the end of the slice
template <class Format>
struct SharesRead {
  typename Format::Share share;  ///< of this rank's slice, or of all slices of this process
  typename Format::State whole;  ///< at the end of the file
};

namespace detail {

// The begin of a slice.
template <class Format>
struct Reached {
  typename Format::State state = {};
  std::int64_t line = 1;
  bool is_refused = false;  // a line before it is, so nothing is known of the slice

  template <class Visit>
  void each(Visit&& visit) {
    state.each(visit);
    visit(line, is_refused);
  }
};

template <class Format>
class SliceReader {
 public:
  SliceReader(const Format& format, std::string_view slice, const std::string& path, const TextPart& part)
      : format_(format), lines_(slice, path, Format::rule), part_(part) {}

  // From the slice's begin to that of the next one.
  void walk(Reached<Format>& reached, bool is_last) {
    begin_ = reached;
    if (reached.is_refused) return;
    part_.first_line = reached.line;
    try {
      lines_.begin(part_);
      format_.walk(lines_, reached.state);
      reached.line += lines_.line_ends();
      if (is_last) format_.finish(lines_.rest(), reached.state);
    } catch (const std::exception& refusal) {
      refusal_ = refusal.what();
      reached.is_refused = true;
    }
  }

  void parse(const typename Format::State& whole, typename Format::Share& share) {
    if (begin_.is_refused) return;
    lines_.begin(part_);
    format_.parse(lines_, begin_.state, whole, share);
    if (refusal_) throw Error(*refusal_);
  }

 private:
  const Format& format_;
  Lines lines_;
  TextPart part_;
  Reached<Format> begin_;
  std::optional<std::string> refusal_;
};

template <class Format>
SharesRead<Format> read_from_memory(const TextSource& source, const Format& format) {
  if (source.text.empty()) throw Error(source.path, ": the file is empty");
  std::deque<SliceReader<Format>> slices;
  std::size_t before = 0;
  for (const std::string_view slice : cut_into_slices(source.text, source.slices)) {
    const TextPart part{1, before, source.text.size() - before - slice.size()};
    slices.emplace_back(format, slice, source.path, part);
    before += slice.size();
  }
  Reached<Format> reached;
  for (SliceReader<Format>& slice : slices) slice.walk(reached, &slice == &slices.back());
  SharesRead<Format> read{{}, std::move(reached.state)};
  for (SliceReader<Format>& slice : slices) slice.parse(read.whole, read.share);
  return read;
}

template <class Format>
SharesRead<Format> read_together(const TextSource& source, const Format& format) {
  const Communicator& comm = *source.comm;
  const Slice slice = read_slice(comm, source.path);
  SliceReader<Format> reader =
      collectively(comm, [&] { return SliceReader<Format>(format, slice.text, source.path, slice.part); });

  Pipeline pipeline(comm);
  Reached<Format> reached;
  const std::string below = pipeline.from_below();
  if (!pipeline.is_first()) reached.each(Unpacker(below));
  reader.walk(reached, pipeline.is_last());
  Packer packer;
  reached.each(packer);
  if (!pipeline.is_last()) pipeline.hand_on(packer.bytes);
  broadcast(comm, packer.bytes, comm.size() - 1);
  reached.each(Unpacker(packer.bytes));

  return collectively(comm, [&] {
    SharesRead<Format> read{{}, std::move(reached.state)};
    reader.parse(read.whole, read.share);
    return read;
  });
}

}  // namespace detail

/// Reads the source by a format. Collective if the source has a communicator.
/// @throws Error; CollectiveError if the source has a communicator
template <class Format>
SharesRead<Format> read_slices(const TextSource& source, const Format& format) {
  return source.comm == nullptr ? detail::read_from_memory(source, format)
                                : detail::read_together(source, format);
}

}  // namespace partita::mesh
