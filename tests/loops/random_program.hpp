#pragma once
// Random programs of the loop wrapper: sets, maps, fields, loops, chains of them, and what a program does
// with these. The same on every rank, drawn from a seed. Each has the whole mesh beside it, on which the same
// is done by one thread in the order of the program.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <partita/executor/plan/plan.hpp>
#include <partita/loops/domain.hpp>
#include <partita/support/random.hpp>

#include "tests/loops/use.hpp"
#include "tests/random_graph.hpp"

namespace partita::loops::testing_support {

using partita::testing_support::random_share;

// A body for any arguments: everything it may change becomes a mixture of everything that it gets. Magnitudes
// stay between 2^-20 and 2^20, so that the order of additions shows in their last bits.
struct Mix {
  double salt;

  template <class... V>
  KOKKOS_FUNCTION void operator()(V&... values) const {
    double mixed = salt;
    (take_in(mixed, values), ...);
    double factor = 1;
    (hand_out(mixed, factor, values), ...);
  }

 private:
  // An infinity is where a minimum starts.
  template <class T>
  requires std::is_arithmetic_v<T> KOKKOS_FUNCTION static void take_in(double& mixed, const T& value) {
    const double x = static_cast<double>(value);
    mixed = mixed * 0.7 + (std::fabs(x) < 0x1p40 ? x : 0.5);
  }
  template <class T, std::size_t K>
  KOKKOS_FUNCTION static void take_in(double& mixed, const Kokkos::Array<T, K>& values) {
    for (std::size_t c = 0; c < K; ++c) take_in(mixed, values[c]);
  }

  template <class T>
  requires std::is_arithmetic_v<T> KOKKOS_FUNCTION static void hand_out(double mixed, double& factor,
                                                                        T& value) {
    if constexpr (!std::is_const_v<T>) {
      factor *= -1.7;
      const double x = mixed * factor;
      const double bounded = x / (1 + std::fabs(x) * 0x1p-20);
      value = static_cast<T>(std::is_integral_v<T> ? bounded * 0x1p-6 : bounded);
    }
  }
  template <class T, std::size_t K>
  KOKKOS_FUNCTION static void hand_out(double, double&, const Kokkos::Array<T, K>&) {}
  template <class T, std::size_t K>
  KOKKOS_FUNCTION static void hand_out(double mixed, double& factor, Kokkos::Array<T, K>& values) {
    for (std::size_t c = 0; c < K; ++c) hand_out(mixed, factor, values[c]);
  }
};

template <class T>
T random_number(Random& random) {
  const double mantissa = random.next() * 0x1p-31 - 1;
  const int exponent = std::is_integral_v<T> ? 10 : static_cast<int>(random.below(40)) - 20;
  return static_cast<T>(std::ldexp(mantissa, exponent));
}

template <class T, int K>
std::vector<Values<T, K>> random_values(std::size_t size, Random& random) {
  std::vector<Values<T, K>> values(size);
  for (Values<T, K>& each : values)
    for (int c = 0; c < K; ++c) component(each, c) = random_number<T>(random);
  return values;
}

template <class T>
bool same_bits(const T& one, const T& other) {
  return std::memcmp(&one, &other, sizeof one) == 0;
}

inline Options random_options(Random& random) {
  Options options{.backend = random.below(2) && fields_on_host ? Backend::lanes : Backend::kernels};
  PlanOptions plan;
  plan.schedule.algorithm = algorithms[random.below(static_cast<std::uint32_t>(algorithms.size()))].value;
  plan.way.protocol = protocols[random.below(protocols.size())].value;
  plan.schedule.seed = random.next();
  plan.schedule.machine.ranks_per_host = 1 + static_cast<int>(random.below(4));
  if (random.below(4) > 0)  // else one is chosen
    options.plan = [plan](std::string_view, const MessageVectors& vectors, double) {
      return make_plan(vectors, plan);
    };
  options.tiles = Tiles{static_cast<int>(random.below(3))};
  options.tile_bytes = std::size_t{1} << random.below(24);
  options.threads = static_cast<int>(random.below(4));
  return options;
}

class Program {
 public:
  Program(const Communicator& comm, std::uint64_t seed)
      : comm_(comm), random_(seed), domain_(comm, random_options(random_)) {
    const std::uint32_t largest = random_.below(8) == 0 ? 400 : 60;
    for (int s = 0; s < 3; ++s) {
      sizes_.push_back(random_.below(largest + 1));
      const auto mine = share(std::vector<char>(sizes_.back()));
      sets_.push_back(domain_.set(text("set ", s), mine.size()));
    }
    for (int m = 0; m < 4; ++m) declare_map();
    if (random_.below(4)) partition();
    for (std::uint32_t loops = 2 + random_.below(4); loops > 0; --loops) declare_loop();
  }

