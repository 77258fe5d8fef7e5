// Passes libFuzzer's input to a mesh reader, READER. A reader may refuse a file by partita::Error. Any other
// exception, a crash, a sanitizer's report, or memory beyond the limits is a bug.
#include <cstddef>
#include <cstdint>

#include <partita/mesh/read.hpp>
#include <partita/support/error.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    partita::mesh::READER({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const partita::Error&) {
  }
  return 0;
}
