// A library of Kokkos tools that counts.
extern "C" {
int initialised = 0, pushed = 0, popped = 0, finalised = 0;

void kokkosp_init_library(int, unsigned long, unsigned, void*) { ++initialised; }
void kokkosp_finalize_library() { ++finalised; }
void kokkosp_push_profile_region(const char*) { ++pushed; }
void kokkosp_pop_profile_region() { ++popped; }
}
