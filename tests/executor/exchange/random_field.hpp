#pragma once
// A field of a random kind with values at random places, and the plain reference of what an exchange makes of
// it. Each value's address is computed here, by other formulas than the exchange's.

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/support/random.hpp>

#include "tests/executor/random_case.hpp"

namespace partita::testing_support {

enum class Kind { contiguous, strided, by_component, blocked, ragged, levels };
inline constexpr int kinds_of_one_count = 4, kinds = 6;

// Where values lie: as in the pattern; in lists, in random order; with several copies; counted from 1.
struct Placing {
  bool lists = false, copies = false;
  local_index base = 0;
};

template <class T>
T content(global_index index, std::size_t component, int which) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(index * 1000 + static_cast<global_index>(component) * 101 + which * 7);
  else
    return static_cast<T>(value(index, component, which));
}

// How many copies of a ghost, or of an owned value besides itself, a rank has: known to all.
inline int copies_of(std::uint64_t seed, const Placing& placing, int rank, global_index index,
                     bool is_owned) {
  if (!placing.copies) return is_owned ? 0 : 1;
  const auto draw =
      Random(seed * 977 + static_cast<std::uint64_t>(rank) * 131 + static_cast<std::uint64_t>(index))
          .below(3);
  return static_cast<int>(draw) + (is_owned ? 0 : 1);
}

template <class T>
class RandomField {
 public:
  RandomField(const Case& c, std::uint64_t seed, Kind kind, const Placing& placing, std::size_t components)
      : case_(c),
        seed_(seed),
        kind_(kind),
        placing_(placing),
        components_(components),
        rank_(c.table.communicator().rank()) {
    Random random(seed + 17 * static_cast<std::uint64_t>(rank_));
    const auto local = c.global_of.size(), owned = c.owned();
    std::vector<local_index> of;  // of each entity that is a copy
    for (std::size_t k = 0; k < local; ++k)
      for (int copy = 0; copy < copies_of(seed, placing, rank_, c.global_of[k], k < owned); ++copy)
        of.push_back(static_cast<local_index>(k));
    if (placing.copies) shuffle(of, random);
    std::vector<local_index> entities(owned + of.size() + (placing.lists ? 3 : 0));
    std::iota(entities.begin(), entities.end(), 0);
    if (placing.lists) shuffle(entities, random);
    holds_.assign(entities.size(), {-1, 0});
    const auto value_at = [&](std::size_t k) { return static_cast<std::size_t>(entities[k]); };
    for (std::size_t k = 0; k < owned; ++k) holds_[value_at(k)] = {c.global_of[k], home};
    std::vector<int> seen(local, 0);
    for (std::size_t k = 0; k < of.size(); ++k)
      holds_[value_at(owned + k)] = {c.global_of[static_cast<std::size_t>(of[k])],
                                     ++seen[static_cast<std::size_t>(of[k])]};
    for (local_index& entity : entities) entity += placing.base;
    const auto end_of_owned = entities.begin() + static_cast<std::ptrdiff_t>(owned);
    owned_places_.assign(entities.begin(), end_of_owned);
    copies_.assign(end_of_owned, end_of_owned + static_cast<std::ptrdiff_t>(of.size()));
    if (placing.copies) of_ = of;

    offsets_.push_back(0);
    for (const auto& [index, copy] : holds_) {
      const std::size_t count =
          varies() && index >= 0 ? static_cast<std::size_t>(index) % (components + 1) : components;
      counts_.push_back(static_cast<local_index>(count));
      offsets_.push_back(offsets_.back() + count);
    }
    values.assign((entities.size() + 4) * (2 * components + 1), T(-1));
  }
  RandomField(const RandomField&) = delete;

  Places places() const {
    if (!placing_.lists) return case_.pattern();
    return Places(case_.pattern(), owned_places_, copies_, of_, placing_.base);
  }

