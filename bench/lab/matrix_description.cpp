#include "bench/lab/matrix_description.hpp"

#include <charconv>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "miniapps/phases/market_matrix.hpp"
#include "miniapps/random_matrix.hpp"

namespace partita::lab {

namespace {

using Kind = MatrixDescription::Kind;

[[noreturn]] void refuse(std::string_view spelling) {
  throw Error(text("\"", spelling,
                   "\" is not a matrix; use uniform:DENSITY, nonuniform:DENSITY:LONGEST, complete, "
                   "permutation or market:FILE"));
}

// The numbers after the name, separated by colons.
std::vector<int> numbers(std::string_view spelling, std::size_t count) {
  std::vector<int> all;
  std::size_t colon = spelling.find(':');
  while (colon != spelling.npos) {
    const std::size_t next = spelling.find(':', colon + 1);
    const std::string_view digits = spelling.substr(colon + 1, std::min(next, spelling.size()) - colon - 1);
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), all.emplace_back());
    if (problem != std::errc{} || end != digits.data() + digits.size() || all.back() < 1) refuse(spelling);
    colon = next;
  }
  if (all.size() != count) refuse(spelling);
  return all;
}

CommunicationMatrix permutation(int ranks, std::uint64_t seed) {
  std::vector<int> receivers(static_cast<std::size_t>(ranks));
  std::iota(receivers.begin(), receivers.end(), 0);
  Random random(seed);
  random.shuffle(receivers);
  std::vector<DestinationVector> rows(receivers.size());
  for (std::size_t from = 0; from < rows.size(); ++from)
    if (receivers[from] != static_cast<int>(from)) rows[from].push_back({receivers[from], 1});
  return CommunicationMatrix(std::move(rows));
}

CommunicationMatrix read(const std::string& file, int ranks) {
  CommunicationMatrix matrix = phases::read_market_matrix(file);
  if (matrix.ranks() != ranks)
    throw Error(
        text(file, ": has the messages of ", matrix.ranks(), " ranks, but the cell has ", ranks, " ranks"));
  return matrix;
}

}  // namespace

MatrixDescription matrix_description(std::string_view spelling) {
  const std::string_view name = spelling.substr(0, spelling.find(':'));
  if (name == "uniform") return {Kind::uniform, numbers(spelling, 1)[0], 1, {}};
  if (name == "nonuniform") {
    const std::vector<int> both = numbers(spelling, 2);
    return {Kind::nonuniform, both[0], both[1], {}};
  }
  if (spelling == "complete") return {Kind::complete, 0, 1, {}};
  if (spelling == "permutation") return {Kind::permutation, 0, 1, {}};
  if (name == "market" && spelling.size() > name.size() + 1)
    return {Kind::market, 0, 1, std::string(spelling.substr(name.size() + 1))};
  refuse(spelling);
}

CommunicationMatrix make_matrix(const MatrixDescription& description, int ranks, std::uint64_t seed) {
  switch (description.kind) {
    case Kind::uniform:
    case Kind::nonuniform:
      return make_random_matrix(
          {.ranks = ranks, .density = description.density, .longest = description.longest}, seed);
    case Kind::complete:
      return make_random_matrix({.ranks = ranks, .density = ranks - 1}, seed);
    case Kind::permutation:
      return permutation(ranks, seed);
    case Kind::market:
      return read(description.file, ranks);
  }
  throw Error("a matrix without a description");
}

}  // namespace partita::lab
