#include <algorithm>
#include <utility>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange/field_exchange.hpp>
#include <partita/executor/exchange/message_contents.hpp>
#include <partita/loops/ghost_gather.hpp>
#include <partita/loops/kernel_messages.hpp>

namespace partita::loops {

namespace {

using detail::kokkos::goes_through_host;
using detail::kokkos::on_its_path;

// Bytes of one element's values, if all fields are on one set: messages are then counted in elements.
std::size_t record_bytes(const std::vector<std::shared_ptr<FieldState>>& fields) {
  std::size_t bytes = 0;
  for (const auto& field : fields) bytes += field->bytes();
  const bool on_one_set =
      std::ranges::all_of(fields, [&](const auto& field) { return &field->set() == &fields.front()->set(); });
  return on_one_set ? bytes : 0;
}

MessageContents contents_of(const std::vector<std::shared_ptr<FieldState>>& fields) {
  if (record_bytes(fields) > 0) {
    const AccessPattern& pattern = *fields.front()->set().pattern;
    return {pattern, pattern};
  }
  std::vector<ExchangeEntry> entries;
  for (const auto& field : fields) {
    const AccessPattern& pattern = *field->set().pattern;
    entries.push_back({pattern, pattern, field->memory()});
  }
  return MessageContents(std::move(entries));
}

// "q, residual".
std::string names(const std::vector<std::shared_ptr<FieldState>>& fields) {
  std::string all;
  for (const auto& field : fields) all += (all.empty() ? "" : ", ") + field->name();
  return all;
}

std::vector<int> patterns_of(const std::vector<std::shared_ptr<FieldState>>& fields) {
  std::vector<int> patterns;
  for (const auto& field : fields) patterns.push_back(field->set().patterns);
  return patterns;
}

Plan plan_for(const std::vector<std::shared_ptr<FieldState>>& fields, const MessageContents& contents,
              const Options& options) {
  const auto unit = static_cast<double>(contents.granule() > 0 ? contents.granule() : record_bytes(fields));
  const std::string name = names(fields);
  Plan plan =
      options.plan ? options.plan(name, contents.vectors(), unit) : choose_plan(contents.vectors(), unit);
  if (plan.reason.empty()) plan.reason = text(name_of(plan.strategy()), ": as the program says");
  plan.name = name;
  return plan;
}

}  // namespace

GhostGather::GhostGather(const DomainState& domain, std::vector<std::shared_ptr<FieldState>> fields)
    : fields_(std::move(fields)), patterns_(patterns_of(fields_)) {
  MessageContents contents = contents_of(fields_);
  Plan plan = plan_for(fields_, contents, domain.options);
  if (domain.options.backend == Backend::kernels) {
    const bool through_host = goes_through_host<KernelMessages::Memory>(domain.comm, plan);
    plan = on_its_path<KernelMessages::Memory>(std::move(plan), through_host);
    kernel_messages_ = std::make_unique<KernelMessages>(contents, fields_, through_host);
  }
  exchange_ = std::make_unique<FieldExchange>(std::move(contents), std::move(plan), /*scatters=*/false);
}

GhostGather::~GhostGather() = default;

bool GhostGather::is_current() const { return patterns_ == patterns_of(fields_); }

std::string GhostGather::plan() const { return exchange_->plan().reason; }

std::size_t GhostGather::messages() const { return exchange_->contents().vectors().destinations.size(); }

std::size_t GhostGather::bytes() const {
  const MessageContents& contents = exchange_->contents();
  if (contents.granule() > 0) return contents.bytes();
  return static_cast<std::size_t>(total_length(contents.vectors().destinations)) * record_bytes(fields_);
}

void GhostGather::begin(bool at_once) {
  if (kernel_messages_) {
    exchange_->require_idle(Direction::gather);
    kernel_messages_->pack(fields_);
    return exchange_->begin_records(Direction::gather, kernel_messages_->to_send(),
                                    kernel_messages_->to_receive(), kernel_messages_->unit_bytes(), {});
  }
  memory_.clear();
  for (const auto& field : fields_) memory_.push_back(field->memory());
  exchange_->begin_gather(memory_, memory_, at_once);
}

void GhostGather::finish() {
  if (kernel_messages_) {
    exchange_->finish_records(Direction::gather);
    kernel_messages_->unpack(fields_);
  } else {
    exchange_->finish_gather();
  }
  for (const auto& field : fields_) field->now_fresh();
}

}  // namespace partita::loops
