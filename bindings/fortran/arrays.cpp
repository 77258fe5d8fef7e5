// What the procedures of the module partita_arrays call: those that take arrays of several types and ranks.
#include <array>
#include <utility>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"
#include "bindings/fortran/calls.hpp"
#include "bindings/fortran/fields.hpp"

using partita::Error;
using namespace partita::fortran;

namespace {

using Arrays = std::array<const GivenArray*, 4>;

void require_made(const Exchange& exchange) {
  if (exchange.handle == nullptr) throw Error("the exchange was not made; call partita_exchange_new first");
}

// Calls exchange_fields(exchange, number of fields, fields) with the arrays that are present.
template <class Call>
void with_fields(const Exchange& exchange, const Arrays& arrays, int* error, const char* procedure,
                 Call&& exchange_fields) {
  std::array<partita_field, 4> fields;
  int number = 0;
  int code = partita::c::call([&] {
    require_made(exchange);
    try {
      for (const GivenArray* given : arrays) {
        const Array& array = array_of(given);
        if (array.is_absent()) continue;
        const auto f = static_cast<std::size_t>(number++);
        fields[f] = field_of(array, number, exchange.layout, exchange.handle->entities_of(f));
      }
    } catch (const Error& wrong) {
      throw Error(exchange.handle->here(), wrong.what());
    }
  });
  if (code == PARTITA_OK) code = exchange_fields(exchange.handle, number, fields.data());
  report(code, error, procedure);
}

// Calls exchange_fields(exchange, 1, the array on the root, the field of entities).
template <class Call>
void with_array(const Exchange& exchange, const Array& array, const Array& a, int* error,
                const char* procedure, Call&& exchange_fields) {
  partita_field of_root = {}, of_entities = {};
  int code = partita::c::call([&] {
    require_made(exchange);
    of_entities = field_of(a, 1, exchange.layout, exchange.handle->places_of(0).ghost_extent());
    const int owned = exchange.handle->places_of(0).owned_extent();
    if (owned > 0) of_root = field_of(array, 1, exchange.layout, owned);
  });
  if (code == PARTITA_OK) code = exchange_fields(exchange.handle, 1, &of_root, &of_entities);
  report(code, error, procedure);
}

// Calls use(bytes of a value, values, place): arrays whose last dimension counts values. What is wrong on one
// rank is said on all. numbers(object) are those of the values before and after.
template <class Object, class Numbers, class Use>
int with_values(const Object* object, const char* what, Numbers&& numbers, const Array& values,
                const Array& place, Use&& use) {
  std::size_t bytes = 0;
  const int code = partita::c::call([&] {
    const auto of_object = numbers(partita::c::given(object, what));
    bytes = partita::collectively(*object->comm, [&] {
      const std::size_t each = bytes_a_value(values, of_object.first),
                        placed = bytes_a_value(place, of_object.second);
      if (each != placed)
        throw Error("values have ", each, " bytes each, but ", placed,
                    " where they are to go; give both alike");
      return each;
    });
  });
  return code == PARTITA_OK ? use(bytes, values.address, place.address) : code;
}

}  // namespace

extern "C" {

void partita_f_exchange_of_counts(const Pattern* pattern, Exchange* exchange, const int* counts,
                                  const GivenArray* a, const char* name, const char* plan, int* error) {
  partita_field field = {};
  exchange->layout = entities_last;
  int code = partita::c::call([&] {
    if (pattern->handle == nullptr) throw Error("the pattern was not made");
    field = field_of(array_of(a), 1, entities_last, pattern->handle->placed.places.ghost_extent());
    field.counts = counts;
  });
  const partita_pattern* const of = pattern->handle;
  if (code == PARTITA_OK) code = partita_exchange_of(1, &of, &field, name, plan, &exchange->handle);
  report(code, error, "partita_exchange_of_counts");
}

void partita_f_gather(const Exchange* exchange, const GivenArray* a, const GivenArray* b, const GivenArray* c,
                      const GivenArray* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_gather", partita_gather);
}

void partita_f_begin_gather(const Exchange* exchange, const GivenArray* a, const GivenArray* b,
                            const GivenArray* c, const GivenArray* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_begin_gather", partita_begin_gather);
}

void partita_f_scatter(const Exchange* exchange, int operation, const GivenArray* a, const GivenArray* b,
                       const GivenArray* c, const GivenArray* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_scatter",
              [&](partita_exchange* it, int number, const partita_field* fields) {
                return partita_scatter(it, static_cast<partita_operation>(operation), number, fields);
              });
}

void partita_f_begin_scatter(const Exchange* exchange, int operation, const GivenArray* a,
                             const GivenArray* b, const GivenArray* c, const GivenArray* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_begin_scatter",
              [&](partita_exchange* it, int number, const partita_field* fields) {
                return partita_begin_scatter(it, static_cast<partita_operation>(operation), number, fields);
              });
}

void partita_f_collect(const Exchange* exchange, const GivenArray* array, const GivenArray* a, int* error) {
  with_array(*exchange, array_of(array), array_of(a), error, "partita_collect", partita_collect);
}

void partita_f_distribute(const Exchange* exchange, const GivenArray* array, const GivenArray* a,
                          int* error) {
  with_array(*exchange, array_of(array), array_of(a), error, "partita_distribute", partita_distribute);
}

void partita_f_loop_take(const Loop* loop, const GivenArray* values, const GivenArray* taken, int* error) {
  const auto numbers = [](const partita_loop& of) {
    return std::pair{of.content.share, of.content.loop.iterations().size()};
  };
  report(with_values(loop->handle, "the loop", numbers, array_of(values), array_of(taken),
                     [&](std::size_t bytes, const void* from, void* to) {
                       return partita_loop_take(loop->handle, bytes, from, to);
                     }),
         error, "partita_loop_take");
}

void partita_f_remap_forward(const Remap* remap, const GivenArray* from, const GivenArray* to, int* error) {
  const auto numbers = [](const partita_remap& of) {
    return std::pair{of.remap.items_here(), of.remap.items_arriving()};
  };
  report(with_values(remap->handle, "the remap", numbers, array_of(from), array_of(to),
                     [&](std::size_t bytes, const void* values, void* place) {
                       return partita_remap_forward(remap->handle, bytes, values, place);
                     }),
         error, "partita_remap_forward");
}

void partita_f_remap_backward(const Remap* remap, const GivenArray* from, const GivenArray* to, int* error) {
  const auto numbers = [](const partita_remap& of) {
    return std::pair{of.remap.items_arriving(), of.remap.items_here()};
  };
  report(with_values(remap->handle, "the remap", numbers, array_of(from), array_of(to),
                     [&](std::size_t bytes, const void* values, void* place) {
                       return partita_remap_backward(remap->handle, bytes, values, place);
                     }),
         error, "partita_remap_backward");
}

}  // extern "C"
