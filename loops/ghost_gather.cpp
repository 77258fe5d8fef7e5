#include <utility>

#include <partita/executor/choice/choose_plan.hpp>
#include <partita/loops/ghost_gather.hpp>

namespace partita::loops {

namespace {

detail::MessageContents contents_of(const std::vector<std::shared_ptr<FieldState>>& fields) {
  std::vector<ExchangeEntry> entries;
  for (const auto& field : fields) {
    const AccessPattern& pattern = *field->set().pattern;
    entries.push_back({pattern, pattern, field->memory()});
  }
  return detail::MessageContents(std::move(entries));
}

// "q, residual".
std::string names(const std::vector<std::shared_ptr<FieldState>>& fields) {
  std::string all;
  for (const auto& field : fields) all += (all.empty() ? "" : ", ") + field->name();
  return all;
}

Plan plan_for(const MessageVectors& vectors, std::size_t unit_bytes, const Options& options) {
  if (options.plan) {
    Plan plan = make_plan(vectors, *options.plan);
    plan.reason = text(name_of(plan.algorithm), " by ", name_of(plan.protocol), ": as the program says");
    return plan;
  }
  Plan plan = choose_plan(vectors, static_cast<double>(unit_bytes), options.protocol);
  plan.transport = options.transport;
  return plan;
}

}  // namespace

GhostGather::GhostGather(const DomainState& domain, std::vector<std::shared_ptr<FieldState>> fields,
                         bool at_once)
    : GhostGather(domain, fields, at_once, contents_of(fields)) {}

GhostGather::GhostGather(const DomainState& domain, std::vector<std::shared_ptr<FieldState>> fields,
                         bool at_once, detail::MessageContents contents)
    : fields_(std::move(fields)),
      plan_(plan_for(contents.vectors(), contents.granule(), domain.options)),
      exchange_(std::move(contents), plan_, names(fields_), false),
      at_once_(at_once) {}

void GhostGather::begin() {
  memory_.clear();
  for (const auto& field : fields_) {
    field->copy_needed_to_host();
    memory_.push_back(field->memory());
  }
  exchange_.begin_gather(memory_, memory_, at_once_);
}

void GhostGather::finish() {
  exchange_.finish_gather();
  for (const auto& field : fields_) {
    field->copy_ghosts_from_host();
    field->now_fresh();
  }
}

}  // namespace partita::loops
