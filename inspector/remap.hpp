#pragma once
/// \file Moves items to new owners, and back. The light-weight schedule of PARTI/CHAOS.

#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

#include <partita/support/sparse_exchange.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Where the items of every rank's share go. Built once, used for any number of fields of those items.
///
/// Items arrive ascending by (rank they come from, place there): ascending by their number in the
/// concatenation of all shares.
class Remap {
 public:
  /// Item k of this rank's share goes to rank `owners[k]`. Collective. Throws CollectiveError when an owner
  /// is not a rank of the communicator.
  Remap(Communicator comm, std::span<const int> owners);

  std::size_t items_here() const { return items_here_; }          ///< in this rank's share
  std::size_t items_arriving() const { return items_arriving_; }  ///< that this rank owns afterwards

  /// One value per item here; returns one value per item arriving. Collective. T trivially copyable. Throws
  /// CollectiveError when a rank brings another number of values.
  template <class T>
  std::vector<T> forward(std::span<const T> values) const {
    check_size(values.size(), items_here_);
    std::vector<Parcel<T>> parcels;
    for (const Parcel<std::size_t>& group : leaving_) {
      Parcel<T>& parcel = parcels.emplace_back(Parcel<T>{group.rank, {}});
      parcel.content.reserve(group.content.size());
      for (const std::size_t item : group.content) parcel.content.push_back(values[item]);
    }
    std::vector<T> arrived;
    arrived.reserve(items_arriving_);
    for (const Parcel<T>& parcel : sparse_exchange(comm_, parcels))
      arrived.insert(arrived.end(), parcel.content.begin(), parcel.content.end());
    return arrived;
  }

  /// The way back: one value per item arrived; returns one value per item of this rank's share. Collective.
  /// Throws CollectiveError when a rank brings another number of values.
  template <class T>
  std::vector<T> backward(std::span<const T> values) const {
    check_size(values.size(), items_arriving_);
    std::vector<Parcel<T>> parcels;
    auto next = values.begin();
    for (const Arrival& arrival : arriving_) {
      const auto end = next + static_cast<std::ptrdiff_t>(arrival.items);
      parcels.push_back({arrival.rank, std::vector<T>(next, end)});
      next = end;
    }
    std::vector<T> returned(items_here_);
    const std::vector<Parcel<T>> incoming = sparse_exchange(comm_, parcels);
    for (std::size_t group = 0; group < incoming.size(); ++group)  // both ascend by rank
      for (std::size_t k = 0; k < incoming[group].content.size(); ++k)
        returned[leaving_[group].content[k]] = incoming[group].content[k];
    return returned;
  }

  /// The same for any contiguous range: a vector, an array.
  template <std::ranges::contiguous_range Values>
  auto forward(const Values& values) const {
    return forward(std::span<const std::ranges::range_value_t<Values>>(values));
  }
  template <std::ranges::contiguous_range Values>
  auto backward(const Values& values) const {
    return backward(std::span<const std::ranges::range_value_t<Values>>(values));
  }

 private:
  struct Arrival {
    int rank;
    std::size_t items;
  };

  void check_size(std::size_t given, std::size_t expected) const;

  Communicator comm_;
  std::size_t items_here_ = 0;
  std::size_t items_arriving_ = 0;
  std::vector<Parcel<std::size_t>> leaving_;  // per new owner, ascending: which items
  std::vector<Arrival> arriving_;             // per old owner, ascending: how many
};

}  // namespace partita
