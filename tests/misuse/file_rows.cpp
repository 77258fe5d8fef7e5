// Files: plans and checkpoints.
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <partita/io/checkpoint.hpp>
#include <partita/io/plan_file.hpp>

#include "tests/io/folder.hpp"
#include "tests/misuse/misuse.hpp"

namespace partita::testing_support {

namespace files {
namespace {

using Path = std::filesystem::path;

struct Files {
  explicit Files(const Communicator& comm) : folder(comm) {}

  Folder folder;
  Path shared = folder / "file", copy = folder / "file_copy";
};

void damage(const Path& path) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(200);
  file.put('\x55');
}

// Saves the plan of a ring, spoils the file, and loads it.
void load_after(const Communicator& comm, void (*spoil)(const Path& file)) {
  const Files files(comm);
  const MessageVectors vectors = message_vectors(ring(comm).pattern());
  save_plan(vectors, files.shared, make_plan(vectors, {}));
  if (comm.rank() == 1) spoil(files.shared);
  MPI_Barrier(MPI_COMM_WORLD);
  (void)load_plan(vectors, files.shared);
}

void write(const Communicator& comm, const Path& path, const std::string& name,
           const std::vector<global_index>& numbers, const std::string& of = "a mesh", double scalar = 1) {
  const std::vector<double> rows(numbers.size(), comm.rank());
  write_checkpoint(comm, path, {.of = of, .scalars = {{"time", scalar}}, .fields = {{name, numbers, rows}}});
}

void write(const Communicator& comm, const std::string& name, const std::vector<global_index>& numbers,
           const std::string& of = "a mesh", double scalar = 1) {
  const Files files(comm);
  write(comm, files.shared, name, numbers, of, scalar);
}

void read_after(const Communicator& comm, const std::function<void(const Files&)>& use) {
  const Files files(comm);
  write(comm, files.shared, "q", {comm.rank()});
  use(files);
}

const Misuse rows[] = {
    {"plan file that is missing", "cannot be opened", nullptr, By::all,
     [](const Communicator& comm) { load_after(comm, [](const Path& f) { std::filesystem::remove(f); }); }},
    {"plan file that is damaged", "has changed since it was written", nullptr, By::all,
     [](const Communicator& comm) { load_after(comm, [](const Path& f) { damage(f); }); }},
    {"plan file that is cut", "is no schedule file of Partita, or not all of one", nullptr, By::all,
     [](const Communicator& comm) {
       load_after(comm, [](const Path& f) { std::filesystem::resize_file(f, 300); });
     }},
    {"plan file that is empty", "", nullptr, By::all,
     [](const Communicator& comm) {
       load_after(comm, [](const Path& f) { std::filesystem::resize_file(f, 0); });
     }},
    {"plan file that is a folder", "", nullptr, By::all,
     [](const Communicator& comm) {
       load_after(comm, [](const Path& f) {
         std::filesystem::remove(f);
         std::filesystem::create_directory(f);
       });
     }},
    {"plan file of another pattern", "other|another|matrix", nullptr, By::all,
     [](const Communicator& comm) {
       const Files files(comm);
       const MessageVectors vectors = message_vectors(ring(comm).pattern());
       save_plan(vectors, files.shared, make_plan(vectors, {}));
       (void)load_plan(message_vectors(make_pattern(comm, 1, {})), files.shared);
     }},
    {"plan file of another number of ranks", "ranks", nullptr, By::all,
     [](const Communicator& comm) {
       const Files files(comm);
       MPI_Comm one = MPI_COMM_NULL;
       MPI_Comm_split(comm.handle(), comm.rank(), 0, &one);
       if (comm.rank() == 0) {
         const Communicator alone(one);
         const MessageVectors vectors = message_vectors(make_pattern(alone, 1, {}));
         save_plan(vectors, files.shared, make_plan(vectors, {}));
       }
       MPI_Barrier(MPI_COMM_WORLD);
       (void)load_plan(message_vectors(ring(comm).pattern()), files.shared);
     }},
    {"plan saved where nothing can be written", "cannot|No such", nullptr, By::all,
     [](const Communicator& comm) {
       const MessageVectors vectors = message_vectors(ring(comm).pattern());
       save_plan(vectors, "/nowhere/plan.h5", make_plan(vectors, {}));
     }},
    {"checkpoint with a number on two ranks", "0|twice|once", nullptr, By::all,
     [](const Communicator& comm) { write(comm, "q", {0}); }},
    {"checkpoint that lacks a number", "rank 2 names row 4 of the field q, which has 3 rows", nullptr,
     By::all, [](const Communicator& comm) { write(comm, "q", {2 * comm.rank()}); }},
    {"checkpoint with a negative number on rank 1", "-5", nullptr, By::all,
     [](const Communicator& comm) { write(comm, "q", {comm.rank() == 1 ? -5 : comm.rank()}); }},
    {"checkpoint with an empty name", "name", nullptr, By::all,
     [](const Communicator& comm) { write(comm, "", {comm.rank()}); }},
    {"checkpoint with a slash in a name", "name|slash|/", nullptr, By::all,
     [](const Communicator& comm) { write(comm, "a/b", {comm.rank()}); }},
    {"checkpoint with another name on rank 1", "disagree|differ", nullptr, By::all,
     [](const Communicator& comm) { write(comm, comm.rank() == 1 ? "p" : "q", {comm.rank()}); }},
    {"checkpoint of something else on rank 1", "disagree|differ", nullptr, By::all,
     [](const Communicator& comm) {
       write(comm, "q", {comm.rank()}, comm.rank() == 1 ? "another mesh" : "a mesh");
     }},
    {"checkpoint with another scalar on rank 1", "disagree|differ", nullptr, By::all,
     [](const Communicator& comm) { write(comm, "q", {comm.rank()}, "a mesh", comm.rank() == 1 ? 2 : 1); }},
    {"checkpoint written where nothing can be", "cannot|No such", nullptr, By::all,
     [](const Communicator& comm) { write(comm, Path("/nowhere/checkpoint.h5"), "q", {comm.rank()}); }},
    {"checkpoint with a name twice", "two fields of a checkpoint are called q", nullptr, By::all,
     [](const Communicator& comm) {
       const Files files(comm);
       const std::vector<global_index> numbers{comm.rank()};
       const std::vector<double> rows_of_rank(1);
       write_checkpoint(
           comm, files.shared,
           {.of = "", .scalars = {}, .fields = {{"q", numbers, rows_of_rank}, {"q", numbers, rows_of_rank}}});
     }},
    {"checkpoint that belongs to something else", "another mesh|a mesh", nullptr, By::all,
     [](const Communicator& comm) {
       read_after(comm, [&](const Files& f) { SavedCheckpoint(comm, f.shared, "another mesh"); });
     }},
    {"checkpoint without the field", "no field|p", nullptr, By::all,
     [](const Communicator& comm) {
       read_after(comm, [&](const Files& f) {
         (void)SavedCheckpoint(comm, f.shared, "a mesh").field<double>("p", std::vector<global_index>{0});
       });
     }},
    {"checkpoint's field of another type", "type|q", nullptr, By::all,
     [](const Communicator& comm) {
       read_after(comm, [&](const Files& f) {
         (void)SavedCheckpoint(comm, f.shared, "a mesh")
             .field<std::int64_t>("q", std::vector<global_index>{0});
       });
     }},
    {"number that is not in the checkpoint on rank 2", "8", nullptr, By::all,
     [](const Communicator& comm) {
       read_after(comm, [&](const Files& f) {
         (void)SavedCheckpoint(comm, f.shared, "a mesh")
             .field<double>("q", std::vector<global_index>{comm.rank() == 2 ? 8 : 0});
       });
     }},
    {"checkpoint of another name on rank 1", "_copy: cannot be opened", nullptr, By::all,
     [](const Communicator& comm) {
       read_after(comm, [&](const Files& f) {
         SavedCheckpoint(comm, comm.rank() == 1 ? f.copy : f.shared, "a mesh");
       });
     }},
    {"another checkpoint on rank 1", "has been replaced while it was read", nullptr, By::all,
     [](const Communicator& comm) {
       read_after(comm, [&](const Files& f) {
         write(comm, f.copy, "q", {2 - comm.rank()});
         SavedCheckpoint(comm, comm.rank() == 1 ? f.copy : f.shared, "a mesh");
       });
     }},
};

}  // namespace
}  // namespace files

std::span<const Misuse> misuses_of_files() { return files::rows; }

}  // namespace partita::testing_support
