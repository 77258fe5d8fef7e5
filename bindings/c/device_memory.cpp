#include "bindings/c/device_memory.hpp"

#include <cstdint>

#include <dlfcn.h>

namespace partita::c {

namespace {

// Of cuda.h, CUpointer_attribute and CUmemorytype: numbers that do not change from version to version.
constexpr int success = 0, memory_type = 2, is_managed = 8;
constexpr unsigned device_memory = 2;

}  // namespace

DeviceMemory::DeviceMemory() {
  if (void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD))
    get_attribute_ = reinterpret_cast<GetAttribute>(dlsym(driver, "cuPointerGetAttribute"));
}

// Managed memory is the host's, too.
bool DeviceMemory::holds(const void* address) const {
  if (get_attribute_ == nullptr) return false;
  unsigned type = 0, managed = 0;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  return get_attribute_(&type, memory_type, number) == success && type == device_memory &&
         (get_attribute_(&managed, is_managed, number) != success || managed == 0);
}

}  // namespace partita::c
