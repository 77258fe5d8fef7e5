#pragma once
/// \file Tags that keep the messages of one exchange from those of all others on its communicator.

#include <cstdint>
#include <memory>

#include <partita/support/communicator.hpp>

namespace partita::detail {

/// Tags that no object has. Messages in order are those of pipelines and remaps: their receiver names the
/// sender and knows which message is next.
inline constexpr int tag_of_sparse_exchanges = 0, tag_of_messages_in_order = 1;

/// Consecutive tags that belong to one object, the same on all ranks.
///
/// Tags are given out in ascending order, without communication, until there are no more: MPI may end at
/// 32,767. From then on the ranks agree, each time, on the next ones that are free on all of them. An
/// exchange may end earlier on one rank than on another, and one that is left in the middle never frees its
/// tags.
class Tags {
 public:
  /// Every rank makes its tags in the same order. Collective.
  /// @throws CollectiveError if no `count` tags in a row are free on all ranks
  Tags(const Communicator& comm, int count);
  Tags(const Tags&) = delete;
  Tags& operator=(const Tags&) = delete;
  Tags(Tags&&) = default;
  /// Frees the tags, but while an exception unwinds this rank: messages may be on their way.
  ~Tags();

  int first() const { return first_; }

  /// How many were made before, on this communicator: tells these from others that have had the same tags.
  std::uint64_t number() const { return number_; }

  /// Messages with these tags may still come: they are never given out again.
  void give_up() { pool_.reset(); }

 private:
  class Pool;

  std::shared_ptr<Pool> pool_;  // none: these are not freed
  int first_;
  std::uint64_t number_;
};

/// The tag of messages that have `tag`, and values of these types: 0, or a number of 16 bits. No object has
/// it, and values of other types most likely have another. Where MPI has few tags it is `tag` itself.
int tag_of_types(const Communicator& comm, int tag, std::uint16_t types);

}  // namespace partita::detail
