// Without toml++: takes the place of find_machine.cpp.
#include <partita/support/error.hpp>

#include "find_machine.hpp"

namespace partita {

Machine find_machine(const std::string& name_or_file, int ranks) {
  if (names_a_file(name_or_file))
    throw Error("cannot read ", name_or_file, ": this build knows no machine files, for want of toml++");
  return machine_named(name_or_file, ranks);
}

}  // namespace partita
