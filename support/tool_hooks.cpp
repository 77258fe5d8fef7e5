#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>

#include <partita/support/sentence.hpp>
#include <partita/support/tool_hooks.hpp>

namespace partita::detail {

namespace {

template <class Function>
Function function(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

ToolHooks::ToolHooks() {
  const char* const all = std::getenv("KOKKOS_TOOLS_LIBS");
  for (std::string_view rest = all == nullptr ? "" : all; !rest.empty();) {
    const std::string name(rest.substr(0, rest.find(';')));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    if (name.empty()) continue;
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    const bool is_of_kokkos = library != nullptr;
    if (!is_of_kokkos) library = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
      say_line("partita: KOKKOS_TOOLS_LIBS: ", std::string_view(dlerror()));
      continue;
    }
    const auto push = function<void (*)(const char*)>(library, "kokkosp_push_profile_region");
    const auto pop = function<void (*)()>(library, "kokkosp_pop_profile_region");
    if (push == nullptr || pop == nullptr) continue;
    push_.push_back(push);
    pop_.push_back(pop);
    if (is_of_kokkos) continue;
    constexpr std::uint64_t version_of_interface = 20211015;
    if (const auto start =
            function<void (*)(int, std::uint64_t, std::uint32_t, void*)>(library, "kokkosp_init_library"))
      start(0, version_of_interface, 0, nullptr);
    if (const auto end = function<void (*)()>(library, "kokkosp_finalize_library")) finalize_.push_back(end);
  }
}

ToolHooks::~ToolHooks() {
  for (const auto finalize : finalize_) finalize();
}

}  // namespace partita::detail
