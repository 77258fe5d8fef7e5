#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/exchange/copies.hpp>
#include <partita/executor/exchange/exchange_marks.hpp>
#include <partita/executor/exchange/field_exchange.hpp>
#include <partita/executor/exchange/message_contents.hpp>
#include <partita/executor/exchange/plan_now.hpp>
#include <partita/executor/replay/given_up.hpp>
#include <partita/executor/replay/make_replays.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/mark_file.hpp>

namespace partita {

using namespace detail;

namespace {

// Values that lie as in messages are sent from where they lie.
void find_consecutive(std::vector<RecordRun>& runs) {
  for (RecordRun& run : runs) {
    const auto gap = [](local_index one, local_index next) { return next != one + 1; };
    if (run.entities.empty() || std::ranges::adjacent_find(run.entities, gap) != run.entities.end()) continue;
    run.first_entity = run.entities.front();
    run.entities = {};
  }
}

// Where ghosts have further copies, what is sent lies ghost after ghost.
void number_ghosts(const MessageContents& contents, std::vector<RecordRun>& runs) {
  for (RecordRun& run : runs) {
    const Places& places = contents.entries()[run.entry].places;
    if (places.further().empty()) continue;
    run.first_entity = run.entities.empty()
                           ? run.first_entity - places.of_ghost(0)
                           : static_cast<local_index>(run.entities.data() - places.ghosts().data());
    run.entities = {};
  }
}

// One direction of an exchange, and its fields while they are under way.
struct Transfers {
  struct End {
    std::vector<FieldMemory> fields;  // as given
    std::vector<RecordPart> parts;
    std::vector<RecordRun> runs;
    Records records{nullptr, 0};
  };

  std::optional<Replays> replays;  // none: this direction was not asked for
  End owned, ghosts;
  bool in_one = false;  // the fields of both ends are the same
  std::size_t record_bytes = 0;
  UnitValues values;
  std::vector<std::byte> packed;  // messages packed at once; contributions, when a unit is a granule
  Records packed_records{nullptr, 0};

  bool are_of(FieldList now_owned, FieldList now_ghosts) const;
  void take(const MessageContents& contents, FieldList new_owned, FieldList new_ghosts);
};

bool Transfers::are_of(FieldList now_owned, FieldList now_ghosts) const {
  const auto same = [](FieldList now, FieldList before) {
    return now.size() == before.size() && std::memcmp(now.data(), before.data(), now.size_bytes()) == 0;
  };
  return same(now_owned, owned.fields) &&
         (now_owned.data() == now_ghosts.data() ? in_one : same(now_ghosts, ghosts.fields));
}

// Fields of one pattern lie side by side in records; those of several entries have runs of their own.
void Transfers::take(const MessageContents& contents, FieldList new_owned, FieldList new_ghosts) {
  contents.require_fit(new_owned, new_ghosts);
  const bool side_by_side = contents.granule() == 0;
  owned.fields.assign(new_owned.begin(), new_owned.end());
  ghosts.fields.assign(new_ghosts.begin(), new_ghosts.end());
  in_one = new_owned.data() == new_ghosts.data();
  values = UnitValues(owned.fields);
  owned.parts.resize(new_owned.size());
  ghosts.parts.resize(new_ghosts.size());
  record_bytes = lay_out_record(new_owned, [&](std::size_t f, std::size_t offset) {
    for (End* end : {&owned, &ghosts}) end->parts[f] = RecordPart(end->fields[f], side_by_side ? offset : 0);
  });
  for (End* end : {&owned, &ghosts}) {
    for (RecordRun& run : end->runs) {
      run.parts = side_by_side ? end->parts : std::span(end->parts).subspan(run.entry, 1);
      if (side_by_side) run.bytes = record_bytes;
    }
    end->records = Records(end->runs, contents.unit_bytes(record_bytes));
  }
}

}  // namespace

struct FieldExchange::State {
  State(MessageContents given, Plan by, bool scatters);
  ~State();

  Transfers& transfers(Direction direction) { return direction == Direction::gather ? gather : scatter; }
  void combine_arrived(Combines combine);

