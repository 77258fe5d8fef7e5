#pragma once
/// \file Something that a rank does, from here to the end of its block, for a profile.

#include <string_view>

#include <partita/support/communicator.hpp>
#include <partita/support/recorder.hpp>

namespace partita::detail {

/// Does nothing without a profile. Not collective.
class Span {
 public:
  /// @param kind  of the activity: a literal
  Span(const Communicator& comm, std::string_view kind, std::string_view name = {})
      : recorder_(comm.recorder()) {
    if (recorder_ != nullptr) recorder_->enter(activity_ = recorder_->find(kind, name), recorder_->now());
  }
  ~Span() {
    if (recorder_ != nullptr) recorder_->leave(activity_, recorder_->now());
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  Recorder* recorder_;
  std::size_t activity_ = 0;
};

}  // namespace partita::detail
