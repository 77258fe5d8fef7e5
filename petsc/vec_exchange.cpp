#include <cstdint>
#include <optional>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange/field_exchange.hpp>
#include <partita/executor/exchange/message_contents.hpp>
#include <partita/executor/exchange/operations.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/petsc/log_events.hpp>
#include <partita/petsc/open_vec.hpp>
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
const Combine sum = combine_by<PetscScalar>(add);

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

// The vectors of an exchange under way.
struct UnderWay {
  UnderWay(Vec leaves_vec, Vec roots_vec, OpenVec::Access of_leaves)  // roots: the other access
      : leaves(leaves_vec, leaves_vec == roots_vec ? OpenVec::Access::write : of_leaves) {
    using enum OpenVec::Access;
    if (leaves_vec != roots_vec) apart.emplace(roots_vec, of_leaves == write ? read : write);
  }
  const OpenVec& roots() const { return apart ? *apart : leaves; }

  OpenVec leaves;
  std::optional<OpenVec> apart;  // the roots, if they lie in another vector
};

struct Fields {
  FieldMemory roots, leaves;
};

}  // namespace

struct VecExchange::State {
  State(const StarForest& forest, PetscInt block, const Plan& plan)
      : block_size(checked(forest.pattern.communicator(), block)),
        exchange(MessageContents(forest.pattern, Places(forest.pattern, {}, forest.places, forest.roots)),
                 plan) {}

  const AccessPattern& pattern() const { return exchange.pattern(); }
  const Places& places() const { return exchange.contents().entries().front().places; }
  MPI_Comm comm() const { return pattern().communicator().handle(); }

  FieldMemory field(const OpenVec& vec, local_index units, const char* kind) const {
    if (static_cast<std::size_t>(vec.size()) < units * block_size)
      throw Error("a Vec of ", vec.size(), " scalars on rank ", pattern().communicator().rank(),
                  " is too short for ", units, " ", kind, " of ", block_size,
                  "; give vectors like those that the exchange was made for");
    return FieldView<PetscScalar>::contiguous(vec.values(), block_size);
  }

  Fields fields_of(const UnderWay& vectors) const {
    return {field(vectors.roots(), pattern().owned(), "roots"),
            field(vectors.leaves, places().ghost_extent(), "leaves")};
  }

  // The vectors stay open if begin(their fields) does not throw.
  template <class Begin>
  void open(std::optional<UnderWay>& vectors, Vec leaves, Vec roots, OpenVec::Access of_leaves,
            Begin&& begin) const {
    try {
      begin(fields_of(vectors.emplace(leaves, roots, of_leaves)));
    } catch (...) {
      vectors.reset();
      throw;
    }
  }

  std::size_t block_size;
  LogEvents events = log_events();
  std::optional<UnderWay> gathering, scattering;  // before the exchange, which ends first
  FieldExchange exchange;
};

VecExchange::VecExchange(const StarForest& forest, PetscInt block_size)
    : VecExchange(forest, block_size, scheduled(forest.pattern)) {}

VecExchange::VecExchange(const StarForest& forest, PetscInt block_size, const Plan& plan)
    : state_(std::make_unique<State>(forest, block_size, plan)) {}

VecExchange::~VecExchange() = default;

const AccessPattern& VecExchange::pattern() const { return state_->pattern(); }

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

PetscErrorCode VecExchange::gather(Vec roots, Vec leaves) {
  const PetscErrorCode code = begin_gather(roots, leaves);
  return code == PetscErrorCode{} ? finish_gather() : code;
}

PetscErrorCode VecExchange::begin_gather(Vec roots, Vec leaves) {
  return error_code_of(state_->comm(), [&] {
    const LoggedTime beginning(state_->events.begin_gather);
    state_->exchange.require_idle(Direction::gather);
    state_->open(state_->gathering, leaves, roots, OpenVec::Access::write, [&](const Fields& values) {
      state_->exchange.begin_gather({&values.roots, 1}, {&values.leaves, 1});
    });
  });
}

PetscErrorCode VecExchange::finish_gather() {
  return error_code_of(state_->comm(), [&] {
    const LoggedTime finishing(state_->events.finish_gather);
    state_->exchange.finish_gather();
    state_->gathering.reset();
  });
}

PetscErrorCode VecExchange::scatter_add(Vec leaves, Vec roots) {
  const PetscErrorCode code = begin_scatter_add(leaves, roots);
  return code == PetscErrorCode{} ? finish_scatter_add() : code;
}

PetscErrorCode VecExchange::begin_scatter_add(Vec leaves, Vec roots) {
  return error_code_of(state_->comm(), [&] {
    const LoggedTime beginning(state_->events.begin_scatter);
    state_->exchange.require_idle(Direction::scatter);
    state_->open(state_->scattering, leaves, roots, OpenVec::Access::read, [&](const Fields& values) {
      state_->exchange.begin_scatter({&values.roots, 1}, {&values.leaves, 1}, {&sum, 1});
    });
  });
}

PetscErrorCode VecExchange::finish_scatter_add() {
  return error_code_of(state_->comm(), [&] {
    const LoggedTime finishing(state_->events.finish_scatter);
    state_->exchange.finish_scatter({&sum, 1});
    std::size_t additions = state_->places().own().size();
    for (const NeededBy& neighbour : pattern().needed_by()) additions += neighbour.owned.size();
    check(PetscLogFlops(static_cast<PetscLogDouble>(additions * state_->block_size)));
    state_->scattering.reset();
  });
}

}  // namespace partita::petsc
