#pragma once
/// \file Gather and scatter of fields in Kokkos views, in the memory of whatever kernels run on.

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/executor/choice/choose_plan.hpp>
#include <partita/executor/fields/kokkos_contributions.hpp>
#include <partita/executor/fields/kokkos_kernels.hpp>
#include <partita/executor/fields/kokkos_memory.hpp>
#include <partita/executor/fields/record.hpp>
#include <partita/executor/fields/span_exchange.hpp>
#include <partita/executor/fields/span_field.hpp>
#include <partita/executor/operations.hpp>
#include <partita/executor/plan.hpp>
#include <partita/executor/replay/pattern_replays.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/support/error.hpp>

namespace partita {

/// Where messages of Kokkos views leave from and arrive.
enum class MessagePath {
  fastest,  ///< the kernels' memory where MPI says that it takes pointers into it, else the host
  host      ///< the host's memory, copied to and from there
};

/// An Exchange for fields in Kokkos views; see there for what all calls have in common. Space is the
/// execution space whose kernels compute the fields.
///
/// A field is a view of T, accessible from Space, of one dimension (value) or two (value, component) and any
/// layout, with pattern.local_size() values: owned values first, then ghosts. When the host reaches all
/// fields of a call and their values lie side by side, they are exchanged as Exchange does it, without
/// kernels and without a copy. All else is packed and unpacked by kernels. Operations are called on the host
/// or in kernels: one of one's own is marked KOKKOS_FUNCTION. A call comes after all kernels launched before
/// on Space's default instance (fence others first); when it returns, its own are complete.
template <class Space = Kokkos::DefaultExecutionSpace>
class KokkosExchange {
 public:
  /// Chooses a plan for this pattern on this machine (see choose_plan). Collective.
  explicit KokkosExchange(const AccessPattern& pattern) : KokkosExchange(pattern, choose_plan(pattern)) {}

  /// Collective. Throws CollectiveError as Exchange does. Every rank gives the same path.
  KokkosExchange(const AccessPattern& pattern, Plan plan, MessagePath path = MessagePath::fastest)
      : staged_(is_staged(pattern, plan, path)),
        spans_(pattern, on_its_path(std::move(plan), staged_)),
        packed_(list_packed(pattern)),
        contributions_(detail::ordered_contributions(needed_values(pattern), pattern.owned())),
        gather_(staged_),
        scatter_(staged_) {}

  /// Owner -> ghosts: every ghost becomes a copy of its owner's value.
  template <class... Views>
  void gather(const Views&... fields) {
    begin_gather(fields...);
    finish_gather(fields...);
  }

  template <class... Views>
  void begin_gather(const Views&... fields) {
    gather_replay().require_idle();
    const auto record = begin(gather_, fields...);
    if constexpr (on_host<Views...>)
      if (gather_.as_spans) return spans_.begin_gather(span(fields)...);
    for_each_field(
        record,
        [&](const auto& field, std::size_t offset) {
          kokkos::pack<Space>(field, packed_, packed_.extent(0), gather_.owned.for_kernels() + offset,
                              record.bytes);
        },
        fields...);
    Space().fence();
    gather_.owned.to_messages();
    gather_replay().begin(gather_.owned.for_messages(), ghosts(gather_, fields...), record.bytes);
  }

  template <class... Views>
  void finish_gather(const Views&... fields) {
    if constexpr (on_host<Views...>)
      if (gather_.as_spans && lie_like_spans(fields...)) return spans_.finish_gather(span(fields)...);
    gather_replay().finish();
    const auto record = finish(gather_, fields...);
    if (in_place(fields...)) return;
    gather_.ghosts.to_kernels();
    for_each_field(
        record,
        [&](const auto& field, std::size_t offset) {
          kokkos::unpack<Space>(field, first_ghost(), ghosts(), gather_.ghosts.for_kernels() + offset,
                                record.bytes);
        },
        fields...);
    Space().fence();
  }

