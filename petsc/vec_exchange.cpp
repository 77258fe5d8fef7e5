#include <cstdint>
#include <span>
#include <utility>

#include <partita/executor/choice/choose_plan.hpp>
#include <partita/executor/operations.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/petsc/vec_exchange.hpp>
#include <partita/support/collectively.hpp>

namespace partita::petsc {

namespace {

std::size_t checked(const Communicator& comm, PetscInt block_size) {
  collectively(comm, [&] {
    if (block_size < 1)
      throw Error(
          text("a block of ", block_size, " scalars holds nothing; give the block size of the vectors"));
  });
  require_same(comm, static_cast<std::uint64_t>(block_size), "the block size");
  return static_cast<std::size_t>(block_size);
}

Plan scheduled(const AccessPattern& pattern) {
  const LogEvents events = log_events();
  const LoggedTime scheduling(events.schedule);
  return choose_plan(pattern);
}

template <class... Objects>
StarForest inspected(const Communicator& comm, Objects... objects) {
  const LogEvents events = log_events();
  const LoggedTime inspecting(events.inspect);
  return star_forest(comm, objects...);
}

PetscInt block_size_of(ISLocalToGlobalMapping mapping) {
  PetscInt block_size = 1;
  check(ISLocalToGlobalMappingGetBlockSize(mapping, &block_size));
  return block_size;
}

// 1 where there is no mapping: the Vec has no ghosts then, and star_forest says so.
PetscInt block_size_of(Vec vec) {
  ISLocalToGlobalMapping mapping = nullptr;
  check(VecGetLocalToGlobalMapping(vec, &mapping));
  return mapping == nullptr ? 1 : block_size_of(mapping);
}

}  // namespace

VecExchange::VecExchange(const StarForest& forest, PetscInt block_size)
    : VecExchange(forest, block_size, scheduled(forest.pattern)) {}

VecExchange::VecExchange(const StarForest& forest, PetscInt block_size, const Plan& plan)
    : block_size_(checked(forest.pattern.communicator(), block_size)),
      events_(log_events()),
      fields_({forest.pattern, Places(forest.pattern, {}, forest.places, forest.roots)}, plan) {}

PetscErrorCode VecExchange::create(const Communicator& comm, PetscSF forest, PetscInt block_size,
                                   std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(
      comm.handle(), [&] { *exchange = std::make_unique<VecExchange>(inspected(comm, forest), block_size); });
}

PetscErrorCode VecExchange::create(const Communicator& comm, PetscSection section, PetscSF point_forest,
                                   std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(comm.handle(), [&] {
    *exchange = std::make_unique<VecExchange>(inspected(comm, section, point_forest), 1);
  });
}

PetscErrorCode VecExchange::create(const Communicator& comm, ISLocalToGlobalMapping mapping,
                                   local_index owned, std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(comm.handle(), [&] {
    *exchange = std::make_unique<VecExchange>(inspected(comm, mapping, owned), block_size_of(mapping));
  });
}

PetscErrorCode VecExchange::create(const Communicator& comm, Vec vec,
                                   std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(comm.handle(), [&] {
    *exchange = std::make_unique<VecExchange>(inspected(comm, vec), block_size_of(vec));
  });
}

VecExchange::UnderWay::UnderWay(Vec leaves_vec, OpenVec::Access leaves_access, Vec roots_vec,
                                OpenVec::Access roots_access)
    : leaves(leaves_vec, leaves_vec == roots_vec ? OpenVec::Access::write : leaves_access) {
  if (leaves_vec != roots_vec) apart.emplace(roots_vec, roots_access);
}

PetscErrorCode VecExchange::gather(Vec roots, Vec leaves) {
  return error_code_of(comm(), [&] {
    start_gather(roots, leaves);
    complete_gather();
  });
}

PetscErrorCode VecExchange::begin_gather(Vec roots, Vec leaves) {
  return error_code_of(comm(), [&] { start_gather(roots, leaves); });
}

PetscErrorCode VecExchange::finish_gather() {
  return error_code_of(comm(), [&] { complete_gather(); });
}

PetscErrorCode VecExchange::scatter_add(Vec leaves, Vec roots) {
  return error_code_of(comm(), [&] {
    start_scatter(leaves, roots);
    complete_scatter();
  });
}

PetscErrorCode VecExchange::begin_scatter_add(Vec leaves, Vec roots) {
  return error_code_of(comm(), [&] { start_scatter(leaves, roots); });
}

PetscErrorCode VecExchange::finish_scatter_add() {
  return error_code_of(comm(), [&] { complete_scatter(); });
}

void VecExchange::start_gather(Vec roots, Vec leaves) {
  const LoggedTime beginning(events_.begin_gather);
  fields_.replays().gather.require_idle();
  const UnderWay& vectors = gathering_.emplace(leaves, OpenVec::Access::write, roots, OpenVec::Access::read);
  const FieldMemory from = roots_of(vectors), into = leaves_of(vectors);
  fields_.begin_gather({&from, 1}, {&into, 1});
}

void VecExchange::complete_gather() {
  const LoggedTime finishing(events_.finish_gather);
  fields_.finish_gather();
  gathering_.reset();
}

void VecExchange::start_scatter(Vec leaves, Vec roots) {
  const LoggedTime beginning(events_.begin_scatter);
  fields_.replays().scatter->require_idle();
  const UnderWay& vectors = scattering_.emplace(leaves, OpenVec::Access::read, roots, OpenVec::Access::write);
  const FieldMemory into = roots_of(vectors), from = leaves_of(vectors);
  Add add;
  fields_.begin_scatter({&into, 1}, {&from, 1}, detail::Combine<Add, PetscScalar>(add));
}

void VecExchange::complete_scatter() {
  const LoggedTime finishing(events_.finish_scatter);
  Add add;
  fields_.finish_scatter(detail::Combine<Add, PetscScalar>(add));
  std::size_t additions = places().own().size();
  for (const NeededBy& neighbour : pattern().needed_by()) additions += neighbour.owned.size();
  check(PetscLogFlops(static_cast<PetscLogDouble>(additions * block_size_)));
  scattering_.reset();
}

FieldMemory VecExchange::field(const OpenVec& vec, local_index units, const char* kind) const {
  if (static_cast<std::size_t>(vec.size()) < static_cast<std::size_t>(units) * block_size_)
    throw Error(text("a Vec of ", vec.size(), " scalars on rank ", pattern().communicator().rank(),
                     " is too short for ", units, " ", kind, " of ", block_size_,
                     "; give vectors like those that the exchange was made for"));
  return FieldView<PetscScalar>::contiguous(vec.values(), block_size_);
}

FieldMemory VecExchange::roots_of(const UnderWay& vectors) const {
  return field(vectors.roots(), pattern().owned(), "roots");
}

FieldMemory VecExchange::leaves_of(const UnderWay& vectors) const {
  return field(vectors.leaves, places().ghost_extent(), "leaves");
}

}  // namespace partita::petsc
