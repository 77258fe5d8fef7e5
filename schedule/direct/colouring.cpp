#include <bit>
#include <span>

#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/direct/euler_split.hpp>
#include <partita/schedule/direct/regular_matching.hpp>
#include <partita/schedule/direct/regular_multigraph.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

namespace {

// Reorders the edges of regular multigraphs into perfect matchings, one after the other.
class Colourer {
 public:
  explicit Colourer(int side) : side_(side), split_(side) {}

  void operator()(std::span<MultigraphEdge> edges) {
    const auto matching = static_cast<std::size_t>(side_);
    std::size_t degree = edges.size() / matching;
    if (degree <= 1) return;
    if (degree % 2 == 1) {
      matching_to_front(edges, side_, random_);
      edges = edges.subspan(matching);
      --degree;
    }
    split_(edges);
    (*this)(edges.first(degree / 2 * matching));
    // The second half, with enough matchings of the first half to make the degree a power of two.
    (*this)(edges.last(std::bit_ceil(degree / 2) * matching));
  }

 private:
  int side_;
  EulerSplitter split_;
  Random random_{1};
};

}  // namespace

std::vector<int> colours_of(const CommunicationMatrix& matrix) {
  RegularMultigraph graph = make_regular_multigraph(matrix);
  if (graph.degree > 0) Colourer{graph.side}(graph.edges);

  std::vector<int> phase_of(graph.edges.size());  // by message; some edges are none
  for (std::size_t place = 0; place < graph.edges.size(); ++place)
    if (const int message = graph.edges[place].message; message != MultigraphEdge::filling)
      phase_of[message] = static_cast<int>(place) / graph.side;
  return phase_of;
}

std::vector<PhaseTable> colouring(const CommunicationMatrix& matrix) {
  return tables_in_phases(matrix, colours_of(matrix), matrix.degree());
}

}  // namespace partita::detail
