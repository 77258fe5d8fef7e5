#include "rows_file.hpp"

#include <nlohmann/json.hpp>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>

namespace partita::bench {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<double>& ratio) { return ratio ? Json(*ratio) : Json(nullptr); }

Json json_of(const Row& row) {
  return {{"vertices", row.vertices},
          {"components", row.components},
          {"operation", row.operation},
          {"placement", row.placement},
          {"variant", row.variant},
          {"is_partita", row.is_partita},
          {"is_pick", row.is_pick},
          {"microseconds", row.microseconds},
          {"ratio_to_best_untuned_peer", json_of(row.ratio_to_best_untuned_peer)},
          {"ratio_to_best_peer", json_of(row.ratio_to_best_peer)},
          {"ratio_to_floor", json_of(row.ratio_to_floor)},
          {"bytes", row.bytes}};
}

// Without the ratios, which depend on the other rows.
Row row_of(const Json& json) {
  Row row{};
  json.at("vertices").get_to(row.vertices);
  json.at("components").get_to(row.components);
  json.at("operation").get_to(row.operation);
  json.at("placement").get_to(row.placement);
  json.at("variant").get_to(row.variant);
  json.at("is_partita").get_to(row.is_partita);
  json.at("is_pick").get_to(row.is_pick);
  json.at("microseconds").get_to(row.microseconds);
  json.at("bytes").get_to(row.bytes);
  return row;
}

}  // namespace

void write_rows(const std::vector<Row>& rows, const std::filesystem::path& path) {
  Json all = Json::array();
  for (const Row& row : rows) all.push_back(json_of(row));
  write_whole(path, all.dump(1) + "\n");
}

std::vector<Row> read_rows(const std::filesystem::path& path) {
  const std::string content = load_text(path, "a file of `exchange --json`");
  try {
    std::vector<Row> rows;
    for (const Json& json : Json::parse(content)) rows.push_back(row_of(json));
    return rows;
  } catch (const Json::exception& error) {
    throw Error(text(path.string(), " is not a file of `exchange --json`: ", error.what()));
  }
}

}  // namespace partita::bench
