#pragma once
/// \file Gather and scatter of fields in Kokkos views, in the memory of whatever kernels run on.

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange/field_exchange.hpp>
#include <partita/executor/exchange/kokkos_contributions.hpp>
#include <partita/executor/exchange/kokkos_kernels.hpp>
#include <partita/executor/exchange/kokkos_memory.hpp>
#include <partita/executor/exchange/message_contents.hpp>
#include <partita/executor/exchange/operations.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/memory/records.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/places.hpp>
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
/// A field is a view of T, accessible from Space, of one dimension (value) to four (value, components) and
/// any layout, with the values that its places name, or more: owned values first, then ghosts, unless Places
/// say otherwise. If the host reaches all fields of a call, they are exchanged as Exchange does it, without
/// kernels and without a copy between.
/// Kernels pack and unpack the others. Operations are called on the host or in kernels: one of one's own is
/// marked KOKKOS_FUNCTION. A call comes after all kernels launched before on Space's default instance (fence
/// others first); when it returns, its own are complete.
template <class Space = Kokkos::DefaultExecutionSpace>
class KokkosExchange {
 public:
  /// By the plan for this pattern on `machine_here` (see choose_plan): all messages at once. Collective.
  explicit KokkosExchange(const AccessPattern& pattern) : KokkosExchange(pattern, choose_plan(pattern)) {}

  /// Collective. Throws CollectiveError as Exchange does. Every rank gives the same path.
  KokkosExchange(const AccessPattern& pattern, Plan plan, MessagePath path = MessagePath::fastest)
      : KokkosExchange(pattern, pattern, std::move(plan), path) {}

  /// The same with `places`, which say where owned values and ghosts lie in every field. Collective.
  KokkosExchange(const AccessPattern& pattern, const Places& places, Plan plan,
                 MessagePath path = MessagePath::fastest)
      : through_host_(path == MessagePath::host ||
                      detail::kokkos::goes_through_host<MemorySpace>(pattern.communicator(), plan)),
        gather_(through_host_),
        scatter_(through_host_),
        exchange_(MessageContents(pattern, places),
                  detail::kokkos::on_its_path<MemorySpace>(std::move(plan), through_host_)),
        extent_(static_cast<std::size_t>(std::max(places.owned_extent(), places.ghost_extent()))) {
    std::vector<local_index> needed = detail::needed_values(pattern.needed_by());
    for (local_index& value : needed) value = places.of_owned(value);
    packed_ = {Contributions::copied(needed)};
    needed_ = needed.size();
    contributions_ = Contributions(detail::ordered_contributions(needed, places.owned_extent()));
    ghosts_ = {Contributions::copied(places.ghosts()), places.of_ghost(0)};
    const auto of_ghost = [&](local_index ghost) { return places.of_ghost(ghost); };
    const auto of_owned = [&](local_index value) { return places.of_owned(value); };
    further_ = PlacesOfCopies(places.further(), of_ghost, std::identity(), pattern.ghosts());
    own_ = PlacesOfCopies(places.own(), of_owned, of_owned, places.owned_extent());
  }

  /// Owner -> ghosts: every ghost becomes a copy of its owner's value.
  template <class... Views>
  void gather(const Views&... fields) {
    begin_gather(fields...);
    finish_gather(fields...);
  }

  template <class... Views>
  void begin_gather(const Views&... fields) {
    exchange_.require_idle(Direction::gather);
    const auto all = begin(gather_, fields...);
    if (!by_kernels<Views...>()) return exchange_.begin_gather(all, all);
    for_each_field(
        gather_, gather_.owned,
        [&](const auto& field, const auto& records) { copy(needed_, at(field, packed_), records, field); },
        fields...);
    Space().fence();
    gather_.owned.to_messages();
    exchange_.begin_records(Direction::gather, gather_.owned.for_messages(), ghosts(gather_, all),
                            gather_.record_bytes, all);
  }