  // Does something that programs do, in both worlds.
  void act() {
    switch (random_.below(10)) {
      case 0:
        return assign();
      case 1:
        return random_.below(3) == 0 ? partition() : change_map();
      case 2:
        return declare_loop();
      case 3:
        if (!loops_.empty()) loops_.erase(loops_.begin() + random_.below(count(loops_)));
        return;
      case 4:
        if (!loops_.empty()) run_alone(loops_[random_.below(count(loops_))]);
        return;
      case 5:
      case 6:
        return declare_chain();
      default:
        if (!chains_.empty()) run_chain(chains_[random_.below(count(chains_))]);
    }
  }

  // Does what programs do whose mesh changes: changes maps, some rows or all of them, now and then moves a
  // set to other owners, then runs all that is declared.
  void adapt() {
    for (std::uint32_t changes = 1 + random_.below(3); changes > 0; --changes) change_map();
    if (random_.below(4) == 0) partition();
    if (random_.below(6) == 0) declare_loop();
    if (chains_.size() < 3 && random_.below(2)) declare_chain();
    for (WholeChain& chain : chains_) run_chain(chain);
    if (!loops_.empty()) run_alone(loops_[random_.below(count(loops_))]);
  }

  // What this rank owns and the whole differ in; empty if nothing. Collective: reduces globals.
  std::string difference() {
    std::string found;
    std::apply([&](auto&... fields) { (compare_fields(fields, found), ...); }, fields_);
    std::apply([&](auto&... globals) { (compare_globals(globals, found), ...); }, globals_);
    return found;
  }

  const std::string& history() const { return history_; }

 private:
  template <class T, int K>
  using Fields = std::map<std::pair<int, std::uint32_t>, WholeField<T, K>>;  // by set and number
  template <class T>
  using Globals = std::vector<std::unique_ptr<WholeGlobal<T>>>;

  struct WholeLoop {
    Loop loop;
    std::function<void()> reference;
    std::vector<std::pair<const WholeMap*, int>> changed;  // columns that lead to what it reads and writes
  };
  struct WholeChain {
    Chain chain;
    std::vector<std::shared_ptr<WholeLoop>> loops;
  };

  template <class Container>
  static std::uint32_t count(const Container& items) {
    return static_cast<std::uint32_t>(items.size());
  }

  template <class T>
  std::vector<T> share(const std::vector<T>& all) {
    return random_share(all, comm_.rank(), comm_.size(), random_.next());
  }

  void log(const std::string& line) { history_ += line + "\n"; }

  // ---- maps

  std::vector<global_index> random_entries(int from, int to, int arity) {
    const auto rows = sizes_[static_cast<std::size_t>(from)];
    const auto targets = sizes_[static_cast<std::size_t>(to)];
    std::vector<global_index> entries;
    if (random_.below(3) == 0 && rows * static_cast<std::uint32_t>(arity) <= targets) {  // each at most once
      entries.resize(targets);
      std::iota(entries.begin(), entries.end(), 0);
      random_.shuffle(entries);
      entries.resize(rows * static_cast<std::uint32_t>(arity));
    } else if (targets > 0) {
      const std::uint32_t reach = 1 + random_.below(targets);  // near ones only, now and then
      for (std::uint32_t k = 0; k < rows * static_cast<std::uint32_t>(arity); ++k)
        entries.push_back((k / static_cast<std::uint32_t>(arity) + random_.below(reach)) % targets);
    }
    return entries;
  }

