// The state of a forest lies beside PETSc's own of type `basic`, which stays whole: what is not taken over is
// done by PETSc's functions, on PETSc's lists.
//
// The first uses of a forest are PETSc's. The exchange is made at the use that repays it, on all ranks at
// once, because all ranks count the same calls: PETSc demands that they begin the same operations in the same
// order.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/exchange/message_contents.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/petsc/error_code.hpp>
#include <partita/petsc/forest_exchange.hpp>
#include <partita/petsc/listed_forest.hpp>
#include <partita/petsc/petsc_versions.hpp>
#include <partita/petsc/sf_type.hpp>
#include <partita/petsc/unit.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/xxh64.hpp>

namespace partita::petsc {

namespace {

// An exchange costs about as much as it saves in so many uses.
constexpr PetscInt uses_that_repay = 50;

constexpr const char* name_of_state = "partita";

PetscErrorCode (*create_basic)(PetscSF) = nullptr;  // PETSc's; known since the type was registered

// An operation, from its begin to its end.
struct Call {
  MPI_Datatype type;
  MPI_Op operation;
  const void* roots;
  const void* leaves;
  Unit unit;
  UnitOperation by;

  bool is_of(MPI_Datatype other, const void* other_roots, const void* other_leaves, MPI_Op other_op) const {
    return type == other && roots == other_roots && leaves == other_leaves && operation == other_op;
  }
};

struct State {
  _PetscSFOps basic = {};
  std::uint64_t of_roots = 0;  // hash of those that have leaves, as they were set up
  PetscInt uses = 0;           // that an exchange could have done
  PetscInt uses_by_petsc = uses_that_repay;
  bool is_left = false;  // to PETSc, for good
  std::unique_ptr<ForestExchange> exchange;
  std::vector<PetscInt> roots;  // that have leaves, when the exchange was made
  std::size_t calls = 0;        // of the exchange
  std::optional<Call> broadcast, reduction;
};

State& state_of(PetscSF forest) {
  PetscObject container = nullptr;
  void* state = nullptr;
  check(PetscObjectQuery(reinterpret_cast<PetscObject>(forest), name_of_state, &container));
  check(PetscContainerGetPointer(reinterpret_cast<PetscContainer>(container), &state));
  return *static_cast<State*>(state);
}

MPI_Comm comm_of(PetscSF forest) { return PetscObjectComm(reinterpret_cast<PetscObject>(forest)); }

// One for each communicator of PETSc, which ends with it. Collective.
const Communicator& communicator_of(MPI_Comm comm) {
  static const int key = [] {
    const auto end = [](MPI_Comm, int, void* made, void*) {
      delete static_cast<Communicator*>(made);
      return MPI_SUCCESS;
    };
    int made = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &made, nullptr);
    return made;
  }();
  void* found = nullptr;
  int is_there = 0;
  MPI_Comm_get_attr(comm, key, static_cast<void*>(&found), &is_there);
  if (is_there == 0) {
    found = new Communicator(comm);
    MPI_Comm_set_attr(comm, key, found);
  }
  return *static_cast<Communicator*>(found);
}

const char* prefix_of(PetscSF forest) { return reinterpret_cast<PetscObject>(forest)->prefix; }

std::string words_for_plans(PetscSF forest) {
  std::array<char, 256> words{};
  check(PetscOptionsGetString(nullptr, prefix_of(forest), "-sf_partita_plan", words.data(), words.size(),
                              nullptr));
  return words.data();
}

std::span<const PetscInt> roots_of(const ForestLists& lists) {
  return {lists.roots.here, static_cast<std::size_t>(lists.roots.size())};
}

std::uint64_t hash_of_roots(PetscSF forest) { return xxh64(std::as_bytes(roots_of(ForestLists(forest)))); }

// Makes the exchange, or leaves the forest to PETSc: one without messages, one that VecScatterRemap has
// changed, one that PETSc has set up itself (an embedded one), and one whose numbers are too large.
// Collective.
void make_exchange(PetscSF forest, State& state) {
  enum : int { no_messages, messages, refused };
  const ForestLists lists(forest);
  const Communicator& comm = communicator_of(comm_of(forest));
  std::optional<StarForest> listed;
  int found = refused;
  try {
    if (hash_of_roots(forest) == state.of_roots) {
      listed = listed_forest(comm, lists);
      found = listed->pattern.needed_by().empty() ? no_messages : messages;
    }
  } catch (const Error&) {
  }
  state.is_left = max(comm, found) != messages;
  if (state.is_left) return;
  state.exchange = std::make_unique<ForestExchange>(std::move(*listed), words_for_plans(forest));
  state.roots.assign(roots_of(lists).begin(), roots_of(lists).end());
}

// Nothing: the operation is PETSc's. The same on every rank.
std::optional<Call> taken(PetscSF forest, State& state, std::optional<Call>& under_way, MPI_Datatype type,
                          const void* roots, const void* leaves, MPI_Op operation) {
  if (state.is_left || under_way || has_devices()) return std::nullopt;
  const std::optional<Unit> unit = unit_of(type);
  if (!unit) return std::nullopt;
  const std::optional<UnitOperation> by = UnitOperation::of(*unit, operation);
  if (!by) return std::nullopt;
  if (!state.exchange) {
    if (state.uses == 0)
      check(
          PetscOptionsGetInt(nullptr, prefix_of(forest), "-sf_partita_after", &state.uses_by_petsc, nullptr));
    if (++state.uses <= state.uses_by_petsc) return std::nullopt;
    make_exchange(forest, state);
    if (state.is_left) return std::nullopt;
  } else if (!std::ranges::equal(state.roots, roots_of(ForestLists(forest)))) {
    throw Error(
        "VecScatterRemap has changed a PetscSF that exchanges by Partita; remap it before it is used, or "
        "give it the type neighbor (-sf_type)");
  }
  ++state.calls;
  return Call{type, operation, roots, leaves, *unit, *by};
}

void log(const ForestExchange& exchange, Direction direction, std::size_t unit_bytes) {
  const MessageVectors& vectors = exchange.exchange().contents().vectors();
  const auto bytes = [&](const auto& lengths) {
    return static_cast<std::size_t>(total_length(lengths)) * unit_bytes;
  };
  if (direction == Direction::gather)
    log_messages(vectors.destinations.size(), bytes(vectors.destinations), vectors.sources.size(),
                 bytes(vectors.sources));
  else
    log_messages(vectors.sources.size(), bytes(vectors.sources), vectors.destinations.size(),
                 bytes(vectors.destinations));
}

PetscErrorCode begin_bcast(PetscSF forest, MPI_Datatype type, PetscMemType of_roots, const void* roots,
                           PetscMemType of_leaves, void* leaves, MPI_Op operation) {
  return error_code_of(comm_of(forest), [&] {
    State& state = state_of(forest);
    std::optional<Call> call = taken(forest, state, state.broadcast, type, roots, leaves, operation);
    if (!call)
      return check(state.basic.BcastBegin(forest, type, of_roots, roots, of_leaves, leaves, operation));
    state.exchange->begin_bcast(call->unit, call->by, roots, leaves);
    state.broadcast = call;
    log(*state.exchange, Direction::gather, call->unit.bytes());
  });
}

PetscErrorCode end_bcast(PetscSF forest, MPI_Datatype type, const void* roots, void* leaves,
                         MPI_Op operation) {
  return error_code_of(comm_of(forest), [&] {
    State& state = state_of(forest);
    if (!state.broadcast || !state.broadcast->is_of(type, roots, leaves, operation))
      return check(state.basic.BcastEnd(forest, type, roots, leaves, operation));
    state.exchange->finish_bcast(state.broadcast->unit, state.broadcast->by, leaves);
    state.broadcast.reset();
  });
}

PetscErrorCode begin_reduce(PetscSF forest, MPI_Datatype type, PetscMemType of_leaves, const void* leaves,
                            PetscMemType of_roots, void* roots, MPI_Op operation) {
  return error_code_of(comm_of(forest), [&] {
    State& state = state_of(forest);
    std::optional<Call> call = taken(forest, state, state.reduction, type, roots, leaves, operation);
    if (!call)
      return check(state.basic.ReduceBegin(forest, type, of_leaves, leaves, of_roots, roots, operation));
    state.exchange->begin_reduce(call->unit, call->by, leaves, roots);
    state.reduction = call;
    log(*state.exchange, Direction::scatter, call->unit.bytes());
  });
}

PetscErrorCode end_reduce(PetscSF forest, MPI_Datatype type, const void* leaves, void* roots,
                          MPI_Op operation) {
  return error_code_of(comm_of(forest), [&] {
    State& state = state_of(forest);
    if (!state.reduction || !state.reduction->is_of(type, roots, leaves, operation))
      return check(state.basic.ReduceEnd(forest, type, leaves, roots, operation));
    state.exchange->finish_reduce(state.reduction->by);
    state.reduction.reset();
  });
}

// VecScatterRemap may change the forest on a few ranks later, and not say so on the others.
PetscErrorCode set_up(PetscSF forest) {
  return error_code_of(comm_of(forest), [&] {
    State& state = state_of(forest);
    check(state.basic.SetUp(forest));
    forest->setupcalled = PETSC_TRUE;  // PETSc gives the lists of no other
    state.of_roots = hash_of_roots(forest);
  });
}

PetscErrorCode reset(PetscSF forest) {
  return error_code_of(comm_of(forest), [&] {
    State& state = state_of(forest);
    if (state.broadcast || state.reduction)
      throw Error("a PetscSF was reset while an operation was under way; call its End first");
    State fresh;
    fresh.basic = state.basic;
    state = std::move(fresh);
    check(state.basic.Reset(forest));
  });
}

PetscErrorCode destroy(PetscSF forest) {
  return error_code_of(comm_of(forest), [&] {
    check(reset(forest));
    const auto of_basic = state_of(forest).basic.Destroy;
    check(PetscObjectCompose(reinterpret_cast<PetscObject>(forest), name_of_state, nullptr));
    check(of_basic(forest));
  });
}

PetscErrorCode view(PetscSF forest, PetscViewer viewer) {
  return error_code_of(comm_of(forest), [&] {
    State& state = state_of(forest);
    check(state.basic.View(forest, viewer));
    PetscBool is_text = PETSC_FALSE;
    check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(viewer), PETSCVIEWERASCII, &is_text));
    if (is_text == PETSC_FALSE || !state.exchange) return;
    const FieldExchange& exchange = state.exchange->exchange();
    const MessageVectors& vectors = exchange.contents().vectors();
    const Communicator& comm = vectors.communicator;
    const auto neighbours = max(comm, static_cast<int>(vectors.destinations.size()));
    const auto units = max(comm, static_cast<std::int64_t>(total_length(vectors.destinations)));
    const std::string line =
        text("  Partita: ", state.calls, " broadcasts and reductions by ", exchange.plan().reason,
             "; a rank sends at most ", neighbours, " messages with ", units, " units; the first ",
             state.uses_by_petsc,
             " calls, and calls with other types, were PETSc's own. Sums have the same bits at each run\n");
    check(PetscViewerASCIIPrintf(viewer, "%s", line.c_str()));
  });
}

