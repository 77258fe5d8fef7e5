#include "bench/lab/simulator/processor.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/s4u.hpp>

#include <partita/support/error.hpp>

namespace partita::lab {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

Processors* of_this_program = nullptr;

double now() { return simgrid::s4u::Engine::get_clock(); }

constexpr double no_time = 1e-12;  // seconds that are rounding

}  // namespace

void Processor::busy(double seconds) {
  acted();
  if (seconds > 0) simgrid::s4u::this_actor::sleep_for(seconds);
}

void Processor::busy_until(double time) {
  acted();
  if (time > now()) simgrid::s4u::this_actor::sleep_until(time);
}

double Processor::send_seconds(int receiver, std::size_t bytes) const {
  const Costs& costs = machine_.costs;
  if (bytes == 0) return costs.signal;
  const double copy = all_.copy_seconds(rank_, receiver, bytes);
  if (machine_.host_of(rank_) == machine_.host_of(receiver)) return costs.host_start_up + copy;
  return costs.start_up + all_.unawaited_seconds(receiver, /*at_sender=*/true) +
         all_.reservation(rank_, receiver, bytes) + copy;
}

double Processor::receive_seconds(int sender, std::size_t bytes) const {
  const Costs& costs = machine_.costs;
  if (bytes == 0) return costs.signal_receive;
  if (machine_.host_of(rank_) == machine_.host_of(sender)) return costs.receive;
  return costs.receive + all_.unawaited_seconds(rank_, /*at_sender=*/false);
}

// Each rank receives one message per round.
double Processor::barrier_receive_seconds() const {
  const Costs& costs = machine_.costs;
  return costs.barrier > 0
             ? costs.barrier / static_cast<double>(std::bit_width(static_cast<unsigned>(all_.ranks() - 1)))
             : costs.signal_receive;
}

void Processor::started(MPI_Request request, Kind kind, int partner) {
  acted();
  under_way_.push_back({request, request, kind, partner});
  if (kind == Kind::send) departures_[partner] = {now(), interrupted_ + all_.of(partner).interrupted_};
}

// Completion is recorded at the time of the previous poll, the earliest possible moment.
void Processor::poll() {
  if (has_polled_ && polled_at_ == now()) return;
  for (UnderWay& message : under_way_) {
    if (message.complete) continue;
    int is_complete = 0;
    PMPI_Test(&message.request, &is_complete, &message.status);
    if (is_complete != 0) complete(message, polled_at_);
  }
  polled_at_ = now();
  has_polled_ = true;
}

void Processor::complete(UnderWay& message, double at) {
  message.complete = true;
  const bool flies = machine_.costs.contention == Costs::Contention::share &&  // otherwise see MachineZone
                     (message.kind == Kind::receive ||
                      (message.kind == Kind::barrier_receive && machine_.costs.barrier == 0));
  message.there_at = flies ? at + all_.flight(message.status.MPI_SOURCE, rank_,
                                              static_cast<std::size_t>(message.status.count))
                           : at;
  if (message.kind == Kind::receive) message.partner = message.status.MPI_SOURCE;
}

// Inquiries that come until then delay it further, but take no more than half of its time.
double Processor::there_at(const UnderWay& message) const {
  const bool sends = message.kind == Kind::send;
  if (machine_.costs.interrupt == 0 || (!sends && message.kind != Kind::receive)) return message.there_at;
  const Processor& other = all_.of(message.partner);
  if (machine_.host_of(rank_) == machine_.host_of(other.rank_)) return message.there_at;
  const Departure& departure = sends ? departures_.at(message.partner) : other.departures_.at(rank_);
  return message.there_at + std::min(interrupted_ + other.interrupted_ - departure.interrupted,
                                     message.there_at - departure.time);
}

bool Processor::is_there(const UnderWay& message) const {
  return message.complete && there_at(message) <= now() + no_time;
}

