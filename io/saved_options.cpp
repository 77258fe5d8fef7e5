#include "saved_options.hpp"

#include <limits>
#include <string>

#include <partita/support/error.hpp>

#include "hdf5/attribute.hpp"

namespace partita {

void require_named_machine(const ScheduleOptions& options, int ranks) {
  try {
    (void)machine_named(options.machine.name(), ranks);
  } catch (const Error& error) {
    throw Error(text("a schedule is saved with the name of its machine, and ", error.what()));
  }
}

void write_options(hid_t file, const ScheduleOptions& options) {
  const auto name = [](Algorithm algorithm) { return std::string(name_of(algorithm)); };
  using hdf5::write_attribute;
  write_attribute(file, "algorithm", name(options.algorithm));
  write_attribute(file, "seed", options.seed);
  write_attribute(file, "machine", options.machine.name());
  write_attribute(file, "machine_rewards_exchanges", std::int64_t{options.machine.rewards_exchanges});
  write_attribute(file, "machine_ranks_per_host", std::int64_t{options.machine.ranks_per_host});
  write_attribute(file, "splitting_start_up", options.splitting.start_up);
  write_attribute(file, "splitting_most_phases", std::int64_t{options.splitting.most_phases});
  write_attribute(file, "stages_first", name(options.stages.first));
  write_attribute(file, "stages_second", name(options.stages.second));
  write_attribute(file, "standard_dimensions", std::int64_t{options.standard_dimensions});
}

ScheduleOptions read_options(hid_t file, int ranks) {
  const auto algorithm = [&](const char* name) { return algorithm_named(hdf5::read_string(file, name)); };
  ScheduleOptions options;
  options.algorithm = algorithm("algorithm");
  options.seed = hdf5::read_number<std::uint64_t>(file, "seed");
  options.machine = machine_named(hdf5::read_string(file, "machine"), ranks);
  options.machine.rewards_exchanges = read_int(file, "machine_rewards_exchanges") != 0;
  options.machine.ranks_per_host = read_int(file, "machine_ranks_per_host");
  options.splitting.start_up = hdf5::read_number<double>(file, "splitting_start_up");
  options.splitting.most_phases = read_int(file, "splitting_most_phases");
  options.stages = {algorithm("stages_first"), algorithm("stages_second")};
  options.standard_dimensions = read_int(file, "standard_dimensions");
  return options;
}

int read_int(hid_t file, const char* name) {
  const auto value = hdf5::read_number<std::int64_t>(file, name);
  if (value < 0 || value > std::numeric_limits<int>::max())
    throw Error(text("its ", name, " cannot be ", value));
  return static_cast<int>(value);
}

}  // namespace partita
