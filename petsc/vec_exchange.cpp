#include <cstdint>
#include <utility>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/operations.hpp>
#include <partita/executor/planned_exchange.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/petsc/vec_exchange.hpp>
#include <partita/support/collectively.hpp>

namespace partita::petsc {

namespace {

std::size_t checked(const Communicator& comm, PetscInt block_size) {
  collectively(comm, [&] {
    if (block_size < 1)
      throw Error("a block of ", block_size, " scalars holds nothing; give the block size of the vectors");
  });
  require_same(comm, static_cast<std::uint64_t>(block_size), "the block size");
  return static_cast<std::size_t>(block_size);
}

constexpr Add add{};
const detail::Combine sum = detail::combine_by<PetscScalar>(add);

Plan scheduled(const AccessPattern& pattern) {
  const LoggedTime scheduling(log_events().schedule);
  return choose_plan(pattern);
}

template <class... Objects>
StarForest inspected(const Communicator& comm, Objects... objects) {
  const LoggedTime inspecting(log_events().inspect);
  return star_forest(comm, objects...);
}

std::unique_ptr<VecExchange> exchange_of(const StarForest& forest) {
  return std::make_unique<VecExchange>(forest, forest.block_size);
}

}  // namespace

VecExchange::VecExchange(const StarForest& forest, PetscInt block_size)
    : VecExchange(forest, block_size, scheduled(forest.pattern)) {}

VecExchange::VecExchange(const StarForest& forest, PetscInt block_size, const Plan& plan)
    : block_size_(checked(forest.pattern.communicator(), block_size)),
      events_(log_events()),
      exchange_(std::make_unique<detail::PlannedExchange>(
          detail::MessageContents(forest.pattern, Places(forest.pattern, {}, forest.places, forest.roots)),
          plan)) {}

VecExchange::~VecExchange() = default;

const AccessPattern& VecExchange::pattern() const { return exchange_->pattern(); }
const Places& VecExchange::places() const { return exchange_->contents().entries().front().places; }

PetscErrorCode VecExchange::create(const Communicator& comm, PetscSF forest, PetscInt block_size,
                                   std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(
      comm.handle(), [&] { *exchange = std::make_unique<VecExchange>(inspected(comm, forest), block_size); });
}

PetscErrorCode VecExchange::create(const Communicator& comm, PetscSection section, PetscSF point_forest,
                                   std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(comm.handle(),
                       [&] { *exchange = exchange_of(inspected(comm, section, point_forest)); });
}

PetscErrorCode VecExchange::create(const Communicator& comm, ISLocalToGlobalMapping mapping,
                                   local_index owned, std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(comm.handle(), [&] { *exchange = exchange_of(inspected(comm, mapping, owned)); });
}

PetscErrorCode VecExchange::create(const Communicator& comm, Vec vec,
                                   std::unique_ptr<VecExchange>* exchange) {
  return error_code_of(comm.handle(), [&] { *exchange = exchange_of(inspected(comm, vec)); });
}

VecExchange::UnderWay::UnderWay(Vec leaves_vec, Vec roots_vec, OpenVec::Access of_leaves)
    : leaves(leaves_vec, leaves_vec == roots_vec ? OpenVec::Access::write : of_leaves) {
  using enum OpenVec::Access;
  if (leaves_vec != roots_vec) apart.emplace(roots_vec, of_leaves == write ? read : write);
}

PetscErrorCode VecExchange::gather(Vec roots, Vec leaves) {
  const PetscErrorCode code = begin_gather(roots, leaves);
  return code == PetscErrorCode{} ? finish_gather() : code;
}

PetscErrorCode VecExchange::begin_gather(Vec roots, Vec leaves) {
  return error_code_of(comm(), [&] {
    const LoggedTime beginning(events_.begin_gather);
    exchange_->gather_replay().require_idle();
    const Fields values = fields_of(gathering_.emplace(leaves, roots, OpenVec::Access::write));
    exchange_->begin_gather({&values.roots, 1}, {&values.leaves, 1});
  });
}

PetscErrorCode VecExchange::finish_gather() {
  return error_code_of(comm(), [&] {
    const LoggedTime finishing(events_.finish_gather);
    exchange_->finish_gather();
    gathering_.reset();
  });
}

PetscErrorCode VecExchange::scatter_add(Vec leaves, Vec roots) {
  const PetscErrorCode code = begin_scatter_add(leaves, roots);
  return code == PetscErrorCode{} ? finish_scatter_add() : code;
}

PetscErrorCode VecExchange::begin_scatter_add(Vec leaves, Vec roots) {
  return error_code_of(comm(), [&] {
    const LoggedTime beginning(events_.begin_scatter);
    exchange_->scatter_replay()->require_idle();
    const Fields values = fields_of(scattering_.emplace(leaves, roots, OpenVec::Access::read));
    exchange_->begin_scatter({&values.roots, 1}, {&values.leaves, 1}, {&sum, 1});
  });
}

PetscErrorCode VecExchange::finish_scatter_add() {
  return error_code_of(comm(), [&] {
    const LoggedTime finishing(events_.finish_scatter);
    exchange_->finish_scatter({&sum, 1});
    std::size_t additions = places().own().size();
    for (const NeededBy& neighbour : pattern().needed_by()) additions += neighbour.owned.size();
    check(PetscLogFlops(static_cast<PetscLogDouble>(additions * block_size_)));
    scattering_.reset();
  });
}

FieldMemory VecExchange::field(const OpenVec& vec, local_index units, const char* kind) const {
  if (static_cast<std::size_t>(vec.size()) < units * block_size_)
    throw Error("a Vec of ", vec.size(), " scalars on rank ", pattern().communicator().rank(),
                " is too short for ", units, " ", kind, " of ", block_size_,
                "; give vectors like those that the exchange was made for");
  return FieldView<PetscScalar>::contiguous(vec.values(), block_size_);
}

VecExchange::Fields VecExchange::fields_of(const UnderWay& vectors) const {
  return {field(vectors.roots(), pattern().owned(), "roots"),
          field(vectors.leaves, places().ghost_extent(), "leaves")};
}

}  // namespace partita::petsc