  /// Ghosts -> owner: every owner's value becomes operation(value, ghost), ascending by the ghosts' ranks.
  template <class Operation, class... Views>
  void scatter(const Operation& operation, const Views&... fields) {
    begin_scatter(fields...);
    finish_scatter(operation, fields...);
  }

  template <class... Views>
  void begin_scatter(const Views&... fields) {
    scatter_replay().require_idle();
    const auto record = begin(scatter_, fields...);
    if constexpr (on_host<Views...>)
      if (scatter_.as_spans) return spans_.begin_scatter(span(fields)...);
    if (!in_place(fields...))
      for_each_field(
          record,
          [&](const auto& field, std::size_t offset) {
            kokkos::pack<Space>(field, first_ghost(), ghosts(), scatter_.ghosts.for_kernels() + offset,
                                record.bytes);
          },
          fields...);
    Space().fence();
    scatter_.ghosts.to_messages();
    scatter_replay().begin(ghosts(scatter_, fields...), scatter_.owned.for_messages(), record.bytes);
  }

  template <class Operation, class... Views>
  void finish_scatter(const Operation& operation, const Views&... fields) {
    if constexpr (on_host<Views...>)
      if (scatter_.as_spans && lie_like_spans(fields...)) {
        Space().fence();  // kernels may have changed owned values since
        return spans_.finish_scatter(operation, span(fields)...);
      }
    scatter_replay().finish();
    const auto record = finish(scatter_, fields...);
    scatter_.owned.to_kernels();
    for_each_field(
        record,
        [&](const auto& field, std::size_t offset) {
          kokkos::combine<Space>(field, operation, contributions_, scatter_.owned.for_kernels() + offset,
                                 record.bytes);
        },
        fields...);
    Space().fence();
  }

  template <class... Views>
  void scatter_add(const Views&... fields) {
    scatter(Add{}, fields...);
  }

 private:
  using MemorySpace = typename Space::memory_space;

  // One direction: how its fields are exchanged, and packed values at both ends of its messages.
  struct Direction {
    explicit Direction(bool staged) : owned(staged), ghosts(staged) {}
    // Of the replay begun last.
    bool as_spans = false, in_place = false;
    std::size_t record_bytes = 0;
    kokkos::MessageMemory<MemorySpace> owned, ghosts;
  };

  // Whether messages are copied to the host. Memory that only MPI can read needs it not when all of them go
  // by MPI, and no rank packs or relays any. Collective.
  static bool is_staged(const AccessPattern& pattern, const Plan& plan, MessagePath path) {
    if (path == MessagePath::host) return true;
    if constexpr (kokkos::on_host<MemorySpace>) return false;
    const bool by_mpi = plan.transport == Transport::automatic || plan.transport == Transport::mpi;
    const int mine = kokkos::mpi_takes<MemorySpace>() && by_mpi && in_one_piece(pattern, plan) ? 1 : 0;
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, pattern.communicator().handle());
    return all == 0;
  }

  static Plan on_its_path(Plan plan, bool staged) {
    if (!staged && !kokkos::on_host<MemorySpace>) plan.transport = Transport::mpi;
    return plan;
  }

  static kokkos::Indices<Space> to_kernels(const std::vector<std::size_t>& numbers) {
    const Kokkos::View<const std::size_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> listed(numbers.data(),
                                                                                              numbers.size());
    kokkos::Indices<Space> there("partita indices", numbers.size());
    Kokkos::deep_copy(there, listed);
    return there;
  }

  static kokkos::Indices<Space> list_packed(const AccessPattern& pattern) {
    const std::vector<local_index> needed = needed_values(pattern);
    return to_kernels({needed.begin(), needed.end()});
  }

