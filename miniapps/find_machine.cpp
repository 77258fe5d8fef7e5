#include "find_machine.hpp"

#include <partita/io/machine_file.hpp>

namespace partita {

Machine find_machine(const std::string& name_or_file, int ranks) {
  return names_a_file(name_or_file) ? read_machine(name_or_file, ranks) : machine_named(name_or_file, ranks);
}

}  // namespace partita
