#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include <partita/profile/profile.hpp>
#include <partita/profile/report.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>
#include <partita/support/messages.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/settings.hpp>

namespace partita {

namespace detail {

namespace {

std::string named(const char* name_of_setting) {
  const char* const name = setting(name_of_setting);
  return name == nullptr ? "" : name;
}

// Each communicator of a process has files of its own: "run.json", "run.2.json", ... How many there were is
// kept with MPI_COMM_SELF.
int number_of_profile() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &made, nullptr);
    return made;
  }();
  void* kept = nullptr;
  int is_known = 0;
  MPI_Comm_get_attr(MPI_COMM_SELF, key, static_cast<void*>(&kept), &is_known);
  const auto number = (is_known != 0 ? reinterpret_cast<std::intptr_t>(kept) : 0) + 1;
  MPI_Comm_set_attr(MPI_COMM_SELF, key, reinterpret_cast<void*>(number));
  return static_cast<int>(number);
}

std::filesystem::path numbered(const std::string& name, int number) {
  std::filesystem::path path = name;
  if (number > 1) path.replace_extension(text(".", number, path.extension().string()));
  return path;
}

// A communicator may end in a destructor, so nothing is thrown.
void write_files(const Recorder& recorder, const std::string& file, int number, bool is_end) {
  try {
    const std::string timeline = named("PARTITA_TIMELINE");
    const std::vector<RankProfile> ranks = gather_profiles(recorder, !timeline.empty());
    if (recorder.rank() > 0) return;
    if (!timeline.empty()) write_whole(numbered(timeline, number), timeline_in_json(ranks));
    if (file.empty()) return;
    Causes causes = find_causes(ranks, recorder);
    const Counterfactual steps(ranks, recorder, causes);
    steps.weigh(causes);
    write_whole(numbered(file, number), profile_in_json(ranks, recorder, causes, steps));
    if (is_end) say(profile_in_lines(ranks, recorder, causes, steps).c_str());
  } catch (const std::exception& error) {
    say(text("partita: the profile: ", error.what()).c_str());
  }
}

// A program that never ends its communicator has a profile, too: MPI_Finalize begins with what is attached to
// MPI_COMM_SELF, while messages can still be sent.
class AtFinalize {
 public:
  explicit AtFinalize(Recorder& recorder) : recorder_(&recorder) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, write, &key_, nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, key_, this);
  }
  ~AtFinalize() {
    if (std::exchange(recorder_, nullptr) == nullptr || mpi_is_finalized()) return;
    MPI_Comm_delete_attr(MPI_COMM_SELF, key_);
    MPI_Comm_free_keyval(&key_);
  }
  AtFinalize(const AtFinalize&) = delete;
  AtFinalize& operator=(const AtFinalize&) = delete;

 private:
  static int write(MPI_Comm, int, void* self, void*) {
    const Recorder* const recorder = std::exchange(static_cast<AtFinalize*>(self)->recorder_, nullptr);
    if (recorder != nullptr) recorder->write(*recorder, /*is_end=*/true);
    return MPI_SUCCESS;
  }

  Recorder* recorder_;
  int key_ = MPI_KEYVAL_INVALID;
};

}  // namespace

void report_at_end(Recorder& recorder, const std::string& file) {
  if (recorder.write) return;
  const auto at_finalize = std::make_shared<AtFinalize>(recorder);
  const int number = file.empty() ? number_of_profile() : 1;
  recorder.write = [at_finalize, number, file = file.empty() ? named("PARTITA_PROFILE") : file](
                       const Recorder& of, bool is_end) { write_files(of, file, number, is_end); };
}

}  // namespace detail

void start_profile(const Communicator& comm, const std::string& file) {
  comm.start_recording();
  detail::report_at_end(*comm.recorder(), file);
}

void write_profile(const Communicator& comm) {
  if (const detail::Recorder* const recorder = comm.recorder(); recorder != nullptr && recorder->write)
    recorder->write(*recorder, /*is_end=*/true);
}

}  // namespace partita
