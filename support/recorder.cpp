#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <partita/support/clock_offset.hpp>
#include <partita/support/error.hpp>
#include <partita/support/recorder.hpp>
#include <partita/support/settings.hpp>
#include <partita/support/tool_hooks.hpp>

namespace partita::detail {

namespace {

constexpr std::size_t most_late = 16;
constexpr int tag_of_clocks = 0;  // of sparse exchanges, none of which is under way
constexpr double seconds_between_files = 30;
constexpr int moments_of_look = 16;          // a look takes some, and as long for its bookkeeping
constexpr std::uint64_t part_of_time = 100;  // for looks
constexpr std::uint64_t most_looks_at_once = 1000;

// Some ten nanoseconds each, where the processor has a counter.
std::uint64_t ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t count;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return static_cast<std::uint64_t>(MPI_Wtime() * 1e9);
#endif
}

}  // namespace

std::optional<StepRange> timeline_steps() {
  const char* const given = setting("PARTITA_TIMELINE_STEPS");
  if (given == nullptr) return std::nullopt;
  const std::string_view words = given;
  const char* const end = words.data() + words.size();
  StepRange steps{};
  const auto [colon, error] = std::from_chars(words.data(), end, steps.first);
  if (error == std::errc() && colon != end && *colon == ':')
    if (const auto [rest, wrong] = std::from_chars(colon + 1, end, steps.last);
        wrong == std::errc() && rest == end && steps.first < steps.last)
      return steps;
  throw Error("PARTITA_TIMELINE_STEPS is \"", words,
              "\"; give the first step and the one to stop at, as 100:110");
}

Recorder::Recorder(MPI_Comm comm)
    : comm_(comm),
      behind_(clock_offset_by_hosts(comm, tag_of_clocks)),
      tools_(std::make_unique<ToolHooks>()) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &size_);
  zero_ = MPI_Wtime() + behind_;
  MPI_Bcast(&zero_, 1, MPI_DOUBLE, 0, comm);
  seals_ = is_switched_on("PARTITA_SEAL", false, "to check that messages arrive as they were packed");
  MPI_Bcast(&seals_, 1, MPI_CXX_BOOL, 0, comm);
  StepRange steps = timeline_steps().value_or(StepRange{});
  MPI_Bcast(&steps, static_cast<int>(sizeof steps), MPI_BYTE, 0, comm);
  if (steps.last > 0) steps_ = steps;
  const std::uint64_t begin = ticks();
  for (int moment = 0; moment < moments_of_look; ++moment) (void)now();
  looked_at_ = ticks();
  cost_of_look_ = looked_at_ - begin + 1;
}

Recorder::~Recorder() = default;

double Recorder::drift() const { return clock_offset_by_hosts(comm_, tag_of_clocks) - behind_; }

bool Recorder::has_time_to_look() {
  const std::uint64_t at = ticks();
  time_to_look_ =
      std::min(time_to_look_ + (at - looked_at_) / part_of_time, most_looks_at_once * cost_of_look_);
  if (time_to_look_ < cost_of_look_) {
    if (at - looked_at_ >= part_of_time) looked_at_ = at;
    return false;
  }
  looked_at_ = at;
  time_to_look_ -= cost_of_look_;
  return true;
}

std::size_t Recorder::find(std::string_view kind, std::string_view name) {
  std::string key(kind);
  key.append(1, '\n').append(name);
  const auto known = places_.find(key);
  if (known != places_.end()) return known->second;
  activities_.push_back({.kind = std::string(kind), .name = std::string(name.empty() ? kind : name)});
  places_.emplace(std::move(key), activities_.size() - 1);
  return activities_.size() - 1;
}

void Recorder::enter(std::size_t activity, double at) {
  open_.push_back({activity, at, 0});
  if (!tools_->empty()) tools_->push(text(activities_[activity].kind, " ", activities_[activity].name));
}

