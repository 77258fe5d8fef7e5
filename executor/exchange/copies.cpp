#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>

#include <partita/executor/exchange/copies.hpp>

namespace partita::detail {

namespace {

// The values of an entity, from one field to another.
void copy(const FieldMemory& from, local_index source, const FieldMemory& to, local_index target) {
  if (from.first_value(source) == to.first_value(target)) return;
  for_each_pair(to, target, from, source,
                [bytes = to.value_bytes](std::byte* value, const std::byte* original) {
                  std::memcpy(value, original, bytes);
                });
}

// The same of entities that follow one another, in fields where nothing lies between entities.
void copy_records(const FieldMemory& from, std::span<const local_index> sources, const FieldMemory& to,
                  local_index target) {
  std::byte* next = to.entity(target);
  with_constant<4, 8, 16, 24, 32, 40>(to.bytes(), [&](const auto bytes) {
    for (const local_index source : sources) {
      std::memcpy(next, from.data + static_cast<std::size_t>(source) * bytes, bytes);
      next += bytes;
    }
  });
}

}  // namespace

std::vector<Copies::Run> Copies::runs_of(const Places& places) {
  std::vector<Run> runs;
  for (const auto& [value, place] : places.own()) {
    const local_index home = places.of_owned(value);
    if (runs.empty() || place != runs.back().place + std::ssize(runs.back().homes))
      runs.push_back({{}, place, true});
    Run& run = runs.back();
    if (!run.homes.empty() && home != run.homes.back() + 1) run.homes_follow = false;
    run.homes.push_back(home);
  }
  return runs;
}

Copies::Copies(const MessageContents& contents) : contents_(contents) {
  for (const auto& [pattern, places, field] : contents.entries()) {
    if (!places.further().empty() || !places.own().empty()) exist_ = true;
    own_.push_back(runs_of(places));
    std::vector<local_index>& counts = counts_.emplace_back();
    for (local_index ghost = 0; field.varies && ghost < pattern.ghosts(); ++ghost)
      counts.push_back(static_cast<local_index>(field.count(places.of_ghost(ghost))));
  }
}

void Copies::copy_own(FieldList owned, FieldList ghosts) const {
  for (std::size_t f = 0; exist_ && f < owned.size(); ++f) {
    const FieldMemory &from = owned[f], &to = ghosts[f];
    const bool are_apart = from.data != to.data && from.is_packed() && to.is_packed();
    for (const auto& [homes, place, homes_follow] : own_[contents_.number_of_entry(f)])
      if (are_apart && homes_follow)
        std::memmove(to.entity(place), from.entity(homes.front()), homes.size() * to.bytes());
      else if (are_apart)
        copy_records(from, homes, to, place);
      else
        for (std::size_t k = 0; k < homes.size(); ++k)
          copy(from, homes[k], to, place + static_cast<local_index>(k));
  }
}

void Copies::copy_further(FieldList ghosts) const {
  for (std::size_t f = 0; exist_ && f < ghosts.size(); ++f)
    for (const Places& places = contents_.entry_of(f).places; const auto& [ghost, place] : places.further())
      copy(ghosts[f], places.of_ghost(ghost), ghosts[f], place);
}

// The first copy of each ghost, value after value.
FieldMemory Copies::first_places(std::size_t f, const FieldMemory& ghosts) {
  const auto& [pattern, places, shape] = contents_.entry_of(f);
  const std::vector<local_index>& counts = counts_[contents_.number_of_entry(f)];
  FieldMemory packed = ghosts;
  packed.block = 0;
  packed.offsets = {};
  packed.counts = counts;
  packed.extents[0] = packed.extents[1] = 1;
  packed.extents[2] =
      counts.empty() ? ghosts.components() : static_cast<std::size_t>(*std::ranges::max_element(counts));
  packed.strides[2] = static_cast<std::ptrdiff_t>(packed.value_bytes);
  packed.stride = static_cast<std::ptrdiff_t>(packed.bytes());
  bytes_[f].resize(static_cast<std::size_t>(pattern.ghosts()) * packed.bytes());
  packed.data = bytes_[f].data();
  for (local_index ghost = 0; ghost < pattern.ghosts(); ++ghost)
    copy(ghosts, places.of_ghost(ghost), packed, ghost);
  return packed;
}

// Combines the values of an entity of another field with those of `to`.
void Copies::combine_one(const Combine& combine, const FieldMemory& field, local_index to,
                         const FieldMemory& other, local_index from) {
  one_.resize(field.count(to) * field.value_bytes);
  std::byte* next = one_.data();
  for_each_pair(field, to, other, from, [&](std::byte*, const std::byte* value) {
    std::memcpy(next, value, field.value_bytes);
    next += field.value_bytes;
  });
  combine(field, {{&to, 1}, one_.data(), one_.size()});
}

const FieldMemory* Copies::combined(std::size_t f, FieldList ghosts, Combines combine) {
  if (f == 0) thrown_ = nullptr;
  combined_.resize(ghosts.size());
  bytes_.resize(ghosts.size());
  const Places& places = contents_.entry_of(f).places;
  if (places.further().empty()) return nullptr;
  combined_[f] = first_places(f, ghosts[f]);
  try {
    for (const auto& [ghost, place] : places.further())
      combine_one(combine[f], combined_[f], ghost, ghosts[f], place);
  } catch (...) {
    thrown_ = std::current_exception();
  }
  return &combined_[f];
}

void Copies::rethrow() {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Copies::combine_own(FieldList owned, FieldList ghosts, Combines combine) {
  for (std::size_t f = 0; exist_ && f < owned.size(); ++f) {
    const FieldMemory &to = owned[f], &from = ghosts[f];
    for (const auto& [homes, place, homes_follow] : own_[contents_.number_of_entry(f)])
      if (from.data != to.data && from.is_packed())
        combine[f](to, {homes, from.entity(place), from.bytes(), to.is_packed() ? to.components() : 0});
      else
        for (std::size_t k = 0; k < homes.size(); ++k)
          if (const local_index at = place + static_cast<local_index>(k);
              to.first_value(homes[k]) != from.first_value(at))
            combine_one(combine[f], to, homes[k], from, at);
  }
}

}  // namespace partita::detail
