#include <algorithm>
#include <utility>
#include <vector>

#include <partita/io/environment.hpp>
#include <partita/io/plan_file.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/mpi_state.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

// Plans are chosen for values of this many bytes an entity unless the program says "bytes=N". Fields are not
// known yet, and a plan for short ones, which relays messages, costs long ones more than the other way round.
constexpr double usual_bytes = 512;

std::span<const partita_field> fields_of(int number, const partita_field* field) {
  if (number < 1) throw Error("an exchange was given ", number, " fields; it takes at least one");
  return {&given(field, "the list of fields"), static_cast<std::size_t>(number)};
}

// @param entities of each field, that it must have
// @param into lasts as long as the call
FieldList memories(std::span<const partita_field> fields, auto&& entities, const DeviceMemory& device,
                   std::vector<FieldMemory>& into) {
  into.clear();
  for (const partita_field& field : fields) {
    const int number = static_cast<int>(into.size()) + 1;
    if (device.holds(field.data))
      throw Error(
          "field ", number,
          " is in a device's memory; give a copy on the host, or exchange it by KokkosExchange in C++");
    into.push_back(memory_of(field, number, entities(into.size())));
  }
  return into;
}

// Counts that differ are those with which the exchange was made, unless a field brings its own.
FieldList memories(partita_exchange& it, std::span<const partita_field> fields) {
  (void)memories(
      fields, [&](std::size_t f) { return it.entities_of(f); }, it.device, it.memories);
  const auto& entries = it.exchange.contents().entries();
  for (std::size_t f = 0; f < std::min(fields.size(), entries.size()); ++f)
    if (const FieldMemory& made = entries[f].field; made.varies && !it.memories[f].varies) {
      it.memories[f].varies = true;
      it.memories[f].counts = made.counts;
    }
  return it.memories;
}

// Does something with an exchange; its name is in the sentence of an error.
template <class Exchange, class Work>
int call_on(Exchange* exchange, Work&& work) {
  return call([&] {
    Exchange& it = given(exchange, "the exchange");
    try {
      work(it);
    } catch (const CollectiveError& error) {
      throw CollectiveError("exchange \"", it.name, "\": ", error.what());
    } catch (const Error& error) {
      throw Error(it.here(), error.what());
    }
  });
}

int begin_scatter(partita_exchange* exchange, int number, const partita_field* field, auto... operation) {
  return call_on(exchange, [&](partita_exchange& it) {
    const auto fields = fields_of(number, field);
    const FieldList all = memories(it, fields);
    Operation combine(fields, operation...);
    it.exchange.begin_scatter(all, all, combine.of_fields());
    it.scatter = std::move(combine);
  });
}

// The fields of an exchange between an array and entities, both of the same shape. Where nothing is sent
// there is no array, so it takes the shape of the field.
std::pair<FieldList, FieldList> array_and_field(partita_exchange& it, int number, const partita_field* array,
                                                const partita_field* field) {
  const auto fields = fields_of(number, field);
  const FieldList of_entities = memories(
      fields, [&](std::size_t) { return it.places_of(0).ghost_extent(); }, it.device, it.memories);
  const local_index owned = it.places_of(0).owned_extent();
  if (owned == 0) return {of_entities, of_entities};
  const FieldList of_array = memories(
      fields_of(number, array), [&](std::size_t) { return owned; }, it.device, it.others);
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (array[f].type != field[f].type || of_array[f].components() != of_entities[f].components())
      throw Error("field ", f + 1, " has ", of_entities[f].components(), " values an entity, its array ",
                  of_array[f].components(), ", or another type; give both alike");
  return {of_array, of_entities};
}

// Plans what `contents` says, for units of so many bytes.
partita_exchange* planned(const partita_pattern& from, MessageContents contents, double bytes,
                          const char* name, const char* plan) {
  const std::string called = name ? name : "", words = plan ? plan : "";
  Environment environment = read_environment(*from.comm);
  Plan chosen = plan_by_environment(environment, contents.vectors(), called, words, bytes);
  return new partita_exchange{from.comm, called, std::move(environment),
                              FieldExchange(std::move(contents), std::move(chosen))};
}

}  // namespace

int partita_exchange_new(const partita_pattern* pattern, const char* name, const char* plan,
                         partita_exchange** exchange) {
  return call([&] {
    const partita_pattern& from = given(pattern, "the pattern");
    collectively(*from.comm, [&] { (void)given(exchange, "the exchange to be made"); });
    MessageContents contents(from.placed.pattern, from.placed.places);
    *exchange = planned(from, std::move(contents), usual_bytes, name, plan);
  });
}

int partita_exchange_of(int fields, const partita_pattern* const* patterns, const partita_field* field,
                        const char* name, const char* plan, partita_exchange** exchange) {
  return call([&] {
    const auto shapes = fields_of(fields, field);
    const partita_pattern& first = given(given(patterns, "the list of patterns"), "the first pattern");
    auto entries = collectively(*first.comm, [&] {
      (void)given(exchange, "the exchange to be made");
      std::vector<ExchangeEntry> all;
      for (std::size_t f = 0; f < shapes.size(); ++f) {
        const auto& [pattern, places] = given(patterns[f], "a pattern").placed;
        const local_index entities = std::max(places.owned_extent(), places.ghost_extent());
        all.push_back({pattern, places, memory_of(shapes[f], static_cast<int>(f) + 1, entities)});
      }
      return all;
    });
    MessageContents contents(std::move(entries));
    const auto granule = static_cast<double>(contents.granule());
    *exchange = planned(first, std::move(contents), granule, name, plan);
  });
}