  // Of the given elements, or of all that are owned.
  template <int arity>
  std::vector<std::array<global_index, arity>> rows_of(const WholeMap& whole,
                                                       std::span<const global_index> elements) const {
    std::vector<std::array<global_index, arity>> rows;
    for (const global_index number : elements) {
      auto& row = rows.emplace_back();
      for (int c = 0; c < arity; ++c)
        row[static_cast<std::size_t>(c)] =
            static_cast<global_index>(whole.entry(static_cast<std::size_t>(number), c));
    }
    return rows;
  }

  // Calls `make` with this rank's rows as arrays of the right length.
  template <class Make>
  auto with_rows(const WholeMap& whole, std::span<const global_index> elements, const Make& make) const {
    switch (whole.arity) {
      case 1:
        return make(rows_of<1>(whole, elements));
      case 2:
        return make(rows_of<2>(whole, elements));
      case 3:
        return make(rows_of<3>(whole, elements));
      default:
        return make(rows_of<4>(whole, elements));
    }
  }
  template <class Make>
  auto with_rows(const WholeMap& whole, const Make& make) const {
    return with_rows(whole, sets_[static_cast<std::size_t>(whole.from)].numbers(), make);
  }

  void declare_map() {
    const int from = static_cast<int>(random_.below(3)), to = static_cast<int>(random_.below(3));
    const int arity = 1 + static_cast<int>(random_.below(4));
    const auto at = [this](int set) { return sets_[static_cast<std::size_t>(set)]; };
    if (sizes_[static_cast<std::size_t>(to)] == 0 && sizes_[static_cast<std::size_t>(from)] > 0) return;
    WholeMap whole{Map(nullptr), from, to, arity, random_entries(from, to, arity)};
    whole.map = with_rows(whole, [&](const auto& rows) {
      return domain_.map(text("map ", maps_.size()), at(from), at(to), rows);
    });
    log(text("map ", maps_.size(), " of ", arity, " columns from set ", from, " to set ", to));
    maps_.push_back(std::make_unique<WholeMap>(std::move(whole)));
  }

  void change_map() {
    if (maps_.empty()) return;
    WholeMap& whole = *maps_[random_.below(count(maps_))];
    if (random_.below(3) > 0) {
      change_some_rows(whole);
    } else {
      log(text("change ", whole.map.name()));
      whole.entries = random_entries(whole.from, whole.to, whole.arity);
      with_rows(whole, [&](const auto& rows) { domain_.change(whole.map, rows); });
    }
    const auto has_become_wrong = [&](const auto& loop) {
      return std::any_of(loop->changed.begin(), loop->changed.end(), [&](const auto& column) {
        return !leads_to_each_once(*column.first, column.second,
                                   sizes_[static_cast<std::size_t>(column.first->from)]);
      });
    };
    std::erase_if(loops_, has_become_wrong);
    std::erase_if(chains_, [&](const WholeChain& chain) {
      return std::any_of(chain.loops.begin(), chain.loops.end(), has_become_wrong);
    });
  }

