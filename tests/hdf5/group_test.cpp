// Files that strangers made: what leads to other files or asks for too much is refused.
#include "hdf5/group.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "hdf5/attribute.hpp"
#include "tests/io/folder.hpp"
#include "tests/sentence.hpp"

namespace partita::hdf5 {
namespace {

using testing_support::sentence_of;

// Each rank has files of its own.
class FilesOfStrangers : public testing::Test {
 protected:
  Handle make(const std::filesystem::path& path) const {
    return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose};
  }

  // Rows of one number, and a chunk of so many if it is not 0.
  static Handle add(hid_t file, const char* name, hsize_t rows, hsize_t chunk = 0,
                    const std::function<void(hid_t)>& change = {}) {
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    check(H5Pset_alloc_time(creation, chunk > 0 ? H5D_ALLOC_TIME_INCR : H5D_ALLOC_TIME_EARLY));
    if (chunk > 0) check(H5Pset_chunk(creation, 1, &chunk));
    if (change) change(creation);
    const hsize_t most = chunk > 0 ? H5S_UNLIMITED : rows;
    const Handle space(H5Screate_simple(1, &rows, &most), H5Sclose);
    return {H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose};
  }

  std::string refusal(const char* table) const {
    const QuietErrors quiet;
    return sentence_of([&] { (void)open_file(path_).table(table); });
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const testing_support::Folder folder_{comm_};
  const std::filesystem::path path_ = folder_ / text("stranger_", comm_.rank(), ".h5"),
                              other_ = folder_ / text("other_", comm_.rank(), ".h5");
};

TEST_F(FilesOfStrangers, AreNotLeftByLinks) {
  {
    const Handle other = make(other_), file = make(path_);
    const Handle group = make_group(other, "group");
    const Handle values = add(group, "values", 1), own = add(file, "own", 1);
    check(H5Lcreate_external(other_.c_str(), "/group", file, "outside", H5P_DEFAULT, H5P_DEFAULT));
    check(H5Lcreate_external(other_.c_str(), "/group/values", file, "values", H5P_DEFAULT, H5P_DEFAULT));
    check(H5Lcreate_soft("/outside", file, "detour", H5P_DEFAULT, H5P_DEFAULT));
    check(H5Lcreate_soft("/own", file, "within", H5P_DEFAULT, H5P_DEFAULT));
  }
  for (const char* name : {"values", "outside/values", "detour/values"})
    EXPECT_EQ(refusal(name), text("its ", name, " lies in other files; copy it into this one"));
  const QuietErrors quiet;
  EXPECT_EQ(sentence_of([&] { (void)open_file(path_).group("outside"); }),
            "its outside lies in other files; copy it into this one");
  EXPECT_EQ(refusal("within"), "");
}

TEST_F(FilesOfStrangers, HaveTheirOwnValues) {
  {
    const Handle file = make(path_);
    const Handle raw = add(file, "raw", 1, 0, [](hid_t creation) {
      check(H5Pset_external(creation, "/dev/zero", 0, H5F_UNLIMITED));
    });
    const hsize_t rows = 1;
    const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose);
    const Handle virtual_one = add(file, "virtual", 1, 0, [&](hid_t creation) {
      check(H5Pset_virtual(creation, space, other_.c_str(), "values", space));
    });
  }
  for (const char* name : {"raw", "virtual"})
    EXPECT_EQ(refusal(name), text("its ", name, " lies in other files; copy it into this one"));
}

// Of a chunk HDF5 unpacks all values. Packed twice, they need few bytes.
TEST_F(FilesOfStrangers, UnpackToNoMoreThanTheirBytesCan) {
  const auto packed = [](int times) {
    return [times](hid_t creation) {
      for (int k = 0; k < times; ++k) check(H5Pset_deflate(creation, 9));
    };
  };
  constexpr hsize_t chunk = 1 << 20;
  {
    const Handle file = make(path_);
    for (const auto& [name, rows, times] :
         {std::tuple("zeros", chunk, 1), std::tuple("few", hsize_t{3}, 2), std::tuple("many", chunk, 2)}) {
      const std::vector<double> zeros(rows);
      check(H5Dwrite(add(file, name, rows, chunk, packed(times)), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                     H5P_DEFAULT, zeros.data()));
    }
    const Handle empty = add(file, "empty", 0, chunk, packed(1));
  }
  EXPECT_EQ(refusal("zeros"), "") << "packed as well as deflate can";
  EXPECT_EQ(refusal("empty"), "");
  EXPECT_EQ(refusal("few"), "its few claims to be longer than the file");
  EXPECT_EQ(refusal("many"), "its many claims to be longer than the file");
}

TEST_F(FilesOfStrangers, HaveNumbersOfSomeBytes) {
  {
    const Handle file = make(path_);
    const Handle values = add(file, "values", 1);
    write_attribute(file, "number", 1.0);
  }
  std::vector<char> bytes = testing_support::bytes_of(path_);
  const std::array<char, 8> float64{0x11, 0x20, 0x3f, 0x00, 8, 0, 0, 0};
  int patched = 0;
  for (auto at = bytes.begin(); patched < 3; ++patched, at += 4) {
    at = std::search(at, bytes.end(), float64.begin(), float64.end());
    if (at == bytes.end()) break;
    at[4] = 0;
  }
  ASSERT_GE(patched, 2);
  testing_support::write_bytes(path_, bytes);
  // HDF5 1.10 opens it, 1.14 does not, and 2 does not find it.
  EXPECT_THAT(refusal("values"),
              testing::AnyOf("its values has no numbers", "HDF5 finds it impossible", "there is no values"));
  const QuietErrors quiet;
  EXPECT_THROW((void)read_number<double>(open_file(path_), "number"), Error);
}

TEST_F(FilesOfStrangers, HaveTextsOfAnyLength) {
  const Handle file = make(path_), type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  const char* text = "UnstructuredGrid";
  write_attribute(file, "any", type, &text);
  write_attribute(file, "known", std::string(text));
  for (const char* name : {"any", "known"}) EXPECT_EQ(read_string(file, name), text);
}

TEST_F(FilesOfStrangers, MayBeNone) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(refusal("values"), path_.string() + ": this is no ordinary file; name an HDF5 file");
}

}  // namespace
}  // namespace partita::hdf5
