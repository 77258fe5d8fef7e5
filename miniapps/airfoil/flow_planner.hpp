#pragma once
/// \file The schedules of a run's exchanges: loaded, given on the command line, or chosen.

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <partita/loops/domain.hpp>

#include "course.hpp"
#include "options.hpp"
#include "report.hpp"

namespace partita::airfoil {

/// What a step exchanges on a mesh.
struct StepExchanges {
  double bytes_a_vertex;                        ///< of the finest level, the mean of flow and gradients
  std::function<long(int)> evaluations_a_step;  ///< of the residual of a level; 1 is the finest
};

/// One schedule serves all that is gathered at the vertices of the finest level. The exchanges of coarser
/// levels are planned one by one, by the same options. Other exchanges happen once.
///
/// On the next mesh, an exchange whose messages are the same keeps its schedule.
class FlowPlanner {
 public:
  /// Finds out what the machine is. Collective.
  /// @param options  outlive it
  FlowPlanner(const Options& options, const Communicator& comm);

  /// Plans the exchanges on one mesh, for the steps that are left of --steps, and says in the report what it
  /// did. The object, course and report outlive it. Collective.
  loops::Planner on_mesh(const StepExchanges& exchanges, const Course& course, Report& report);

 private:
  struct Wanted {
    std::string fields;
    int level;
    double bytes_a_unit;
    long replays_a_step;
    long steps;
  };

  Plan plan_for(const MessageVectors& vectors, const Wanted& wanted) const;
  Plan schedule(const MessageVectors& vectors, const Wanted& wanted, Report& report);

  const Options& options_;
  PlanOptions planning_;
  std::map<std::string, Plan, std::less<>> made_;  // by the fields
};

}  // namespace partita::airfoil
