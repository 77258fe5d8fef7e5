#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <utility>

#include <partita/support/collective.hpp>
#include <partita/support/error.hpp>
#include <partita/support/tags.hpp>

namespace partita::detail {

namespace {

constexpr int first_of_all = 2;
constexpr int end_of_all = 1 << 18;  // the rest tells types

}  // namespace

// The tags of a communicator, as this rank uses them: from `first_of_all` to before `end`.
class Tags::Pool : public std::enable_shared_from_this<Tags::Pool> {
 public:
  explicit Pool(int end) : end_(end) {}

  // Collective, once all have been given out.
  int take(const Communicator& comm, int count) {
    ++taken_;
    is_used_up_ = is_used_up_ || next_ > end_ - count;
    const int first = is_used_up_ ? agree(comm, count) : next_;
    next_ = first + count;
    used_.emplace(first, count);
    return first;
  }
  void free(int first) { used_.erase(first); }

  std::uint64_t taken() const { return taken_; }

 private:
  // The first of `count` free tags, not before `from`; if there are none, `end_`.
  int lowest_free(int from, int count) const {
    auto used = used_.upper_bound(from);
    if (used != used_.begin()) --used;
    for (; used != used_.end() && used->first - from < count; ++used)
      from = std::max(from, used->first + used->second);
    return from <= end_ - count ? from : end_;
  }

  // Each rank names its lowest ones, and all go on from the highest that was named, until all name the same.
  int agree(const Communicator& comm, int count) const {
    bool from_the_first = false;
    for (int from = next_;;) {
      const int mine = lowest_free(from, count);
      std::array<int, 2> most{mine, -mine};
      all_reduce(comm, most.data(), 2, MPI_INT, MPI_MAX, {"search for free tags"});
      const auto [highest, minus_lowest] = most;
      if (highest == end_) {
        if (std::exchange(from_the_first, true))
          throw CollectiveError("exchanges have all tags, which end at ", end_,
                                "; end those that are not needed, or make some on another Communicator");
        from = first_of_all;
      } else if (highest == -minus_lowest) {
        return highest;
      } else {
        from = highest;
      }
    }
  }

  int end_;
  int next_ = first_of_all;
  bool is_used_up_ = false;  // all have been given out once
  std::uint64_t taken_ = 0;
  std::map<int, int> used_;  // counts, by the first
};

Tags::Tags(const Communicator& comm, int count)
    : pool_(comm.attached<Pool>(
                    [&] { return std::make_shared<Pool>(std::min(comm.tag_of_checks(), end_of_all)); })
                .shared_from_this()),
      first_(pool_->take(comm, count)),
      number_(pool_->taken() - 1) {}

int tag_of_types(const Communicator& comm, int tag, std::uint16_t types) {
  const int others = comm.tag_of_checks() / end_of_all - 1;
  return others <= 0 || types == 0 ? tag : tag + (1 + types % others) * end_of_all;
}

Tags::~Tags() {
  if (pool_ && std::uncaught_exceptions() == 0) pool_->free(first_);
}

}  // namespace partita::detail
