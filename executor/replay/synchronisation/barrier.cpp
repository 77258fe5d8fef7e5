#include <algorithm>
#include <utility>

#include <partita/executor/replay/synchronisation/barrier.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

// Of a communicator: barriers that ended before they were passed. All ranks end it, each has come to every
// barrier by then, and it waits until all have heard so.
class Barrier::Unpassed final : public UnderWay {
 public:
  explicit Unpassed(const Communicator& comm) { comm.enter(*this); }  // to its end
  ~Unpassed() {
    while (!is_torn_down() && first_) drop_passed();
    if (mpi_is_finalized()) return;
    for (; first_; first_ = std::move(first_->next)) first_->give_up();
  }

  void add(std::unique_ptr<Telling> telling) noexcept {
    telling->next = std::move(first_);
    first_ = std::move(telling);
    drop_passed();
  }

  void advance() override { drop_passed(); }
  bool is_waiting() const override { return first_ != nullptr; }
  void say_what_is_waited_for(Sentence& sentence) const override {
    sentence.add("for ranks that come late to a barrier");
  }

 private:
  void drop_passed() {
    for (std::unique_ptr<Telling>* one = &first_; *one;)
      if ((*one)->passed())
        *one = std::move((*one)->next);
      else
        one = &(*one)->next;
  }

  std::unique_ptr<Telling> first_;  // of a list: a destructor has no memory to give
};

Barrier::Barrier(const Communicator& comm, std::size_t numbers)
    : comm_(comm),
      unpassed_(numbers == 0 ? nullptr
                             : &comm.attached<Unpassed>([&] { return std::make_shared<Unpassed>(comm); })),
      telling_(new Telling{.handle = comm.handle(),
                           .rank = comm.rank(),
                           .ranks = comm.size(),
                           .tags = Tags(comm, 1),
                           .told = std::vector<double>(numbers),
                           .heard = std::vector<double>(numbers)}) {}

Barrier::~Barrier() {
  if (!telling_ || mpi_is_finalized()) return;
  const bool is_under_way = telling_->distance > 0 && telling_->distance < telling_->ranks;
  if (!is_under_way) return;
  if (unpassed_ == nullptr)
    telling_->tags.give_up();
  else
    unpassed_->add(std::move(telling_));
}

void Barrier::enter() {
  telling_->distance = 1;
  telling_->tell();
}

void Barrier::enter(std::span<const double> numbers) {
  std::ranges::copy(numbers, telling_->told.begin());
  enter();
}

bool Barrier::passed() { return telling_->passed(); }

bool Barrier::Telling::passed() {
  while (distance < ranks) {
    int is_heard = 0;
    MPI_Testall(2, round.data(), &is_heard, MPI_STATUSES_IGNORE);
    if (is_heard == 0) return false;
    std::ranges::transform(told, heard, told.begin(), [](double a, double b) { return std::max(a, b); });
    distance *= 2;
    tell();
  }
  return true;
}

void Barrier::Telling::give_up() {
  auto& [receive, send] = round;
  if (receive != MPI_REQUEST_NULL) {
    MPI_Cancel(&receive);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
  }
  if (send != MPI_REQUEST_NULL) MPI_Request_free(&send);
}

void Barrier::Telling::tell() {
  if (distance >= ranks) return;
  const int ahead = (rank + distance) % ranks, behind = (rank - distance + ranks) % ranks;
  const auto numbers = static_cast<int>(told.size());
  MPI_Irecv(heard.data(), numbers, MPI_DOUBLE, behind, tags.first(), handle, &round[0]);
  MPI_Isend(told.data(), numbers, MPI_DOUBLE, ahead, tags.first(), handle, &round[1]);
}

}  // namespace partita::detail
