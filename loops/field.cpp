#include <algorithm>
#include <cstring>

#include <partita/inspector/radix_order.hpp>
#include <partita/inspector/row_order.hpp>
#include <partita/loops/field.hpp>
#include <partita/loops/threads.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/freed_memory.hpp>
#include <partita/support/settings.hpp>

namespace partita::loops {

namespace {

#ifdef NDEBUG
constexpr bool is_debug_build = false;
#else
constexpr bool is_debug_build = true;
#endif

// The part [first, last) of rows of `row` bytes.
template <class Bytes>
Bytes part(const Bytes& all, std::size_t row, std::size_t first, std::size_t last) {
  return Kokkos::subview(all, std::pair(first * row, last * row));
}

// Memory of the host is near the thread that first writes to it. So each thread writes first to the elements
// that it owns (thread_shares.hpp), in memory that nothing has used before. Kokkos copies large arrays in
// this way, but sets them to zero on one thread.
void forget_used_memory() {
  if (threads_of_host() > 1) return_freed_memory();
}

template <class Bytes>
void set_to_zero(const Bytes& rows) {
  if constexpr (fields_on_host) {
    const std::size_t threads = static_cast<std::size_t>(threads_of_host()), size = rows.size();
    on_threads(threads, [&](std::size_t t) {
      const std::size_t begin = size * t / threads, end = size * (t + 1) / threads;
      std::memset(rows.data() + begin, 0, end - begin);
    });
  } else {
    Kokkos::deep_copy(rows, std::byte{});
  }
}

}  // namespace

FieldState::FieldState(std::string name, std::shared_ptr<SetState> set, const NumberType& type,
                       int components, std::size_t number)
    : name_(std::move(name)),
      set_(std::move(set)),
      type_(type),
      bytes_(type.bytes * static_cast<std::size_t>(components)),
      offset_(number * step % page),
      poisons_(is_switched_on("PARTITA_POISON", is_debug_build, "to set stale ghosts to NaN")) {}

void FieldState::clear() {
  forget_used_memory();
  rows_ = uninitialized<Bytes>(rows());
  set_to_zero(rows_);
  now_stale(changed_by_);
}

void FieldState::now_stale(const std::string& by) {
  fresh_ = false;
  changed_by_ = by;
  if (!poisons_ || !type_.nan || is_untouched()) return;
  const auto ghosts = part(rows_, bytes_, set().numbers.size(), rows());
  const auto host = Kokkos::create_mirror_view(ghosts);
  for (std::size_t at = 0; at < host.size(); at += type_.bytes)
    std::memcpy(host.data() + at, type_.nan, type_.bytes);
  Kokkos::deep_copy(ghosts, host);
}

// The field's own memory, or a copy for the host.
FieldState::HostBytes FieldState::owned_on_host() const {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(),
                                             part(rows_, bytes_, 0, set().numbers.size()));
}

void FieldState::copy_owned_to(void* values) const {
  if (is_untouched()) {
    std::memset(values, 0, set().numbers.size() * bytes_);
    return;
  }
  if (const HostBytes owned = owned_on_host(); owned.size() > 0)
    std::memcpy(values, owned.data(), owned.size());
}

void FieldState::gather_to_root(
    const std::function<void(global_index first, std::span<const std::byte> rows)>& take) const {
  constexpr std::size_t bytes_at_once = std::size_t{1} << 22;
  const auto at_once = static_cast<global_index>(std::max<std::size_t>(1, bytes_at_once / bytes_));
  const Communicator& comm = set().table.communicator();
  const std::vector<global_index>& numbers = set().numbers;
  std::vector<std::byte> owned(numbers.size() * bytes_);
  copy_owned_to(owned.data());
  for (global_index first = 0; first < set().table.size(); first += at_once) {
    const auto place = [&](global_index number) {
      return static_cast<std::size_t>(std::ranges::lower_bound(numbers, number) - numbers.begin());
    };
    const std::size_t begin = place(first), end = place(first + at_once);
    const Remap to_root(comm, std::vector<int>(end - begin));
    std::vector<global_index> which = to_root.forward(std::span(numbers).subspan(begin, end - begin));
    std::vector<std::byte> rows =
        to_root.forward_bytes(std::span(owned).subspan(begin * bytes_, (end - begin) * bytes_), bytes_);
    detail::put_in_order(detail::radix_order(which), bytes_, rows);
    collectively(comm, [&] {
      if (!which.empty()) take(first, rows);
    });
  }
}

void FieldState::assign(const void* values, std::size_t rows) {
  collectively(set().table.communicator(), [&] { set().require_rows("field " + name_, rows); });
  const Kokkos::View<const std::byte*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> given(
      static_cast<const std::byte*>(values), rows * bytes_);
  if (is_untouched()) {
    forget_used_memory();
    rows_ = uninitialized<Bytes>(this->rows());
  }
  Kokkos::deep_copy(part(rows_, bytes_, 0, rows), given);
  now_stale("the program");
}

FieldMemory FieldState::memory() {
  const auto stride = static_cast<std::ptrdiff_t>(bytes_);
  return FieldMemory::array(data<std::byte>(), type_.bytes, type_.alignment, type_.kind, stride,
                            {1, 1, bytes_ / type_.bytes}, {0, 0, static_cast<std::ptrdiff_t>(type_.bytes)});
}

void FieldState::resize() {
  const std::size_t room = rows_.size() / bytes_, owned = set().numbers.size();
  if (is_untouched() || rows() <= room) return;
  const std::size_t more = room > owned + 1 ? (rows() - room) + (rows() - owned) / 2 : rows() - room;
  const auto resized = uninitialized<Bytes>(room + more);  // if ghosts come again and again, for some of them
  Kokkos::deep_copy(part(resized, bytes_, 0, room), rows_);
  Kokkos::deep_copy(part(resized, bytes_, room, room + more), std::byte{});
  rows_ = resized;
}

void FieldState::depart(const Remap& remap, Remap::Journey& journey) {
  if (is_untouched()) return;
  const auto owned = owned_on_host();
  copy_ = uninitialized<HostBytes>(remap.items_arriving() + 1);
  remap.forward_bytes({owned.data(), owned.size()}, bytes_, copy_.data(), journey);
  rows_ = {};  // its memory is needed now
}

void FieldState::arrive(std::span<const local_index> order) {
  if (copy_.size() == 0) return;
  if (!order.empty()) {
    auto ordered = uninitialized<HostBytes>(copy_.size() / bytes_);
    detail::put_in_order(order, bytes_, copy_.data(), ordered.data());
    copy_ = ordered;
  }
  if (Bytes::execution_space().concurrency() > 1) {  // each copies what it owns
    forget_used_memory();
    rows_ = uninitialized<Bytes>(copy_.size() / bytes_);
    Kokkos::deep_copy(rows_, copy_);
  } else {
    rows_ = Kokkos::create_mirror_view_and_copy(Bytes::memory_space(), copy_);
  }
  copy_ = {};
}

}  // namespace partita::loops
