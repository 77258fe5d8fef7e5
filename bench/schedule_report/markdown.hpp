#pragma once
// Tables in Markdown.

#include <cstdio>
#include <string>
#include <vector>

namespace partita::schedule_report {

inline std::string number(double value, int decimals = 2) {
  char written[32];
  std::snprintf(written, sizeof written, "%.*f", decimals, value);
  return written;
}

class Table {
 public:
  explicit Table(const std::vector<std::string>& headings) {
    add(headings);
    add(std::vector<std::string>(headings.size(), "---"));
  }

  void add(const std::vector<std::string>& cells) {
    text_ += "|";
    for (const std::string& cell : cells) text_ += " " + cell + " |";
    text_ += "\n";
  }

  std::string text() const { return text_ + "\n"; }

 private:
  std::string text_;
};

}  // namespace partita::schedule_report
