#pragma once
/// \file Whether an address is of a device's memory, which the host cannot read.

namespace partita::c {

/// Asks CUDA's driver, if the program has loaded one. Partita itself is not linked with it.
class DeviceMemory {
 public:
  DeviceMemory();

  bool holds(const void* address) const;

 private:
  using GetAttribute = int (*)(void* value, int attribute, unsigned long long address);
  GetAttribute get_attribute_ = nullptr;
};

}  // namespace partita::c
