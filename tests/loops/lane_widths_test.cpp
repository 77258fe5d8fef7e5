// A body computes the same bits in any number of lanes, also in those that this processor would not choose.
#include <array>
#include <cmath>
#include <cstring>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/loops/domain.hpp>
#include <partita/support/random.hpp>

namespace partita::loops {
namespace {

template <class T, int K>
using Row = Kokkos::Array<T, K>;

// Products and sums that could be contracted, a division, a root and a choice.
template <class T, int K>
struct Flux {
  KOKKOS_FUNCTION void operator()(const Row<T, K>& a, const Row<T, K>& b, const Row<T, 3>& way,
                                  Row<T, K>& through, Row<T, K>& to_a, T& largest) const {
    const T area = std::sqrt(way[0] * way[0] + way[1] * way[1]);
    for (int c = 0; c < K; ++c) {
      const T jump = b[c] - a[c], mean = a[c] * way[0] + b[c] * way[1];
      const T flux = (mean * way[2] + jump * area) / (area + (jump > 0 ? jump * a[c] : way[2]));
      through[c] += flux;
      to_a[c] += area * flux;
      largest = flux > largest ? flux : largest;
    }
  }
};

Indices indices(const std::vector<local_index>& values) {
  const Kokkos::View<local_index*> view("indices", values.size());
  for (std::size_t k = 0; k < values.size(); ++k) view(k) = values[k];
  return view;
}

template <class T, int K>
class Edges {
 public:
  static constexpr std::size_t nodes = 50, edges = 203;  // no multiple of any width

  Edges()
      : nodes_(domain_.set("nodes", nodes)),
        edges_(domain_.set("edges", edges)),
        ends_(domain_.map("ends", edges_, nodes_, random_ends())),
        q_(domain_.field<T, K>("q", nodes_, random_rows<K>(nodes))),
        way_(domain_.field<T, 3>("way", edges_, random_rows<3>(edges))),
        sums_(domain_.field<T, K>("sums", nodes_)),
        largest_(domain_.global<T>("largest")) {}

  // The bits of all sums, and of the maximum.
  template <int L>
  std::vector<T> run() {
    sums_.assign(std::vector<Row<T, K>>(nodes, Row<T, K>{}));
    const auto run_loop = [this](const auto&... descriptors) {
      LoopOf<std::integer_sequence<int, L>, Flux<T, K>, std::decay_t<decltype(descriptors)>...> loop(
          "flux", edges_.state(), Flux<T, K>());
      loop.set_arguments({&descriptors...});
      loop.begin(1);
      loop.run_on_host(traversal_, 0, edges);
    };
    run_loop(read(q_, ends_[0]), read(q_, ends_[1]), read(way_), transfer(sums_, ends_[0], ends_[1]),
             increment(sums_, ends_[0]), maximum(largest_));
    std::vector<T> bits;
    for (const Row<T, K>& row : sums_.values())
      for (int c = 0; c < K; ++c) bits.push_back(row[c]);
    bits.push_back(largest_.value());
    return bits;
  }

 private:
  std::vector<std::array<global_index, 2>> random_ends() {
    std::vector<std::array<global_index, 2>> ends(edges);
    std::array<std::vector<local_index>, 2> column;
    std::vector<local_index> own;
    for (std::size_t e = 0; e < edges; ++e) {
      own.push_back(static_cast<local_index>(e));
      for (std::size_t end : {0u, 1u}) {
        ends[e][end] = random_.below(nodes);
        column[end].push_back(static_cast<local_index>(ends[e][end]));
      }
    }
    const Indices first = indices(column[0]), second = indices(column[1]);
    traversal_.tile = {0, edges};
    traversal_.size = edges;
    traversal_.rows = {
        {first, {}}, {second, {}}, {indices(own), {}}, {first, first}, {second, second}, {first, first}, {}};
    return ends;
  }

  template <int N>
  std::vector<Row<T, N>> random_rows(std::size_t size) {
    std::vector<Row<T, N>> rows(size);
    for (Row<T, N>& row : rows)
      for (int c = 0; c < N; ++c) row[c] = static_cast<T>(0.5 + random_.next() / 4294967296.0);
    return rows;
  }

  Random random_{5};
  Traversal traversal_;
  Domain domain_{Communicator(MPI_COMM_SELF)};
  Set nodes_, edges_;
  Map ends_;
  Field<T, K> q_;
  Field<T, 3> way_;
  Field<T, K> sums_;
  Global<T> largest_;
};

template <class T, int K>
void expect_the_bits_of_one_lane() {
  Edges<T, K> edges;
  const std::vector<T> expected = edges.template run<1>();
  const auto expect_same = [&](int lanes, const std::vector<T>& found) {
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), expected.size() * sizeof(T)), 0)
        << K << " components of " << sizeof(T) << " bytes in " << lanes << " lanes";
  };
  expect_same(2, edges.template run<2>());
  expect_same(4, edges.template run<4>());
  expect_same(8, edges.template run<8>());
  expect_same(16, edges.template run<16>());
}

TEST(LaneWidths, AllGiveTheBitsOfOne) {
  if constexpr (!fields_on_host) GTEST_SKIP() << "fields are on a device, where nothing runs in lanes";
  expect_the_bits_of_one_lane<double, 2>();
  expect_the_bits_of_one_lane<double, 3>();
  expect_the_bits_of_one_lane<double, 4>();
  expect_the_bits_of_one_lane<double, 7>();
  expect_the_bits_of_one_lane<float, 4>();
  expect_the_bits_of_one_lane<float, 5>();
}

}  // namespace
}  // namespace partita::loops
