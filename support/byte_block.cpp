#include <array>
#include <limits>

#include <partita/support/byte_block.hpp>

namespace partita {

ByteBlock::ByteBlock(std::size_t bytes) : count_(static_cast<int>(bytes)), type_(MPI_BYTE) {
  if (bytes <= static_cast<std::size_t>(std::numeric_limits<int>::max())) return;

  // Whole chunks, then the rest behind them.
  constexpr std::size_t chunk_bytes = std::size_t{1} << 30;
  const std::size_t chunks = bytes / chunk_bytes;
  MPI_Datatype chunk = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(chunk_bytes), MPI_BYTE, &chunk);

  std::array<int, 2> lengths{static_cast<int>(chunks), static_cast<int>(bytes % chunk_bytes)};
  std::array<MPI_Aint, 2> offsets{0, static_cast<MPI_Aint>(chunks * chunk_bytes)};
  std::array<MPI_Datatype, 2> types{chunk, MPI_BYTE};
  MPI_Type_create_struct(2, lengths.data(), offsets.data(), types.data(), &type_);
  MPI_Type_commit(&type_);
  MPI_Type_free(&chunk);
  count_ = 1;
}

ByteBlock::~ByteBlock() {
  if (type_ != MPI_BYTE) MPI_Type_free(&type_);
}

std::size_t bytes_of(const MPI_Status& status) {
  int few = 0;  // quicker; undefined if they are many
  MPI_Get_count(&status, MPI_BYTE, &few);
  if (few != MPI_UNDEFINED) return static_cast<std::size_t>(few);
  MPI_Count bytes = 0;
#if MPI_VERSION >= 4
  MPI_Get_elements_c(&status, MPI_BYTE, &bytes);
#else
  MPI_Status copy = status;  // SimGrid's call takes no constant
  MPI_Get_elements_x(&copy, MPI_BYTE, &bytes);
#endif
  return static_cast<std::size_t>(bytes);
}

}  // namespace partita
