#include <partita/loops/field.hpp>

namespace partita::loops {

void FieldState::now_stale(const std::string& by) {
  fresh_ = false;
  changed_by_ = by;
#ifndef NDEBUG
  poison();
#endif
}

}  // namespace partita::loops
