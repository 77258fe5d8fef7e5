/* Stands for CUDA's driver: says that device_block is a device's memory, and managed_block is managed. */
char device_block[64], managed_block[64];

static int is_in(const char* block, unsigned long long address) {
  return address >= (unsigned long long)block && address < (unsigned long long)block + 64;
}

int cuPointerGetAttribute(void* value, int attribute, unsigned long long address) {
  enum { memory_type = 2, is_managed = 8, not_known = 1 };
  const int managed = is_in(managed_block, address);
  if (!managed && !is_in(device_block, address)) return not_known;
  if (attribute == memory_type) *(unsigned*)value = 2;
  else if (attribute == is_managed) *(unsigned*)value = (unsigned)managed;
  else return not_known;
  return 0;
}
