#pragma once
/// \file A file in memory that takes no room for what is not written: a driver of HDF5's virtual file layer.
///
/// HDF5's own driver for files in memory takes room for all rows of a dataset, written or not.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <vector>

#include "hdf5/handle.hpp"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace partita::hdf5 {

/// The bytes that HDF5 has written, in blocks of which each begins at a multiple of their size.
class SparseMemory {
 public:
  static constexpr std::uint64_t block_bytes = 4096;
  using Blocks = std::map<std::uint64_t, std::vector<std::byte>>;

  const Blocks& blocks() const { return blocks_; }  ///< by the address of their first byte
  std::uint64_t size() const { return size_; }      ///< of the file

  void set_size(std::uint64_t bytes) { size_ = bytes; }

  void write(std::uint64_t address, const std::byte* from, std::size_t bytes) {
    for_each_part(address, bytes,
                  [&](std::uint64_t block, std::size_t offset, std::size_t done, std::size_t n) {
                    std::vector<std::byte>& into = blocks_.try_emplace(block, block_bytes).first->second;
                    std::memcpy(into.data() + offset, from + done, n);
                  });
    size_ = std::max<std::uint64_t>(size_, address + bytes);
  }

  /// What was not written is zero.
  void read(std::uint64_t address, std::byte* into, std::size_t bytes) const {
    for_each_part(address, bytes,
                  [&](std::uint64_t block, std::size_t offset, std::size_t done, std::size_t n) {
                    if (const auto known = blocks_.find(block); known != blocks_.end())
                      std::memcpy(into + done, known->second.data() + offset, n);
                    else
                      std::memset(into + done, 0, n);
                  });
  }

 private:
  template <class Use>
  static void for_each_part(std::uint64_t address, std::size_t bytes, Use&& use) {
    for (std::size_t done = 0, n; done < bytes; done += n) {
      const std::uint64_t offset = (address + done) % block_bytes;
      n = std::min<std::size_t>(bytes - done, block_bytes - offset);
      use(address + done - offset, offset, done, n);
    }
  }

  Blocks blocks_;
  std::uint64_t size_ = 0;
};

namespace sparse {

// What HDF5 knows of a file. Its own part comes first.
struct File {
  H5FD_t of_hdf5;
  std::shared_ptr<SparseMemory> memory;  // HDF5 may try again when the program ends
  haddr_t end;                           // of what HDF5 has given to its objects
};

inline thread_local std::shared_ptr<SparseMemory> to_be_opened;

inline File& as_file(H5FD_t* file) { return *reinterpret_cast<File*>(file); }
inline const File& as_file(const H5FD_t* file) { return *reinterpret_cast<const File*>(file); }

inline H5FD_class_t driver() {
  H5FD_class_t calls{};
#if H5_VERSION_GE(1, 13, 0)
  calls.version = H5FD_CLASS_VERSION;
  calls.value = static_cast<H5FD_class_value_t>(600);  // 512 to 65535 are not of HDF5
#endif
  calls.name = "partita_sparse_memory";
  calls.maxaddr = (haddr_t{1} << 62) - 1;
  calls.fc_degree = H5F_CLOSE_STRONG;
  std::fill_n(calls.fl_map, static_cast<int>(H5FD_MEM_NTYPES), H5FD_MEM_SUPER);  // one list of free places
  calls.open = [](const char*, unsigned, hid_t, haddr_t) -> H5FD_t* {
    File* const file = new (std::nothrow) File{{}, to_be_opened, 0};
    return file == nullptr ? nullptr : &file->of_hdf5;
  };
  calls.close = [](H5FD_t* file) {
    delete &as_file(file);
    return herr_t{0};
  };
  calls.get_eoa = [](const H5FD_t* file, H5FD_mem_t) { return as_file(file).end; };
  calls.set_eoa = [](H5FD_t* file, H5FD_mem_t, haddr_t end) {
    as_file(file).end = end;
    return herr_t{0};
  };
  calls.get_eof = [](const H5FD_t* file, H5FD_mem_t) { return haddr_t{as_file(file).memory->size()}; };
  calls.read = [](H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t bytes, void* into) {
    as_file(file).memory->read(address, static_cast<std::byte*>(into), bytes);
    return herr_t{0};
  };
  calls.write = [](H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t bytes, const void* from) {
    return status_of(
        [&] { as_file(file).memory->write(address, static_cast<const std::byte*>(from), bytes); });
  };
  calls.truncate = [](H5FD_t* file, hid_t, hbool_t) {
    as_file(file).memory->set_size(as_file(file).end);
    return herr_t{0};
  };
  return calls;
}

}  // namespace sparse

/// A new file there.
inline Handle create_in(const std::shared_ptr<SparseMemory>& memory) {
  static const H5FD_class_t calls = sparse::driver();
  const Handle driver(H5FDregister(&calls), H5FDunregister);  // what uses it keeps it
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_driver(access, driver, nullptr));
  // The same values make the same file: the format that HDF5 2 takes otherwise keeps the times of groups.
  check(H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST));
  sparse::to_be_opened = memory;
  Handle file(H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
  sparse::to_be_opened = nullptr;
  return file;
}

}  // namespace partita::hdf5
