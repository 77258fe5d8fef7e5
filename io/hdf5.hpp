#pragma once
/// \file The few things of HDF5 that files of columns need, without its error messages.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

#include <partita/support/communicator.hpp>

namespace partita::hdf5 {

/// HDF5 prints its errors on stderr unless told not to; here they are said once, in one sentence.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// An identifier with the function that gives it back. Throws Error when it is none.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t));
  ~Handle();
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// A new file in memory, for one process.
Handle create_in_memory();

/// Its bytes so far.
std::vector<char> image(hid_t file);

/// A new file that the ranks write together. Collective, and so is everything done with it.
Handle create_together(const Communicator& comm, const std::filesystem::path& path);

/// A file from its bytes, to be read.
Handle open_image(std::vector<char>& bytes);

/// Attributes of the file as a whole.
void write_attribute(hid_t file, const char* name, const std::string& value);
void write_attribute(hid_t file, const char* name, std::int64_t value);
void write_attribute(hid_t file, const char* name, std::uint64_t value);
void write_attribute(hid_t file, const char* name, double value);
std::string read_string(hid_t file, const char* name);
template <class T>
T read_number(hid_t file, const char* name);  // std::int64_t, std::uint64_t, double

/// This process' share of a column: it begins at `first` of `total` numbers.
struct Share {
  std::uint64_t first;
  std::uint64_t total;
};

/// Writes a column, in groups that are made as its name says. Together: every rank its share, and all ranks
/// in the same order. False when this share could not be written: the others do not know, and the file still
/// has to be closed by all.
[[nodiscard]] bool write_column(hid_t file, const std::string& name, std::span<const std::int64_t> values,
                                const Share& share, bool together);

/// Reads a column of a file of so many bytes. Throws Error when there is none, or it claims to be longer than
/// the file.
std::vector<std::int64_t> read_column(hid_t file, const std::string& name, std::size_t file_bytes);

}  // namespace partita::hdf5
