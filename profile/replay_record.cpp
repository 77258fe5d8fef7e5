#include <algorithm>
#include <utility>

#include <partita/profile/replay_record.hpp>

namespace partita::detail {

// Several tables of one name, as of a race, are one activity. Messages with the same partner and phase are one.
ReplayRecord::ReplayRecord(Recorder& recorder, const std::string& name, std::vector<Message> sends,
                           const std::vector<Message>& receives)
    : recorder_(recorder),
      activity_(recorder.find("exchange", name)),
      sends_(std::move(sends)),
      receives_(receives),
      outgoing_(sends_.size()),
      incoming_(receives.size()) {
  arrivals_.reserve(receives.size());
  std::vector<MessageSums>& all = recorder.activity(activity_).messages;
  for (const Message& receive : receives) {
    const auto known = std::ranges::find_if(all, [&](const MessageSums& sums) {
      return sums.from == receive.partner && sums.phase == receive.phase;
    });
    sums_.push_back(static_cast<std::size_t>(known - all.begin()));
    if (known == all.end())
      all.push_back({.from = receive.partner, .phase = receive.phase, .between_hosts = receive.is_between_hosts});
  }
}

void ReplayRecord::begin() {
  begun_ = moment_ = recorder_.now();
  in_begin_ = true;
  arrivals_.clear();
  recorder_.enter(activity_, begun_);
}

void ReplayRecord::begun() {
  in_begin_ = false;
  left_begin_ = moment_;
  recorder_.leave(activity_, moment_);
}

const Stamp& ReplayRecord::leaves(std::size_t send, std::size_t bytes) {
  const double sent = recorder_.now();
  recorder_.activity(activity_).packing += sent - moment_;
  moment_ = sent;
  outgoing_[send] = recorder_.stamp(begun_, sent);
  if (sends_[send].is_between_hosts) outgoing_[send].ahead = recorder_.queue_to_send(sent, bytes);
  return outgoing_[send];
}

void ReplayRecord::waits() {
  waits_ = recorder_.now();
  looked_in_vain_ = false;
  recorder_.enter(activity_, waits_);
}

// By the model, how long the messages take that use the receiver's port while this one travels, and what the
// sender's port had before it.
double ReplayRecord::crowd(const Arrival& message) const {
  const double sent = incoming_[message.receive].sent;
  double seconds = incoming_[message.receive].ahead;
  for (const Arrival& other : arrivals_)
    if (&other != &message && receives_[other.receive].is_between_hosts && other.at > sent &&
        incoming_[other.receive].sent < message.at)
      seconds += recorder_.between_hosts.seconds(0, static_cast<double>(other.bytes));
  return seconds;
}

void ReplayRecord::complete() {
  const double now = recorder_.now();
  Activity& activity = recorder_.activity(activity_);
  const auto number = static_cast<std::uint64_t>(++activity.count);
  const auto which = static_cast<std::uint32_t>(activity_);
  double waiting = waits_, last_sent = begun_;
  for (const Arrival& message : arrivals_) {
    const auto& [receive, bytes, at, is_awaited, unpacked] = message;
    const Stamp& stamp = incoming_[receive];
    MessageSums& sums = activity.messages[sums_[receive]];
    ++sums.count;
    sums.bytes += static_cast<double>(bytes);
    last_sent = std::max(last_sent, stamp.sent);
    activity.unpacking += unpacked - at;
    if (is_awaited) {
      const double late_to = std::clamp(stamp.begun, waiting, std::max(waiting, at)),
                   held_to = std::clamp(stamp.sent, late_to, std::max(late_to, at));
      if (late_to > waiting) recorder_.was_late(activity_, number, stamp, waiting, late_to);
      sums.late += late_to - waiting;
      sums.held += held_to - late_to;
      sums.transit += std::max(0.0, at - held_to);
      ++sums.awaited;
      sums.awaited_bytes += static_cast<double>(bytes);
      sums.travelled += std::max(0.0, at - stamp.sent);
      if (receives_[receive].is_between_hosts) sums.crowd += crowd(message);
    }
    waiting = std::max(waiting, unpacked);
    recorder_.add({Event::Kind::message, is_awaited, which, number, stamp.begun, stamp.sent, at, 0, receives_[receive].partner,
                   receives_[receive].phase, bytes});
  }
  if (!arrivals_.empty() && arrivals_.back().is_awaited) recorder_.waited(waits_, arrivals_.back().at);
  activity.hidden += std::clamp(last_sent, left_begin_, waits_) - left_begin_;
  const double last = arrivals_.empty() ? waits_ : std::max(waits_, arrivals_.back().unpacked);
  activity.unpacking += now - last;
  recorder_.add({Event::Kind::replay, false, which, number, begun_, waits_, now, left_begin_, -1, -1, 0});
  recorder_.leave(activity_, now);
}

}  // namespace partita::detail
