#pragma once
/// \file JSON that programs write.

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita {

/// A value, an array, or an object whose members keep their order. As a member or argument it is made of what
/// it holds:
///
///     Json report = {{"ranks", 4}, {"mesh", {{"name", "wing"}, {"levels", std::vector{9, 3}}}}};
class Json {
 public:
  using Member = std::pair<std::string, Json>;

  Json() = default;  ///< null
  Json(std::initializer_list<Member> members);
  Json(std::string_view words);
  Json(const std::string& words) : Json(std::string_view(words)) {}
  Json(const char* words) : Json(std::string_view(words)) {}
  Json(bool value) : text_(value ? "true" : "false") {}
  Json(std::integral auto value) : text_(std::to_string(value)) {}
  Json(double value);  ///< with as many digits as tell it from all others; null if it is not finite
  template <class T>
  Json(const std::optional<T>& value) {
    if (value) *this = Json(*value);
  }
  template <class A, class B>
  Json(const std::pair<A, B>& pair) : opens_('[') {
    push_back(pair.first);
    push_back(pair.second);
  }
  template <class T>
  Json(const std::vector<T>& values) : opens_('[') {
    for (const T& value : values) push_back(value);
  }

  static Json array() { return std::vector<Json>(); }

  /// Adds an element to an array. Null becomes one.
  void push_back(Json element);

  /// The member of that name, which is added if there is none. Null becomes an object.
  Json& operator[](const std::string& name);

  /// Lines, each indented by two spaces in what it is part of; the last has no end.
  std::string dump() const { return dump(1); }

 private:
  std::string dump(std::size_t depth) const;

  std::string text_ = "null";
  std::vector<Member> parts_ = {};  // those of an array have no names
  char opens_ = 0;                  // '{' or '['; of a value, 0
};

}  // namespace partita
