#include <utility>

#include <partita/support/at_finalize.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

AtFinalize::AtFinalize(std::function<void()> call) : call_(std::move(call)) {
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, run, &key_, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, key_, this);
}

AtFinalize::~AtFinalize() {
  if (!std::exchange(call_, nullptr) || mpi_is_finalized()) return;
  MPI_Comm_delete_attr(MPI_COMM_SELF, key_);
  MPI_Comm_free_keyval(&key_);
}

int AtFinalize::run(MPI_Comm, int, void* self, void*) {
  if (const auto call = std::exchange(static_cast<AtFinalize*>(self)->call_, nullptr)) call();
  return MPI_SUCCESS;
}

}  // namespace partita::detail