// PETSc forgets to set up a forest again that gets another type, whose lists went with the type before.
void let_set_up(PetscSF forest) {
  if (forest->setupcalled == PETSC_FALSE) return;
  check(PetscFree4(forest->ranks, forest->roffset, forest->rmine, forest->rremote));
  forest->setupcalled = PETSC_FALSE;
}

PetscErrorCode create(PetscSF forest) {
  return error_code_of(comm_of(forest), [&] {
    let_set_up(forest);
    check(create_basic(forest));
    auto state = std::make_unique<State>();
    state->basic = *forest->ops;
    check(compose(reinterpret_cast<PetscObject>(forest), name_of_state, state.get()));
    (void)state.release();
    forest->ops->SetUp = set_up;
    forest->ops->BcastBegin = begin_bcast;
    forest->ops->BcastEnd = end_bcast;
    forest->ops->ReduceBegin = begin_reduce;
    forest->ops->ReduceEnd = end_reduce;
    forest->ops->Reset = reset;
    forest->ops->Destroy = destroy;
    forest->ops->View = view;
  });
}

}  // namespace

PetscErrorCode register_sf_type(bool replaces_basic) {
  return error_code_of(PETSC_COMM_SELF, [&] {
    check(PetscSFRegister("partita", create));
    if (create_basic == nullptr) check(PetscFunctionListFind(PetscSFList, PETSCSFBASIC, &create_basic));
    if (replaces_basic) check(PetscSFRegister(PETSCSFBASIC, create));
  });
}

}  // namespace partita::petsc
