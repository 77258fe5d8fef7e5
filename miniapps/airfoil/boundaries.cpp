#include "boundaries.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>
#include <string_view>

#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::airfoil {

namespace {

struct Kind {
  FaceKind kind;
  const char* name;
  const char* option;
  std::vector<std::string> Options::*given;
  std::vector<std::string_view> words;
};

const std::array<Kind, 3>& kinds() {
  static const std::array<Kind, 3> all{{
      {FaceKind::wall, "wall", "--walls", &Options::walls, {"airfoil", "wing", "wall", "body"}},
      {FaceKind::symmetry, "symmetry plane", "--symmetry-planes", &Options::symmetry_planes, {"symm"}},
      {FaceKind::far_field, "far field", "--far-fields", &Options::far_fields, {"far"}},
  }};
  return all;
}

constexpr const char* by_name = "by name";

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string lower(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

// "a", "b" and "c"
std::string list_of(const std::vector<std::string>& names, const char* between = ", ",
                    const char* before_last = nullptr) {
  std::string all;
  for (std::size_t k = 0; k < names.size(); ++k)
    all += (k == 0 ? "" : k + 1 == names.size() && before_last ? before_last : between) + names[k];
  return all;
}

// An option's kind alone, else every kind of which the name has a word.
std::vector<const Kind*> kinds_of(const std::string& marker, const Options& options, std::string& why) {
  std::vector<const Kind*> found;
  for (const Kind& kind : kinds())
    if (contains(options.*kind.given, marker)) {
      why = std::string("by ") + kind.option;
      return {&kind};
    }
  why = by_name;
  for (const Kind& kind : kinds())
    if (std::ranges::any_of(
            kind.words, [&](std::string_view word) { return lower(marker).find(word) != std::string::npos; }))
      found.push_back(&kind);
  return found;
}

// As the user is asked for them: "pressure", or "wing_symmetry" (wall or symmetry plane).
std::string unclear(const std::string& marker, const std::vector<const Kind*>& found) {
  std::vector<std::string> names;
  for (const Kind* kind : found) names.emplace_back(kind->name);
  return text("\"", marker, "\"", found.empty() ? "" : text(" (", list_of(names, ", ", " or "), ")"));
}

void refuse_unclear(const std::vector<std::string>& names, const std::vector<std::string>& unclear,
                    const Options& options) {
  if (names.size() == 1)
    throw Error("the boundary ", unclear.front(), " of ", options.mesh,
                " is not of one kind by its name: wall, far field or symmetry plane; give --walls ",
                names.front(), ", --far-fields ", names.front(), " or --symmetry-planes ", names.front());
  if (!names.empty())
    throw Error("the boundaries ", list_of(unclear, ", ", " and "), " of ", options.mesh,
                " are not of one kind by their names: wall, far field or symmetry plane; give each to "
                "--walls, --far-fields or --symmetry-planes, such as --walls ",
                names[0], ",", names[1]);
}

void check_given(const mesh::Mesh& mesh, const Options& options) {
  std::vector<std::string> missing;
  for (const Kind& kind : kinds())
    for (const std::string& name : options.*kind.given)
      if (!contains(mesh.markers, name)) missing.push_back("\"" + name + "\"");
  if (!missing.empty())
    throw Error(options.mesh, " has no boundary ", list_of(missing, ", ", " or "), "; it has ",
                list_of(mesh.markers));
}

// The faces of a wall that lie between two cells are left out of the mesh, and gas would pass there. A part
// that an option names must have faces.
void check_faces(const Boundary& boundary, std::span<const Kind* const> found, global_index inner,
                 const Options& options) {
  if (inner > 0 && std::ranges::find(found, FaceKind::wall, &Kind::kind) != found.end())
    throw Error("the wall \"", boundary.name, "\" of ", options.mesh, " has cells on both sides of ", inner,
                inner == 1 ? " face" : " faces",
                ", where gas would pass; give both sides points of their own, "
                "mesh one side alone, or give the marker another name");
  if (boundary.faces == 0 && boundary.why != by_name)
    throw Error("the boundary \"", boundary.name, "\" of ", options.mesh, ", a ", found.front()->name, " ",
                boundary.why, ", has no faces; name one that has");
}

std::vector<Boundary> kinds_of_all(const mesh::Mesh& mesh, const std::vector<global_index>& faces,
                                   const Options& options) {
  check_given(mesh, options);
  std::vector<Boundary> boundaries;
  std::vector<std::string> unclear_names, unclear_words;
  bool has_far_field = false;
  for (std::size_t marker = 0; marker < faces.size(); ++marker) {
    Boundary& boundary = boundaries.emplace_back();
    boundary.name = mesh.markers[marker];
    boundary.faces = faces[marker];
    const std::vector<const Kind*> found = kinds_of(boundary.name, options, boundary.why);
    check_faces(boundary, found, mesh.inner_faces.empty() ? 0 : mesh.inner_faces[marker], options);
    if (boundary.faces == 0) continue;
    if (found.size() == 1) {
      boundary.kind = found.front()->kind;
      has_far_field = has_far_field || boundary.kind == FaceKind::far_field;
    } else {
      unclear_names.push_back(boundary.name);
      unclear_words.push_back(unclear(boundary.name, found));
    }
  }
  refuse_unclear(unclear_names, unclear_words, options);
  if (!has_far_field)
    throw Error(options.mesh, " has no far field, through which gas comes and goes (", in_words(boundaries),
                "); name it in --far-fields");
  return boundaries;
}

}  // namespace

std::string name_of(FaceKind kind) { return std::ranges::find(kinds(), kind, &Kind::kind)->name; }

std::string in_words(std::span<const Boundary> boundaries) {
  std::vector<std::string> heads, groups;
  for (const Boundary& boundary : boundaries) {
    if (boundary.faces == 0) continue;
    const std::string head = name_of(boundary.kind) + " " + boundary.why;
    const auto known = std::ranges::find(heads, head);
    if (known == heads.end()) {
      heads.push_back(head);
      groups.push_back(text(head, ": ", boundary.name));
    } else {
      groups[static_cast<std::size_t>(known - heads.begin())] += ", " + boundary.name;
    }
  }
  return list_of(groups, "; ");
}

std::vector<Boundary> boundaries_of(const Communicator& comm, const mesh::Mesh& share,
                                    const Options& options) {
  std::vector<global_index> faces(share.markers.size());
  for (const mesh::BoundaryFace& face : share.boundary) ++faces[static_cast<std::size_t>(face.marker)];
  detail::all_reduce(comm, faces.data(), static_cast<int>(faces.size()), MPI_INT64_T, MPI_SUM,
                     {"reduction", "the faces of boundaries"});
  return collectively(comm, [&] { return kinds_of_all(share, faces, options); });
}

std::vector<std::string> check_symmetry(const Communicator& comm, const mesh::Mesh& share,
                                        std::span<const mesh::Normal> normals,
                                        std::span<const Boundary> boundaries, const Options& options) {
  const double incidence = options.alpha * std::numbers::pi / 180;
  const std::size_t up = static_cast<std::size_t>(share.dimension) - 1;
  struct Leaning {
    double area = 0, along_stream = 0, along_lift = 0;
  };
  std::vector<Leaning> of_markers(boundaries.size());
  for (std::size_t f = 0; f < share.boundary.size(); ++f) {
    const mesh::Normal& normal = normals[f];
    Leaning& sums = of_markers[static_cast<std::size_t>(share.boundary[f].marker)];
    sums.area += std::hypot(normal[0], normal[1], normal[2]);
    sums.along_stream += std::fabs(normal[0] * std::cos(incidence) + normal[up] * std::sin(incidence));
    sums.along_lift += std::fabs(normal[up] * std::cos(incidence) - normal[0] * std::sin(incidence));
  }

  // Coordinates in files are rounded: within a degree is along the plane.
  constexpr double leans = std::numbers::pi / 180;
  std::vector<std::string> remarks;
  for (std::size_t marker = 0; marker < boundaries.size(); ++marker) {
    if (boundaries[marker].kind != FaceKind::symmetry) continue;
    const double area = sum(comm, of_markers[marker].area),
                 stream = sum(comm, of_markers[marker].along_stream) / area,
                 lift = sum(comm, of_markers[marker].along_lift) / area;
    const std::string& name = boundaries[marker].name;
    const char* turn =
        share.dimension == 3 ? ", or turn the mesh: x points back, y along the span, z up" : "";
    if (stream > leans && stream > lift)
      throw CollectiveError("the symmetry plane \"", name, "\" of ", options.mesh,
                            " lies across the stream, which its mirror image would stop; name it in --walls "
                            "or --far-fields",
                            turn);
    if (lift > leans && options.alpha != 0)
      throw CollectiveError("the symmetry plane \"", name, "\" of ", options.mesh,
                            " lies across the lift, which its mirror image would cancel; name it in --walls "
                            "or --far-fields, give --alpha 0",
                            turn);
    if (lift > leans)
      remarks.push_back(
          text("the lift is of one side of \"", name, "\" alone: this symmetry plane lies across it"));
  }
  return remarks;
}

}  // namespace partita::airfoil
