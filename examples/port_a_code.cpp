// A code that exchanges by hand, and four ways to port it: by its lists, by its global numbers, renumbered,
// and with ghosts found by the inspector at places of its own. Heat on a grid of n lines of n points.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/inspector/placed_pattern.hpp>
#include <partita/support/reduce.hpp>

constexpr int n = 48;
using Stencil = std::vector<std::array<int, 3>>;  // places of a point, and of those before and after it

// What the code has: a rank owns consecutive lines. Its arrays hold its own points, then ghosts in descending
// order, and are longer than both.
struct Code {
  int owned = 0;
  std::vector<partita::global_index> numbers;               // of each place
  std::vector<int> owners;                                  // of each place
  std::vector<int> neighbours, offsets{0}, received, sent;  // places, neighbour after neighbour
  std::vector<std::array<partita::global_index, 3>> rows;   // the stencil in global numbers
  Stencil stencil;

  Code(int rank, int ranks) {
    const int first = rank * n / ranks * n, end = (rank + 1) * n / ranks * n;
    for (int v = first; v < end; ++v) numbers.push_back(v);
    owned = end - first;
    owners.assign(numbers.size(), rank);
    for (const int neighbour : {rank + 1, rank - 1}) {
      if (neighbour < 0 || neighbour == ranks) continue;
      const int theirs = neighbour > rank ? end : first - n, mine = neighbour > rank ? end - n : first;
      for (int k = n - 1; k >= 0; --k) {
        sent.push_back(mine + k - first);
        received.push_back(static_cast<int>(numbers.size()));
        numbers.push_back(theirs + k);
        owners.push_back(neighbour);
      }
      neighbours.push_back(neighbour);
      offsets.push_back(static_cast<int>(sent.size()));
    }
    const auto place = [&](int v) {
      return static_cast<int>(std::ranges::find(numbers, v) - numbers.begin());
    };
    for (int v = std::max(first, n); v < std::min(end, n * n - n); ++v) {
      rows.push_back({v, v - n, v + n});
      stencil.push_back({place(v), place(v - n), place(v + n)});
    }
  }

  std::vector<double> initial(std::size_t length) const {
    std::vector<double> heat(length, -1);
    for (std::size_t k = 0; k < static_cast<std::size_t>(owned); ++k)
      heat[k] = 1.0 / static_cast<double>(3 + numbers[k]);
    return heat;
  }
  std::size_t room() const { return 2 * numbers.size() + 5; }  // longer than owned points and ghosts
};

// The heat of the owned points in the end.
std::vector<double> run(const Code& code, const Stencil& stencil, std::vector<double> heat,
                        const std::function<void(std::vector<double>&)>& exchange) {
  for (int step = 0; step < 100; ++step) {
    exchange(heat);
    std::vector<double> next = heat;
    for (const auto [v, before, after] : stencil)
      next[v] = heat[v] + 0.2 * ((heat[before] - heat[v]) + (heat[after] - heat[v]));
    heat.swap(next);
  }
  heat.resize(static_cast<std::size_t>(code.owned));
  return heat;
}

void exchange_by_hand(const Code& code, std::vector<double>& heat) {
  std::vector<double> out, in(code.received.size());
  for (const int place : code.sent) out.push_back(heat[place]);
  std::vector<MPI_Request> requests;
  for (std::size_t k = 0; k < code.neighbours.size(); ++k) {
    const int begin = code.offsets[k], length = code.offsets[k + 1] - begin, rank = code.neighbours[k];
    MPI_Irecv(&in[begin], length, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &requests.emplace_back());
    MPI_Isend(&out[begin], length, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &requests.emplace_back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t k = 0; k < in.size(); ++k) heat[code.received[k]] = in[k];
}

std::vector<double> by_lists(const partita::Communicator& comm, const Code& code) {
  const partita::NeighbourLists receives{code.neighbours, code.offsets, code.received};
  const partita::NeighbourLists sends{code.neighbours, code.offsets, code.sent};
  const auto [pattern, places] = partita::pattern_from_lists(comm, receives, sends);
  partita::Exchange halo(pattern, places);

  std::vector<double> wind(3 * code.room());  // travels with the heat
  return run(code, code.stencil, code.initial(code.room()), [&](std::vector<double>& heat) {
    halo.gather(partita::FieldView<double>::contiguous(heat),
                partita::FieldView<double>::contiguous(wind, 3));
  });
}

std::vector<double> by_numbers(const partita::Communicator& comm, const Code& code) {
  const auto [pattern, places] = partita::pattern_from_ids(comm, code.numbers, code.owners);
  partita::Exchange halo(pattern, places);
  return run(code, code.stencil, code.initial(code.room()),
             [&](auto& heat) { halo.gather(partita::FieldView<double>::contiguous(heat)); });
}

std::vector<double> renumbered(const partita::Communicator& comm, const Code& code) {
  const std::span owned(code.numbers.data(), code.numbers.data() + code.owned);
  std::vector<partita::global_index> references;
  for (const auto& row : code.rows) references.insert(references.end(), row.begin(), row.end());

  const auto table = partita::TranslationTable::from_owned(comm, owned);
  const auto [local, pattern] = partita::localize(table, references);  // owned points, then ghosts
  partita::Exchange halo(pattern);

  Stencil stencil;
  for (std::size_t k = 0; k < local.size(); k += 3) stencil.push_back({local[k], local[k + 1], local[k + 2]});
  return run(code, stencil, code.initial(static_cast<std::size_t>(pattern.local_size())),
             [&](auto& heat) { halo.gather(heat); });
}

std::vector<double> ghosts_in_place(const partita::Communicator& comm, const Code& code) {
  const std::span owned(code.numbers.data(), code.numbers.data() + code.owned);
  const std::span ghosts(code.numbers.data() + code.owned, code.numbers.data() + code.numbers.size());
  const auto table = partita::TranslationTable::from_owned(comm, owned);

  const auto [local, pattern] = partita::localize(table, ghosts);  // each ghost once, in the code's order
  std::vector<int> place_of_ghost(local.size());
  for (std::size_t k = 0; k < local.size(); ++k)
    place_of_ghost[local[k] - pattern.owned()] = pattern.owned() + static_cast<int>(k);
  partita::Exchange halo(pattern, partita::Places(pattern, {}, place_of_ghost));

  return run(code, code.stencil, code.initial(code.room()),
             [&](auto& heat) { halo.gather(partita::FieldView<double>::contiguous(heat)); });
}

void run(const partita::Communicator& comm) {
  const Code code(comm.rank(), comm.size());
  const auto by_hand =
      run(code, code.stencil, code.initial(code.room()), [&](auto& heat) { exchange_by_hand(code, heat); });
  const bool same = by_lists(comm, code) == by_hand && by_numbers(comm, code) == by_hand &&
                    renumbered(comm, code) == by_hand && ghosts_in_place(comm, code) == by_hand;
  const int different = partita::max(comm, same ? 0 : 1);
  if (comm.rank() == 0)
    std::printf("by hand and by Partita: %s\n", different ? "other bits" : "the same bits");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    run(partita::Communicator(MPI_COMM_WORLD));
  } catch (const std::exception& error) {  // the other ranks may wait for this one
    std::fprintf(stderr, "port_a_code: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
