#include <utility>

#include <partita/mesh/pipeline.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/tags.hpp>

namespace partita::mesh {

std::string Pipeline::from_below() const {
  const detail::CollectiveName name{"pipeline", "slices"};
  detail::CollectiveWait wait(comm_, name, comm_.rank());
  if (is_first()) return {};
  MPI_Status status;
  for (int has_come = 0;;) {
    MPI_Iprobe(comm_.rank() - 1, detail::tag_of_pipelines, comm_.handle(), &has_come, &status);
    if (has_come != 0) break;
    wait.poll();
  }
  std::string bytes(bytes_of(status), '\0');
  const ByteBlock block(bytes.size());
  MPI_Recv(bytes.data(), block.count(), block.type(), status.MPI_SOURCE, detail::tag_of_pipelines,
           comm_.handle(), MPI_STATUS_IGNORE);
  return bytes;
}

void Pipeline::hand_on(std::string bytes) {
  handed_on_ = std::make_unique<std::string>(std::move(bytes));
  const ByteBlock block(handed_on_->size());
  MPI_Isend(handed_on_->data(), block.count(), block.type(), comm_.rank() + 1, detail::tag_of_pipelines,
            comm_.handle(), &request_);
}

Pipeline::~Pipeline() {
  if (handed_on_ == nullptr || detail::mpi_is_finalized()) return;
  int is_complete = 0;
  MPI_Test(&request_, &is_complete, MPI_STATUS_IGNORE);
  if (is_complete != 0) return;
  if (detail::is_torn_down())
    (void)handed_on_.release();  // the next rank may never come, and MPI may read it
  else
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
}

}  // namespace partita::mesh
