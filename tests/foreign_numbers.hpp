#pragma once
// The locale of a host program in which 1234.5 is "1 234,5", while this lives.

#include <clocale>
#include <locale>
#include <string>

namespace partita::testing_support {

class ForeignNumbers {
 public:
  ForeignNumbers() : before_(std::locale::global(std::locale(std::locale(), new Punctuation))) {
    for (const char* const name :
         {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "fr_FR.utf8"})  // if there are any
      if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  ~ForeignNumbers() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }
  ForeignNumbers(const ForeignNumbers&) = delete;
  ForeignNumbers& operator=(const ForeignNumbers&) = delete;

 private:
  struct Punctuation : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return ' '; }
    std::string do_grouping() const override { return "\3"; }
  };

  std::locale before_;
};

}  // namespace partita::testing_support