  template <class... Views>
  void finish_gather(const Views&... fields) {
    if (!by_kernels<Views...>()) {
      exchange_.finish_gather();
      return finish(gather_, fields...);
    }
    exchange_.finish_records(Direction::gather);
    finish(gather_, fields...);
    const std::size_t unpacked = in_place(memories(fields...)) ? 0 : ghosts();
    if (unpacked > 0) gather_.ghosts.to_kernels();
    for_each_field(
        gather_, gather_.ghosts,
        [&](const auto& field, const auto& records) {
          copy(unpacked, records, at(field, ghosts_), field);
          for (const PlacesOfCopies* all : {&further_, &own_})
            copy(all->count, at(field, all->originals), at(field, all->places), field);
        },
        fields...);
    Space().fence();
  }

  /// Ghosts -> owner: every owner's value becomes operation(value, ghost), ascending by the ghosts' ranks.
  template <class Operation, class... Views>
  void scatter(const Operation& operation, const Views&... fields) {
    begin_scatter(operation, fields...);
    finish_scatter(operation, fields...);
  }

  /// The operation is not needed before everything has arrived, unless places have several copies of a ghost.
  template <class... Views>
  requires(Kokkos::is_view<Views>::value&&...) void begin_scatter(const Views&... fields) {
    exchange_.require_single_copies();
    begin_scatter(Replace{}, fields...);
  }

  template <class Operation, class... Views>
  requires(!Kokkos::is_view<Operation>::value) void begin_scatter(const Operation& operation,
                                                                  const Views&... fields) {
    exchange_.require_idle(Direction::scatter);
    const auto all = begin(scatter_, fields...);
    if (!by_kernels<Views...>())
      return exchange_.begin_scatter(all, all,
                                     std::array{combine_by<typename Views::value_type>(operation)...});
    if (!in_place(all))
      for_each_field(
          scatter_, scatter_.ghosts,
          [&](const auto& field, const auto& records) {
            copy(ghosts(), at(field, ghosts_), records, field);
            combine(further_.by_target, operation, at(field, further_.places), records, field);
          },
          fields...);
    Space().fence();
    scatter_.ghosts.to_messages();
    exchange_.begin_records(Direction::scatter, ghosts(scatter_, all), scatter_.owned.for_messages(),
                            scatter_.record_bytes, all);
  }

