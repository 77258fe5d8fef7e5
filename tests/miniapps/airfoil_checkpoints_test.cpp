// Runs of the airfoil program that are kept, ended, killed, and continued by other ranks.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

const std::string small = " --points 48x12 ";

class AirfoilCheckpoints : public Airfoil {
 protected:
  // All that a report says of the flow, whichever run computed it.
  static std::string results(const json& report) {
    return bits(report) + report.at("residual_drop_orders").dump() + report.at("steps").dump() +
           report.at("converged").dump();
  }

  std::string write(int ranks, const std::string& arguments) {
    const Outcome outcome = airfoil(ranks, arguments + " --quiet --checkpoint " + file_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return " --restart " + file_ + " ";
  }

  // Expects that rank 0 reports the refusal and all ranks end.
  void expect_refused_file(int ranks, const std::string& arguments, const std::string& sentence) {
    SCOPED_TRACE(arguments);
    expect_refused(airfoil(ranks, arguments), "airfoil", "airfoil: " + sentence, wrong_input);
  }

  const std::string file_ = folder_ / "run.h5";
};

TEST_F(AirfoilCheckpoints, OptionsThatContradictEachOtherAreAnsweredInOneSentence) {
  const auto expect = [this](const std::string& arguments, const std::string& sentence) {
    expect_refusal(1, arguments, sentence, wrong_usage);
  };
  expect("--checkpoint-every 5", "--checkpoint-every requires --checkpoint");
  expect("--checkpoint a --checkpoint-every 0", "--checkpoint-every: wants a number from 1 to 100000000");
  expect("--restart a --initial-flow b", "--restart excludes --initial-flow");
  expect("--checkpoint a --report a", "--checkpoint and --report are both a");
  expect("--checkpoint a --mesh a", "a is the mesh, which would be overwritten");
  expect("--checkpoint a --load-schedule a", "a is the schedule to load, which would be overwritten");
  expect("--output a --restart a", "a is the file to begin from, which would be overwritten");
  expect("--report a --initial-flow a", "a is the file to begin from, which would be overwritten");
}

TEST_F(AirfoilCheckpoints, OtherRanksContinueToTheSameBits) {
  for (const std::string& flow : {small, small + "--levels 1 "}) {
    const std::string expected = results(report(2, flow + "--steps 20"));
    for (const auto& [writers, readers] :
         {std::pair(1, 4), std::pair(2, 1), std::pair(3, 8), std::pair(8, 3), std::pair(4, 4)}) {
      SCOPED_TRACE(flow + std::to_string(writers) + " ranks write, " + std::to_string(readers) + " read");
      const std::string restart = write(writers, flow + "--steps 10");
      const json r = report(readers, flow + "--steps 20 --partition recursive --schedule lp" + restart);
      EXPECT_EQ(results(r), expected);
      EXPECT_EQ(r.at("first_step"), 10);
      EXPECT_EQ(r.at("began_from"), file_);
    }
  }
}

TEST_F(AirfoilCheckpoints, AScheduleIsChosenForTheStepsThatAreLeft) {
  const std::string flow = "--points 32x8 --machine hypercube:2 ";
  const auto algorithm = [&](const std::string& arguments) {
    return report(4, flow + arguments).at("schedule").at("algorithm");
  };
  EXPECT_NE(algorithm("--steps 6"), "ac");
  EXPECT_EQ(algorithm("--steps 1"), "ac") << "another order does not repay its building";
  const std::string restart = write(4, flow + "--steps 5");
  EXPECT_EQ(algorithm("--steps 6" + restart), "ac");
}

TEST_F(AirfoilCheckpoints, AWingContinuesToTheSameBits) {
  const std::string mesh = folder_ / "corner.su2";
  std::ofstream(mesh) << "NDIME= 3\nNELEM= 1\n10 0 1 2 3\nNPOIN= 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nNMARK= 4\n"
                      << "MARKER_TAG= wing\nMARKER_ELEMS= 1\n5 0 1 2\n"
                      << "MARKER_TAG= farfield\nMARKER_ELEMS= 1\n5 1 2 3\n"
                      << "MARKER_TAG= symmetry\nMARKER_ELEMS= 1\n5 0 1 3\n"
                      << "MARKER_TAG= farther\nMARKER_ELEMS= 1\n5 0 2 3\n";
  const std::string flow = " --alpha 3 --mesh " + mesh;
  const std::string restart = write(2, flow + " --steps 5");
  EXPECT_EQ(results(report(3, flow + " --steps 9" + restart)), results(report(1, flow + " --steps 9")));
  expect_refused_file(1, flow + " --walls farther --steps 9" + restart,
                      file_ + " is of a run with wall of 1 face (fingerprint ");
}

TEST_F(AirfoilCheckpoints, ARealWingContinuesToTheSameBits) {
  const std::filesystem::path mesh = PARTITA_SHARED_MESHES "/m6_gmsh_2800.msh";
  if (!std::filesystem::exists(mesh)) GTEST_SKIP() << "there is no " << mesh;
  const std::string flow = " --mach 0.84 --alpha 3.06 --mesh " + mesh.string();
  const std::string restart = write(3, flow + " --steps 5");
  EXPECT_EQ(results(report(2, flow + " --steps 10" + restart)), results(report(1, flow + " --steps 10")));
}

TEST_F(AirfoilCheckpoints, ARunMayBeContinuedAgainAndAgainInOneFile) {
  std::string restart;
  for (const auto& [ranks, steps] : {std::pair(2, 10), std::pair(1, 17), std::pair(3, 18), std::pair(4, 30)})
    restart = write(ranks, small + "--steps " + std::to_string(steps) + restart);
  EXPECT_EQ(results(report(1, small + "--steps 40" + restart)), results(report(1, small + "--steps 40")));
}

TEST_F(AirfoilCheckpoints, AreWrittenAtIntervalsAndAfterTheLastStep) {
  const auto written = [this](const std::string& arguments) {
    return report(2, small + arguments + " --checkpoint " + file_).at("checkpoints").at("written");
  };
  EXPECT_EQ(written("--steps 10"), 1);
  EXPECT_EQ(written("--steps 10 --checkpoint-every 4"), 3) << "after steps 4, 8, 10";
  EXPECT_EQ(written("--steps 8 --checkpoint-every 4"), 2);
  EXPECT_EQ(folder_.files(), 2) << "the report and the last checkpoint";
  EXPECT_THAT(airfoil(2, small + "--steps 9 --checkpoint " + file_ + " --restart " + file_).out,
              testing::AllOf(HasSubstr("\nbegun       at step 8 from " + file_),
                             HasSubstr("\ncheckpoint  " + file_ + ", 1 written in ")));
}

TEST_F(AirfoilCheckpoints, DoNotChangeTheRun) {
  EXPECT_EQ(results(report(2, small + "--steps 10 --checkpoint-every 1 --checkpoint " + file_)),
            results(report(2, small + "--steps 10")));
}

TEST_F(AirfoilCheckpoints, WithoutFurtherStepsGiveTheReportAgain) {
  const std::string restart = write(2, small + "--steps 10");
  const json expected = report(2, small + "--steps 10");
  const json again = report(3, small + "--steps 10" + restart);
  EXPECT_EQ(results(again), results(expected));
  EXPECT_EQ(again.at("schedule").at("replays"), 0);
  EXPECT_EQ(report(1, small + "--steps 5" + restart).at("steps"), 10);
}

TEST_F(AirfoilCheckpoints, AConvergedRunGoesOnOnlyIfMoreIsWanted) {
  const std::string restart = write(2, small + "--drop 1");
  const json there = report(2, small + "--drop 1" + restart);
  EXPECT_EQ(there.at("converged"), true);
  EXPECT_EQ(there.at("steps"), there.at("first_step"));
  EXPECT_EQ(results(report(2, small + "--drop 1.5" + restart)), results(report(2, small + "--drop 1.5")));
}

TEST_F(AirfoilCheckpoints, OfAnotherMeshAreRefused) {
  write(2, small + "--steps 2");
  for (const std::string begin : {" --restart ", " --initial-flow "}) {
    expect_refused_file(3, "--points 64x12" + begin + file_,
                        file_ + " is a checkpoint of a mesh of 576 vertices and 1632 edges (fingerprint ");
    expect_refused_file(1, small + "--naca 2412" + begin + file_,
                        file_ + " is a checkpoint of a mesh of 576");
  }
}

TEST_F(AirfoilCheckpoints, OfOtherConditionsAreRefusedForContinuing) {
  const std::string restart = write(2, small + "--steps 2");
  const std::string is_of = file_ + " is of a run with ";
  const std::string advice = "; give its options, or begin a new run by --initial-flow " + file_;
  expect_refused_file(3, small + "--mach 0.80000001" + restart,
                      is_of + "Mach 0.8, not with Mach 0.80000001" + advice);
  expect_refused_file(1, small + "--mach 0.7 --alpha 2" + restart,
                      is_of + "Mach 0.8, 1.25 degrees, not with Mach 0.7, 2 degrees" + advice);
  expect_refused_file(1, small + "--far-field characteristic" + restart, is_of + "far field with vortex, ");
#ifdef PARTITA_WITH_PETSC
  expect_refused_file(2, small + "--implicit" + restart, is_of + "explicit steps on 3 levels, ");
#endif
}

TEST_F(AirfoilCheckpoints, GiveNewRunsTheirFlow) {
  const std::string restart = write(2, small + "--steps 10"), begin = " --initial-flow " + file_;
  const json continued = report(1, small + "--steps 11" + restart);
  const json anew = report(3, small + "--steps 1" + begin);
  EXPECT_EQ(anew.at("lift_coefficient"), continued.at("lift_coefficient")) << "of the same flow";
  EXPECT_EQ(anew.at("drag_coefficient"), continued.at("drag_coefficient"));
  EXPECT_EQ(anew.at("steps"), 1);
  EXPECT_EQ(anew.at("first_step"), 0);
  EXPECT_EQ(anew.at("began_from"), file_);
  EXPECT_EQ(anew.at("residual_drop_orders"), 0) << "counted from the new run's residuals";

  const std::string elsewhere = small + "--mach 0.7 --alpha 2 --steps 5";
  const json from_flow = report(2, elsewhere + begin);
  EXPECT_EQ(results(from_flow), results(report(4, elsewhere + begin)));
  EXPECT_NE(from_flow.at("state_hash"), report(2, elsewhere).at("state_hash"));
}

TEST_F(AirfoilCheckpoints, ThatAreDamagedAreRefused) {
  const std::string restart = write(2, small + "--steps 2");
  const auto size = std::filesystem::file_size(file_);
  flip_a_bit(file_);
  expect_refused_file(3, small + restart,
                      file_ + " has changed since it was written; save the checkpoint again");
  for (const auto length :
       {size - 1, size - 100, size / 2, size / 10, decltype(size){1}, decltype(size){0}}) {
    std::filesystem::resize_file(file_, length);
    expect_refused_file(3, small + restart, file_ + " is no checkpoint file of Partita, or not all of one");
  }
  std::filesystem::remove(file_);
  expect_refused_file(3, small + restart, file_ + ": cannot be opened: No such file or directory");
}

TEST_F(AirfoilCheckpoints, ThatCannotBeWrittenAreSaidBeforeTheWork) {
  expect_refusal(3, small + "--checkpoint /nowhere/run.h5",
                 "cannot write /nowhere/run.h5: there is no folder /nowhere; make it first");
}

TEST_F(AirfoilCheckpoints, AreNotReplacedByAFlowThatIsNone) {
  const std::string flow = " --points 48x12 --mach 3 --alpha 45 --wall-spacing 1e-4 ",
                    restart = " --restart " + file_;
  const std::string keep = "--quiet --checkpoint " + file_ + " --checkpoint-every ";
  if (airfoil(1, flow + keep + "20").exit_code == 0) GTEST_SKIP() << "this flow stays one, by this compiler";
  const Outcome outcome = airfoil(2, flow + keep + "1" + restart);
  EXPECT_EQ(outcome.exit_code, wrong_input);
  const long kept = report(1, flow + "--steps 1" + restart).at("first_step");
  EXPECT_THAT(outcome.err, HasSubstr("airfoil: the flow left the realm of gases in step " +
                                     std::to_string(kept + 1) + ";"));
}

// Ends rank 0 of a run that writes a checkpoint after every step, while it writes one.
class KilledRun {
 public:
  KilledRun(int ranks, const std::string& arguments, std::filesystem::path file) : file_(std::move(file)) {
    const std::string command = (ranks == 1 ? "" : PARTITA_MPIEXEC " " + std::to_string(ranks) + " ") +
                                std::string(PARTITA_AIRFOIL) + arguments +
                                " --checkpoint-every 1 --checkpoint " + file_.string();
    child_ = fork();
    if (child_ == 0) {
      execl("/bin/sh", "sh", "-c", ("exec " + command + " >/dev/null 2>&1 </dev/null").c_str(), nullptr);
      _exit(127);
    }
  }