  MessageContents contents;
  Plan plan;
  Copies copies;
  std::optional<ExchangeMarks> marks;  // none without a record
  std::vector<global_index> numbers;   // of entities, if they were given
  std::size_t units_sent = 0;          // by a gather
  Transfers gather, scatter;
};

FieldExchange::State::State(MessageContents given, Plan by, bool scatters)
    : contents(std::move(given)), plan(std::move(by)), copies(contents) {
  const MessageVectors& vectors = contents.vectors();
  const std::string called = plan.name.empty() ? name_of(vectors) : plan.name;
  if (MarkFile* const file = vectors.communicator.marks()) {
    marks.emplace(*file, plan.name);  // a pattern's own name differs on other numbers of ranks
    file->add(text("plan\t", called, '\t', name_of(plan.strategy())));
  }
  units_sent = static_cast<std::size_t>(total_length(vectors.destinations));
  std::vector directions{Direction::gather};
  if (scatters) directions.push_back(Direction::scatter);
  std::vector<Replays> made = make_replays(vectors, plan, directions, contents.granule(), called);
  for (std::size_t d = 0; d < made.size(); ++d) {
    Transfers& these = transfers(directions[d]);
    these.replays.emplace(std::move(made[d]));
    these.owned.runs = contents.owned();
    these.ghosts.runs = contents.ghosts();
  }
  find_consecutive(gather.owned.runs);
  if (!scatters) return;
  number_ghosts(contents, scatter.ghosts.runs);
  scatter.packed.resize(units_sent * contents.granule());
  scatter.packed_records = Records(scatter.packed.data(), contents.granule());
}

FieldExchange::State::~State() {
  const Communicator& comm = contents.vectors().communicator;
  for (Transfers* these : {&gather, &scatter})
    if (these->replays && !these->replays->is_idle()) {
      keep_given_up(comm, std::move(these->packed));
      keep_given_up(comm, copies.give_up());
    }
}

FieldExchange::FieldExchange(MessageContents contents, Plan plan, bool scatters)
    : state_(std::make_unique<State>(std::move(contents), std::move(plan), scatters)) {}
FieldExchange::FieldExchange(FieldExchange&&) noexcept = default;
FieldExchange& FieldExchange::operator=(FieldExchange&&) noexcept = default;
FieldExchange::~FieldExchange() = default;

FieldExchange::State& FieldExchange::state() const {
  if (!state_) throw Error("an exchange was used that had been moved from; use the one it was moved to");
  return *state_;
}

const MessageContents& FieldExchange::contents() const { return state().contents; }

const AccessPattern& FieldExchange::pattern() const { return contents().entries().front().pattern; }

Plan FieldExchange::plan() const {
  const State& it = state();
  return plan_now(it.plan, *it.gather.replays, it.scatter.replays ? &*it.scatter.replays : nullptr);
}

bool FieldExchange::has_raced() const {
  const State& it = state();
  return has_decided(*it.gather.replays) || (it.scatter.replays && has_decided(*it.scatter.replays));
}

void FieldExchange::fit(FieldMemory& field, std::size_t elements, std::size_t f) const {
  contents().fit(field, elements, f);
}

void FieldExchange::require_single_copies() const {
  for (const ExchangeEntry& entry : contents().entries())
    if (!entry.places.further().empty())
      throw Error(
          "the copies of a ghost are combined before they are sent; give begin_scatter the operation");
}

void FieldExchange::number(std::vector<global_index> numbers) { state().numbers = std::move(numbers); }

void FieldExchange::mark(std::string_view name, FieldList fields) const {
  if (!state().marks) return;
  contents().require_fit(fields, fields);
  state().marks->mark(name, {state().contents, state().numbers}, fields);
}

void FieldExchange::check_ghosts(std::string_view name, FieldList fields) const {
  const NumberedContents numbered{contents(), state().numbers};
  const auto patterns = collectively(contents().vectors().communicator, [&] {
    contents().require_fit(fields, fields);
    std::vector<AccessPattern> all;
    for (std::size_t f = 0; f < fields.size(); ++f) all.push_back(numbered.pattern(f));
    return all;
  });
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const ExchangeEntry& entry = contents().entry_of(f);
    partita::check_ghosts(fields.size() == 1 ? std::string(name) : text(name, ", field ", f + 1), patterns[f],
                          entry.places, fields[f]);
  }
}

void FieldExchange::require_idle(Direction direction) const {
  state().transfers(direction).replays->require_idle();
}

void FieldExchange::begin_records(Direction direction, const std::byte* from, std::byte* into,
                                  std::size_t record_bytes, FieldList values) {
  Replays& replays = *state().transfers(direction).replays;
  replays.next().begin(from, into, record_bytes, values);
  replays.has_begun(record_bytes);
}

