#include <algorithm>
#include <string>
#include <vector>

#include <partita/executor/marks/mark.hpp>
#include <partita/loops/loop_marks.hpp>
#include <partita/support/mark_file.hpp>

namespace partita::loops {

void mark_written(const Communicator& comm, std::span<const std::shared_ptr<LoopState>> loops) {
  detail::MarkFile* const file = comm.marks();
  if (file == nullptr) return;
  std::string name;
  std::vector<FieldState*> written;
  for (const auto& loop : loops) {
    name += (name.empty() ? "loop " : ", ") + loop->name();
    for (const Argument& argument : loop->arguments())
      if (argument.field && writes(argument.access) && std::ranges::count(written, argument.field.get()) == 0)
        written.push_back(argument.field.get());
  }
  if (written.empty()) return;
  const std::uint64_t number = file->next();
  for (FieldState* const field : written) {
    const SetState& set = field->set();
    FieldMemory memory = field->memory();
    std::vector<std::byte> owned(set.numbers.size() * field->bytes());  // fields may be on a device
    field->copy_owned_to(owned.data());
    memory.data = owned.data();
    std::vector<local_index> bordering;
    if (set.pattern) bordering = detail::needed_values(set.pattern->needed_by());
    std::ranges::sort(bordering);
    record(*file, comm, number, name, "", field->name(), {memory, set.numbers, set.owned()}, bordering);
  }
}

}  // namespace partita::loops
