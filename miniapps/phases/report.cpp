#include "report.hpp"

#include <optional>

#include <nlohmann/json.hpp>

#include <partita/support/duration.hpp>

#include "miniapps/formatted.hpp"
#include "words.hpp"

namespace partita::phases {

namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

}  // namespace

std::string headings(const Columns& columns) {
  const auto [hosts, replay] = columns;
  return std::string("                     - phases -  direct         longest      link   pairwise") +
         (hosts ? "   between" : "") + (replay ? "   predicted" : "") +
         "\nalgorithm            mean   max   bound  sum over bound conflicts  exchanges" +
         (hosts ? "     hosts" : "") + (replay ? "      replay" : "") + "       built  verified\n";
}

std::string row(const Appraisal& a) {
  const std::string bound = has_direct_bound(a.algorithm) ? formatted("%.2f", a.degree_mean) : "-";
  const std::string conflicts = a.link_conflicts ? formatted("%.6g", *a.link_conflicts) : "-";
  const std::string of_hosts = a.host_messages ? formatted("%10.6g", *a.host_messages) : "";
  const std::string replay = a.replay_seconds ? formatted("%12s", time_of(*a.replay_seconds).c_str()) : "";
  const std::string built = a.build_seconds ? time_of(*a.build_seconds) : "loaded";
  return formatted("%-17s %7.2f %5d %7s %15.4f %9s %8.1f %%%s%s %11s  %s\n",
                   std::string(name_of(a.algorithm)).c_str(), a.phases_mean, a.phases_max, bound.c_str(),
                   a.longest_sum_over_bound, conflicts.c_str(), 100 * a.share_of_exchanges, of_hosts.c_str(),
                   replay.c_str(), built.c_str(), a.fault ? "no" : "yes");
}

std::string json(std::span<const Appraisal> appraisals) {
  Json all = Json::array();
  for (const Appraisal& a : appraisals) {
    all.push_back({{"algorithm", name_of(a.algorithm)},
                   {"ranks", a.ranks},
                   {"samples", a.samples},
                   {"phases_mean", a.phases_mean},
                   {"phases_max", a.phases_max},
                   {"degree_mean", a.degree_mean},
                   {"longest_sum_over_bound", a.longest_sum_over_bound},
                   {"link_conflicts", or_null(a.link_conflicts)},
                   {"build_seconds", or_null(a.build_seconds)},
                   {"verified", !a.fault}});
    if (a.replay_seconds) all.back()["replay_seconds"] = *a.replay_seconds;
  }
  return all.dump(2) + "\n";
}

}  // namespace partita::phases