  // Each rank names those that it owns.
  void change_some_rows(WholeMap& whole) {
    const auto rows = sizes_[static_cast<std::size_t>(whole.from)];
    const auto targets = sizes_[static_cast<std::size_t>(whole.to)];
    const auto owned = sets_[static_cast<std::size_t>(whole.from)].numbers();
    std::vector<global_index> elements;
    std::vector<int> places;
    for (std::uint32_t more = rows == 0 ? 0 : random_.below(6); more > 0; --more) {
      const std::uint32_t row = random_.below(rows);
      for (int column = 0; column < whole.arity; ++column)
        if (random_.below(2))
          whole.entries[row * static_cast<std::uint32_t>(whole.arity) + static_cast<std::uint32_t>(column)] =
              random_.below(targets);
      const auto found = std::lower_bound(owned.begin(), owned.end(), global_index{row});
      if (found == owned.end() || *found != global_index{row}) continue;
      elements.push_back(row);
      places.push_back(static_cast<int>(found - owned.begin()));
    }
    log(text("change ", elements.size(), " rows of ", whole.map.name(), " here"));
    with_rows(whole, elements, [&](const auto& some) { domain_.change(whole.map, places, some); });
  }

  static bool leads_to_each_once(const WholeMap& map, int column, std::size_t rows) {
    std::vector<std::size_t> entries;
    for (std::size_t row = 0; row < rows; ++row) entries.push_back(map.entry(row, column));
    std::sort(entries.begin(), entries.end());
    return std::adjacent_find(entries.begin(), entries.end()) == entries.end();
  }

  // ---- fields and globals

  template <class T, int K>
  WholeField<T, K>& field(int set) {
    auto& fields = std::get<Fields<T, K>>(fields_);
    const std::pair key{set, random_.below(2)};
    const auto known = fields.find(key);
    if (known != fields.end()) return known->second;
    const std::string name = text(typeid(T).name(), K, " ", key.second, " of set ", set);
    std::vector<Values<T, K>> all(sizes_[static_cast<std::size_t>(set)]);
    const Set& on = sets_[static_cast<std::size_t>(set)];
    if (random_.below(3) == 0)
      return fields.emplace(key, WholeField<T, K>{domain_.field<T, K>(name, on), all}).first->second;
    all = random_values<T, K>(all.size(), random_);
    std::vector<Values<T, K>> mine;
    for (const global_index number : on.numbers()) mine.push_back(all[static_cast<std::size_t>(number)]);
    return fields.emplace(key, WholeField<T, K>{domain_.field<T, K>(name, on, mine), all}).first->second;
  }

  template <class T>
  WholeGlobal<T>& global() {
    auto& globals = std::get<Globals<T>>(globals_);
    if (globals.size() < 2) {
      const T value = random_number<T>(random_);
      globals.push_back(std::make_unique<WholeGlobal<T>>(
          WholeGlobal<T>{domain_.global<T>(text("global ", globals.size()), value), value}));
    }
    return *globals[random_.below(count(globals))];
  }

  template <class T, int K>
  void assign_one(Fields<T, K>& fields, std::uint32_t& which) {
    if (which-- != 0) return;
    for (auto& [key, whole] : fields) {
      whole.values = random_values<T, K>(whole.values.size(), random_);
      std::vector<Values<T, K>> mine;
      for (const global_index number : whole.field.numbers())
        mine.push_back(whole.values[static_cast<std::size_t>(number)]);
      log(text("assign to ", whole.field.name()));
      whole.field.assign(mine);
    }
  }

  void assign() {
    std::uint32_t which = random_.below(std::tuple_size_v<decltype(fields_)>);
    std::apply([&](auto&... fields) { (assign_one(fields, which), ...); }, fields_);
  }

  template <class T, int K>
  void compare_fields(Fields<T, K>& fields, std::string& found) {
    for (auto& [key, whole] : fields) {
      const auto values = whole.field.values();
      for (std::size_t k = 0; k < values.size(); ++k) {
        const auto number = static_cast<std::size_t>(whole.field.numbers()[k]);
        if (same_bits(values[k], whole.values[number])) continue;
        found += text(whole.field.name(), ", element ", number, "\n");
        break;
      }
    }
  }

