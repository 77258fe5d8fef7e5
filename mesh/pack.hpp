#pragma once
/// \file Values as bytes, for a message, and back.

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace partita::mesh {

/// `pack(a, b, ...)` appends values. Vectors may hold values of any of these kinds.
class Packer {
 public:
  template <class... Values>
  void operator()(const Values&... values) {
    (add(values), ...);
  }

  std::string bytes;

 private:
  template <class Value>
  void add(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class Value>
  void add(const std::vector<Value>& values) {
    add(values.size());
    for (const Value& value : values) add(value);
  }
  void add(const std::string& value) {
    add(value.size());
    bytes += value;
  }
};

/// The same call with the same kinds of values fills them again.
class Unpacker {
 public:
  explicit Unpacker(const std::string& bytes) : next_(bytes.data()) {}

  template <class... Values>
  void operator()(Values&... values) {
    (take(values), ...);
  }

 private:
  template <class Value>
  void take(Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    std::memcpy(&value, next_, sizeof value);
    next_ += sizeof value;
  }
  template <class Value>
  void take(std::vector<Value>& values) {
    std::size_t size = 0;
    take(size);
    values.resize(size);
    for (Value& value : values) take(value);
  }
  void take(std::string& value) {
    std::size_t size = 0;
    take(size);
    value.assign(next_, size);
    next_ += size;
  }

  const char* next_;
};

}  // namespace partita::mesh
