#include "report.hpp"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace partita::phases {

namespace {

// "1.23 ms": three digits with a unit that fits.
std::string duration_of(double seconds) {
  char written[32];
  if (seconds >= 1)
    std::snprintf(written, sizeof written, "%.3g s", seconds);
  else if (seconds >= 1e-3)
    std::snprintf(written, sizeof written, "%.3g ms", seconds * 1e3);
  else
    std::snprintf(written, sizeof written, "%.3g us", seconds * 1e6);
  return written;
}

std::string conflicts_of(const Appraisal& appraisal) {
  if (!appraisal.link_conflicts) return "-";
  char written[32];
  std::snprintf(written, sizeof written, "%.6g", *appraisal.link_conflicts);
  return written;
}

}  // namespace

std::string table(std::span<const Appraisal> appraisals) {
  std::string all =
      "                    ---- phases ----         longest      link   pairwise\n"
      "algorithm           mean  max  bound  sum over bound conflicts  exchanges       built  verified\n";
  for (const Appraisal& a : appraisals) {
    char line[160];
    std::snprintf(line, sizeof line, "%-17s %6.2f %4d %6.2f %15.4f %9s %8.1f %% %11s  %s\n",
                  std::string(name_of(a.algorithm)).c_str(), a.phases_mean, a.phases_max, a.degree_mean,
                  a.longest_sum_over_bound, conflicts_of(a).c_str(), 100 * a.share_of_exchanges,
                  duration_of(a.build_seconds).c_str(), a.fault ? "no" : "yes");
    all += line;
  }
  return all;
}

std::string json(std::span<const Appraisal> appraisals) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Appraisal& a : appraisals)
    all.push_back({{"algorithm", name_of(a.algorithm)},
                   {"ranks", a.ranks},
                   {"samples", a.samples},
                   {"phases_mean", a.phases_mean},
                   {"phases_max", a.phases_max},
                   {"degree_mean", a.degree_mean},
                   {"longest_sum_over_bound", a.longest_sum_over_bound},
                   {"link_conflicts", a.link_conflicts ? nlohmann::ordered_json(*a.link_conflicts)
                                                       : nlohmann::ordered_json(nullptr)},
                   {"build_seconds", a.build_seconds},
                   {"verified", !a.fault}});
  return all.dump(2) + "\n";
}

}  // namespace partita::phases