  // True if a part of a checkpoint is left.
  bool kill_after(std::chrono::microseconds delay) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    std::optional<pid_t> writer;
    while (!writer && std::chrono::steady_clock::now() < deadline)
      if (std::filesystem::exists(file_)) writer = writer_now();
    EXPECT_TRUE(writer) << "no checkpoint was written";
    std::this_thread::sleep_for(delay);
    if (writer) kill(*writer, SIGKILL);
    waitpid(child_, nullptr, 0);
    return has_left_a_part();
  }

 private:
  bool has_left_a_part() const {
    const std::string beginning = file_.filename().string() + ".tmp";
    return std::ranges::any_of(
        std::filesystem::directory_iterator(file_.parent_path()),
        [&](const auto& entry) { return entry.path().filename().string().starts_with(beginning); });
  }

  // The process that has a temporary file open.
  std::optional<pid_t> writer_now() const {
    if (!has_left_a_part()) return std::nullopt;
    const std::string beginning = file_.string() + ".tmp";
    std::error_code gone;
    for (const auto& process : std::filesystem::directory_iterator("/proc", gone)) {
      const std::string name = process.path().filename();
      if (name.find_first_not_of("0123456789") != name.npos) continue;
      for (const auto& open : std::filesystem::directory_iterator(process.path() / "fd", gone))
        if (std::filesystem::read_symlink(open.path(), gone).string().starts_with(beginning))
          return std::stoi(name);
    }
    return std::nullopt;
  }