  template <class T>
  void compare_globals(Globals<T>& globals, std::string& found) {
    for (auto& whole : globals)
      if (const T value = whole->global.value(); !same_bits(value, whole->value))
        found += text(whole->global.state()->name(), " of ", typeid(T).name(), ": ", value, ", not ",
                      whole->value, "\n");
  }

  void partition() {
    const std::uint32_t s = random_.below(count(sets_));
    const auto ranks = static_cast<std::uint32_t>(comm_.size());
    std::vector<int> everywhere(sizes_[s]);
    const std::uint32_t owners = 1 + random_.below(ranks);  // some ranks own nothing
    const bool in_blocks = random_.below(2);
    for (std::uint32_t k = 0; k < sizes_[s]; ++k)
      everywhere[k] = static_cast<int>(in_blocks ? k * owners / sizes_[s] : random_.below(owners));
    std::vector<int> mine;
    for (const global_index number : sets_[s].numbers())
      mine.push_back(everywhere[static_cast<std::size_t>(number)]);
    log(text("partition set ", s));
    domain_.partition(sets_[s], mine);
  }

  // ---- loops

  template <class T, int K, Access A, bool Indirect>
  bool draw(int set, std::optional<Use<T, K, A, Indirect>>& use) {
    if constexpr (!Indirect) {
      use = Use<T, K, A, Indirect>{&field<T, K>(set), nullptr, 0};
      return true;
    } else {
      std::vector<const WholeMap*> candidates;
      for (const auto& map : maps_)
        if (map->from == set) candidates.push_back(map.get());
      if (candidates.empty()) return false;
      const WholeMap* map = candidates[random_.below(count(candidates))];
      const auto column = static_cast<int>(random_.below(static_cast<std::uint32_t>(map->arity)));
      // Of several iterations that change an element, each would have to see what the others left.
      if (A == Access::read_write && !leads_to_each_once(*map, column, sizes_[static_cast<std::size_t>(set)]))
        return false;
      use = Use<T, K, A, Indirect>{&field<T, K>(map->to), map, column};
      return true;
    }
  }
  template <class T, int K>
  bool draw(int set, std::optional<Move<T, K>>& use) {
    std::optional<Use<T, K, Access::increment, true>> plus;
    if (!draw(set, plus)) return false;
    const auto minus = static_cast<int>(random_.below(static_cast<std::uint32_t>(plus->map->arity)));
    use = Move<T, K>{plus->whole, plus->map, plus->column, minus};
    return true;
  }
  template <class T>
  bool draw(int, std::optional<UseGlobal<T>>& use) {
    use = UseGlobal<T>{&global<T>()};
    return true;
  }
  template <class T, Reduction R>
  bool draw(int, std::optional<Reduce<T, R>>& use) {
    use = Reduce<T, R>{&global<T>()};
    return true;
  }

  // What a loop must not do twice.
  struct Claim {
    const void* whole;
    bool changes;
    int kind;  // arguments of one kind may change the same thing; of kind 0, none
  };
  template <class T, int K, Access A, bool Indirect>
  static Claim claim(const Use<T, K, A, Indirect>& use) {
    const bool several = A == Access::increment || (A == Access::write && Indirect);
    return {use.whole, writes(A), several ? 1 + 2 * static_cast<int>(A) + Indirect : 0};
  }
  template <class T, int K>
  static Claim claim(const Move<T, K>& use) {
    return {use.whole, true, 1 + 2 * static_cast<int>(Access::increment) + 1};
  }
  template <class T>
  static Claim claim(const UseGlobal<T>& use) {
    return {use.whole, false, 0};
  }
  template <class T, Reduction R>
  static Claim claim(const Reduce<T, R>& use) {
    return {use.whole, true, 0};
  }
  static bool are_legal(const std::vector<Claim>& claims) {
    for (std::size_t a = 0; a < claims.size(); ++a)
      for (std::size_t b = 0; b < claims.size(); ++b)
        if (a != b && claims[a].whole == claims[b].whole && claims[a].changes &&
            (claims[a].kind == 0 || claims[a].kind != claims[b].kind))
          return false;
    return true;
  }

