#pragma once
/// \file An operation begun and not yet finished. It must advance while its rank waits for another one.

#include <partita/support/sentence.hpp>

namespace partita {

/// A rank that waits for one operation of a communicator advances them all (see `Communicator::advance_all`).
/// Ranks may therefore finish them in different orders.
class UnderWay {
 public:
  /// Does what can be done without waiting.
  virtual void advance() = 0;

  /// Anything of it is left to advance.
  virtual bool is_waiting() const { return true; }

  /// Continues a sentence after "waits": "for 320 bytes from rank 1 in phase 3 of ...". A signal handler may
  /// call it at any moment. It allocates nothing, changes nothing, and reads only what stays in place while
  /// the operation is under way. The sentence may be out of date by a moment.
  virtual void say_what_is_waited_for(Sentence& sentence) const = 0;

 protected:
  virtual ~UnderWay() = default;

 private:
  friend class Communicator;
  UnderWay* next_ = nullptr;  // begun after this one, and still under way
};

}  // namespace partita