// An exception may have left activities within it.
void Recorder::leave(std::size_t activity, double at, double weight) {
  while (!open_.empty()) {
    const auto [ended, since, within] = open_.back();
    open_.pop_back();
    const double seconds = (ended == activity ? weight : 1) * (at - since);
    activities_[ended].seconds += std::max(0.0, seconds - within);
    if (!open_.empty()) open_.back().within += seconds;
    if (!tools_->empty()) tools_->pop();
    if (ended != activity) continue;
    if (activities_[ended].kind != "exchange")
      add({Event::Kind::span, false, static_cast<std::uint32_t>(ended), ++activities_[ended].calls, since,
           since, at, 0, -1, -1, 0});
    return;
  }
}

void Recorder::was_late(std::size_t activity, std::uint64_t number, const Stamp& partner, double from,
                        double to, double weight) {
  const double seconds = to - from;
  const Meeting last = last_meeting(partner);
  const double waited_more = partner.waited - last.waited_there - (waited_ - last.waited_here);
  const double inherited = partner.reductions == reductions_ ? std::clamp(waited_more, 0.0, seconds) : 0;
  const int due_to = 2 * inherited > seconds ? partner.waited_for : partner.sender;
  if (inherited > 0) due_to_[partner.waited_for] += weight * inherited;
  due_to_[partner.sender] += weight * (seconds - inherited);
  if (seconds > most_due_) {
    most_due_ = seconds;
    most_due_to_ = due_to;
  }
  const auto shorter = [](const LateWait& one, const LateWait& other) { return one.seconds > other.seconds; };
  if (longest_late_.size() == most_late && longest_late_.front().seconds >= seconds) return;
  if (longest_late_.size() == most_late) {
    std::ranges::pop_heap(longest_late_, shorter);
    longest_late_.pop_back();
  }
  longest_late_.push_back({seconds, from, activity, number, due_to});
  std::ranges::push_heap(longest_late_, shorter);
}

Recorder::Meeting Recorder::last_meeting(const Stamp& partner) const {
  const auto last = meetings_.find(partner.sender);
  return last != meetings_.end() && last->second.reductions == partner.reductions ? last->second : Meeting();
}

void Recorder::met(const Stamp& partner, double waited) {
  waited_ += waited;
  meetings_[partner.sender] = {partner.reductions, partner.waited, waited_};
}

void Recorder::waited(double from, double to) {
  if (to - from >= kept_wait_) {
    kept_wait_ = to - from;
    waited_for_ = most_due_ > (to - from) / 2 ? most_due_to_ : messages_to(rank_);
  } else {
    kept_wait_ /= 2;
  }
  most_due_ = 0;
}

double Recorder::queue_to_send(double at, std::size_t bytes) {
  const double begins = std::max(at, port_is_free_);
  port_is_free_ = begins + between_hosts.seconds(0, static_cast<double>(bytes));
  return begins - at;
}

Stamp Recorder::stamp(double begun, double sent) const {
  return {begun, sent, 0, waited_, reductions_, waited_for_, rank_, 0};
}

void Recorder::add(const Event& event) {
  if (steps_ && step_ >= steps_->first && step_ < steps_->last && asked_for_.size() < most_events)
    asked_for_.push_back(event);
  if (events_.size() < most_events) {
    events_.push_back(event);
  } else {
    events_[oldest_] = event;
    oldest_ = (oldest_ + 1) % most_events;
  }
}

std::vector<Event> Recorder::events() const {
  std::vector<Event> ordered(events_.begin() + static_cast<std::ptrdiff_t>(oldest_), events_.end());
  ordered.insert(ordered.end(), events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(oldest_));
  return ordered;
}

// All ranks know the moment of the last one, so they agree on when to write.
void Recorder::reduced(std::size_t which, double entered, const Stamp& latest) {
  Activity& activity = activities_[which];
  const double left = now(), late = std::max(0.0, std::min(latest.sent, left) - entered);
  const std::uint64_t number = activity.calls + 1;
  if (latest.sender != rank_ && late > 0) was_late(which, number, latest, entered, entered + late);
  activity.late += late;
  activity.transit += left - entered - late;
  most_due_ = waited_ = 0;
  ++reductions_;
  add({Event::Kind::collective, false, static_cast<std::uint32_t>(which), number, entered, latest.sent, left,
       0, latest.sender, -1, 0});
  if (!write || latest.sent < written_ + seconds_between_files) return;
  written_ = latest.sent;
  write(*this, /*is_end=*/false);
}

}  // namespace partita::detail
