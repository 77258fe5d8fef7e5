#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>

#include <partita/io/checkpoint.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/seal.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/group.hpp"
#include "hdf5/rows_by_number.hpp"
#include "hdf5/write_together.hpp"

namespace partita {

using namespace detail;

namespace {

constexpr SealedContent sealed_checkpoint{"checkpoint", 3};

// --- Writing ---

std::uint64_t fingerprint(const Checkpoint& checkpoint) {
  Hash hash;
  hash.add(checkpoint.of, checkpoint.scalars.size());
  for (const auto& [name, scalar] : checkpoint.scalars) {
    hash.add(name, scalar.index());
    std::visit([&](const auto& value) { hash.add(value); }, scalar);
  }
  for (const CheckpointField& field : checkpoint.fields)
    hash.add(field.name, field.row_type.type, field.row_type.components);
  return hash.value();
}

void check(const Checkpoint& checkpoint) {
  constexpr const char* of_checkpoint = "a scalar or a field of a checkpoint";
  std::set<std::string> names;
  for (const auto& [name, scalar] : checkpoint.scalars) hdf5::require_name(name, of_checkpoint);
  for (const CheckpointField& field : checkpoint.fields) {
    hdf5::check_field(field, field.numbers.size(), "", of_checkpoint);
    if (!names.insert(field.name).second)
      throw Error("two fields of a checkpoint are called ", field.name, "; give each a name of its own");
  }
}

// --- Reading ---

CheckpointScalar read_scalar(hid_t group, const std::string& name) {
  const hdf5::Handle attribute = hdf5::open_scalar(group, name.c_str());
  const hdf5::Handle type(H5Aget_type(attribute), H5Tclose);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return hdf5::read_number<std::int64_t>(group, name.c_str());
    case H5T_FLOAT:
      return hdf5::read_number<double>(group, name.c_str());
    default:
      return hdf5::read_string(group, name.c_str());
  }
}

std::map<std::string, CheckpointScalar> read_scalars(const hdf5::Group& file) {
  const hdf5::Group group = file.group("scalars");
  std::vector<std::string> names;
  const auto add_name = [](hid_t, const char* name, const H5A_info_t*, void* all) {
    return hdf5::status_of([&] { static_cast<std::vector<std::string>*>(all)->emplace_back(name); });
  };
  hdf5::check(H5Aiterate2(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, add_name, &names));
  std::map<std::string, CheckpointScalar> scalars;
  for (const std::string& name : names) scalars.emplace(name, read_scalar(group, name));
  return scalars;
}

// "3 x float64"
std::string in_words(const RowType& row) {
  const auto name = []<class T>(T) {
    return text(std::is_floating_point_v<T> ? "float" : std::is_signed_v<T> ? "int" : "uint", 8 * sizeof(T));
  };
  const auto names = std::apply([&](auto... each) { return std::array{name(each)...}; }, ValueTypes());
  return text(row.components, " x ", names[row.type]);
}

// What a dataset's rows are made of; nothing if no checkpoint has them.
std::optional<RowType> row_type_of(const hdf5::Table& table) {
  const hdf5::Handle type = table.native_type();
  for (std::size_t known = 0; known < std::tuple_size_v<ValueTypes>; ++known)
    if (H5Tequal(type, hdf5::native(known)) > 0) return RowType{known, static_cast<int>(table.columns())};
  return std::nullopt;
}

// A run may replace the file while this one reads it. Ranks would then have rows of both.
void require_seal(const std::filesystem::path& path, const std::string& seal) {
  if (seal_of(path, sealed_checkpoint) != seal)
    throw Error(path.string(), " has been replaced while it was read; begin again");
}

}  // namespace

void write_checkpoint(const Communicator& comm, const std::filesystem::path& path,
                      const Checkpoint& checkpoint) {
  require_same(comm, fingerprint(checkpoint), "the scalars or fields of the checkpoint");
  collectively(comm, [&] { check(checkpoint); });
  hdf5::Tables fields;
  for (const CheckpointField& field : checkpoint.fields) {
    const global_index rows = sum(comm, std::ssize(field.numbers));
    const hdf5::RowsByNumber by_number(comm, "the field " + field.name, rows, field.numbers);
    by_number.require_each_once();
    fields.add("fields/" + field.name, by_number, field);
  }

  const auto describe = [&](hid_t file) {
    hdf5::write_attribute(file, "of", checkpoint.of);
    const hdf5::Handle scalars = hdf5::make_group(file, "scalars");
    (void)hdf5::make_group(file, "fields");
    for (const auto& [name, scalar] : checkpoint.scalars)
      std::visit([&, &key = name](const auto& value) { hdf5::write_attribute(scalars, key, value); }, scalar);
  };
  hdf5::write_together(comm, path, fields, sealed_checkpoint, describe);
}

SavedCheckpoint::SavedCheckpoint(const Communicator& comm, std::filesystem::path path, const std::string& of)
    : comm_(comm), path_(std::move(path)) {
  seal_ = check_seal(comm, path_, sealed_checkpoint);
  collectively(comm, [&] {
    std::string saved_of;
    try {
      const hdf5::QuietErrors quiet;
      const hdf5::Group file = hdf5::open_file(path_);
      saved_of = hdf5::read_string(file, "of");
      scalars_ = read_scalars(file);
    } catch (const Error& error) {
      throw Error(path_.string(), " is no checkpoint: ", error.what());
    }
    require_seal(path_, seal_);
    if (saved_of != of) throw Error(path_.string(), " is a checkpoint of ", saved_of, ", not of ", of);
  });
}

void SavedCheckpoint::refuse(const std::string& problem) const {
  throw CollectiveError(path_.string(), " is no checkpoint of this program: ", problem);
}

void SavedCheckpoint::read(const std::string& name, std::span<const global_index> numbers,
                           const RowType& row_type, std::span<std::byte> rows) const {
  // Every rank opens the file for itself: no rank waits within HDF5 for one that failed.
  const auto with_field = [&](const auto& action) {
    return collectively(comm_, [&] {
      require_seal(path_, seal_);
      try {
        const hdf5::QuietErrors quiet;
        const hdf5::Group fields = hdf5::open_file(path_).group("fields");
        if (!fields.has(name)) throw Error("it has no field ", name);
        return action(fields.table(name));
      } catch (const Error& error) {
        throw Error(path_.string(), " is no checkpoint of this program: ", error.what());
      }
    });
  };
  const hdf5::Shape shape = with_field([&](const hdf5::Table& field) {
    const std::optional<RowType> there = row_type_of(field);
    if (there != row_type)
      throw Error("its field ", name, " has rows of ", there ? in_words(*there) : "another type", ", not of ",
                  in_words(row_type));
    return field.shape();
  });

  const hdf5::RowsByNumber by_number(comm_, text("the field ", name, " of ", path_.string()),
                                     static_cast<global_index>(shape.rows), numbers);
  const hdf5::Rows share = by_number.block();
  const std::size_t bytes = hdf5::bytes_of(row_type);
  const std::vector<std::byte> block = with_field([&](const hdf5::Table& field) {
    std::vector<std::byte> values(static_cast<std::size_t>(share.size()) * bytes);
    hdf5::read_rows(field, hdf5::native(row_type.type), shape, share, values.data());
    return values;
  });
  collectively(comm_, [&] { require_seal(path_, seal_); });

  const std::vector<std::byte> returned = by_number.from_block(block, bytes);
  std::copy(returned.begin(), returned.end(), rows.begin());
}

}  // namespace partita