  FieldView<T> view() {
    const auto k = static_cast<std::ptrdiff_t>(components_), n = static_cast<std::ptrdiff_t>(holds_.size());
    switch (kind_) {
      case Kind::contiguous:
        return FieldView<T>::contiguous(values.data(), components_);
      case Kind::strided:
        return FieldView<T>::strided(values.data(), 2 * k + 1, components_, 2);
      case Kind::by_component:
        return FieldView<T>::strided(values.data(), 1, components_, n + 1);
      case Kind::blocked:
        return FieldView<T>::blocked(values.data(), 3, components_);
      case Kind::ragged:
        return FieldView<T>::varying(values.data(), offsets_);
      case Kind::levels:
        return FieldView<T>::contiguous(values.data(), components_).first_of_each(counts_);
    }
    return {};
  }

  ExchangeEntry entry() { return {case_.pattern(), places(), view()}; }

  void fill(bool homes_alone) {
    for_each([&](T& value, global_index index, int copy, std::size_t c) {
      value =
          homes_alone && copy != home ? T(-1) : content<T>(index, c, which(rank_, homes_alone ? home : copy));
    });
  }

  void expect_gathered() {
    for_each([&](T& value, global_index index, int, std::size_t c) {
      ASSERT_EQ(value, content<T>(index, c, which(case_.owner(index), home)));
      value = T(-1);
    });
    for (const T value : values) ASSERT_EQ(value, T(-1)) << "between entities nothing is written";
  }

  template <class Operation>
  void expect_scattered(Operation operation) {
    for_each([&](T& value, global_index index, int copy, std::size_t c) {
      T expected = content<T>(index, c, which(rank_, copy));
      if (copy == home) {
        for (int own = 1; own <= copies_of(seed_, placing_, rank_, index, true); ++own)
          expected = operation(expected, content<T>(index, c, which(rank_, own)));
        for (const int rank : case_.holders(index)) {
          T contribution = content<T>(index, c, which(rank, 1));
          for (int further = 2; further <= copies_of(seed_, placing_, rank, index, false); ++further)
            contribution = operation(contribution, content<T>(index, c, which(rank, further)));
          expected = operation(expected, contribution);
        }
      }
      ASSERT_EQ(value, expected) << "to the last bit; copy " << copy;
    });
  }

  std::vector<T> values;

 private:
  static constexpr int home = 0;
  static int which(int rank, int copy) { return 8 * rank + copy; }
  bool varies() const { return kind_ == Kind::ragged || kind_ == Kind::levels; }

  template <class Number>
  static void shuffle(std::vector<Number>& numbers, Random& random) {
    for (std::size_t k = numbers.size(); k > 1; --k)
      std::swap(numbers[k - 1], numbers[random.below(static_cast<std::uint32_t>(k))]);
  }

  std::size_t place(std::size_t e, std::size_t c) const {
    switch (kind_) {
      case Kind::contiguous:
      case Kind::levels:
        return e * components_ + c;
      case Kind::strided:
        return e * (2 * components_ + 1) + 2 * c;
      case Kind::by_component:
        return c * (holds_.size() + 1) + e;
      case Kind::blocked:
        return e / 3 * 3 * components_ + 3 * c + e % 3;
      case Kind::ragged:
        return offsets_[e] + c;
    }
    return 0;
  }

  // Calls use(value, of which index, which copy, component) for what lies at places.
  template <class Use>
  void for_each(Use&& use) {
    for (std::size_t e = 0; e < holds_.size(); ++e)
      for (std::size_t c = 0; holds_[e].first >= 0 && c < static_cast<std::size_t>(counts_[e]); ++c)
        use(values[place(e, c)], holds_[e].first, holds_[e].second, c);
  }

  const Case& case_;
  std::uint64_t seed_;
  Kind kind_;
  Placing placing_;
  std::size_t components_;
  int rank_;
  std::vector<std::pair<global_index, int>> holds_;  // by entity: index and copy; -1: nothing
  std::vector<local_index> owned_places_, copies_, of_, counts_;
  std::vector<std::size_t> offsets_;
};

}  // namespace partita::testing_support
