#include <array>
#include <cstdint>
#include <filesystem>

#include <partita/support/call_site.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

#if __has_include(<execinfo.h>) && __has_include(<dlfcn.h>)
#include <dlfcn.h>
#include <execinfo.h>

namespace partita::detail {

CallSite CallSite::here() {
  std::array<void*, 24> frames{};
  const int found = backtrace(frames.data(), static_cast<int>(frames.size()));
  CallSite site;
  Hash hash;
  for (int k = 1; k < found; ++k) {
    Dl_info module{};
    if (dladdr(frames[static_cast<std::size_t>(k)], &module) == 0 || module.dli_fname == nullptr) continue;
    const auto offset =
        static_cast<std::uint64_t>(static_cast<const char*>(frames[static_cast<std::size_t>(k)]) -
                                   static_cast<const char*>(module.dli_fbase));
    const std::string file = std::filesystem::path(module.dli_fname).filename();
    if (file.starts_with("libc.")) break;  // what calls main
    hash.add(file, offset);
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "+0x%llx", static_cast<unsigned long long>(offset));
    site.frames.append(site.frames.empty() ? "" : " ").append(module.dli_fname).append(digits.data());
  }
  site.hash = hash.hex();
  return site;
}

}  // namespace partita::detail
#else
namespace partita::detail {

CallSite CallSite::here() { return {}; }

}  // namespace partita::detail
#endif
