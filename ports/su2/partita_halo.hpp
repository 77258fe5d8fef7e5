#pragma once
/// \file The point-to-point exchanges of one grid, by Partita.
///
/// SU2 packs the values that its neighbours need into one buffer, message after message, and unpacks what
/// arrives from another buffer. Both stay. Here the buffers are two arrays of points: those that are sent,
/// and those that arrive. What lies between them is Partita's: the pattern of the grid, made once from SU2's
/// lists, and an exchange for each number of values a point, because plans depend on the length of messages.

#include <map>
#include <memory>
#include <utility>

#include "mpi_structure.hpp"

class CGeometry;
struct partita_exchange;
struct partita_pattern;

class CPartitaHalo {
 public:
  /// From the lists of the grid. nullptr, so that SU2's own sends and receives are made, with
  /// SU2_EXCHANGE=original in the environment of rank 0, on one rank, and for types of automatic
  /// differentiation. Collective.
  static std::shared_ptr<CPartitaHalo> Make(CGeometry& geometry);
  ~CPartitaHalo();

  /// Sends what the send buffer holds to the receive buffers of the neighbours; in reverse, what the receive
  /// buffer holds to their send buffers. Called by all threads. Collective.
  void Begin(const CGeometry& geometry, unsigned short commType, unsigned short countPerPoint, bool reverse);

  /// Waits until everything has arrived. Called by all threads. Collective.
  void Finish();

  /// The status of a message that has arrived: the k-th of all in the order of ranks, or any by MPI. For one
  /// thread.
  static void WaitAny(const CGeometry& geometry, int k, int* index, SU2_MPI::Status* status);

 private:
  CPartitaHalo() = default;
  partita_exchange* Exchange(const CGeometry& geometry, unsigned short commType,
                             unsigned short countPerPoint);

  partita_pattern* pattern = nullptr;
  std::map<std::pair<int, int>, partita_exchange*> exchanges;  ///< by commType and values a point
  partita_exchange* underWay = nullptr;
  bool isReverse = false;  ///< what is under way, or was last
};
