#include <locale>
#include <sstream>

#include <partita/support/error.hpp>

namespace partita::detail {

void TextPart::write_to(std::ostream& out) const {
  if (write_ != nullptr)
    write_(out, value_);
  else if (manipulator_ != nullptr)
    out << manipulator_;
  else
    out << static_cast<const char*>(value_);
}

std::string text_of(std::initializer_list<TextPart> parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  for (const TextPart& part : parts) part.write_to(out);
  return out.str();
}

}  // namespace partita::detail
