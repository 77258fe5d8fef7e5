#pragma once
/// \file Remap: moves items to new owners, and back. The light-weight schedule of PARTI/CHAOS.

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <mpi.h>

#include <partita/inspector/index_list.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// Items of one rank's share that go to `rank`, which may be the same rank.
struct Departure {
  int rank;
  IndexList items;  ///< their places in the share, ascending
};

/// Items that come from one rank's share.
struct Arrival {
  int rank;
  std::size_t items;
};

/// The new owners of the items of every rank's share. Built once, used for any number of fields of those
/// items: all fields of one call travel at once, in one message each per pair of ranks.
///
/// Items arrive ascending by (rank they come from, place there): ascending by their number in the
/// concatenation of all shares.
class Remap {
 public:
  /// Item k of this rank's share goes to rank `owners[k]`. Collective. @throws CollectiveError when an owner
  /// is not a rank of the communicator.
  Remap(Communicator comm, std::span<const int> owners);

  /// The same for owners that the items tell: item k goes to rank `owner_of(items[k])`. Collective.
  template <std::ranges::sized_range Items, class OwnerOf>
  Remap(Communicator comm, const Items& items, const OwnerOf& owner_of)
      : Remap(std::move(comm), owners_of(items, owner_of)) {}

  /// For ranks that already know the items that arrive. `leaving` (none of it empty) and `arriving` ascend by
  /// rank, and the lists of all ranks agree. Every one of the `items` here is leaving. Not collective.
  Remap(Communicator comm, std::size_t items, std::vector<Departure> leaving, std::vector<Arrival> arriving);

  /// Fields on their way, of any remaps of one communicator. One is packed while those before it travel.
  class Journey {
   public:
    explicit Journey(Communicator comm) : comm_(std::move(comm)) {}

    /// Until all of them have arrived. Collective.
    void finish();

   private:
    friend class Remap;
    Communicator comm_;
    std::vector<MPI_Request> requests_ = {};
    std::vector<std::unique_ptr<std::byte[]>> packed_ = {};
  };

  std::size_t items_here() const { return items_here_; }           ///< in this rank's share
  std::size_t items_arriving() const { return items_arriving_; }   ///< that this rank owns afterwards
  std::span<const Departure> leaving() const { return leaving_; }  ///< ascending by rank

  /// Fields with one value per item here become fields with one value per item arriving; one field a vector,
  /// several a tuple of vectors:
  ///
  ///     const auto [q, ends] = remap.forward(q_before, ends_before);
  ///
  /// A field is any contiguous range (vector, span, array) of trivially copyable values. Collective.
  /// @throws CollectiveError when a rank brings another number of values, or other fields than the other
  /// ranks
  template <std::ranges::contiguous_range... Fields>
  auto forward(const Fields&... fields) const {
    check(std::array{source(fields)...}, items_here_);
    Journey journey(comm_);
    Values<Fields...> arrived{forward(fields, journey)...};
    journey.finish();
    return unwrapped(std::move(arrived));
  }

  /// The same for one field, whose values may not be used before the journey ends. It has one for each item.
  /// Not collective, but all ranks send the same fields in the same order.
  template <std::ranges::contiguous_range Field>
  auto forward(const Field& field, Journey& journey) const {
    std::vector<std::ranges::range_value_t<Field>> arriving(items_arriving_);
    begin(source(field), reinterpret_cast<std::byte*>(arriving.data()), journey);
    return arriving;
  }

  /// The way back: fields with one value per item arrived become fields with one value per item of this
  /// rank's share. An item that went to several ranks takes the value of the lowest of them. Collective.
  /// @throws CollectiveError as `forward`
  template <std::ranges::contiguous_range... Fields>
  auto backward(const Fields&... fields) const {
    Values<Fields...> returned{std::vector<std::ranges::range_value_t<Fields>>(items_here_)...};
    move_backward(std::array{source(fields)...}, bytes_of(returned));
    return unwrapped(std::move(returned));
  }

  /// The same for one field of values of `bytes` bytes, of a type that only the caller knows. Collective.
  std::vector<std::byte> forward_bytes(std::span<const std::byte> values, std::size_t bytes) const;
  void forward_bytes(std::span<const std::byte> values, std::size_t bytes, std::byte* arriving,
                     Journey& journey) const {
    begin({values.data(), values.size() / bytes, bytes}, arriving, journey);
  }
  std::vector<std::byte> backward_bytes(std::span<const std::byte> values, std::size_t bytes) const;

 private:
  template <class Items, class OwnerOf>
  static std::vector<int> owners_of(const Items& items, const OwnerOf& owner_of) {
    std::vector<int> owners(std::ranges::size(items));
    std::ranges::transform(items, owners.begin(), owner_of);
    return owners;
  }

  template <class... Fields>
  using Values = std::tuple<std::vector<std::ranges::range_value_t<Fields>>...>;

  // A field without its type.
  struct Source {
    const std::byte* values;
    std::size_t size;             // in values
    std::size_t bytes_per_value;  // the same where the field goes
  };

  template <class Field>
  static Source source(const Field& field) {
    using T = std::ranges::range_value_t<Field>;
    static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);  // vector<bool> has no bytes
    return {reinterpret_cast<const std::byte*>(std::ranges::data(field)), std::ranges::size(field),
            sizeof(T)};
  }

  template <class... Vectors>
  static auto bytes_of(std::tuple<Vectors...>& values) {
    return std::apply(
        [](Vectors&... field) { return std::array{reinterpret_cast<std::byte*>(field.data())...}; }, values);
  }

  template <class... Vectors>
  static auto unwrapped(std::tuple<Vectors...>&& values) {
    if constexpr (sizeof...(Vectors) == 1)
      return std::get<0>(std::move(values));
    else
      return std::move(values);
  }

  void check(std::span<const Source> fields, std::size_t items) const;
  void begin(const Source& field, std::byte* arriving, Journey& journey) const;
  void move_backward(std::span<const Source> fields, std::span<std::byte* const> returned) const;

  Communicator comm_;
  std::size_t items_here_ = 0;
  std::size_t items_arriving_ = 0;
  std::vector<Departure> leaving_;
  std::vector<Arrival> arriving_;
};

}  // namespace partita
