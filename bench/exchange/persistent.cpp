// MPI's persistent requests: made once, started at every exchange.
#include <mpi.h>

#include "packing.hpp"
#include "variant.hpp"

namespace partita::bench {

namespace {

// Requests that are started together, completed together, and freed with this object.
class Requests {
 public:
  Requests() = default;
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  ~Requests() {
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }

  MPI_Request* add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }
  void start() { MPI_Startall(static_cast<int>(requests_.size()), requests_.data()); }
  void wait() { MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

 private:
  std::vector<MPI_Request> requests_;
};

class Persistent final : public Variant {
 public:
  Persistent(const AccessPattern& pattern, const Field& field)
      : pattern_(pattern), field_(field), packed_(packing_buffer(pattern, field)) {
    double* packed = packed_.data();
    for (const NeededBy& neighbour : pattern.needed_by()) {
      const int length = doubles(neighbour.owned.size());
      MPI_Send_init(packed, length, MPI_DOUBLE, neighbour.rank, tag, MPI_COMM_WORLD, gather_sends_.add());
      MPI_Recv_init(packed, length, MPI_DOUBLE, neighbour.rank, tag, MPI_COMM_WORLD, scatter_receives_.add());
      packed += length;
    }
    for (const GhostRun& run : pattern.ghost_runs()) {
      double* const ghosts = field.of(run.first);
      const int length = doubles(run.length);
      MPI_Recv_init(ghosts, length, MPI_DOUBLE, run.rank, tag, MPI_COMM_WORLD, gather_receives_.add());
      MPI_Send_init(ghosts, length, MPI_DOUBLE, run.rank, tag, MPI_COMM_WORLD, scatter_sends_.add());
    }
  }

  void gather() override {
    gather_receives_.start();
    pack(pattern_, field_, packed_.data());
    gather_sends_.start();
    gather_receives_.wait();
    gather_sends_.wait();
  }

  void scatter_add() override {
    scatter_receives_.start();
    scatter_sends_.start();
    scatter_receives_.wait();
    unpack_add(pattern_, packed_.data(), field_);
    scatter_sends_.wait();
  }

 private:
  static constexpr int tag = 1;

  int doubles(auto vertices) const {
    return static_cast<int>(vertices) * static_cast<int>(field_.components);
  }

  AccessPattern pattern_;
  Field field_;
  std::vector<double> packed_;
  Requests gather_sends_, gather_receives_, scatter_sends_, scatter_receives_;
};

}  // namespace

Kind persistent() {
  return {"persistent", Family::peer, [](const auto& pattern, const Field& field) {
            return std::make_unique<Persistent>(pattern, field);
          }};
}

}  // namespace partita::bench
