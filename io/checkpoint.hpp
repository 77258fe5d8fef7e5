#pragma once
/// \file Checkpoints: fields and scalars in one HDF5 file, written by any number of ranks and read by any
/// other.
///
/// A field has a row of values for each of the numbers 0 .. n - 1, in this order in the file. Each rank
/// brings rows with their numbers, in any order, and takes the rows of the numbers that it asks for. So
/// neither the number of ranks nor the partition matters. The numbers are best those of the mesh's file:
/// then a renumbering does not matter either.
///
/// A file contains
///
/// * the attribute `of`: what the values belong to, such as a mesh and its fingerprint;
/// * the group `scalars`: an attribute each, an integer or a floating-point number of 64 bits, or a text;
/// * the group `fields`: a dataset each, n x components, or n if there is one component, of a type that
///   NamedField takes;
/// * below, one line (tail -1 shows it) with format and checksum.
///
/// The file is complete or absent: a rank that is killed leaves the file as it was, and perhaps a part of the
/// new one under a temporary name. Reading refuses a file that is truncated, damaged or of another format.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <partita/inspector/named_field.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// A value of a checkpoint that belongs to no element.
using CheckpointScalar = std::variant<std::int64_t, double, std::string>;

/// A field to be written. It refers to the program's memory.
struct CheckpointField : NamedField {
  std::span<const global_index> numbers;

  /// @param name_of_field  without a slash
  /// @param numbers_of_rows  the numbers of this rank's rows
  /// @param values  a row for each number, as NamedField takes them
  template <std::ranges::contiguous_range Rows>
  CheckpointField(std::string name_of_field, std::span<const global_index> numbers_of_rows,
                  const Rows& values)
      : NamedField(std::move(name_of_field), values), numbers(numbers_of_rows) {}
};

/// A checkpoint to be written.
struct Checkpoint {
  std::string of;  ///< what the values belong to: "a mesh of 9216 vertices, fingerprint 27de1c9a0d4ea6e1"
  std::map<std::string, CheckpointScalar> scalars;
  std::vector<CheckpointField> fields;
};

/// Writes a file. All ranks give the same texts, scalars and fields; each number of a field is on one rank.
/// Collective.
///
/// @throws CollectiveError if the file cannot be written, which stays as it was then; if ranks give different
/// scalars or fields; if a name occurs twice; if the numbers of a field's rows are not 0 .. n - 1, each once
void write_checkpoint(const Communicator& comm, const std::filesystem::path& path,
                      const Checkpoint& checkpoint);

/// A file that has been checked, to be read.
class SavedCheckpoint {
 public:
  /// Checks the file; every rank reads a share of it. Collective.
  ///
  /// @param of  as it was written
  /// @throws CollectiveError if the file is refused, or if it belongs to something else
  SavedCheckpoint(const Communicator& comm, std::filesystem::path path, const std::string& of);

  const std::map<std::string, CheckpointScalar>& scalars() const { return scalars_; }

  /// A scalar: std::int64_t, double or std::string. Not collective.
  /// @throws CollectiveError if there is none of this name and type; all ranks ask for the same
  template <class T>
  T scalar(const std::string& name) const {
    const auto found = scalars_.find(name);
    if (found == scalars_.end()) refuse("it has no scalar " + name);
    if (!std::holds_alternative<T>(found->second)) refuse("its scalar " + name + " has another type");
    return std::get<T>(found->second);
  }

  /// Rows of a field: of any numbers, of some on several ranks if wanted. Collective.
  ///
  /// @return for each number its row: T, or an array of them
  /// @throws CollectiveError if there is no field of this name and type of rows, if a number is not in it, or
  /// if another file has taken the name since
  template <class Row>
  std::vector<Row> field(const std::string& name, std::span<const global_index> numbers) const {
    std::vector<Row> rows(numbers.size());
    read(name, numbers, detail::row_type<Row>(), std::as_writable_bytes(std::span(rows)));
    return rows;
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const;
  void read(const std::string& name, std::span<const global_index> numbers, const detail::RowType& row_type,
            std::span<std::byte> rows) const;

  Communicator comm_;
  std::filesystem::path path_;
  std::string seal_;
  std::map<std::string, CheckpointScalar> scalars_;
};

}  // namespace partita
