#pragma once
/// \file Something begun and not yet finished, which must go on while something else is waited for.

#include <partita/support/sentence.hpp>

namespace partita {

/// Operations under way on one communicator advance each other: whoever waits advances them all (see
/// `Communicator::advance_all`). So they may be finished in different orders on different ranks.
class UnderWay {
 public:
  /// Does what can be done without waiting.
  virtual void advance() = 0;

  /// Goes on after "waits": "for 320 bytes from rank 1 in phase 3 of ...". Whoever ends the program asks in
  /// the middle of anything: takes no memory, changes nothing, and reads only what stays where it is while
  /// the operation is under way. What has changed a moment ago may be told as it was.
  virtual void say_what_is_waited_for(Sentence& sentence) const = 0;

 protected:
  UnderWay() = default;
  UnderWay(const UnderWay&) = default;
  UnderWay& operator=(const UnderWay&) = default;
  ~UnderWay() = default;

 private:
  friend class Communicator;
  UnderWay* next_ = nullptr;  // begun after this one, and still under way
};

}  // namespace partita
