#include "recombination.hpp"

#include <cmath>
#include <string>

#include <partita/support/error.hpp>

#include "update.hpp"

namespace partita::airfoil {
namespace {

using namespace loops;

template <int D>
Loop end_pair(const Level<D>& level, const State<D>& change, const State<D>& after, const State<D>& row) {
  return level.mesh.domain.loop(
      "end a pair", level.mesh.vertices, loops::read(level.w), read_write(change), write(after), write(row),
      KOKKOS_LAMBDA(const Row<D>& now, Row<D>& kept, Row<D>& is, Row<D>& latest) {
        for (int c = 0; c < D + 2; ++c) {
          is[c] = now[c];
          latest[c] = kept[c] = now[c] - kept[c];
        }
      });
}

template <int D>
Loop multiply(const Level<D>& level, const State<D>& latest, const State<D>& change,
              const Global<double>& product) {
  return level.mesh.domain.loop(
      "product of changes", level.mesh.vertices, loops::read(latest), loops::read(change), sum(product),
      KOKKOS_LAMBDA(const Row<D>& a, const Row<D>& b, double& to) {
        double here = 0;
        for (int c = 0; c < D + 2; ++c) here += a[c] * b[c];
        to += here;
      });
}

template <int D>
Loop add(const Level<D>& level, const Global<double>& share, const State<D>& after, const State<D>& to) {
  return level.mesh.domain.loop(
      "add a share", level.mesh.vertices, loops::read(share), loops::read(after), read_write(to),
      KOKKOS_LAMBDA(double part, const Row<D>& one, Row<D>& all) {
        for (int c = 0; c < D + 2; ++c) all[c] += part * one[c];
      });
}

template <int D>
Loop clear(const Level<D>& level, const State<D>& to) {
  return level.mesh.domain.loop(
      "clear combination", level.mesh.vertices, write(to), KOKKOS_LAMBDA(Row<D> & all) {
        for (int c = 0; c < D + 2; ++c) all[c] = 0;
      });
}

template <int D>
Loop take(const Level<D>& level, const State<D>& combination) {
  return level.mesh.domain.loop(
      "take combination", level.mesh.vertices, loops::read(combination), read_write(level.w), write(level.q),
      KOKKOS_LAMBDA(const Row<D>& wanted, Row<D>& now, Row<D>& flow) {
        const Conservative<D> old = conservative_in<D>(now);
        const Conservative<D> change = conservative_in<D>(wanted) - old;
        const Conservative<D> to = old + part_of_step(old, change) * change;
        put(to, now);
        put(primitive(to), flow);
      });
}

using Products = std::array<std::array<double, kept_pairs>, kept_pairs>;

// The shares, of sum 1, of the smallest combination: proportional to the solution of products x = 1, by
// Cholesky's method. Rows are scaled first. What rounding of products could feign is not combined.
std::array<double, kept_pairs> smallest_combination(const Products& products,
                                                    const std::vector<std::size_t>& among) {
  constexpr double rounding = 1e-12;
  const std::size_t n = among.size();
  std::array<double, kept_pairs> scale{}, x{}, shares{};
  Products lower{};
  for (std::size_t i = 0; i < n; ++i) scale[i] = 1 / std::sqrt(products[among[i]][among[i]]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = products[among[i]][among[j]] * scale[i] * scale[j] + (i == j ? rounding : 0);
      for (std::size_t k = 0; k < j; ++k) rest -= lower[i][k] * lower[j][k];
      lower[i][j] = i == j ? std::sqrt(rest) : rest / lower[j][j];
    }
    x[i] = scale[i];
    for (std::size_t k = 0; k < i; ++k) x[i] -= lower[i][k] * x[k];
    x[i] /= lower[i][i];
  }
  double all = 0;
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= lower[k][i] * x[k];
    x[i] /= lower[i][i];
    all += scale[i] * x[i];
  }
  for (std::size_t i = 0; i < n; ++i) shares[among[i]] = scale[i] * x[i] / all;
  return shares;
}

constexpr std::size_t place(long steps) { return static_cast<std::size_t>(steps / 2) % kept_pairs; }

}  // namespace

template <int D>
typename Recombination<D>::Pair Recombination<D>::pair(const Level<D>& level, std::size_t k) const {
  DistributedMesh<D>& mesh = level.mesh;
  const auto named = [k](const char* what) { return text(what, " ", k + 1); };
  const auto change = mesh.domain.template field<double, D + 2>(named("change"), mesh.vertices);
  const auto after = mesh.domain.template field<double, D + 2>(named("after"), mesh.vertices);
  const auto product = mesh.domain.template global<double>(named("product"));
  const auto share = mesh.domain.template global<double>(named("share"));
  return {change,
          after,
          product,
          share,
          copy(mesh, "begin a pair", level.w, change),
          end_pair(level, change, after, row_),
          multiply(level, row_, change, product),
          add(level, share, after, row_)};
}

template <int D>
Recombination<D>::Recombination(const Level<D>& level)
    : row_(level.mesh.domain.template field<double, D + 2>("combination", level.mesh.vertices)),
      clear_(clear(level, row_)),
      take_(take(level, row_)) {
  for (std::size_t k = 0; k < kept_pairs; ++k) pairs_.push_back(pair(level, k));
}

template <int D>
void Recombination<D>::begin() {
  if (steps_ % 2 == 0) pairs_[place(steps_)].begin();
}

template <int D>
void Recombination<D>::end() {
  if (steps_++ % 2 == 0) return;
  const std::size_t latest = place(steps_ - 1);
  pairs_[latest].end();
  measure(latest);
  if (products_[latest][latest] == 0) return;
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < kept_pairs; ++k)
    if (products_[k][k] > 0) kept.push_back(k);
  if (kept.size() < 2) return;
  const auto shares = smallest_combination(products_, kept);
  clear_();
  for (const std::size_t k : kept) {
    pairs_[k].share.assign(shares[k]);
    pairs_[k].add();
  }
  take_();
}

// By one reduction. The row has the latest change. Products with empty places are not needed.
template <int D>
void Recombination<D>::measure(std::size_t latest) {
  std::vector<std::size_t> measured;
  std::vector<GlobalOf<double>*> sums;
  for (std::size_t k = 0; k < kept_pairs; ++k) {
    if (k != latest && !(products_[k][k] > 0)) continue;
    pairs_[k].multiply();
    measured.push_back(k);
    sums.push_back(pairs_[k].product.state().get());
  }
  settle_sums(sums);
  for (const std::size_t k : measured)
    products_[latest][k] = products_[k][latest] = pairs_[k].product.value();
}

template <int D>
void Recombination<D>::save(SavedFields<D>& fields) const {
  for (const Pair& pair : pairs_)
    for (const State<D>& field : std::array{pair.change, pair.after})
      fields.emplace(field.name(), field.values());
}

// Within a pair, the products of its place are computed anew before they count.
template <int D>
void Recombination<D>::restore(const SavedFields<D>& fields, long steps) {
  steps_ = steps;
  if (steps == 0) return;
  for (std::size_t k = 0; k < kept_pairs; ++k) {
    for (const State<D>& field : std::array{pairs_[k].change, pairs_[k].after})
      field.assign(fields.at(field.name()));
    row_.assign(pairs_[k].change.values());
    measure(k);  // with those before
  }
}

template class Recombination<2>;
template class Recombination<3>;

}  // namespace partita::airfoil