  template <class Use>
  static std::pair<const WholeMap*, int> column_changed(const Use&) {
    return {nullptr, 0};
  }
  template <class T, int K>
  static std::pair<const WholeMap*, int> column_changed(const Use<T, K, Access::read_write, true>& use) {
    return {use.map, use.column};
  }

  template <class... Uses>
  static bool declare(Program& program, int set) {
    std::tuple<std::optional<Uses>...> drawn;
    const bool all = std::apply([&](auto&... use) { return (program.draw(set, use) && ...); }, drawn);
    if (!all) return false;
    auto uses = std::apply([](auto&... use) { return std::tuple<Uses...>{*use...}; }, drawn);
    if (!std::apply([](auto&... use) { return are_legal({claim(use)...}); }, uses)) return false;

    const Mix body{random_number<double>(program.random_)};
    const auto size = static_cast<std::size_t>(program.sizes_[static_cast<std::size_t>(set)]);
    const std::string name = text("loop ", program.declared_++);
    Loop loop = std::apply(
        [&](const auto&... use) {
          return program.domain_.loop(name, program.sets_[static_cast<std::size_t>(set)], use.argument()...,
                                      in_kernels_too(body));
        },
        uses);
    auto changed = std::apply([](auto&... use) { return std::vector{column_changed(use)...}; }, uses);
    std::erase_if(changed, [](const auto& column) { return !column.first; });
    program.loops_.push_back(std::make_shared<WholeLoop>(
        WholeLoop{std::move(loop), [=]() mutable { execute(size, body, uses); }, std::move(changed)}));
    return true;
  }

  template <class T, int K>
  using Read = Use<T, K, Access::read, false>;
  template <class T, int K>
  using Write = Use<T, K, Access::write, false>;
  template <class T, int K>
  using Add = Use<T, K, Access::increment, false>;
  template <class T, int K>
  using Change = Use<T, K, Access::read_write, false>;
  template <class T, int K>
  using ReadVia = Use<T, K, Access::read, true>;
  template <class T, int K>
  using WriteVia = Use<T, K, Access::write, true>;
  template <class T, int K>
  using AddVia = Use<T, K, Access::increment, true>;
  template <class T, int K>
  using ChangeVia = Use<T, K, Access::read_write, true>;

