// Plain MPI, as in most codes: post receives, pack, send, wait for all.
#include <mpi.h>

#include "packing.hpp"
#include "variant.hpp"

namespace partita::bench {

namespace {

class Isend final : public Variant {
 public:
  Isend(const AccessPattern& pattern, const Field& field)
      : pattern_(pattern),
        field_(field),
        packed_(packing_buffer(pattern, field)),
        requests_(pattern.needed_by().size() + pattern.ghost_runs().size()) {}

  void gather() override {
    MPI_Request* request = requests_.data();
    for (const GhostRun& run : pattern_.ghost_runs())
      MPI_Irecv(field_.of(run.first), doubles(run.length), MPI_DOUBLE, run.rank, tag, comm(), request++);
    pack(pattern_, field_, packed_.data());
    const double* from = packed_.data();
    for (const NeededBy& neighbour : pattern_.needed_by()) {
      MPI_Isend(from, doubles(neighbour.owned.size()), MPI_DOUBLE, neighbour.rank, tag, comm(), request++);
      from += doubles(neighbour.owned.size());
    }
    wait();
  }

  void scatter_add() override {
    MPI_Request* request = requests_.data();
    double* into = packed_.data();
    for (const NeededBy& neighbour : pattern_.needed_by()) {
      MPI_Irecv(into, doubles(neighbour.owned.size()), MPI_DOUBLE, neighbour.rank, tag, comm(), request++);
      into += doubles(neighbour.owned.size());
    }
    for (const GhostRun& run : pattern_.ghost_runs())
      MPI_Isend(field_.of(run.first), doubles(run.length), MPI_DOUBLE, run.rank, tag, comm(), request++);
    wait();
    unpack_add(pattern_, packed_.data(), field_);
  }

 private:
  static constexpr int tag = 0;

  MPI_Comm comm() const { return MPI_COMM_WORLD; }  // has no other messages meanwhile
  int doubles(auto vertices) const {
    return static_cast<int>(vertices) * static_cast<int>(field_.components);
  }
  void wait() { MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

  AccessPattern pattern_;
  Field field_;
  std::vector<double> packed_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

Kind isend() {
  return {"Isend/Irecv", Family::peer,
          [](const auto& pattern, const Field& field) { return std::make_unique<Isend>(pattern, field); }};
}

}  // namespace partita::bench
