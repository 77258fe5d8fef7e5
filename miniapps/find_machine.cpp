#include "find_machine.hpp"

#include <partita/support/error.hpp>
#ifdef PARTITA_WITH_MACHINE_FILES
#include <partita/io/machine_file.hpp>
#endif

namespace partita {

Machine find_machine(const std::string& name_or_file, int ranks) {
  if (!names_a_file(name_or_file)) return machine_named(name_or_file, ranks);
#ifdef PARTITA_WITH_MACHINE_FILES
  return read_machine(name_or_file, ranks);
#else
  throw Error("cannot read ", name_or_file, ": this build knows no machine files, for want of toml++");
#endif
}

}  // namespace partita