  std::filesystem::path file_;
  pid_t child_ = 0;
};

TEST_F(AirfoilCheckpoints, AKilledRunLeavesAWholeCheckpoint) {
  const std::string expected = results(report(1, small + "--levels 1 --steps 300"));
  int parts_left = 0, kills = 0;
  for (const int ranks : {1, 3})
    for (const int delay : {0, 500, 2000}) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, after " + std::to_string(delay) + " microseconds");
      const Folder folder("airfoil_killed");
      const std::string file = folder / "run.h5";
      KilledRun run(ranks, small + "--levels 1 --steps 300", file);
      parts_left += run.kill_after(std::chrono::microseconds(delay));
      ++kills;
      const json r = report(2, small + "--levels 1 --steps 300 --restart " + file);
      EXPECT_GT(r.at("first_step"), 0);
      EXPECT_LT(r.at("first_step"), 300);
      EXPECT_EQ(results(r), expected);
    }
  EXPECT_GT(parts_left, 0) << "none of " << kills << " kills was in the middle of a checkpoint";
}

#ifdef PARTITA_WITH_PETSC
TEST_F(AirfoilCheckpoints, ImplicitStepsContinueTheirTimeSteps) {
  const std::string flow = small + "--implicit ";
  const json whole = report(2, flow + "--steps 8");
  EXPECT_EQ(results(report(2, flow + "--steps 8" + write(2, flow + "--steps 4"))), results(whole))
      << "on the same ranks";

  const std::string restart = write(3, flow + "--drop 4");
  const json continued = report(2, flow + "--drop 10" + restart), expected = report(2, flow + "--drop 10");
  EXPECT_GE(continued.at("residual_drop_orders"), 10);
  EXPECT_LT(continued.at("steps").get<int>() - continued.at("first_step").get<int>(), expected.at("steps"));
  EXPECT_NEAR(continued.at("lift_coefficient"), expected.at("lift_coefficient"), 1e-8);
  EXPECT_NEAR(continued.at("drag_coefficient"), expected.at("drag_coefficient"), 1e-8);
}

TEST_F(AirfoilCheckpoints, ImplicitRunsBeginFromExplicitFlowsAndTheReverse) {
  write(2, small + "--steps 50");
  const json implicit =
      report(2, small + "--implicit --drop 8 --checkpoint " + file_ + " --initial-flow " + file_);
  EXPECT_EQ(implicit.at("converged"), true);
  const json explicit_step = report(2, small + "--steps 1 --initial-flow " + file_);
  EXPECT_NEAR(explicit_step.at("lift_coefficient"), implicit.at("lift_coefficient"), 1e-6);
}
#endif

}  // namespace
