// What the procedures of the module partita_arrays call: those that take arrays of several types and ranks.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"
#include "bindings/fortran/array.hpp"
#include "bindings/fortran/calls.hpp"

using partita::Error;
using partita::c::call;
using namespace partita::fortran;

namespace {

using Arrays = std::array<const GivenArray*, 4>;

void require_made(const Exchange& exchange) {
  if (exchange.handle == nullptr) throw Error("the exchange was not made; call partita_exchange_new first");
}

// Calls exchange_fields(exchange, number of fields, fields) with the arrays that are present.
template <class Call>
int with_fields(const Exchange& exchange, const Arrays& arrays, Call&& exchange_fields) {
  std::array<partita_field, 4> fields;
  int number = 0;
  const int code = call([&] {
    require_made(exchange);
    try {
      for (const GivenArray* given : arrays) {
        const Array& array = array_of(given);
        if (array.rank < 0) continue;
        const auto f = static_cast<std::size_t>(number++);
        fields[f] = field_of(array, number, exchange.layout, exchange.handle->entities_of(f));
      }
    } catch (const Error& wrong) {
      throw Error(exchange.handle->here(), wrong.what());
    }
  });
  return code == PARTITA_OK ? exchange_fields(exchange.handle, number, fields.data()) : code;
}

// As exchange_fields: scatters by one operation.
auto by(int operation, decltype(partita_scatter)* scatter) {
  return [=](partita_exchange* it, int number, const partita_field* fields) {
    return scatter(it, static_cast<partita_operation>(operation), number, fields);
  };
}

// As exchange_fields: of fields with a name.
auto named(const char* name, decltype(partita_mark)* use) {
  return [=](partita_exchange* it, int number, const partita_field* fields) {
    return use(it, name, number, fields);
  };
}

// Calls exchange_fields(exchange, 1, the array on the root, the field of entities).
int with_array(const Exchange& exchange, const Array& array, const Array& a,
               decltype(partita_collect)* exchange_fields) {
  partita_field of_root = {}, of_entities = {};
  const int code = call([&] {
    require_made(exchange);
    const partita::Places& places = exchange.handle->places_of(0);
    of_entities = field_of(a, 1, exchange.layout, places.ghost_extent());
    if (const int owned = places.owned_extent(); owned > 0)
      of_root = field_of(array, 1, exchange.layout, owned);
  });
  return code == PARTITA_OK ? exchange_fields(exchange.handle, 1, &of_root, &of_entities) : code;
}

// Calls move(object, bytes of a value, values, place): arrays whose last dimension counts values,
// before(object) and after(object) of them. What is wrong on one rank is said on all.
template <class Object>
int with_values(const Object* object, const char* what, auto&& before, auto&& after, const Array& values,
                const Array& place, int (*move)(const Object*, std::size_t, const void*, void*)) {
  std::size_t bytes = 0;
  const int code = call([&] {
    bytes = partita::collectively(*partita::c::given(object, what).comm, [&] {
      const std::size_t each = bytes_a_value(values, before(*object)),
                        placed = bytes_a_value(place, after(*object));
      if (each != placed)
        throw Error("values have ", each, " bytes each, but ", placed,
                    " where they are to go; give both alike");
      return each;
    });
  });
  return code == PARTITA_OK ? move(object, bytes, values.address, place.address) : code;
}

std::size_t items_here(const partita_remap& of) { return of.remap.items_here(); }
std::size_t items_arriving(const partita_remap& of) { return of.remap.items_arriving(); }

}  // namespace

