#pragma once
/// \file The command line of the airfoil mini-app.

#include <optional>
#include <string>
#include <vector>

#include <partita/executor/plan/plan.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>

namespace partita::airfoil {

enum class FarField {
  automatic,      ///< with a vortex if it is allowed
  vortex,         ///< corrected for lift: in two dimensions and below Mach 1 only
  characteristic  ///< the free stream
};

struct Options {
  std::string mesh;  ///< a file; empty: the generator
  int zone = 0;      ///< of the file, from 1 on; 0: its only one
  mesh::NacaOptions naca;
  std::vector<std::string> walls;            ///< boundary markers that are walls; empty: by their names
  std::vector<std::string> far_fields;       ///< the same for far field
  std::vector<std::string> symmetry_planes;  ///< the same for symmetry planes

  double mach = 0.8;
  double alpha = 1.25;  ///< degrees
  FarField far_field = FarField::automatic;

  mesh::PartitionOptions partition{mesh::PartitionMethod::automatic};
  PlanOptions plan;              ///< for the machine below
  bool chooses_schedule = true;  ///< the best algorithm instead of the plan's
  bool chooses_protocol = true;  ///< the best protocol instead of the plan's
  std::string machine;           ///< name or file; empty: this machine, as found
  std::string load_schedule;     ///< file with a schedule to replay; empty: a new one is made
  std::string save_schedule;     ///< file for the new schedule; empty: none

  int levels = 99;  ///< of multigrid, at most; 1: explicit steps alone
  int adapt = 0;    ///< adaptations of the mesh
  double adapt_jump =
      0.05;  ///< difference of the pressure coefficient along an edge, from which on cells are divided
  bool kernels = false;  ///< bodies that are compiled as Kokkos kernels run as such
  bool implicit = false;
  std::vector<std::string> petsc;  ///< PETSc's options, as they stand on the command line
  long steps = 20000;              ///< at most
  double drop = 5;                 ///< orders of magnitude

  std::string checkpoint;     ///< file that keeps the run; empty: none
  long checkpoint_every = 0;  ///< steps; 0: after the last step alone
  std::string restart;        ///< checkpoint of the run to continue; empty: a new run
  std::string
      initial_flow;  ///< checkpoint or output with the flow that a new run begins from; empty: free stream
  bool begins_from_output() const { return initial_flow.ends_with(".vtkhdf"); }
  bool uses_checkpoints() const {
    return !(checkpoint + restart).empty() || (!initial_flow.empty() && !begins_from_output());
  }

  std::string output;     ///< VTKHDF file; empty: none
  long output_every = 0;  ///< steps; 0: after the last step alone
  std::string history;    ///< CSV file with a line for each step; empty: none
  std::string report;     ///< JSON file; empty: none
  bool print_plan = false;
  bool quiet = false;
};

/// Reads the command line. Returns the exit code if the program is to end.
/// @param says  prints the help, or what is wrong
std::optional<int> parse_options(int argc, char** argv, bool says, Options& options);

}  // namespace partita::airfoil
