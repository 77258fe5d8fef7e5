#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include <partita/profile/profile.hpp>
#include <partita/profile/report.hpp>
#include <partita/support/at_finalize.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>
#include <partita/support/messages.hpp>
#include <partita/support/numbered_file.hpp>
#include <partita/support/settings.hpp>

namespace partita {

namespace detail {

namespace {

std::string named(const char* name_of_setting) {
  const char* const name = setting(name_of_setting);
  return name == nullptr ? "" : name;
}

// A communicator may end in a destructor, so nothing is thrown.
void write_files(const Recorder& recorder, const std::string& file, int number, bool is_end) {
  try {
    const std::string timeline = named("PARTITA_TIMELINE");
    const std::vector<RankProfile> ranks = gather_profiles(recorder, !timeline.empty());
    if (recorder.rank() > 0) return;
    if (!timeline.empty()) write_whole(numbered_file(timeline, number), timeline_in_json(ranks));
    if (file.empty()) return;
    Causes causes = find_causes(ranks, recorder);
    const Counterfactual steps(ranks, recorder, causes);
    steps.weigh(causes);
    write_whole(numbered_file(file, number), profile_in_json(ranks, recorder, causes, steps));
    if (is_end) say(profile_in_lines(ranks, recorder, causes, steps).c_str());
  } catch (const std::exception& error) {
    say(text("partita: the profile: ", error.what()).c_str());
  }
}

}  // namespace

void report_at_end(Recorder& recorder, const std::string& file) {
  if (recorder.write) return;
  static const int key = key_of_numbers();
  const int number = file.empty() ? next_number(key) : 1;
  const auto write = [number, file = file.empty() ? named("PARTITA_PROFILE") : file](
                         const Recorder& of, bool is_end) { write_files(of, file, number, is_end); };
  const auto at_finalize =
      std::make_shared<AtFinalize>([&recorder] { recorder.write(recorder, /*is_end=*/true); });
  recorder.write = [at_finalize, write](const Recorder& of, bool is_end) { write(of, is_end); };
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