int partita_exchange_free(partita_exchange** exchange) {
  return call([&] {
    const std::unique_ptr<partita_exchange> it(
        std::exchange(given(exchange, "the exchange to be freed"), nullptr));
    if (it && !it->environment.cache.empty() && it->exchange.has_raced() && !detail::mpi_is_finalized())
      remember_plan(it->environment, it->exchange.contents().vectors(), it->exchange.plan());
  });
}

const char* partita_exchange_plan(const partita_exchange* exchange) {
  if (!exchange) return "";
  exchange->reason = exchange->exchange.plan().reason;
  return exchange->reason.c_str();
}

int partita_exchange_save(const partita_exchange* exchange, const char* file) {
  return call_on(exchange, [&](const partita_exchange& it) {
    collectively(*it.comm, [&] { (void)given(file, "the name of the file"); });
    save_plan(it.exchange.contents().vectors(), file, it.exchange.plan());
  });
}

int partita_exchange_verify(const partita_exchange* exchange) {
  return call_on(exchange, [&](const partita_exchange& it) {
    const Plan plan = it.exchange.plan();
    const MessageVectors& vectors = it.exchange.contents().vectors();
    const auto& [schedule, way, tables] = plan.best();
    if (const auto fault = verify(*it.comm, vectors.destinations, schedule, tables, vectors.indices))
      throw CollectiveError(*fault);
  });
}

int partita_exchange_number(partita_exchange* exchange, ptrdiff_t n, const int64_t* global) {
  return call_on(exchange, [&](partita_exchange& it) {
    const auto numbers = values(global, n, "the global numbers");
    it.exchange.number({numbers.begin(), numbers.end()});
  });
}

int partita_mark(partita_exchange* exchange, const char* name, int number, const partita_field* field) {
  return call_on(exchange, [&](partita_exchange& it) {
    it.exchange.mark(&given(name, "the name of the mark"), memories(it, fields_of(number, field)));
  });
}

int partita_check_ghosts(partita_exchange* exchange, const char* name, int number,
                         const partita_field* field) {
  return call_on(exchange, [&](partita_exchange& it) {
    it.exchange.check_ghosts(&given(name, "the name of the field"), memories(it, fields_of(number, field)));
  });
}

int partita_gather(partita_exchange* exchange, int fields, const partita_field* field) {
  const int code = partita_begin_gather(exchange, fields, field);
  return code == PARTITA_OK ? partita_finish_gather(exchange) : code;
}

int partita_begin_gather(partita_exchange* exchange, int fields, const partita_field* field) {
  return call_on(exchange, [&](partita_exchange& it) {
    const FieldList all = memories(it, fields_of(fields, field));
    it.exchange.begin_gather(all, all);
  });
}

int partita_finish_gather(partita_exchange* exchange) {
  return call_on(exchange, [&](partita_exchange& it) { it.exchange.finish_gather(); });
}

int partita_scatter(partita_exchange* exchange, partita_operation operation, int fields,
                    const partita_field* field) {
  const int code = partita_begin_scatter(exchange, operation, fields, field);
  return code == PARTITA_OK ? partita_finish_scatter(exchange) : code;
}

int partita_begin_scatter(partita_exchange* exchange, partita_operation operation, int fields,
                          const partita_field* field) {
  return begin_scatter(exchange, fields, field, operation);
}

int partita_finish_scatter(partita_exchange* exchange) {
  return call_on(exchange, [&](partita_exchange& it) {
    if (!it.scatter) throw Error("no scatter is under way; begin one first");
    it.exchange.finish_scatter(it.scatter->of_fields());
    it.scatter.reset();
  });
}

int partita_scatter_with(partita_exchange* exchange, partita_combine combine, void* context, int fields,
                         const partita_field* field) {
  const int code = begin_scatter(exchange, fields, field, combine, context);
  return code == PARTITA_OK ? partita_finish_scatter(exchange) : code;
}

int partita_begin_collect(partita_exchange* exchange, int fields, const partita_field* array,
                          const partita_field* field) {
  return call_on(exchange, [&](partita_exchange& it) {
    const auto [arrays, entities] = array_and_field(it, fields, array, field);
    Operation replace(fields_of(fields, field), PARTITA_REPLACE);
    it.exchange.begin_scatter(arrays, entities, replace.of_fields());
    it.scatter = std::move(replace);
  });
}

int partita_collect(partita_exchange* exchange, int fields, const partita_field* array,
                    const partita_field* field) {
  const int code = partita_begin_collect(exchange, fields, array, field);
  return code == PARTITA_OK ? partita_finish_scatter(exchange) : code;
}

int partita_begin_distribute(partita_exchange* exchange, int fields, const partita_field* array,
                             const partita_field* field) {
  return call_on(exchange, [&](partita_exchange& it) {
    const auto [arrays, entities] = array_and_field(it, fields, array, field);
    it.exchange.begin_gather(arrays, entities);
  });
}

int partita_distribute(partita_exchange* exchange, int fields, const partita_field* array,
                       const partita_field* field) {
  const int code = partita_begin_distribute(exchange, fields, array, field);
  return code == PARTITA_OK ? partita_finish_gather(exchange) : code;
}
