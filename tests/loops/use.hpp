#pragma once
// Arguments of loops twice: as access descriptors, and as what they mean to one thread that holds the whole
// mesh and executes iterations one after the other.

#include <vector>

#include <partita/loops/domain.hpp>

namespace partita::loops::testing_support {

// A map with its rows of all ranks.
struct WholeMap {
  Map map;
  int from, to, arity;
  std::vector<global_index> entries;

  std::size_t entry(std::size_t row, int column) const {
    return static_cast<std::size_t>(
        entries[row * static_cast<std::size_t>(arity) + static_cast<std::size_t>(column)]);
  }
};

// A field with its values of all ranks.
template <class T, int K>
struct WholeField {
  Field<T, K> field;
  std::vector<Values<T, K>> values;
};

template <class T>
struct WholeGlobal {
  Global<T> global;
  T value;
};

template <class T, int K>
void add(Values<T, K>& to, const Values<T, K>& more) {
  for (int c = 0; c < K; ++c) component(to, c) += component(more, c);
}

// An argument of a field: of the iteration's own element, or of the one in a column of a map.
template <class T, int K, Access A, bool Indirect>
struct Use {
  WholeField<T, K>* whole;
  const WholeMap* map;
  int column;

  FieldArgument<T, K, A, Indirect> argument() const {
    if constexpr (Indirect)
      return via(map->map[column]);
    else
      return via();
  }

  void begin() const {}
  void end() const {}

  Values<T, K> load(std::size_t i) const { return reads(A) ? at(i) : Values<T, K>{}; }
  void keep(std::size_t i, const Values<T, K>& values) const {
    if constexpr (A == Access::increment)
      add<T, K>(at(i), values);
    else if constexpr (writes(A))
      at(i) = values;
  }

 private:
  template <class... C>
  FieldArgument<T, K, A, Indirect> via(const C&... way) const {
    if constexpr (A == Access::read)
      return read(whole->field, way...);
    else if constexpr (A == Access::write)
      return write(whole->field, way...);
    else if constexpr (A == Access::increment)
      return increment(whole->field, way...);
    else
      return read_write(whole->field, way...);
  }

  Values<T, K>& at(std::size_t i) const { return whole->values[Indirect ? map->entry(i, column) : i]; }
};

/// A value that is added in one column, and subtracted in another.
template <class T, int K>
struct Move {
  WholeField<T, K>* whole;
  const WholeMap* map;
  int plus, minus;

  auto argument() const { return transfer(whole->field, map->map[plus], map->map[minus]); }
  void begin() const {}
  void end() const {}
  Values<T, K> load(std::size_t) const { return {}; }
  void keep(std::size_t i, const Values<T, K>& values) const {
    Values<T, K> negative;
    for (int c = 0; c < K; ++c) component(negative, c) = -component(values, c);
    add<T, K>(whole->values[map->entry(i, plus)], values);
    add<T, K>(whole->values[map->entry(i, minus)], negative);
  }
};

template <class T>
struct UseGlobal {
  WholeGlobal<T>* whole;

  auto argument() const { return read(whole->global); }
  void begin() const {}
  void end() const {}
  T load(std::size_t) const { return whole->value; }
  void keep(std::size_t, const T&) const {}
};

template <class T, Reduction R>
struct Reduce {
  WholeGlobal<T>* whole;
  std::vector<T> values = {};

  auto argument() const {
    if constexpr (R == Reduction::sum)
      return sum(whole->global);
    else if constexpr (R == Reduction::minimum)
      return minimum(whole->global);
    else
      return maximum(whole->global);
  }

  void begin() { values.clear(); }
  T load(std::size_t) const { return identity<T>(R); }
  void keep(std::size_t, const T& value) { values.push_back(value); }
  void end() {
    if constexpr (R == Reduction::minimum) {
      for (T& result = whole->value = identity<T>(R); const T each : values) result = std::min(result, each);
    } else if constexpr (R == Reduction::maximum) {
      for (T& result = whole->value = identity<T>(R); const T each : values) result = std::max(result, each);
    } else if constexpr (std::is_floating_point_v<T>) {
      ExactSum total;
      for (const T each : values) total.add(static_cast<double>(each));
      whole->value = static_cast<T>(total.value());
    } else {
      whole->value = 0;
      for (const T each : values) whole->value += each;
    }
  }
};

// Whether the body may change what it gets for this argument.
template <class Use>
constexpr bool is_constant = false;
template <class T, int K, bool Indirect>
constexpr bool is_constant<Use<T, K, Access::read, Indirect>> = true;
template <class T>
constexpr bool is_constant<UseGlobal<T>> = true;

// Executes a loop in the order of its iterations.
template <class Body, class... Uses>
void execute(std::size_t iterations, const Body& body, std::tuple<Uses...>& uses) {
  std::apply([](auto&... use) { (use.begin(), ...); }, uses);
  for (std::size_t i = 0; i < iterations; ++i)
    std::apply(
        [&](auto&... use) {
          std::tuple values{use.load(i)...};
          std::apply([&](auto&... value) { body(as_declared<is_constant<Uses>>(value)...); }, values);
          std::apply([&](const auto&... value) { (use.keep(i, value), ...); }, values);
        },
        uses);
  std::apply([](auto&... use) { (use.end(), ...); }, uses);
}

}  // namespace partita::loops::testing_support
