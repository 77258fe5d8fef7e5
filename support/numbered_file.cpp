#include <cstdint>

#include <mpi.h>

#include <partita/support/error.hpp>
#include <partita/support/numbered_file.hpp>

namespace partita::detail {

int key_of_numbers() {
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
  return key;
}

int next_number(int key) {
  void* kept = nullptr;
  int is_known = 0;
  MPI_Comm_get_attr(MPI_COMM_SELF, key, static_cast<void*>(&kept), &is_known);
  const auto number = (is_known != 0 ? reinterpret_cast<std::intptr_t>(kept) : 0) + 1;
  MPI_Comm_set_attr(MPI_COMM_SELF, key, reinterpret_cast<void*>(number));
  return static_cast<int>(number);
}

std::filesystem::path numbered_file(std::filesystem::path name, int number) {
  if (number > 1) name.replace_extension(text(".", number, name.extension().string()));
  return name;
}

}  // namespace partita::detail
