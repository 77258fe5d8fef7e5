#pragma once
// A mesh of thin cells at a wall, where explicit steps and multigrid have it hard.

#include <cmath>
#include <numbers>
#include <string>

namespace partita::testing_support {

// A channel with a bump in cells that get thinner towards it, as meshes for boundary layers have them.
inline std::string bump(int columns, int rows) {
  std::string text = "NDIME= 2\nNELEM= " + std::to_string(columns * rows) + "\n";
  const auto at = [columns](int i, int j) { return std::to_string(j * (columns + 1) + i) + " "; };
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i)
      text += "9 " + at(i, j) + at(i + 1, j) + at(i + 1, j + 1) + at(i, j + 1) + "\n";
  text += "NPOIN= " + std::to_string((columns + 1) * (rows + 1)) + "\n";
  for (int j = 0; j <= rows; ++j)
    for (int i = 0; i <= columns; ++i) {
      const double x = 3.0 * i / columns;
      const double ground = x > 1 && x < 2 ? 0.05 * std::sin(std::numbers::pi * (x - 1)) : 0;
      const double height = std::pow(static_cast<double>(j) / rows, 3);
      text += std::to_string(x) + " " + std::to_string(ground + (1 - ground) * height) + "\n";
    }
  text += "NMARK= 4\n";
  const auto side = [&](const std::string& name, int length, auto&& segment) {
    text += "MARKER_TAG= " + name + "\nMARKER_ELEMS= " + std::to_string(length) + "\n";
    for (int k = 0; k < length; ++k) text += "3 " + segment(k) + "\n";
  };
  side("lower_wall", columns, [&](int i) { return at(i, 0) + at(i + 1, 0); });
  side("upper_wall", columns, [&](int i) { return at(i + 1, rows) + at(i, rows); });
  side("inlet", rows, [&](int j) { return at(0, j + 1) + at(0, j); });
  side("outlet", rows, [&](int j) { return at(columns, j) + at(columns, j + 1); });
  return text;
}

inline const std::string through_channel =
    " --far-fields inlet,outlet --far-field characteristic --mach 0.5 --alpha 0 --mesh ";

}  // namespace partita::testing_support
