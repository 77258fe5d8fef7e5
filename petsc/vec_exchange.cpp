#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include <partita/executor/choice/choose_plan.hpp>
#include <partita/executor/fields/span_field.hpp>
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
    : pattern_(forest.pattern),
      block_size_(checked(pattern_.communicator(), block_size)),
      events_(log_events()),
      leaves_(forest),
      replays_(make_replays(pattern_, plan)),
      needed_(needed_values(pattern_)),
      ghost_sums_(leaves_.further.empty() ? 0 : leaves_.ghosts.size() * block_size_) {}

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
  return error_code_of(pattern_.communicator().handle(), [&] {
    start_gather(roots, leaves);
    complete_gather();
  });
}

PetscErrorCode VecExchange::begin_gather(Vec roots, Vec leaves) {
  return error_code_of(pattern_.communicator().handle(), [&] { start_gather(roots, leaves); });
}

PetscErrorCode VecExchange::finish_gather() {
  return error_code_of(pattern_.communicator().handle(), [&] { complete_gather(); });
}

PetscErrorCode VecExchange::scatter_add(Vec leaves, Vec roots) {
  return error_code_of(pattern_.communicator().handle(), [&] {
    start_scatter(leaves, roots);
    complete_scatter();
  });
}

PetscErrorCode VecExchange::begin_scatter_add(Vec leaves, Vec roots) {
  return error_code_of(pattern_.communicator().handle(), [&] { start_scatter(leaves, roots); });
}

PetscErrorCode VecExchange::finish_scatter_add() {
  return error_code_of(pattern_.communicator().handle(), [&] { complete_scatter(); });
}

void VecExchange::start_gather(Vec roots, Vec leaves) {
  const LoggedTime beginning(events_.begin_gather);
  replays_.gather.require_idle();
  UnderWay& vectors = gathering_.emplace(leaves, OpenVec::Access::write, roots, OpenVec::Access::read);
  require_room(vectors);
  PetscScalar* const from = vectors.roots().values();
  PetscScalar* const into = vectors.leaves.values();
  vectors.parts[0] = {reinterpret_cast<std::byte*>(from), bytes(), 0};
  const Records needed({&vectors.parts[0], 1}, bytes(), needed_);
  const Records ghosts = first_leaves(into, vectors.parts[1]);
  replays_.gather.begin({&needed, 1}, {&ghosts, 1}, bytes());
  for (const auto& [root, place] : leaves_.own) copy(block(from, root), block(into, place));
}

void VecExchange::complete_gather() {
  const LoggedTime finishing(events_.finish_gather);
  replays_.gather.finish();
  PetscScalar* const leaves = gathering_->leaves.values();
  for (const auto& [ghost, place] : leaves_.further)
    copy(block(leaves, leaves_.ghosts[static_cast<std::size_t>(ghost)]), block(leaves, place));
  gathering_.reset();
}

void VecExchange::start_scatter(Vec leaves, Vec roots) {
  const LoggedTime beginning(events_.begin_scatter);
  replays_.scatter.require_idle();
  UnderWay& vectors = scattering_.emplace(leaves, OpenVec::Access::read, roots, OpenVec::Access::write);
  require_room(vectors);
  PetscScalar* const from = vectors.leaves.values();
  if (!leaves_.further.empty()) sum_up_ghosts(from);
  const Records ghosts = leaves_.further.empty()
                             ? first_leaves(from, vectors.parts[0])
                             : Records(reinterpret_cast<std::byte*>(ghost_sums_.data()), bytes());
  replays_.scatter.begin({&ghosts, 1}, {}, bytes());
}

void VecExchange::complete_scatter() {
  const LoggedTime finishing(events_.finish_scatter);
  replays_.scatter.finish();
  PetscScalar* const roots = scattering_->roots().values();
  PetscScalar* const leaves = scattering_->leaves.values();
  for (const auto& [root, place] : leaves_.own)
    if (block(roots, root) != block(leaves, place)) add(block(leaves, place), block(roots, root));
  const SpanField<PetscScalar> sums({roots, static_cast<std::size_t>(pattern_.owned()) * block_size_},
                                    block_size_);
  Add add_one;
  replays_.scatter.for_each_delivery([&](const Delivery& delivery, const std::byte* contributions) {
    sums.combine(std::span(needed_).subspan(delivery.first, delivery.length), add_one, contributions,
                 bytes());
  });
  check(PetscLogFlops(static_cast<PetscLogDouble>((needed_.size() + leaves_.own.size()) * block_size_)));
  scattering_.reset();
}

void VecExchange::require_room(const UnderWay& vectors) const {
  const auto require = [&](const OpenVec& vec, local_index units, const char* what) {
    if (static_cast<std::size_t>(vec.size()) < static_cast<std::size_t>(units) * block_size_)
      throw Error(text("a Vec of ", vec.size(), " scalars on rank ", pattern_.communicator().rank(),
                       " is too short for ", units, " ", what, " of ", block_size_,
                       "; give vectors like those that the exchange was made for"));
  };
  require(vectors.roots(), pattern_.owned(), "roots");
  require(vectors.leaves, leaves_.end, "leaves");
}

void VecExchange::copy(const PetscScalar* from, PetscScalar* to) const {
  if (from != to) std::memcpy(to, from, bytes());
}

void VecExchange::add(const PetscScalar* from, PetscScalar* to) const {
  for (std::size_t k = 0; k < block_size_; ++k) to[k] += from[k];
}

// Ghost by ghost.
Records VecExchange::first_leaves(PetscScalar* leaves, RecordPart& part) const {
  if (leaves_.ghosts.empty() || leaves_.in_one_piece) {
    const local_index first = leaves_.ghosts.empty() ? 0 : leaves_.ghosts.front();
    return {reinterpret_cast<std::byte*>(block(leaves, first)), bytes()};
  }
  part = {reinterpret_cast<std::byte*>(leaves), bytes(), 0};
  return {{&part, 1}, bytes(), leaves_.ghosts};
}

void VecExchange::sum_up_ghosts(PetscScalar* leaves) {
  for (std::size_t ghost = 0; ghost < leaves_.ghosts.size(); ++ghost)
    copy(block(leaves, leaves_.ghosts[ghost]), ghost_sums_.data() + ghost * block_size_);
  for (const auto& [ghost, place] : leaves_.further)
    add(block(leaves, place), block(ghost_sums_.data(), ghost));
}

}  // namespace partita::petsc
