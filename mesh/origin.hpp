#pragma once
/// \file The position in its file of each part of a mesh, so that a later check can name the line.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace partita::mesh {

/// Positions of points, cells and boundary faces, in the mesh's order. For a mesh without a file `level`
/// numbers them; error messages then begin with `cell 7: ` and the like.
struct Origin {
  std::string path;
  bool binary = false;    ///< positions are bytes, not lines
  bool numbered = false;  ///< positions are numbers in the whole mesh
  std::vector<std::int64_t> points, cells, boundary;

  // How an error about point (cell, boundary face) i begins, about a position, and about the whole file.
  std::string point(std::size_t i) const;
  std::string cell(std::size_t i) const;
  std::string face(std::size_t i) const;
  std::string at(std::int64_t position) const;
  std::string whole() const;

  // The same within a sentence: "line 12", "byte 1200", "cell 7".
  std::string cell_in_words(std::size_t i) const { return in_words("cell ", cells, i); }
  std::string face_in_words(std::size_t i) const { return in_words("boundary face ", boundary, i); }

 private:
  std::string in_words(const char* kind, const std::vector<std::int64_t>& positions, std::size_t i) const;
  std::string begin(const char* kind, const std::vector<std::int64_t>& positions, std::size_t i) const;
};

}  // namespace partita::mesh
