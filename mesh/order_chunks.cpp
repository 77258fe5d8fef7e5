// Each rank sends the edges of its cells to the ranks where their chunks begin, which see the repeated ones.
// Edges between chunks stay. The numbers go back to the owners of the vertices. The edges of a chunk are
// those of all cells, so the order does not depend on the shares.
#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/order_chunks.hpp>
#include <partita/mesh/renumber.hpp>
#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::mesh {
namespace {

struct Chunks {
  Blocks blocks;
  global_index length;

  VertexRange at(global_index vertex) const {
    const global_index begin = vertex / length * length;
    return {begin, begin + std::min(length, blocks.size - begin)};
  }

  // The vertices of the chunks that begin in the block of a rank.
  VertexRange of(int rank) const {
    return {first_behind(blocks.first(rank)), first_behind(blocks.first(rank + 1))};
  }

  // Where the first chunk begins that does not begin before this vertex.
  global_index first_behind(global_index vertex) const {
    return vertex % length == 0 ? vertex : at(vertex).end;
  }
};

// The edges within chunks, for the ranks where these begin, counted from the first vertex of that rank's
// chunks: the smaller vertex, then the greater one. Edges of several cells are there several times.
std::vector<Parcel<LocalEdge>> edges_by_chunk(const Mesh& mesh, const Chunks& chunks) {
  std::map<int, std::vector<LocalEdge>> by_rank;
  VertexRange in_chunk{0, 0};  // of the last edge
  global_index first = 0;
  std::vector<LocalEdge>* edges = nullptr;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    for_each_edge(mesh.cells[cell], [&](int a, int b) {
      const auto [smaller, greater] = std::minmax(vertices[a], vertices[b]);
      if (!in_chunk.contains(smaller)) {
        in_chunk = chunks.at(smaller);
        const int rank = chunks.blocks.locate(in_chunk.begin).rank;
        first = chunks.of(rank).begin;
        edges = &by_rank[rank];
      }
      if (in_chunk.contains(greater))
        edges->push_back(
            {static_cast<local_index>(smaller - first), static_cast<local_index>(greater - first)});
    });
  });
  std::vector<Parcel<LocalEdge>> parcels;
  for (auto& [rank, content] : by_rank) parcels.push_back({rank, std::move(content)});
  return parcels;
}

// The graph within this rank's chunks.
VertexGraph<global_index> graph_of(std::vector<Parcel<LocalEdge>> parcels, global_index vertices) {
  // First each edge once, from its smaller end: in the meantime repeated ones take half as much memory.
  const auto greater = distinct_neighbours(vertices, [&](auto visit) {
    for (const auto& [rank, edges] : parcels)
      for (const auto& [a, b] : edges) visit(a, b);
  });
  parcels.clear();  // the graph of both ends takes their memory
  return distinct_neighbours(vertices, [&](auto visit) {
    for (global_index a = 0; a < vertices; ++a)
      for (const global_index b : greater.of(static_cast<std::size_t>(a))) {
        visit(a, b);
        visit(b, a);
      }
  });
}

}  // namespace

std::vector<global_index> order_chunks(const Communicator& comm, const Mesh& mesh, const Blocks& blocks,
                                       global_index chunk) {
  const Chunks chunks{blocks, chunk};
  const VertexRange mine = chunks.of(comm.rank());
  std::vector<global_index> numbers(static_cast<std::size_t>(mine.size()));
  // No edge leads from chunk to chunk, so the reversed order has the last chunk first.
  VertexRange of_chunk{mine.end, mine.end};
  global_index next = mine.end;
  for (const global_index vertex :
       cuthill_mckee(graph_of(sparse_exchange(comm, edges_by_chunk(mesh, chunks)), mine.size()))) {
    if (next == of_chunk.end) {
      of_chunk = chunks.at(of_chunk.begin - 1);
      next = of_chunk.begin;
    }
    numbers[vertex] = next++;
  }

  std::vector<Parcel<global_index>> answers;
  for (global_index at = mine.begin; at < mine.end;) {
    const int rank = blocks.locate(at).rank;
    const global_index end = std::min(mine.end, blocks.first(rank + 1));
    const auto first = numbers.begin() + (at - mine.begin);
    answers.push_back({rank, {first, first + (end - at)}});
    at = end;
  }
  std::vector<global_index> of_block;  // those of a chunk that begins on a lower rank come first
  for (const auto& [rank, part] : sparse_exchange(comm, std::move(answers)))
    of_block.insert(of_block.end(), part.begin(), part.end());
  return of_block;
}

}  // namespace partita::mesh
