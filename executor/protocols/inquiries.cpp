#include <algorithm>
#include <numeric>

#include <partita/executor/protocols/inquiries.hpp>

namespace partita {

Inquiries::Inquiries(const Communicator& comm, std::span<const int> receivers, const LockOptions& options)
    : options_(options),
      locks_(comm),
      in_order_(receivers.size()),
      expected_seconds_(receivers.size()),
      random_(static_cast<std::uint64_t>(comm.rank())) {
  std::iota(in_order_.begin(), in_order_.end(), std::size_t{0});
  std::stable_sort(in_order_.begin(), in_order_.end(),
                   [&](std::size_t a, std::size_t b) { return receivers[a] < receivers[b]; });
  for (std::size_t k = 0; k < in_order_.size(); ++k) {
    const int rank = receivers[in_order_[k]];
    if (destinations_.empty() || destinations_.back().rank != rank)
      destinations_.push_back({rank, k, k, k, 0});
    ++destinations_.back().last;
  }
  may_be_asked_.reserve(destinations_.size());  // a replay allocates nothing
}

void Inquiries::begin() {
  for (Destination& destination : destinations_) {
    destination.next = destination.first;
    destination.leave_alone_until = 0;
  }
  locks_.open();
}

std::optional<std::size_t> Inquiries::ask(double now) {
  if (may_be_asked_.empty()) {
    locks_.complete();
    return std::nullopt;
  }
  const auto which = random_.below(static_cast<std::uint32_t>(may_be_asked_.size()));
  Destination& destination = destinations_[may_be_asked_[which]];
  const std::size_t message = in_order_[destination.next];
  const auto [granted, busy_seconds] =
      locks_.take(destination.rank, options_.busy_measure ? expected_seconds_[message] : 0);
  if (!granted) {
    destination.leave_alone_until = now + busy_seconds;
    return std::nullopt;
  }
  ++destination.next;
  receiver_ = destination.rank;
  started_at_ = now;
  return message;
}

// What a message is expected to take follows what it took down at once, and up by doubling: a rank that was
// kept from its processor for a while shall not be left alone for so long the next time.
void Inquiries::sent(std::size_t message) {
  if (options_.early_go_ahead) locks_.give_back(receiver_);
  double& expected = expected_seconds_[message];
  const double took = clock_.seconds() - started_at_;
  expected = expected == 0 ? took : std::min(took, 2 * expected);
}

void Inquiries::arrived() {
  if (!options_.early_go_ahead) locks_.free_own();
}

}  // namespace partita
