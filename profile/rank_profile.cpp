#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include <unistd.h>

#include <partita/profile/rank_profile.hpp>

namespace partita::detail {

namespace {

constexpr std::size_t most_events = std::size_t{1} << 22;  // of all ranks: 350 MiB

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
  void pass(T& value) { raw(&value, sizeof value); }
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
  if (mine.events.size() == std::min(most, Recorder::most_events))
    mine.events_since = mine.events.front().last;
  return mine;
}

}  // namespace

std::vector<RankProfile> gather_profiles(const Recorder& recorder, bool has_timeline) {
  RankProfile mine = of_this_rank(recorder, has_timeline);
  Packed packed;
  packed.pass(mine);
  const bool is_root = recorder.rank() == 0;
  const std::size_t ranks = is_root ? static_cast<std::size_t>(recorder.size()) : 0;
  std::vector<int> lengths(ranks), begins(ranks);
  const int length = static_cast<int>(packed.bytes.size());
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, recorder.comm());
  std::exclusive_scan(lengths.begin(), lengths.end(), begins.begin(), 0);
  Packed gathered;
  gathered.reads = true;
  if (is_root) gathered.bytes.resize(static_cast<std::size_t>(begins.back() + lengths.back()));
  MPI_Gatherv(packed.bytes.data(), length, MPI_CHAR, gathered.bytes.data(), lengths.data(), begins.data(),
              MPI_CHAR, 0, recorder.comm());
  std::vector<RankProfile> all(ranks);
  for (RankProfile& rank : all) gathered.pass(rank);
  return all;
}

}  // namespace partita::detail