void FieldExchange::finish_records(Direction direction) { state().transfers(direction).replays->finish(); }

void FieldExchange::begin_gather(FieldList owned, FieldList ghosts, bool at_once) {
  auto& [contents, plan, copies, marks, numbers, units_sent, gather, scatter] = state();
  gather.replays->require_idle();
  if (!gather.are_of(owned, ghosts)) gather.take(contents, owned, ghosts);
  if (marks && !marks->begins(Direction::gather, {contents, numbers}, owned, ghosts)) return;
  const std::size_t bytes = contents.unit_bytes(gather.record_bytes);
  const Records* from = &gather.owned.records;
  if (at_once) {
    gather.packed.resize(units_sent * bytes);
    from->pack(0, units_sent, gather.packed.data());
    gather.packed_records = Records(gather.packed.data(), bytes);
    from = &gather.packed_records;
  }
  gather.replays->next().begin({from, 1}, {&gather.ghosts.records, 1}, bytes, gather.values);
  gather.replays->has_begun(bytes);
  copies.copy_own(owned, ghosts);
}

void FieldExchange::finish_gather() {
  State& it = state();
  if (!it.marks || !it.marks->is_skipped(Direction::gather)) {
    it.gather.replays->finish();
    it.copies.copy_further(it.gather.ghosts.fields);
  }
  if (it.marks) it.marks->finished(Direction::gather, {it.contents, it.numbers}, it.gather.owned.fields);
}

void FieldExchange::finish_gather(FieldList fields) {
  finish_gather();
  require_begun_with(state().gather.record_bytes, fields);
}

void FieldExchange::begin_scatter(FieldList owned, FieldList ghosts, Combines combine) {
  auto& [contents, plan, copies, marks, numbers, units_sent, gather, scatter] = state();
  scatter.replays->require_idle();
  if (!scatter.are_of(owned, ghosts)) scatter.take(contents, owned, ghosts);
  if (marks && !marks->begins(Direction::scatter, {contents, numbers}, owned, ghosts)) return;
  const std::size_t bytes = contents.unit_bytes(scatter.record_bytes);
  if (copies.exist()) {
    for (std::size_t f = 0; f < ghosts.size(); ++f)
      if (const FieldMemory* sent = copies.combined(f, scatter.ghosts.fields, combine))
        scatter.ghosts.parts[f] = RecordPart(*sent, scatter.ghosts.parts[f].offset);
    scatter.ghosts.records = Records(scatter.ghosts.runs, bytes);
  }
  const std::size_t buffers = contents.granule() == 0 ? 0 : 1;
  scatter.replays->next().begin({&scatter.ghosts.records, 1}, {&scatter.packed_records, buffers}, bytes,
                                scatter.values);
  scatter.replays->has_begun(bytes);
}

void FieldExchange::finish_scatter(Combines combine) {
  State& it = state();
  if (!it.marks || !it.marks->is_skipped(Direction::scatter))
    it.scatter.replays->finish([&] {
      it.copies.rethrow();
      it.combine_arrived(combine);
    });
  if (it.marks) it.marks->finished(Direction::scatter, {it.contents, it.numbers}, it.scatter.owned.fields);
}

void FieldExchange::finish_scatter(Combines combine, FieldList fields) {
  finish_scatter(combine);
  require_begun_with(state().scatter.record_bytes, fields);
}

void FieldExchange::State::combine_arrived(Combines combine) {
  copies.combine_own(scatter.owned.fields, scatter.ghosts.fields, combine);
  const auto use = [&](const RecordRun& run, std::size_t first, std::size_t count, const std::byte* packed) {
    std::size_t f = run.entry;
    for (const RecordPart& part : run.parts)
      combine[f++](*part.field, {run.entities.subspan(first, count), packed + part.offset, run.bytes,
                                 part.packed_components});
  };
  if (contents.granule() != 0) {
    for (const RecordRun& run : scatter.owned.runs)
      use(run, 0, run.records, scatter.packed.data() + run.first_unit * contents.granule());
    return;
  }
  scatter.replays->for_each_delivery([&](const Delivery& delivery, const std::byte* packed) {
    use(scatter.owned.runs.front(), delivery.first, delivery.length, packed);
  });
}

}  // namespace partita
