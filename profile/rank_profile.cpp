#include <algorithm>
#include <cstring>
#include <type_traits>

#include <unistd.h>

#include <partita/profile/rank_profile.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/tags.hpp>

namespace partita::detail {

namespace {

constexpr std::size_t most_events = std::size_t{1} << 22;  // of all ranks: 256 MiB

// Writes members one after the other, or reads them in the same order.
struct Packed {
  std::vector<char> bytes;
  std::size_t next = 0;
  bool reads = false;

  void raw(void* value, std::size_t size) {
    if (!reads) {
      const auto* const from = static_cast<const char*>(value);
      bytes.insert(bytes.end(), from, from + size);
    } else if (size > 0) {
      std::memcpy(value, bytes.data() + next, size);
    }
    next += size;
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void pass(T& value) {
    raw(&value, sizeof value);
  }
  template <class T>
  void pass_length(T& list) {
    std::size_t length = list.size();
    pass(length);
    list.resize(length);
  }
  void pass(std::string& words) {
    pass_length(words);
    raw(words.data(), words.size());
  }
  template <class T>
  void pass(std::vector<T>& list) {
    pass_length(list);
    for (T& one : list) pass(one);
  }
  void pass(std::map<int, double>& all) {
    std::vector<std::pair<int, double>> list(all.begin(), all.end());
    pass_length(list);
    for (auto& [key, value] : list) pass(key), pass(value);
    all = {list.begin(), list.end()};
  }
  void pass(Activity& a) {
    pass(a.kind);
    pass(a.name);
    pass(a.calls);
    for (double* const sum : {&a.seconds, &a.packing, &a.unpacking, &a.late, &a.held, &a.transit, &a.hidden})
      pass(*sum);
    pass(a.messages);
  }
  void pass(RankProfile& p) {
    pass(p.host);
    pass(p.seconds);
    pass(p.clock_drift);
    pass(p.activities);
    pass(p.due_to);
    pass(p.late);
    pass(p.events);
    pass(p.events_since);
    pass(p.timeline);
  }
};

RankProfile of_this_rank(const Recorder& recorder, bool has_timeline) {
  RankProfile mine;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  mine.host = host;
  mine.seconds = recorder.now();
  mine.clock_drift = recorder.drift();
  mine.activities.assign(recorder.activities().begin(), recorder.activities().end());
  mine.due_to = recorder.due_to();
  mine.late = recorder.longest_late();
  mine.events = recorder.events();
  if (has_timeline) mine.timeline = recorder.timeline();
  const std::size_t most = most_events / static_cast<std::size_t>(recorder.size());
  for (std::vector<Event>* const events : {&mine.events, &mine.timeline})
    if (events->size() > most)
      events->erase(events->begin(), events->end() - static_cast<std::ptrdiff_t>(most));
  if (mine.events.size() == std::min(most, Recorder::most_events)) mine.events_since = mine.events.front().last;
  return mine;
}

}  // namespace

std::vector<RankProfile> gather_profiles(const Recorder& recorder, bool has_timeline) {
  RankProfile mine = of_this_rank(recorder, has_timeline);
  std::vector<RankProfile> all;
  if (recorder.rank() > 0) {
    Packed packed;
    packed.pass(mine);
    const ByteBlock block(packed.bytes.size());
    MPI_Send(packed.bytes.data(), block.count(), block.type(), 0, tag_of_profiles, recorder.comm());
    return all;
  }
  all.push_back(std::move(mine));
  for (int rank = 1; rank < recorder.size(); ++rank) {
    MPI_Status status;
    MPI_Probe(rank, tag_of_profiles, recorder.comm(), &status);
    Packed packed;
    packed.bytes.resize(bytes_of(status));
    const ByteBlock block(packed.bytes.size());
    MPI_Recv(packed.bytes.data(), block.count(), block.type(), rank, tag_of_profiles, recorder.comm(), MPI_STATUS_IGNORE);
    packed.reads = true;
    packed.pass(all.emplace_back());
  }
  return all;
}

}  // namespace partita::detail
