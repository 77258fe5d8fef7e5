#include <partita/support/error.hpp>

#include "saved_schedule.hpp"

namespace partita::airfoil {

namespace {

constexpr const char* sentence =
    "this airfoil was built without schedule files, which need a parallel HDF5 (libhdf5-openmpi-dev)";

}  // namespace

Plan load_plan(const MessageVectors&, const std::string&, PlanOptions) { throw CollectiveError(sentence); }

void save_plan(const MessageVectors&, const std::string&, const Plan&, const ScheduleOptions&) {
  throw CollectiveError(sentence);
}

}  // namespace partita::airfoil
