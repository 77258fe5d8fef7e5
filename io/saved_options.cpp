#include "saved_options.hpp"

#include <limits>
#include <string>

#include <partita/support/error.hpp>

#include "hdf5/attribute.hpp"

namespace partita {

namespace {

// Options as they are saved: machines, algorithms and orders by name, flags and ints as 64-bit integers.
std::string saved(const Machine& machine) { return machine.name(); }
std::string saved(Algorithm option) { return std::string(name_of(option)); }
std::string saved(SendOrder option) { return std::string(name_of(option)); }
std::int64_t saved(int option) { return option; }
std::uint64_t saved(std::uint64_t option) { return option; }
double saved(double option) { return option; }

struct OptionReader {
  hid_t file;
  int ranks;

  void operator()(const char* name, Machine& machine) const {
    machine = machine_named(hdf5::read_string(file, name), ranks);
  }
  void operator()(const char* name, Algorithm& option) const {
    option = algorithm_named(hdf5::read_string(file, name));
  }
  void operator()(const char* name, SendOrder& option) const {
    option = send_order_named(hdf5::read_string(file, name));
  }
  void operator()(const char* name, bool& option) const { option = read_int(file, name) != 0; }
  void operator()(const char* name, int& option) const { option = read_int(file, name); }
  template <class T>
  void operator()(const char* name, T& option) const {
    option = hdf5::read_number<T>(file, name);
  }
};

}  // namespace

void require_named_machine(const ScheduleOptions& options, int ranks) {
  try {
    (void)machine_named(options.machine.name(), ranks);
  } catch (const Error& error) {
    throw Error("a schedule is saved with the name of its machine, and ", error.what());
  }
}

void write_options(hid_t file, const ScheduleOptions& options) {
  detail::for_each_option(options, [&](const char* name, const auto& option) {
    hdf5::write_attribute(file, name, saved(option));
  });
}

ScheduleOptions read_options(hid_t file, int ranks) {
  ScheduleOptions options;
  detail::for_each_option(options, OptionReader{file, ranks});
  return options;
}

int read_int(hid_t file, const char* name) {
  const auto value = hdf5::read_number<std::int64_t>(file, name);
  if (value < 0 || value > std::numeric_limits<int>::max()) throw Error("its ", name, " cannot be ", value);
  return static_cast<int>(value);
}

}  // namespace partita