  template <class Operation, class... Views>
  void finish_scatter(const Operation& operation, const Views&... fields) {
    if (!by_kernels<Views...>()) {
      Space().fence();  // kernels may have changed owned values since
      exchange_.finish_scatter(std::array{combine_by<typename Views::value_type>(operation)...});
      return finish(scatter_, fields...);
    }
    exchange_.finish_records(Direction::scatter);
    finish(scatter_, fields...);
    scatter_.owned.to_kernels();
    for_each_field(
        scatter_, scatter_.owned,
        [&](const auto& field, const auto& records) {
          combine(own_.by_target, operation, at(field, own_.places), at(field, Entities()), field);
          combine(contributions_, operation, records, at(field, Entities()), field);
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
  using Messages = detail::kokkos::MessageMemory<MemorySpace>;
  using Contributions = detail::KokkosContributions<Space>;
  using Entities = detail::kokkos::Entities<Space>;

  // One direction: how its fields are exchanged, and packed values at both ends of its messages.
  struct OneWay {
    explicit OneWay(bool through_host) : owned(through_host), ghosts(through_host) {}
    // Of the replay begun last.
    std::vector<FieldMemory> fields;
    std::vector<std::size_t> offsets;  // of each field in a record
    std::size_t record_bytes = 0;
    Messages owned, ghosts;
  };

  // PlacesOfCopies that no message goes to, by their place in a field, with the values that they are of.
  struct PlacesOfCopies {
    PlacesOfCopies() = default;
    // `target(number)` is what the copies are combined into.
    template <class Original, class Target>
    PlacesOfCopies(const std::vector<Places::Copy>& all, const Original& original, const Target& target,
                   local_index end) {
      std::vector<local_index> of, at, into;
      for (const auto& [number, place] : all) {
        if (original(number) == place) continue;  // itself
        of.push_back(original(number));
        at.push_back(place);
        into.push_back(target(number));
      }
      count = at.size();
      originals = {Contributions::copied(of)};
      places = {Contributions::copied(at)};
      by_target = Contributions(detail::ordered_contributions(into, end));
    }

    std::size_t count = 0;
    Entities originals, places;
    Contributions by_target;
  };

  std::size_t ghosts() const { return static_cast<std::size_t>(exchange_.pattern().ghosts()); }

  // Whether messages pass through the host, or fields are in memory that the host cannot touch.
  template <class... Views>
  bool by_kernels() const {
    return through_host_ || !detail::kokkos::on_host<MemorySpace> ||
           !(detail::kokkos::on_host<typename Views::memory_space> && ...);
  }

  template <class View>
  FieldMemory memory(const View& field) const {
    static_assert(Kokkos::SpaceAccessibility<Space, typename View::memory_space>::accessible);
    if (field.extent(0) < extent_)
      throw Error("an exchange was given a view of ", field.extent(0), " values; it needs at least ", extent_,
                  ", for ", exchange_.pattern().owned(), " owned values and ", ghosts(), " ghosts");
    return detail::kokkos::memory_of(field);
  }

  // Throws Error if a field does not fit.
  template <class... Views>
  auto memories(const Views&... fields) const {
    static_assert(sizeof...(Views) > 0, "an exchange takes at least one field");
    return std::array<FieldMemory, sizeof...(Views)>{memory(fields)...};
  }

  template <class View>
  static auto at(const View& field, const Entities& entities) {
    return detail::kokkos::InField<View, Entities>{field, entities};
  }

  // Of values of a field, in it or in records.
  template <class From, class To, class View>
  static void copy(std::size_t count, const From& from, const To& to, const View& field) {
    detail::kokkos::copy<Space>(count, detail::kokkos::components(field), from, to);
  }
  template <class Operation, class From, class To, class View>
  static void combine(const Contributions& all, const Operation& operation, const From& from, const To& to,
                      const View& field) {
    detail::kokkos::combine<Space>(all, detail::kokkos::components(field), operation, from, to);
  }

  // Calls work(field, its part of the records in this memory).
  template <class Work, class... Views>
  static void for_each_field(const OneWay& direction, const Messages& memory, Work&& work,
                             const Views&... fields) {
    std::size_t f = 0;
    (work(fields,
          detail::kokkos::InRecords<typename Views::non_const_value_type>{
              memory.for_kernels() + direction.offsets[f++], direction.record_bytes}),
     ...);
  }

  // One field whose ghosts lie like its records, where messages can reach them, needs no packing of ghosts.
  bool in_place(FieldList fields) const {
    return !through_host_ && fields.size() == 1 && fields.front().is_packed() &&
           ghosts_.listed.extent(0) == 0 && further_.count == 0;
  }

  std::byte* ghosts(const OneWay& direction, FieldList fields) const {
    return in_place(fields) ? fields.front().entity(ghosts_.first) : direction.ghosts.for_messages();
  }

  template <class... Views>
  auto begin(OneWay& direction, const Views&... fields) const {
    const auto all = memories(fields...);
    direction.fields.assign(all.begin(), all.end());
    direction.offsets.clear();
    direction.record_bytes = detail::lay_out_record(
        all, [&](std::size_t, std::size_t offset) { direction.offsets.push_back(offset); });
    if (by_kernels<Views...>()) {
      direction.owned.hold(needed_ * direction.record_bytes);
      direction.ghosts.hold(in_place(all) ? 0 : ghosts() * direction.record_bytes);
    } else {
      Space().fence();
    }
    return all;
  }

  template <class... Views>
  void finish(const OneWay& direction, const Views&... fields) const {
    const auto all = memories(fields...);
    detail::require_begun_with(direction.record_bytes, all);
    const auto lies_alike = [](const FieldMemory& a, const FieldMemory& b) {
      return a.data == b.data && a.stride == b.stride;
    };
    if (!std::equal(all.begin(), all.end(), direction.fields.begin(), direction.fields.end(), lies_alike))
      throw Error(
          "an exchange was begun with fields that lie otherwise in memory than those that it was finished "
          "with; finish it with the fields that it was begun with");
  }

  bool through_host_;
  OneWay gather_, scatter_;  // before the exchange, which ends first: it cancels messages into them
  FieldExchange exchange_;
  std::size_t extent_;           // entities that the places name
  std::size_t needed_ = 0;       // values that are sent
  Entities packed_, ghosts_;     // of these, and of the first copies of ghosts
  Contributions contributions_;  // of packed values, ascending by rank
  PlacesOfCopies further_, own_;
};

}  // namespace partita
