#include "bindings/c/calls.hpp"

#include <array>
#include <limits>
#include <string>

#include <partita/support/messages.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/version.hpp>

namespace partita::c {

namespace {

thread_local std::array<char, 1024> last_sentence{};

using Shared = std::weak_ptr<const Communicator>;

thread_local Shared last_shared;

// MPI attributes belong to a communicator, so they tell it from another that has its handle later.
int key_of_shared() {
  static const int made = [] {
    int key = MPI_KEYVAL_INVALID;
    const auto forget = [](MPI_Comm, int, void* value, void*) {
      delete static_cast<Shared*>(value);
      return MPI_SUCCESS;
    };
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key, nullptr);
    return key;
  }();
  return made;
}

}  // namespace

void keep_sentence(std::string_view sentence) noexcept {
  last_sentence[sentence.copy(last_sentence.data(), last_sentence.size() - 1)] = '\0';
}

void check_base(int base) {
  if (base != 0 && base != 1) throw Error("base is ", base, "; give 0 or 1, the number of the first place");
}

std::vector<global_index> from_zero(std::span<const std::int64_t> numbers, int base) {
  std::vector<global_index> all(numbers.begin(), numbers.end());
  for (global_index& number : all)
    if (number > std::numeric_limits<global_index>::min()) number -= base;  // the least is refused as it is
  return all;
}

std::shared_ptr<const Communicator> communicator_of(MPI_Comm comm) {
  detail::require_mpi(comm);
  if (comm == MPI_COMM_NULL) throw Error("the communicator is MPI_COMM_NULL");
  Shared* shared = nullptr;
  int is_set = 0;
  MPI_Comm_get_attr(comm, key_of_shared(), static_cast<void*>(&shared), &is_set);
  if (!is_set) {
    shared = new Shared;
    MPI_Comm_set_attr(comm, key_of_shared(), shared);
  }
  auto alive = shared->lock();
  if (!alive) alive = std::make_shared<const Communicator>(comm);
  last_shared = *shared = alive;
  return alive;
}

std::shared_ptr<const Communicator> last_communicator() noexcept { return last_shared.lock(); }

}  // namespace partita::c

const char* partita_error(void) { return partita::c::last_sentence.data(); }

const char* partita_version(void) { return partita::version().number; }

const char* partita_build(void) {
  static const std::string words = partita::version().in_words();
  return words.c_str();
}

void partita_set_message_sink(partita_message_sink sink) { partita::set_message_sink(sink); }
