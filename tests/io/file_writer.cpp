// Writes a file: file_writer KIND PATH VERSION [kill|power RANK CALL]. The rank is killed at this call of the
// system on files of the folder, or the power of their file system fails.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/io/faulty_calls.hpp"
#include "tests/io/kinds_of_files.hpp"

namespace {

using namespace partita::testing_support;

void write(const partita::Communicator& comm, std::string_view name, const std::filesystem::path& path,
           int version) {
  for (const KindOfFile& kind : kinds_of_files)
    if (kind.name == name) kind.write(comm, path, version);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  {
    const partita::Communicator comm(MPI_COMM_WORLD);
    const std::filesystem::path path(argv[2]);
    if (argc > 6 && comm.rank() == std::atoi(argv[5]))
      fault = {std::string_view(argv[4]) == "power" ? Fault::Kind::power : Fault::Kind::kill,
               std::atoi(argv[6]), 0, path.parent_path().string()};
    try {
      write(comm, argv[1], path, std::atoi(argv[3]));
    } catch (const partita::CollectiveError& error) {
      if (comm.rank() == 0) std::fprintf(stderr, "file_writer: %s\n", error.what());
      status = 1;
    }
    fault.kind = Fault::Kind::none;
  }
  MPI_Finalize();
  return status;
}
