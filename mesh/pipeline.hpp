#pragma once
/// \file A message from each rank to the next.

#include <memory>
#include <string>

#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// The ranks in a pipeline, in which each waits for the one below.
class Pipeline {
 public:
  /// Not collective.
  explicit Pipeline(const Communicator& comm) : comm_(comm) {}
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  bool is_first() const { return comm_.rank() == 0; }
  bool is_last() const { return comm_.rank() == comm_.size() - 1; }

  /// The bytes that the rank below has handed on; none on the first rank. Every rank must call it once.
  /// @throws Error if PARTITA_CHECK finds that they never come, and when PARTITA_DEADLINE has passed
  std::string from_below() const;

  /// Every rank but the last must call it once. The next rank has the bytes when the pipeline ends.
  void hand_on(std::string bytes);

 private:
  const Communicator& comm_;
  std::unique_ptr<std::string> handed_on_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace partita::mesh
