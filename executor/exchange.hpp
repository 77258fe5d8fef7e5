#pragma once
/// \file Gather and scatter-add between owners and ghosts, by replaying phase tables.

#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include <partita/executor/plan.hpp>
#include <partita/executor/replay.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita {

/// Exchanges the values of one access pattern, as often as wanted.
///
/// Values are given as a span of k * pattern.local_size() elements of T: k components a value, contiguous,
/// owned values first, then ghosts. k may differ from call to call but not from rank to rank. T is trivially
/// copyable. Where the ghosts of several patterns lie in one array (`subtract`), each exchange is given the
/// front of the array that ends with its own ghosts, and leaves those of the others alone.
///
/// All calls are collective over the neighbours: every rank makes the same calls in the same order. Nothing
/// is synchronised beyond what the messages need. A gather and a scatter-add may be under way at once, and so
/// may several exchanges; with `ready_signal` they must then be finished in the same order on all ranks.
/// Between begin and finish a gather's ghosts may not be read nor its owned values written; a scatter-add's
/// ghosts may not be written, its owned values may.
///
/// Results do not depend on algorithm, protocol or order of arrival: contributions are added after all have
/// arrived, ascending by the rank they come from.
class Exchange {
 public:
  /// Plans with the defaults. Collective.
  explicit Exchange(const AccessPattern& pattern) : Exchange(pattern, make_plan(pattern)) {}

  /// Replays `plan`, which was made from this very pattern (or one with the same fingerprint on every rank).
  /// Collective. Throws CollectiveError when the plan is for another pattern, or its messages are not those
  /// of the pattern.
  Exchange(const AccessPattern& pattern, Plan plan);

  const Plan& plan() const { return plan_; }

  /// Owner -> ghosts: every ghost becomes a copy of its owner's value.
  template <std::ranges::contiguous_range Values>
  void gather(Values&& values) {
    begin_gather(values);
    finish_gather(values);
  }

  template <std::ranges::contiguous_range Values>
  void begin_gather(Values&& values) {
    const auto elements = elements_of(values);
    const std::size_t k = components(elements.size());
    gather_.require_idle();
    pack(elements, k);
    gather_.begin(gather_buffer_.data(), ghosts(elements, k), k * sizeof(elements.front()));
  }

  template <std::ranges::contiguous_range Values>
  void finish_gather(Values&&) {
    gather_.finish();
  }

  /// Ghosts -> owner: every ghost's value is added to its owner's. Ghost values stay as they are. T needs +=.
  template <std::ranges::contiguous_range Values>
  void scatter_add(Values&& values) {
    begin_scatter_add(values);
    finish_scatter_add(values);
  }

  template <std::ranges::contiguous_range Values>
  void begin_scatter_add(Values&& values) {
    const auto elements = elements_of(values);
    const std::size_t k = components(elements.size());
    scatter_.require_idle();
    buffer_for(elements, scatter_buffer_, k);
    scatter_.begin(ghosts(elements, k), scatter_buffer_.data(), k * sizeof(elements.front()));
  }

  template <std::ranges::contiguous_range Values>
  void finish_scatter_add(Values&& values) {
    const auto elements = elements_of(values);
    const std::size_t k = components(elements.size());
    scatter_.finish();
    unpack_add(elements, k);
  }

 private:
  template <class Values>
  static auto elements_of(Values& values) {
    using T = std::remove_reference_t<std::ranges::range_reference_t<Values>>;
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
    return std::span<T>(std::ranges::data(values), std::ranges::size(values));
  }

  // k, from the size of a field. Throws Error when it is no multiple of the local size.
  std::size_t components(std::size_t elements) const;

  // Packed values lie neighbour by neighbour, ascending; a buffer grows at first use and is then kept.
  template <class T>
  T* buffer_for(std::span<T>, std::vector<std::byte>& buffer, std::size_t k) const {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (buffer.size() < packed_ * k * sizeof(T)) buffer.resize(packed_ * k * sizeof(T));
    return reinterpret_cast<T*>(buffer.data());
  }

  template <class T>
  std::byte* ghosts(std::span<T> values, std::size_t k) const {
    return reinterpret_cast<std::byte*>(values.data() + static_cast<std::size_t>(pattern_.first_ghost()) * k);
  }

  template <class T>
  void pack(std::span<T> values, std::size_t k) {
    T* packed = buffer_for(values, gather_buffer_, k);
    for (const NeededBy& neighbour : pattern_.needed_by())
      for (const local_index owned : neighbour.owned)
        for (std::size_t c = 0; c < k; ++c) *packed++ = values[static_cast<std::size_t>(owned) * k + c];
  }

  template <class T>
  void unpack_add(std::span<T> values, std::size_t k) {
    const T* packed = buffer_for(values, scatter_buffer_, k);
    for (const NeededBy& neighbour : pattern_.needed_by())
      for (const local_index owned : neighbour.owned)
        for (std::size_t c = 0; c < k; ++c) values[static_cast<std::size_t>(owned) * k + c] += *packed++;
  }

  AccessPattern pattern_;
  Plan plan_;
  Replay gather_;
  Replay scatter_;
  std::size_t packed_ = 0;  // values in a buffer
  std::vector<std::byte> gather_buffer_;
  std::vector<std::byte> scatter_buffer_;
};

}  // namespace partita
