#pragma once
/// \file The position in its file of each part of a mesh, so that a later check can name the line.

#include <cstdint>
#include <string>
#include <vector>

#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

/// Positions of points, cells and boundary faces, in the mesh's order. It is empty for a mesh without a file;
/// error messages then begin with `cell 7: ` and the like.
struct Origin {
  std::string path;
  bool binary = false;    ///< positions are bytes, not lines
  bool numbered = false;  ///< positions are numbers in the whole mesh, for the share of a mesh without a file
  std::vector<std::int64_t> points, cells, boundary;

  std::string point(std::size_t i) const { return begin("point ", points, i); }
  std::string cell(std::size_t i) const { return begin("cell ", cells, i); }
  std::string face(std::size_t i) const { return begin("boundary face ", boundary, i); }
  std::string at(std::int64_t position) const { return place(path, binary, position); }
  std::string whole() const { return path.empty() ? "" : path + ": "; }

 private:
  std::string begin(const char* kind, const std::vector<std::int64_t>& positions, std::size_t i) const {
    if (i >= positions.size()) return text(whole(), kind, i, ": ");
    return numbered ? text(whole(), kind, positions[i], ": ") : at(positions[i]);
  }
};

}  // namespace partita::mesh
