#pragma once
/// \file Something begun and not yet finished, which must go on while something else is waited for.

namespace partita {

/// Operations under way on one communicator advance each other: whoever waits advances them all (see
/// `Communicator::advance_all`). So they may be finished in different orders on different ranks.
class UnderWay {
 public:
  /// Does what can be done without waiting.
  virtual void advance() = 0;

 protected:
  UnderWay() = default;
  UnderWay(const UnderWay&) = default;
  UnderWay& operator=(const UnderWay&) = default;
  ~UnderWay() = default;
};

}  // namespace partita
