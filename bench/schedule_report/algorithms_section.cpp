#include <string>

#include <partita/schedule/algorithm_entry.hpp>

#include "markdown.hpp"
#include "samples.hpp"
#include "sections.hpp"

namespace partita::schedule_report {

namespace {

using detail::AlgorithmEntry;

std::string kind(const AlgorithmEntry& entry) {
  return text(entry.staged ? "staged" : "direct", entry.local         ? ", local"
                                                  : entry.by_messages ? ", by messages"
                                                                      : "");
}

std::string properties(const AlgorithmEntry& entry) {
  const struct {
    bool holds;
    const char* words;
  } all[] = {{!entry.ordered, "unordered"},
             {entry.avoids_link_contention, "no link contention"},
             {entry.timed_idle, "timed idle"},
             {entry.needs_seed, "seed"},
             {entry.splits_messages, "splits messages"},
             {entry.weighs_start_up, "start-up cost"},
             {entry.has_empty_phases, "empty phases"}};
  std::string words;
  for (const auto& [holds, word] : all)
    if (holds) words.append(words.empty() ? "" : ", ").append(word);
  return words;
}

}  // namespace

std::string algorithms_section() {
  Table table({"algorithm", "schedule", "kind", "properties", "source"});
  for (const AlgorithmEntry& entry : detail::algorithm_entries())
    table.add({code(entry.value), std::string(entry.summary), kind(entry), properties(entry),
               std::string(entry.source)});
  return text(R"(## Algorithms

*Direct*: every message goes from its origin to its target. *Staged*: ranks relay messages. *Local*: a rank makes its table
from its own messages. *By messages*: ranks tell each other what they need to know, and no rank holds the matrix.
*Unordered*: a phase is no partial permutation. *Timed idle*: links stay free only if ranks wait through phases without a
send. *Seed*: another seed gives another schedule. *Start-up cost*: the schedule depends on `--start-up`. *Empty phases*:
ranks step through phases in which no rank sends.

)",
              table.text());
}

}  // namespace partita::schedule_report
