#pragma once
/// \file Options of programs on a mesh, which a file has or the generator makes.

#include <string>

#include <partita/mesh/naca.hpp>

#include "miniapps/command_line.hpp"

namespace partita {

/// `--mesh`, a file, and `--zone` of it.
inline CommandLine::Option add_mesh(CommandLine& line, std::string& mesh, int& zone,
                                    const std::string& help) {
  const auto file = line.add_file("--mesh", mesh, help, "FILE");
  line.add("--zone", zone, "Zone of an SU2 file that has several, from 1 on [the only one]", "N")
      .check(between(1, 1'000'000))
      .shown_as("")
      .needs("--mesh");
  return file;
}

/// `--points`, the size of the mesh that is generated without `--mesh`.
inline void add_points(CommandLine& line, mesh::NacaOptions& naca) {
  line.add_read("--points", std::string("192x48"),
                "Size of the generated mesh: points on the airfoil x points outwards", "NxM",
                [&naca](const std::string& given) {
                  if (!read_two(given, 'x', naca.surface_points, naca.radial_points))
                    throw UsageError(
                        "--points: wants NxM (points on the airfoil x points outwards), such as 192x48, not "
                        "\"" +
                        given + "\"");
                })
      .excludes("--mesh");
}

}  // namespace partita
