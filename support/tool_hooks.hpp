#pragma once
/// \file Kokkos' tools: libraries that are told what a program does, see kokkos/kokkos-tools.

#include <string>
#include <vector>

namespace partita::detail {

/// Tells the libraries of KOKKOS_TOOLS_LIBS of regions, by the C functions that all of them have. This needs
/// no Kokkos. A library that Kokkos has loaded is not initialised again.
class ToolHooks {
 public:
  /// Loads the libraries. Says on stderr which cannot be loaded. Not collective.
  ToolHooks();
  ~ToolHooks();
  ToolHooks(const ToolHooks&) = delete;
  ToolHooks& operator=(const ToolHooks&) = delete;

  bool empty() const { return push_.empty(); }
  void push(const std::string& name) const {
    for (const auto push : push_) push(name.c_str());
  }
  void pop() const {
    for (const auto pop : pop_) pop();
  }

 private:
  std::vector<void (*)(const char*)> push_;
  std::vector<void (*)()> pop_, finalize_;
};

}  // namespace partita::detail
