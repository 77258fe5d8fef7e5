#include "report.hpp"

#include <nlohmann/json.hpp>

#include <partita/support/atomic_file.hpp>
#include <partita/support/duration.hpp>

#include "miniapps/formatted.hpp"

namespace partita::spmv {

namespace {

nlohmann::ordered_json json_of(const Iterated& iterated, const char* result) {
  return {{"iterations", iterated.iterations},
          {"seconds", iterated.seconds},
          {result, iterated.result},
          {"complete", iterated.complete}};
}

}  // namespace

std::string summary(const Report& r) {
  const Comparison& p = r.product;
  return text(r.matrix, ": ", r.rows, " rows, ", r.entries, " entries on ", r.ranks,
              r.ranks == 1 ? " rank" : " ranks", "\n") +
         formatted("product     %.3f ms, MatMult %.3f ms, ratio %.3f, difference %.1e\n",
                   p.milliseconds_partita, p.milliseconds_petsc, p.ratio, p.difference) +
         formatted(
             "cg          %d iterations in %s (by MatMult %d in %s), residual %.1e of the right-hand "
             "side%s\n",
             r.cg_partita.iterations, time_of(r.cg_partita.seconds).c_str(), r.cg_petsc.iterations,
             time_of(r.cg_petsc.seconds).c_str(), r.cg_partita.result,
             r.cg_partita.complete ? "" : ", not within the tolerance") +
         formatted("power       eigenvalue %.6g after %d iterations in %s (by MatMult %.6g after %d in %s)\n",
                   r.power_partita.result, r.power_partita.iterations,
                   time_of(r.power_partita.seconds).c_str(), r.power_petsc.result, r.power_petsc.iterations,
                   time_of(r.power_petsc.seconds).c_str());
}

void write_json(const Report& r, const std::string& path) {
  const nlohmann::ordered_json json = {
      {"matrix", r.matrix},
      {"rows", r.rows},
      {"entries", r.entries},
      {"ranks", r.ranks},
      {"ghosts", r.ghosts},
      {"schedule", r.schedule},
      {"protocol", r.protocol},
      {"inspector_seconds", r.inspector_seconds},
      {"milliseconds_partita", r.product.milliseconds_partita},
      {"milliseconds_petsc", r.product.milliseconds_petsc},
      {"ratio", r.product.ratio},
      {"difference", r.product.difference},
      {"batches", r.product.batches},
      {"cg", {{"partita", json_of(r.cg_partita, "residual")}, {"petsc", json_of(r.cg_petsc, "residual")}}},
      {"power",
       {{"partita", json_of(r.power_partita, "eigenvalue")},
        {"petsc", json_of(r.power_petsc, "eigenvalue")}}}};
  write_whole(path, json.dump(2) + "\n");
}

}  // namespace partita::spmv
