#include <algorithm>
#include <utility>

#include <partita/profile/replay_record.hpp>

namespace partita::detail {

// Several tables of one name, as of a race, are one activity. Messages with the same partner and phase are
// one.
ReplayRecord::ReplayRecord(Recorder& recorder, const std::string& name, std::vector<Message> sends,
                           const std::vector<Message>& receives)
    : recorder_(recorder),
      which_(recorder.find("exchange", name)),
      activity_(recorder.activity(which_)),
      sends_(std::move(sends)),
      receives_(receives),
      outgoing_(sends_.size()),
      incoming_(receives.size()) {
  arrivals_.reserve(receives.size());
  const auto is_between_hosts = [](const Message& message) { return message.is_between_hosts; };
  always_ = std::ranges::any_of(sends_, is_between_hosts) || std::ranges::any_of(receives_, is_between_hosts);
  std::vector<MessageSums>& all = activity_.messages;
  for (const Message& receive : receives) {
    const auto known = std::ranges::find_if(all, [&](const MessageSums& sums) {
      return sums.from == receive.partner && sums.phase == receive.phase;
    });
    sums_.push_back(static_cast<std::size_t>(known - all.begin()));
    if (known == all.end())
      all.push_back(
          {.from = receive.partner, .phase = receive.phase, .between_hosts = receive.is_between_hosts});
  }
}

void ReplayRecord::look_at_begin() {
  begun_ = left_begin_ = moment_ = recorder_.now();
  in_begin_ = true;
  arrivals_.clear();
  recorder_.enter(which_, begun_);
}

void ReplayRecord::look_at_begun() {
  in_begin_ = false;
  left_begin_ = moment_;
  recorder_.leave(which_, moment_, weight());
}

void ReplayRecord::stamp(std::size_t send, std::size_t bytes) {
  const double sent = recorder_.now();
  activity_.packing += weight() * (sent - moment_);
  moment_ = sent;
  outgoing_[send] = recorder_.stamp(begun_, sent);
  if (sends_[send].is_between_hosts) outgoing_[send].ahead = recorder_.queue_to_send(sent, bytes);
}

void ReplayRecord::look_at_waits() {
  waits_ = recorder_.now();
  recorder_.enter(which_, waits_);
}

void ReplayRecord::look_from_now_on() {
  is_looked_at_ = true;
  looked_at_ = count_ - 1;  // it stands for itself
  arrivals_.clear();
  look_at_waits();
  begun_ = left_begin_ = waits_;
}

// By the model, how long the messages take that use the receiver's port while this one travels, or those that
// the sender's port had before it: whichever is longer.
double ReplayRecord::crowd(const Arrival& message) const {
  const double sent = incoming_[message.receive].sent;
  double seconds = 0;
  for (const Arrival& other : arrivals_)
    if (&other != &message && receives_[other.receive].is_between_hosts && other.at > sent &&
        incoming_[other.receive].sent < message.at)
      seconds += recorder_.between_hosts.seconds(0, static_cast<double>(other.bytes));
  return std::max(seconds, incoming_[message.receive].ahead);
}

void ReplayRecord::look_at_complete() {
  const double now = recorder_.now();
  const double weight = looks_in_vain_ >= long_wait ? 1 : this->weight();
  const double uncounted = static_cast<double>(count_) - std::exchange(counted_, static_cast<double>(count_));
  const auto which = static_cast<std::uint32_t>(which_);
  double waiting = waits_, last_sent = begun_;
  for (const auto& message : arrivals_) {
    const auto& [receive, bytes, at, was_looked_for, unpacked] = message;
    Stamp stamp = incoming_[receive];
    double crowded = 0;
    // It travels when it has left and this rank has begun. Its time is known if this rank looked for most of
    // it.
    const double departed = std::max(stamp.sent, begun_);
    const bool is_awaited = was_looked_for && at - waits_ >= waits_ - departed;
    if (stamp.sent == 0) stamp.begun = stamp.sent = waiting;  // its sender has not looked, so it was not late
    MessageSums& sums = activity_.messages[sums_[receive]];
    sums.count += uncounted;
    sums.bytes += uncounted * static_cast<double>(bytes);
    last_sent = std::max(last_sent, stamp.sent);
    activity_.unpacking += weight * (unpacked - at);
    if (is_awaited && at > waiting) {
      const double late_to = std::clamp(stamp.begun, waiting, at),
                   held_to = std::clamp(stamp.sent, late_to, at);
      if (late_to > waiting) recorder_.was_late(which_, call_, stamp, waiting, late_to, weight);
      sums.late += weight * (late_to - waiting);
      sums.held += weight * (held_to - late_to);
      sums.transit += weight * (at - held_to);
      sums.awaited += weight;
      sums.awaited_bytes += weight * static_cast<double>(bytes);
      sums.travelled += weight * std::max(0.0, at - departed);
      if (receives_[receive].is_between_hosts) sums.crowd += weight * (crowded = crowd(message));
    }
    if (stamp.begun < stamp.sent) recorder_.met(stamp, is_awaited ? weight * (at - waiting) : 0);
    waiting = std::max(waiting, unpacked);
    recorder_.add({Event::Kind::message, is_awaited, which, call_, stamp.begun, stamp.sent, at, crowded,
                   receives_[receive].partner, receives_[receive].phase, bytes});
  }
  if (!arrivals_.empty() && arrivals_.back().is_awaited) recorder_.waited(waits_, arrivals_.back().at);
  activity_.hidden += weight * (std::clamp(last_sent, left_begin_, waits_) - left_begin_);
  activity_.transit += weight * std::max(0.0, combines_ - waiting);  // for its own messages to leave
  activity_.unpacking += weight * (now - combines_);
  looked_at_ = count_;
  recorder_.add({Event::Kind::replay, false, which, call_, begun_, waits_, now, left_begin_, -1, -1, 0});
  recorder_.leave(which_, now, weight);
}

}  // namespace partita::detail