Processor::UnderWay* Processor::find_there(MPI_Request request) {
  const auto found = std::find_if(under_way_.begin(), under_way_.end(), [&](const UnderWay& message) {
    return message.name == request && is_there(message);
  });
  return found == under_way_.end() ? nullptr : &*found;
}

bool Processor::is_there(MPI_Request request) { return find_there(request) != nullptr; }

std::optional<MPI_Status> Processor::take(MPI_Request request) {
  const UnderWay* const found = find_there(request);
  if (found == nullptr) return std::nullopt;
  const UnderWay message = *found;
  under_way_.erase(under_way_.begin() + (found - under_way_.data()));
  if (message.kind == Kind::receive)
    busy(receive_seconds(message.status.MPI_SOURCE, static_cast<std::size_t>(message.status.count)));
  if (message.kind == Kind::barrier_receive) busy(barrier_receive_seconds());
  acted();
  return message.status;
}

void Processor::found_nothing(const void* requests) {
  if (asked_.insert(requests).second) return;
  wait();
}

void Processor::wait() {
  acted();
  double first = never;
  std::vector<MPI_Request> incomplete;
  for (const UnderWay& message : under_way_)
    if (!message.complete)
      incomplete.push_back(message.request);
    else if (!is_there(message))
      first = std::min(first, there_at(message));
  if (first < never) {
    simgrid::s4u::this_actor::sleep_until(first);
    return;
  }
  if (incomplete.empty()) throw Error(text("rank ", rank_, " waits for messages, but none is under way"));
  int which = 0;
  MPI_Status status;
  const std::vector<MPI_Request> requests = incomplete;
  PMPI_Waitany(static_cast<int>(incomplete.size()), incomplete.data(), &which, &status);
  for (UnderWay& message : under_way_)
    if (!message.complete && message.request == requests[static_cast<std::size_t>(which)]) {
      message.status = status;
      complete(message, now());
    }
  polled_at_ = now();
}

void Processor::yield() {
  constexpr double share = 1.0 / 8, least = 1e-7, least_share_of_signal = 1.0 / 64;
  const double since = yields_ ? yields_since_ : now();
  acted();
  yields_ = true;
  yields_since_ = since;
  simgrid::s4u::this_actor::sleep_for(
      std::max({least, least_share_of_signal * machine_.costs.signal, share * (now() - since)}));
}

Processor& processor_of(int rank) { return of_this_program->of(rank); }

Processor& this_processor() {
  return processor_of(static_cast<int>(simgrid::s4u::this_actor::get_host()->get_netpoint()->id()));
}

Processors::Processors(const Machine& machine, int ranks) : machine_(machine) {
  for (int rank = 0; rank < ranks; ++rank) processors_.emplace_back(machine, *this, rank);
  of_this_program = this;
}

double Processors::unawaited_seconds(int receiver, bool at_sender) const {
  const bool awaits = replayed_.awaited.empty() || replayed_.awaited[static_cast<std::size_t>(receiver)];
  return awaits || at_sender != replayed_.by_lock ? 0 : machine_.costs.unawaited;
}

double Processors::flight(int from, int to, std::size_t bytes) const {
  return flight_seconds(machine_, from, to) +
         (replayed_.reserves ? reservation_seconds(machine_, from, to, static_cast<double>(bytes)) : 0);
}

double Processors::reservation(int from, int to, std::size_t bytes) const {
  const bool is_long = static_cast<double>(bytes) > machine_.costs.unreserved;
  return replayed_.reserves && is_long && machine_.host_of(from) != machine_.host_of(to)
             ? machine_.costs.reservation
             : 0;
}

double Processors::copy_seconds(int from, int to, std::size_t bytes) const {
  const auto found = replayed_.relayed.find({from, to, bytes});
  return found == replayed_.relayed.end() ? 0 : machine_.costs.copy * static_cast<double>(found->second);
}

Processors::~Processors() { of_this_program = nullptr; }

}  // namespace partita::lab