  const AccessPattern& pattern() const { return spans_.pattern(); }
  Replay& gather_replay() { return spans_.replays().gather; }
  Replay& scatter_replay() { return spans_.replays().scatter; }
  kokkos::From first_ghost() const { return {static_cast<std::size_t>(pattern().first_ghost())}; }
  std::size_t ghosts() const { return static_cast<std::size_t>(pattern().ghosts()); }

  template <class View>
  void require_fit(const View& field) const {
    using T = typename View::value_type;
    static_assert(static_cast<std::size_t>(View::rank) == 1 || static_cast<std::size_t>(View::rank) == 2);
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
    static_assert(Kokkos::SpaceAccessibility<Space, typename View::memory_space>::accessible);
    if (field.extent(0) != static_cast<std::size_t>(pattern().local_size()))
      throw Error(text("an exchange was given a view of ", field.extent(0), " values; it needs its ",
                       pattern().local_size(), " local values (", pattern().owned(), " owned and ",
                       pattern().ghosts(), " ghosts from ", pattern().first_ghost(), ")"));
  }

  template <class... Views>
  static auto record_of(const Views&... fields) {
    static_assert(sizeof...(Views) > 0, "an exchange takes at least one field");
    return Record(std::array<FieldSize, sizeof...(Views)>{
        FieldSize{kokkos::components(fields) * sizeof(typename Views::value_type),
                  alignof(typename Views::value_type)}...});
  }

  // Whether the host may touch fields and packed values.
  template <class... Views>
  static constexpr bool on_host = kokkos::on_host<MemorySpace> &&
                                  (kokkos::on_host<typename Views::memory_space> && ...);

  template <class... Views>
  static bool lie_like_spans(const Views&... fields) {
    return (kokkos::lies_like_span(fields) && ...);
  }

  // Throws Error when the field does not fit.
  template <class View>
  auto span(const View& field) const {
    require_fit(field);
    const std::size_t components = kokkos::components(field);
    return SpanField(std::span(field.data(), field.extent(0) * components), components);
  }

  // One field whose ghosts lie like its records, where messages can reach them, needs no packing of ghosts.
  template <class... Views>
  bool in_place(const Views&... fields) const {
    if constexpr (sizeof...(Views) > 1) return false;
    return !staged_ && lie_like_spans(fields...);
  }

  template <class... Views>
  std::byte* ghosts(const Direction& direction, const Views&... fields) const {
    if constexpr (sizeof...(Views) == 1)
      if (in_place(fields...))
        return (..., reinterpret_cast<std::byte*>(fields.data())) +
               first_ghost().first * direction.record_bytes;
    return direction.ghosts.for_messages();
  }

  // Throws Error when a field does not fit.
  template <class... Views>
  auto begin(Direction& direction, const Views&... fields) const {
    (require_fit(fields), ...);
    const auto record = record_of(fields...);
    direction.record_bytes = record.bytes;
    direction.as_spans = on_host<Views...> && !staged_ && lie_like_spans(fields...);
    direction.in_place = in_place(fields...);
    if (direction.as_spans) {
      Space().fence();
    } else {
      direction.owned.hold(packed_.extent(0) * record.bytes);
      direction.ghosts.hold(in_place(fields...) ? 0 : ghosts() * record.bytes);
    }
    return record;
  }

  template <class... Views>
  auto finish(const Direction& direction, const Views&... fields) const {
    (require_fit(fields), ...);
    const auto record = record_of(fields...);
    SpanExchange::require_begun_with(direction.record_bytes, record.bytes);
    if (direction.as_spans || direction.in_place != in_place(fields...))
      throw Error(
          "an exchange was begun with fields that lie otherwise in memory than those that it was finished "
          "with; finish it with the fields that it was begun with");
    return record;
  }

  bool staged_;
  SpanExchange spans_;
  kokkos::Indices<Space> packed_;
  detail::KokkosContributions<Space> contributions_;  // of packed values, ascending by rank
  Direction gather_, scatter_;
};

}  // namespace partita
