#pragma once
/// \file Gather and scatter of fields in Kokkos views, in the memory of whatever kernels run on.

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <mpi.h>

#include <partita/executor/kokkos_kernels.hpp>
#include <partita/executor/kokkos_memory.hpp>
#include <partita/executor/operations.hpp>
#include <partita/executor/pattern_replays.hpp>
#include <partita/executor/plan.hpp>
#include <partita/executor/record.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/support/error.hpp>

namespace partita {

/// Where messages of Kokkos views leave from and arrive.
enum class MessagePath {
  fastest,  ///< the kernels' memory where MPI says that it takes pointers into it, else the host
  host      ///< the host's memory, copied to and from there
};

/// An Exchange for fields in Kokkos views; see there for what all calls have in common. Space is the
/// execution space whose kernels pack and unpack.
///
/// A field is a view of T, accessible from Space, of one dimension (value) or two (value, component) and any
/// layout, with pattern.local_size() values: owned values first, then ghosts. Operations are called in
/// kernels: one of one's own is marked KOKKOS_FUNCTION. Packing comes after all kernels launched before on
/// Space's default instance (fence others first); when a call returns, its own kernels are complete.
template <class Space = Kokkos::DefaultExecutionSpace>
class KokkosExchange {
 public:
  explicit KokkosExchange(const AccessPattern& pattern) : KokkosExchange(pattern, make_plan(pattern)) {}

  /// Collective. Throws CollectiveError as Exchange does. Every rank gives the same path.
  KokkosExchange(const AccessPattern& pattern, const Plan& plan, MessagePath path = MessagePath::fastest)
      : pattern_(pattern),
        replays_(make_replays(pattern, plan)),
        staged_(path == MessagePath::host || !kokkos::mpi_takes<MemorySpace>() || !untouched()),
        packed_(list_packed(pattern)),
        contributions_(list_contributions(pattern)),
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
    replays_.gather.require_idle();
    const auto record = begin(gather_, fields...);
    for_each_field(
        record,
        [&](const auto& field, std::size_t offset) {
          kokkos::pack<Space>(field, packed_, packed_.extent(0), gather_.owned.for_kernels() + offset,
                              record.bytes);
        },
        fields...);
    Space().fence();
    gather_.owned.to_messages();
    replays_.gather.begin(gather_.owned.for_messages(), ghosts(gather_, fields...), record.bytes);
  }

  template <class... Views>
  void finish_gather(const Views&... fields) {
    replays_.gather.finish();
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
    replays_.scatter.require_idle();
    const auto record = begin(scatter_, fields...);
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
    replays_.scatter.begin(ghosts(scatter_, fields...), scatter_.owned.for_messages(), record.bytes);
  }

  template <class Operation, class... Views>
  void finish_scatter(const Operation& operation, const Views&... fields) {
    replays_.scatter.finish();
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

  // Packed values at both ends of the messages of one direction.
  struct Packed {
    explicit Packed(bool staged) : owned(staged), ghosts(staged) {}
    kokkos::MessageMemory<MemorySpace> owned, ghosts;
    std::size_t record_bytes = 0;  // of the replay begun last
  };

  // Nobody but MPI touches what is sent and received, on any rank: the replay packs and relays on the host.
  bool untouched() const {
    if constexpr (kokkos::on_host<MemorySpace>) return true;
    int mine = replays_.in_one_piece, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, pattern_.communicator().handle());
    return all != 0;
  }

  static kokkos::Indices<Space> to_kernels(const std::vector<std::size_t>& numbers) {
    const Kokkos::View<const std::size_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> listed(numbers.data(),
                                                                                              numbers.size());
    kokkos::Indices<Space> there("partita indices", numbers.size());
    Kokkos::deep_copy(there, listed);
    return there;
  }

  static std::vector<std::size_t> packed_indices(const AccessPattern& pattern) {
    std::vector<std::size_t> indices;
    for (const NeededBy& neighbour : pattern.needed_by())
      indices.insert(indices.end(), neighbour.owned.begin(), neighbour.owned.end());
    return indices;
  }

