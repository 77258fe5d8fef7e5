#pragma once
/// \file What becomes of a profile: the file of PARTITA_PROFILE with a table, and the file of
/// PARTITA_TIMELINE.

#include <string>

#include <partita/profile/causes.hpp>
#include <partita/profile/counterfactual.hpp>

namespace partita::detail {

/// The recorder writes its files when the communicator ends, and now and then before. Not collective.
/// @param file  empty: as PARTITA_PROFILE says
void report_at_end(Recorder& recorder, const std::string& file = {});

/// The whole profile as JSON, and at most fifteen lines for people. On rank 0.
std::string profile_in_json(const std::vector<RankProfile>& ranks, const Recorder& recorder,
                            const Causes& causes, const Counterfactual& steps);
std::string profile_in_lines(const std::vector<RankProfile>& ranks, const Recorder& recorder,
                             const Causes& causes, const Counterfactual& steps);

/// A sentence about one of the causes.
std::string in_words(const Cause& cause, const std::vector<RankProfile>& ranks, const Causes& causes);

/// Chrome's format of traces, which ui.perfetto.dev opens: a row for each rank, an arrow for each message
/// that was waited for. Source: "Trace Event Format", Google, 2016.
std::string timeline_in_json(const std::vector<RankProfile>& ranks);

}  // namespace partita::detail
