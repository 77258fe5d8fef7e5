#pragma once
/// \file The common interface of all variants of an exchange.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <partita/inspector/access_pattern.hpp>

#include "field.hpp"

namespace partita::bench {

/// A variant, set up for one field and one pattern. Calls are collective over the neighbours. `final` classes
/// derive from it, one per file.
class Variant {
 public:
  virtual ~Variant() = default;
  virtual void gather() = 0;       ///< owner -> ghosts
  virtual void scatter_add() = 0;  ///< ghosts -> owner, with +=
};

enum class Family { partita, peer, floor };

/// A variant's name and set-up.
struct Kind {
  std::string name;
  Family family;
  std::function<std::unique_ptr<Variant>(const AccessPattern&, const Field&)> set_up;  ///< collective
  bool is_pick = false;               ///< the library's own choice
  Layout layout = Layout::by_vertex;  ///< that the variant works on
};

Kind pack_floor();
std::vector<Kind> partita_kinds();
Kind isend();
Kind persistent();
Kind neighbor_alltoallv();
std::vector<Kind> petsc_sf();       ///< none when built without PETSc
std::vector<Kind> tpetra_import();  ///< none when built without Tpetra

/// All of the above.
std::vector<Kind> all_kinds();

}  // namespace partita::bench