  void declare_loop() {
    static constexpr bool (*shapes[])(Program&, int) = {
        declare<ReadVia<double, 4>, ReadVia<double, 4>, AddVia<double, 4>, AddVia<double, 4>,
                Read<double, 1>>,
        declare<ReadVia<double, 2>, ReadVia<double, 1>, AddVia<double, 4>, AddVia<double, 1>>,
        declare<Read<double, 4>, Read<double, 1>, Change<double, 4>, Write<double, 2>,
                Reduce<double, Reduction::sum>>,
        declare<Read<double, 2>, Change<double, 1>, Add<double, 4>, Add<double, 4>>,
        declare<ReadVia<double, 4>, ReadVia<double, 2>, Read<int, 2>, Write<double, 1>>,
        declare<ReadVia<float, 3>, WriteVia<float, 3>, WriteVia<float, 3>, Reduce<float, Reduction::minimum>>,
        declare<Read<double, 5>, WriteVia<double, 1>, AddVia<int, 2>, AddVia<int, 2>,
                Reduce<int, Reduction::sum>>,
        declare<ReadVia<double, 1>, ChangeVia<double, 2>, AddVia<double, 5>, Write<int, 2>>,
        declare<ChangeVia<double, 4>, Read<float, 3>, Reduce<float, Reduction::sum>>,
        declare<Read<double, 1>, ChangeVia<double, 4>>,
        declare<ReadVia<double, 4>, AddVia<double, 4>>,
        declare<UseGlobal<double>, Read<int, 2>, AddVia<double, 1>, Reduce<double, Reduction::maximum>>,
        declare<ReadVia<double, 5>, AddVia<double, 5>, Change<double, 2>, Reduce<double, Reduction::minimum>>,
        declare<ReadVia<int, 2>, Write<double, 5>, AddVia<float, 3>, AddVia<double, 2>, UseGlobal<float>>,
        declare<ReadVia<double, 1>, Add<double, 1>, WriteVia<int, 2>, Reduce<int, Reduction::maximum>>,
        declare<Read<double, 4>, Write<double, 4>, UseGlobal<int>>,
        declare<ReadVia<double, 4>, ReadVia<double, 4>, ReadVia<double, 4>, Read<double, 5>, Write<double, 1>,
                AddVia<double, 2>>,
        declare<Change<float, 3>, Add<int, 2>, Add<int, 2>, Reduce<int, Reduction::minimum>>,
        declare<Reduce<double, Reduction::sum>, ReadVia<double, 2>, Write<double, 4>, AddVia<double, 4>,
                AddVia<double, 4>, AddVia<double, 4>>,
        declare<ReadVia<double, 4>, ReadVia<double, 1>, Move<double, 4>, AddVia<double, 4>>,
        declare<Read<int, 2>, Move<double, 1>, Write<double, 2>, Move<float, 3>>,
    };
    for (int attempt = 0; attempt < 8; ++attempt) {
      const std::uint32_t shape = random_.below(std::size(shapes)), set = random_.below(3);
      if (!shapes[shape](*this, static_cast<int>(set))) continue;
      log(text("declare ", loops_.back()->loop.name(), ": shape ", shape, " over set ", set));
      return;
    }
  }

  template <std::size_t... k>
  Chain chain_of(const std::string& name, const std::vector<std::shared_ptr<WholeLoop>>& loops,
                 std::index_sequence<k...>) {
    return domain_.chain(name, loops[k]->loop...);
  }

  void declare_chain() {
    if (loops_.empty()) return;
    std::vector<std::shared_ptr<WholeLoop>> loops(1 + random_.below(5));
    for (auto& loop : loops) loop = loops_[random_.below(count(loops_))];
    const std::string name = text("chain ", declared_++);
    log("declare " + name);
    Chain chain = loops.size() == 1   ? chain_of(name, loops, std::make_index_sequence<1>())
                  : loops.size() == 2 ? chain_of(name, loops, std::make_index_sequence<2>())
                  : loops.size() == 3 ? chain_of(name, loops, std::make_index_sequence<3>())
                  : loops.size() == 4 ? chain_of(name, loops, std::make_index_sequence<4>())
                                      : chain_of(name, loops, std::make_index_sequence<5>());
    chains_.push_back({std::move(chain), std::move(loops)});
    run_chain(chains_.back());
  }

  void run_chain(WholeChain& chain) {
    log(text("run ", chain.chain.name(), "\n", random_.below(8) == 0 ? chain.chain.plan() : ""));
    chain.chain();
    for (const auto& loop : chain.loops) loop->reference();
  }

  void run_alone(const std::shared_ptr<WholeLoop>& loop) {
    log("run " + loop->loop.name());
    loop->loop();
    loop->reference();
  }

  Communicator comm_;
  Random random_;
  Domain domain_;
  std::vector<std::uint32_t> sizes_;
  std::vector<Set> sets_;
  std::vector<std::unique_ptr<WholeMap>> maps_;
  std::tuple<Fields<double, 1>, Fields<double, 2>, Fields<double, 4>, Fields<double, 5>, Fields<float, 3>,
             Fields<int, 2>>
      fields_;
  std::tuple<Globals<double>, Globals<float>, Globals<int>> globals_;
  std::vector<std::shared_ptr<WholeLoop>> loops_;
  std::vector<WholeChain> chains_;
  int declared_ = 0;
  std::string history_;
};

}  // namespace partita::loops::testing_support
