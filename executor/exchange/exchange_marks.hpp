#pragma once
/// \file The marks that an exchange makes by itself.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <partita/executor/exchange/message_contents.hpp>
#include <partita/executor/marks/mark.hpp>
#include <partita/support/call_site.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::detail {

class MarkFile;

/// Which values are owned, and their global numbers.
struct NumberedContents {
  const MessageContents& contents;
  const std::vector<global_index>&
      of_entities;  ///< 0, 1, ..., all of which are owned; empty: patterns may know

  /// Of field f, with the numbers of its owned values.
  AccessPattern pattern(std::size_t f) const;
};

/// Records the owned values of a gather when it begins, and those of a scatter when it is complete. If
/// PARTITA_SKIP names the site of a call, its exchange does nothing.
class ExchangeMarks {
 public:
  ExchangeMarks(MarkFile& file, std::string name) : file_(file), name_(std::move(name)) {}

  /// @return false if this call is skipped. Collective.
  bool begins(Direction direction, const NumberedContents& contents, FieldList owned, FieldList ghosts);

  bool is_skipped(Direction direction) const;  ///< of the call that has begun
  void finished(Direction direction, const NumberedContents& contents, FieldList owned);  ///< Collective.

  /// A mark of the program. Collective.
  void mark(std::string_view name, const NumberedContents& contents, FieldList owned);

 private:
  struct Call {
    CallSite site;
    bool is_skipped = false;
    Stopwatch watch = {};
  };
  std::string called(const char* direction) const;
  void record_all(std::string_view mark, const CallSite& site, const NumberedContents& contents,
                  FieldList owned);

  MarkFile& file_;
  std::string name_;
  std::optional<Call> gather_, scatter_;
};

}  // namespace partita::detail
