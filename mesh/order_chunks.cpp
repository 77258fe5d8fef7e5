// Each rank sends the edges of its cells to the owners of their smaller vertices, which see the repeated
// ones. Edges between chunks stay. Along a tree the edges of a chunk come to the rank where it begins, which
// orders the chunk, and its numbers go back. The edges of a chunk are those of all cells, so the order does
// not depend on the shares.
#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/mesh/order_chunks.hpp>
#include <partita/mesh/rank_tree.hpp>
#include <partita/mesh/renumber.hpp>
#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::mesh {
namespace {

VertexRange chunk_at(global_index vertex, global_index chunk, global_index vertices) {
  const global_index begin = vertex / chunk * chunk;
  return {begin, begin + std::min(chunk, vertices - begin)};
}

// The edges within chunks, for the owners of their smaller vertices: that vertex, counted from its block's
// first one, and the greater one, counted from the chunk's. Edges of several cells are there several times.
std::vector<Parcel<LocalEdge>> edges_by_owner(const Mesh& mesh, const Blocks& blocks, global_index chunk) {
  std::map<int, std::vector<LocalEdge>> by_rank;
  VertexRange in_chunk{0, 0}, in_block{0, 0};  // of the last edge
  std::vector<LocalEdge>* edges = nullptr;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    for_each_edge(mesh.cells[cell], [&](int a, int b) {
      const auto [smaller, greater] = std::minmax(vertices[a], vertices[b]);
      if (!in_chunk.contains(smaller)) in_chunk = chunk_at(smaller, chunk, blocks.size);
      if (!in_chunk.contains(greater)) return;
      if (!in_block.contains(smaller)) {
        const int rank = blocks.locate(smaller).rank;
        in_block = block_of(blocks, rank);
        edges = &by_rank[rank];
      }
      edges->push_back({static_cast<local_index>(smaller - in_block.begin),
                        static_cast<local_index>(greater - in_chunk.begin)});
    });
  });
  std::vector<Parcel<LocalEdge>> parcels;
  for (auto& [rank, content] : by_rank) parcels.push_back({rank, std::move(content)});
  return parcels;
}

// The greater neighbours of each vertex of this rank's block, counted from its chunk's first vertex.
VertexGraph<global_index> greater_neighbours(const Communicator& comm, const Mesh& mesh, const Blocks& blocks,
                                             global_index chunk) {
  const std::vector<Parcel<LocalEdge>> parcels = sparse_exchange(comm, edges_by_owner(mesh, blocks, chunk));
  return distinct_neighbours(blocks.length(comm.rank()), [&](auto visit) {
    for (const auto& [rank, edges] : parcels)
      for (const auto& [vertex, neighbour] : edges) visit(vertex, neighbour);
  });
}

// A part of a chunk as messages have it: of each vertex, the number of its greater neighbours, then these.
std::vector<local_index> rows_of(const VertexGraph<global_index>& graph, const VertexRange& vertices) {
  std::vector<local_index> rows;
  for (global_index v = vertices.begin; v < vertices.end; ++v) {
    const auto neighbours = graph.of(v);
    rows.push_back(static_cast<local_index>(neighbours.size()));
    for (const global_index neighbour : neighbours) rows.push_back(static_cast<local_index>(neighbour));
  }
  return rows;
}

// The new numbers of a chunk's vertices, from the rows of all of them.
std::vector<global_index> order(const VertexRange& chunk, std::span<const local_index> rows) {
  const auto graph = distinct_neighbours(chunk.size(), [&](auto visit) {
    auto next = rows.begin();
    for (global_index v = 0; v < chunk.size(); ++v)
      for (local_index left = *next++; left > 0; --left) {
        visit(v, *next);
        visit(*next++, v);
      }
  });
  std::vector<global_index> numbers(static_cast<std::size_t>(chunk.size()));
  global_index number = chunk.begin;
  for (const global_index vertex : cuthill_mckee(graph)) numbers[vertex] = number++;
  return numbers;
}

}  // namespace

std::vector<global_index> order_chunks(const Communicator& comm, const Mesh& mesh, const Blocks& blocks,
                                       global_index chunk) {
  const VertexRange block = block_of(blocks, comm.rank());
  const VertexGraph<global_index> graph = greater_neighbours(comm, mesh, blocks, chunk);
  struct Part {
    VertexRange chunk;
    VertexRange vertices;  // in this rank's block
    RankTree tree;
  };
  std::vector<Part> parts;
  const int tag = comm.reserve_tags(1);
  for (global_index v = block.begin; v < block.end; v = parts.back().vertices.end) {
    const VertexRange whole = chunk_at(v, chunk, blocks.size);
    parts.push_back({whole,
                     {v, std::min(whole.end, block.end)},
                     {comm, blocks.locate(whole.begin).rank, blocks.locate(whole.end - 1).rank, tag}});
  }

  std::vector<global_index> numbers;
  const auto gather = [&](Part& part) {
    return part.tree.gather(
        rows_of(graph, {part.vertices.begin - block.begin, part.vertices.end - block.begin}));
  };
  const auto scatter = [&](Part& part, std::vector<global_index> all) {
    const auto begin_of = [&](int rank) {
      return std::clamp(blocks.first(rank), part.chunk.begin, part.chunk.end);
    };
    const std::vector<global_index> mine = part.tree.scatter(std::move(all), begin_of);
    numbers.insert(numbers.end(), mine.begin(), mine.end());
  };

  // A chunk that begins on a lower rank is the first one here. Its edges leave before this rank orders
  // others, and its numbers are awaited last, so that all ranks order their chunks at the same time.
  const bool is_guest = !parts.empty() && !parts.front().tree.is_root();
  if (is_guest) (void)gather(parts.front());
  for (Part& part : std::span(parts).subspan(is_guest ? 1 : 0))
    scatter(part, order(part.chunk, gather(part)));
  if (is_guest) {
    const std::vector<global_index> later = std::exchange(numbers, {});
    scatter(parts.front(), {});
    numbers.insert(numbers.end(), later.begin(), later.end());
  }
  for (Part& part : parts) part.tree.wait();
  return numbers;
}

}  // namespace partita::mesh
