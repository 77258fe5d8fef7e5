#include "bindings/c/calls.hpp"

#include <array>
#include <atomic>
#include <limits>
#include <string>

#include <partita/support/messages.hpp>
#include <partita/support/mpi_state.hpp>
#include <partita/support/version.hpp>

namespace partita::c {

namespace {

thread_local std::array<char, 1024> last_sentence{};

// MPI attributes belong to a communicator, so they tell it from another that has its handle later. The
// attribute ends with the last handle: a library that holds Partita may be unloaded then, and MPI must not
// call it later.
struct Shared : std::enable_shared_from_this<Shared> {
  static inline std::atomic<Shared*> last =
      nullptr;  // no thread_local: a destructor of one keeps a library loaded

  MPI_Comm program;  // MPI_COMM_NULL: it has ended
  Communicator comm;

  explicit Shared(MPI_Comm of) : program(of), comm(of) { MPI_Comm_set_attr(program, key(), this); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() {
    Shared* self = this;
    last.compare_exchange_strong(self, nullptr);
    if (program != MPI_COMM_NULL && !detail::mpi_is_finalized()) MPI_Comm_delete_attr(program, key());
  }

  static int key() {
    static const int made = [] {
      int key = MPI_KEYVAL_INVALID;
      const auto forget = [](MPI_Comm, int, void* shared, void*) {
        static_cast<Shared*>(shared)->program = MPI_COMM_NULL;
        return MPI_SUCCESS;
      };
      MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key, nullptr);
      return key;
    }();
    return made;
  }
};

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
  Shared* living = nullptr;
  int is_set = 0;
  MPI_Comm_get_attr(comm, Shared::key(), static_cast<void*>(&living), &is_set);
  const auto shared = is_set ? living->shared_from_this() : std::make_shared<Shared>(comm);
  Shared::last = shared.get();
  return {shared, &shared->comm};
}

std::shared_ptr<const Communicator> last_communicator() noexcept {
  const Shared* const last = Shared::last;
  const auto shared = last ? last->weak_from_this().lock() : nullptr;
  return shared ? std::shared_ptr<const Communicator>(shared, &shared->comm) : nullptr;
}

}  // namespace partita::c

const char* partita_error(void) { return partita::c::last_sentence.data(); }

const char* partita_version(void) { return partita::version().number; }

const char* partita_build(void) {
  static const std::string words = partita::version().in_words();
  return words.c_str();
}

void partita_set_message_sink(partita_message_sink sink) { partita::set_message_sink(sink); }
