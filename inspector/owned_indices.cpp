#include <partita/inspector/owned_indices.hpp>
#include <partita/support/hash.hpp>

namespace partita::detail {

OwnedIndices::OwnedIndices(std::span<const global_index> list)
    : run_{list.empty() ? 0 : list.front(), checked_local(std::ssize(list))} {
  const auto continues = [&](std::size_t k) { return list[k] == list[k - 1] + 1; };
  std::size_t k = 1;
  while (k < list.size() && continues(k)) ++k;
  if (k >= list.size()) return;

  scattered_.emplace();
  for (const global_index index : list) scattered_->insert(index);
}

// Of the longest runs of consecutive indices: a block costs no more than its two ends.
std::uint64_t OwnedIndices::fingerprint() const {
  Hash hash;
  if (!scattered_) {
    if (run_.length > 0) hash.add(run_.first, run_.length);
    return hash.value();
  }
  const std::span<const global_index> list = scattered_->indices();
  for (std::size_t first = 0, next = 0; first < list.size(); first = next) {
    for (next = first + 1; next < list.size() && list[next] == list[next - 1] + 1;) ++next;
    hash.add(list[first], static_cast<global_index>(next - first));
  }
  return hash.value();
}

}  // namespace partita::detail
