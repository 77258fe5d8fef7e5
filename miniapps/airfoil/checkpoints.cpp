#include "checkpoints.hpp"

#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/in_full.hpp>

namespace partita::airfoil {
namespace {

std::string lines_of(const std::vector<std::string>& conditions) {
  std::string lines;
  for (const std::string& condition : conditions) lines += condition + "\n";
  return lines;
}

// Throws the same on all ranks.
void require_same_conditions(const std::string& file, const std::string& saved,
                             const std::vector<std::string>& here) {
  std::istringstream lines(saved);
  std::string there_alone, here_alone;
  for (const std::string& condition : here) {
    std::string line;
    std::getline(lines, line);
    if (line == condition) continue;
    there_alone += (there_alone.empty() ? "" : ", ") + line;
    here_alone += (here_alone.empty() ? "" : ", ") + condition;
  }
  if (!here_alone.empty())
    throw CollectiveError(file, " is of a run with ", there_alone, ", not with ", here_alone,
                          "; give its options, or begin a new run by --initial-flow ", file);
}

}  // namespace

template <int D>
Checkpoints<D>::Checkpoints(Identity of, const DistributedMesh<D>& mesh, const Flow<D>& flow,
                            const Options& options, const AdaptedMesh* adapted)
    : mesh_(mesh),
      options_(options),
      adapted_(adapted),
      of_(std::move(of.mesh)),
      conditions_(std::move(of.boundary)) {
  conditions_.insert(conditions_.begin(),
                     {"Mach " + in_full(options.mach), in_full(options.alpha) + " degrees",
                      text("far field ", flow.vortex ? "with" : "without", " vortex"),
                      text(options.implicit ? "implicit" : "explicit", " steps",
                           mesh.coarser.empty() ? "" : text(" on ", mesh.coarser.size() + 1, " levels"))});
  if (adapted != nullptr) conditions_.push_back("--jump " + in_full(options.adapt_jump));
}

template <int D>
void Checkpoints<D>::write(const SavedFields<D>& fields, const Course& course) const {
  const std::vector<global_index> numbers = mesh_.file_number.values();
  Checkpoint checkpoint{of_,
                        {{"conditions", lines_of(conditions_)},
                         {"steps", std::int64_t{course.steps}},
                         {"residual", course.residual},
                         {"largest_residual", course.largest_residual},
                         {"lift_coefficient", course.forces.lift},
                         {"drag_coefficient", course.forces.drag},
                         {"history_hash", hex(course.history.state())}},
                        {}};
  for (const auto& [name, rows] : fields) checkpoint.fields.emplace_back(name, numbers, rows);
  std::vector<global_index> cells;
  if (adapted_ != nullptr) {
    cells = adapted_->numbers_of_cells();
    checkpoint.fields.emplace_back("depths of cells", cells, adapted_->depths());
    checkpoint.scalars.emplace("adaptations", std::int64_t{adapted_->adaptations()});
    checkpoint.scalars.emplace("first_step", std::int64_t{course.first_step});
  }
  write_checkpoint(mesh_.domain.communicator(), options_.checkpoint, checkpoint);
}

template <int D>
Course Checkpoints<D>::open() {
  const bool continues = !options_.restart.empty();
  const std::string& file = continues ? options_.restart : options_.initial_flow;
  if (file.empty() || options_.begins_from_output()) return {};

  const SavedCheckpoint& saved = begun_from_.emplace(mesh_.domain.communicator(), file, of_);
  if (!continues) return {};

  require_same_conditions(file, saved.scalar<std::string>("conditions"), conditions_);
  Course course{saved.scalar<std::int64_t>("steps"),
                adapted_ != nullptr ? saved.scalar<std::int64_t>("first_step") : 0,
                saved.scalar<double>("residual"),
                saved.scalar<double>("largest_residual"),
                {saved.scalar<double>("lift_coefficient"), saved.scalar<double>("drag_coefficient")},
                {}};
  const auto digits = saved.scalar<std::string>("history_hash");
  std::uint64_t history = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), history, 16);
  course.history = Hash(history);
  return course;
}

template <int D>
std::vector<Row<D>> Checkpoints<D>::read(const std::string& field) const {
  return begun_from_->field<Row<D>>(field, mesh_.file_number.values());
}

void restore_mesh(AdaptedMesh& adapted, const Communicator& comm, const Options& options) {
  const std::string& file = options.restart.empty() ? options.initial_flow : options.restart;
  if (file.empty() || options.begins_from_output()) return;
  const SavedCheckpoint saved(comm, file, adapted.of());
  adapted.restore(saved.field<global_index>("depths of cells", adapted.numbers_of_cells()),
                  static_cast<int>(saved.scalar<std::int64_t>("adaptations")));
}

template class Checkpoints<2>;
template class Checkpoints<3>;

}  // namespace partita::airfoil
