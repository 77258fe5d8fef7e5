#include <cstdint>

#include <partita/loops/kernel_messages.hpp>

namespace partita::loops {

namespace {

enum class To { messages, rows };

// Word by word.
template <class Word>
void move_words(const PlacesInMessages& places, std::size_t words, std::byte* rows, std::byte* messages,
                To to) {
  Kokkos::parallel_for(
      to == To::messages ? "partita pack" : "partita unpack",
      Kokkos::RangePolicy<Kokkos::IndexType<std::size_t>>(0, places.rows.size() * words),
      KOKKOS_LAMBDA(std::size_t k) {
        const std::size_t place = k / words, word = k % words;
        Word& in_row =
            reinterpret_cast<Word*>(rows)[static_cast<std::size_t>(places.rows(place)) * words + word];
        Word& in_message = reinterpret_cast<Word*>(messages + places.bytes(place))[word];
        if (to == To::messages)
          in_message = in_row;
        else
          in_row = in_message;
      });
}

void move(const PlacesInMessages& places, FieldState& field, std::byte* messages, To to) {
  std::byte* const rows = field.data<std::byte>();
  const auto by = [&](auto word) {
    move_words<decltype(word)>(places, field.bytes() / sizeof word, rows, messages, to);
  };
  if (places.word_bytes == sizeof(std::uint64_t))
    by(std::uint64_t());
  else if (places.word_bytes == sizeof(std::uint32_t))
    by(std::uint32_t());
  else
    by(std::byte());
}

template <class T>
Kokkos::View<const T*> copied(const std::vector<T>& values) {
  const Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> on_host(values.data(),
                                                                                   values.size());
  const Kokkos::View<T*> there(Kokkos::ViewAllocateWithoutInitializing("places in messages"), values.size());
  Kokkos::deep_copy(there, on_host);
  return there;
}

}  // namespace

KernelMessages::KernelMessages(const MessageContents& contents, const Fields& fields, bool through_host)
    : sent_(through_host), received_(through_host) {
  std::vector<FieldMemory> memory;
  for (const auto& field : fields) memory.push_back(field->memory());
  std::vector<std::size_t> offsets(fields.size());  // in a record
  const std::size_t record_bytes =
      detail::lay_out_record(memory, [&](std::size_t f, std::size_t offset) { offsets[f] = offset; });
  if (contents.granule() > 0) offsets.assign(fields.size(), 0);
  unit_bytes_ = contents.unit_bytes(record_bytes);
  bytes_sent_ = static_cast<std::size_t>(total_length(contents.vectors().destinations)) * unit_bytes_;
  bytes_received_ = static_cast<std::size_t>(total_length(contents.vectors().sources)) * unit_bytes_;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    sent_rows_.push_back(places(contents.owned(), contents, f, offsets[f], fields[f]->bytes()));
    received_rows_.push_back(places(contents.ghosts(), contents, f, offsets[f], fields[f]->bytes()));
  }
}

PlacesInMessages KernelMessages::places(const std::vector<detail::RecordRun>& runs,
                                        const MessageContents& contents, std::size_t f, std::size_t offset,
                                        std::size_t row_bytes) const {
  const std::size_t stride = contents.granule() > 0 ? row_bytes : unit_bytes_;
  std::vector<local_index> rows;
  std::vector<std::size_t> bytes;
  for (const detail::RecordRun& run : runs)
    for (std::size_t k = 0; run.entry == contents.number_of_entry(f) && k < run.records; ++k) {
      rows.push_back(run.entity(k));
      bytes.push_back(run.first_unit * unit_bytes_ + offset + k * stride);
    }
  const std::size_t all = row_bytes | offset | stride | unit_bytes_;
  const auto divides = [&](std::size_t word) { return all % word == 0; };
  return {copied(rows), copied(bytes),
          divides(sizeof(std::uint64_t))   ? sizeof(std::uint64_t)
          : divides(sizeof(std::uint32_t)) ? sizeof(std::uint32_t)
                                           : 1};
}

void KernelMessages::pack(const Fields& fields) {
  sent_.hold(bytes_sent_);
  received_.hold(bytes_received_);
  for (std::size_t f = 0; f < fields.size(); ++f)
    move(sent_rows_[f], *fields[f], sent_.for_kernels(), To::messages);
  Kokkos::fence();
  sent_.to_messages();
}

void KernelMessages::unpack(const Fields& fields) const {
  received_.to_kernels();
  for (std::size_t f = 0; f < fields.size(); ++f)
    move(received_rows_[f], *fields[f], received_.for_kernels(), To::rows);
}

}  // namespace partita::loops