extern "C" {

// The exchange keeps the counts: those given may be the caller's copy of a section.
void partita_f_exchange_of_counts(const Pattern* pattern, Exchange* exchange, int n, const int* counts,
                                  const GivenArray* a, const char* name, const char* plan, int* error) {
  partita_field field = {};
  std::vector<int> kept;
  exchange->layout = entities_last;
  int code = call([&] {
    const auto& [comm, placed] = partita::c::given(pattern->handle, "the pattern");
    const int entities = std::max(placed.places.owned_extent(), placed.places.ghost_extent());
    partita::collectively(*comm, [&] {
      if (n < entities) throw Error("there are counts of ", n, " entities; the pattern needs ", entities);
      field = field_of(array_of(a), 1, entities_last, entities);
      kept.assign(counts, counts + n);
    });
    field.counts = kept.data();
  });
  const partita_pattern* const of = pattern->handle;
  if (code == PARTITA_OK) code = partita_exchange_of(1, &of, &field, name, plan, &exchange->handle);
  if (code == PARTITA_OK) exchange->handle->counts = std::move(kept);
  report(code, error);
}

void partita_f_gather(const Exchange* exchange, const GivenArray* a, const GivenArray* b, const GivenArray* c,
                      const GivenArray* d, int* error) {
  report(with_fields(*exchange, {a, b, c, d}, partita_gather), error);
}

void partita_f_begin_gather(const Exchange* exchange, const GivenArray* a, const GivenArray* b,
                            const GivenArray* c, const GivenArray* d, int* error) {
  report(with_fields(*exchange, {a, b, c, d}, partita_begin_gather), error);
}

void partita_f_scatter(const Exchange* exchange, int operation, const GivenArray* a, const GivenArray* b,
                       const GivenArray* c, const GivenArray* d, int* error) {
  report(with_fields(*exchange, {a, b, c, d}, by(operation, partita_scatter)), error);
}

void partita_f_begin_scatter(const Exchange* exchange, int operation, const GivenArray* a,
                             const GivenArray* b, const GivenArray* c, const GivenArray* d, int* error) {
  report(with_fields(*exchange, {a, b, c, d}, by(operation, partita_begin_scatter)), error);
}

void partita_f_mark(const Exchange* exchange, const char* name, const GivenArray* a, const GivenArray* b,
                    const GivenArray* c, const GivenArray* d, int* error) {
  report(with_fields(*exchange, {a, b, c, d}, named(name, partita_mark)), error);
}

void partita_f_check_ghosts(const Exchange* exchange, const char* name, const GivenArray* a,
                            const GivenArray* b, const GivenArray* c, const GivenArray* d, int* error) {
  report(with_fields(*exchange, {a, b, c, d}, named(name, partita_check_ghosts)), error);
}

void partita_f_exchange_number(const Exchange* exchange, int n, const std::int64_t* global, int* error) {
  report(partita_exchange_number(exchange->handle, n, global), error);
}

void partita_f_collect(const Exchange* exchange, const GivenArray* array, const GivenArray* a, int* error) {
  report(with_array(*exchange, array_of(array), array_of(a), partita_collect), error);
}

void partita_f_distribute(const Exchange* exchange, const GivenArray* array, const GivenArray* a,
                          int* error) {
  report(with_array(*exchange, array_of(array), array_of(a), partita_distribute), error);
}

void partita_f_loop_take(const Loop* loop, const GivenArray* values, const GivenArray* taken, int* error) {
  const auto brought = [](const partita_loop& of) { return of.share; };
  const auto executed = [](const partita_loop& of) { return of.inspected().iterations().size(); };
  report(with_values(loop->handle, "the loop", brought, executed, array_of(values), array_of(taken),
                     partita_loop_take),
         error);
}

void partita_f_remap_forward(const Remap* remap, const GivenArray* from, const GivenArray* to, int* error) {
  report(with_values(remap->handle, "the remap", items_here, items_arriving, array_of(from), array_of(to),
                     partita_remap_forward),
         error);
}

void partita_f_remap_backward(const Remap* remap, const GivenArray* from, const GivenArray* to, int* error) {
  report(with_values(remap->handle, "the remap", items_arriving, items_here, array_of(from), array_of(to),
                     partita_remap_backward),
         error);
}

}  // extern "C"
