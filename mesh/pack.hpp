#pragma once
/// \file Values as bytes, for a message, and back.

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace partita::mesh {

/// `packing(a, b, ...)` appends values to the bytes. A packing that has bytes from the beginning fills values
/// from them, by the same call with the same kinds of values. Strings and vectors may hold values of any of
/// these kinds. A value with a function each(f) hands its parts to f.
class Packing {
 public:
  Packing() = default;
  explicit Packing(std::string bytes_to_take) : bytes(std::move(bytes_to_take)), takes_(true) {}

  template <class... Values>
  void operator()(Values&... values) {
    (pass(values), ...);
  }

  std::string bytes;

 private:
  template <class Value>
  void pass(Value& value) {
    if constexpr (requires { value.each(*this); }) {
      value.each(*this);
    } else if constexpr (requires { value.resize(0); }) {
      std::size_t size = value.size();
      pass(size);
      value.resize(size);
      for (auto& each : value) pass(each);
    } else {
      static_assert(std::is_trivially_copyable_v<Value>);
      pass_bytes(&value, sizeof value);
    }
  }

  // Not inlined: g++ 12 takes the bytes for a short string, and warns that values are longer.
  [[gnu::noinline]] void pass_bytes(void* value, std::size_t size) {
    if (takes_)
      bytes.copy(static_cast<char*>(value), size, next_);
    else
      bytes.append(static_cast<const char*>(value), size);
    next_ += size;
  }

  std::size_t next_ = 0;
  bool takes_ = false;
};

}  // namespace partita::mesh