  static kokkos::Indices<Space> list_packed(const AccessPattern& pattern) {
    return to_kernels(packed_indices(pattern));
  }

  // Packed values by the owned value that they belong to; among equals they stay ascending by rank.
  static kokkos::Contributions<Space> list_contributions(const AccessPattern& pattern) {
    const std::vector<std::size_t> indices = packed_indices(pattern);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t k = 0; k < indices.size(); ++k) pairs.emplace_back(indices[k], k);
    std::sort(pairs.begin(), pairs.end());
    std::vector<std::size_t> owned, begins, packed;
    for (const auto& [index, k] : pairs) {
      if (owned.empty() || owned.back() != index) {
        owned.push_back(index);
        begins.push_back(packed.size());
      }
      packed.push_back(k);
    }
    begins.push_back(packed.size());
    return {to_kernels(owned), to_kernels(begins), to_kernels(packed)};
  }

  kokkos::From first_ghost() const { return {static_cast<std::size_t>(pattern_.first_ghost())}; }
  std::size_t ghosts() const { return static_cast<std::size_t>(pattern_.ghosts()); }

  // The record of fields that fit. Throws Error when one does not.
  template <class... Views>
  auto record_of(const Views&... fields) const {
    static_assert(sizeof...(Views) > 0, "an exchange takes at least one field");
    (require_fit(fields), ...);
    return Record(std::array<FieldSize, sizeof...(Views)>{
        FieldSize{kokkos::components(fields) * sizeof(typename Views::value_type),
                  alignof(typename Views::value_type)}...});
  }

  template <class View>
  void require_fit(const View& field) const {
    using T = typename View::value_type;
    static_assert(static_cast<std::size_t>(View::rank) == 1 || static_cast<std::size_t>(View::rank) == 2);
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
    static_assert(Kokkos::SpaceAccessibility<Space, typename View::memory_space>::accessible);
    if (field.extent(0) != static_cast<std::size_t>(pattern_.local_size()))
      throw Error(text("an exchange was given a view of ", field.extent(0), " values; it needs its ",
                       pattern_.local_size(), " local values (", pattern_.owned(), " owned and ",
                       pattern_.ghosts(), " ghosts from ", pattern_.first_ghost(), ")"));
  }

  // One field whose ghosts lie like its records, where messages can reach them, needs no packing of ghosts.
  template <class... Views>
  bool in_place(const Views&... fields) const {
    if constexpr (sizeof...(Views) > 1) return false;
    return !staged_ && (... && (fields.span_is_contiguous() &&
                                (static_cast<std::size_t>(Views::rank) == 1 ||
                                 std::is_same_v<typename Views::array_layout, Kokkos::LayoutRight>)));
  }

  template <class... Views>
  std::byte* ghosts(const Packed& packed, const Views&... fields) const {
    if constexpr (sizeof...(Views) == 1)
      if (in_place(fields...))
        return (..., reinterpret_cast<std::byte*>(fields.data())) + first_ghost().first * packed.record_bytes;
    return packed.ghosts.for_messages();
  }

  template <class... Views>
  auto begin(Packed& packed, const Views&... fields) const {
    const auto record = record_of(fields...);
    packed.record_bytes = record.bytes;
    packed.owned.hold(packed_.extent(0) * record.bytes);
    packed.ghosts.hold(in_place(fields...) ? 0 : ghosts() * record.bytes);
    return record;
  }

  template <class... Views>
  auto finish(const Packed& packed, const Views&... fields) const {
    const auto record = record_of(fields...);
    if (packed.record_bytes != record.bytes)
      throw Error(text("an exchange was begun with fields of ", packed.record_bytes,
                       " bytes a value and finished with ", record.bytes,
                       "; finish it with the fields that it was begun with"));
    return record;
  }

  AccessPattern pattern_;
  PatternReplays replays_;
  bool staged_;
  kokkos::Indices<Space> packed_;
  kokkos::Contributions<Space> contributions_;
  Packed gather_, scatter_;
};

}  // namespace partita
