#include "partita_halo.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "../geometry/CGeometry.hpp"

#if defined(HAVE_MPI) && !defined(CODI_REVERSE_TYPE) && !defined(CODI_FORWARD_TYPE)
#include <partita.h>

namespace {

void Check(int code) {
  if (code != PARTITA_OK) SU2_MPI::Error(partita_error(), CURRENT_FUNCTION);
}

/// The environment of rank 0 counts.
bool IsPartitaWanted() {
  const char* given = std::getenv("SU2_EXCHANGE");
  const std::string words = given ? given : "partita";
  int way = words == "partita" ? 1 : words == "original" ? 0 : -1;
  SU2_MPI::Bcast(&way, 1, MPI_INT, MASTER_NODE, SU2_MPI::GetComm());
  if (way < 0)
    SU2_MPI::Error("SU2_EXCHANGE is neither partita nor original on rank 0; give one of them.",
                   CURRENT_FUNCTION);
  return way == 1;
}

}  // namespace

std::shared_ptr<CPartitaHalo> CPartitaHalo::Make(CGeometry& geometry) {
  if (SU2_MPI::GetSize() == 1 || !IsPartitaWanted()) return nullptr;
  const int sends = geometry.nP2PSend, receives = geometry.nP2PRecv;
  const int *sent = geometry.nPoint_P2PSend, *received = geometry.nPoint_P2PRecv;

  /*--- Each buffer has its points in the order of messages. ---*/
  std::vector<int> places(std::max(sent[sends], received[receives]));
  std::iota(places.begin(), places.end(), 0);
  std::shared_ptr<CPartitaHalo> halo(new CPartitaHalo);
  Check(partita_pattern_from_lists(SU2_MPI::GetComm(), 0, receives, geometry.Neighbors_P2PRecv, received,
                                   places.data(), sends, geometry.Neighbors_P2PSend, sent, places.data(),
                                   &halo->pattern));

  /*--- SU2 waits for its requests in any case. ---*/
  std::fill_n(geometry.req_P2PSend, sends, MPI_REQUEST_NULL);
  std::fill_n(geometry.req_P2PRecv, receives, MPI_REQUEST_NULL);
  return halo;
}

CPartitaHalo::~CPartitaHalo() {
  for (auto& each : exchanges) partita_exchange_free(&each.second);
  partita_pattern_free(&pattern);
}

partita_exchange* CPartitaHalo::Exchange(const CGeometry& geometry, unsigned short commType,
                                         unsigned short countPerPoint) {
  partita_exchange*& exchange = exchanges[{commType, countPerPoint}];
  if (!exchange) {
    const bool ofDoubles = commType == COMM_TYPE_DOUBLE;
    const std::string name = "level" + std::to_string(geometry.GetMGLevel()) +
                             (ofDoubles ? "_doubles" : "_shorts") + std::to_string(countPerPoint);
    const size_t bytes = countPerPoint * (ofDoubles ? sizeof(double) : sizeof(short));
    Check(partita_exchange_new(pattern, name.c_str(), ("bytes=" + std::to_string(bytes)).c_str(), &exchange));
  }
  return exchange;
}

void CPartitaHalo::Begin(const CGeometry& geometry, unsigned short commType, unsigned short countPerPoint,
                         bool reverse) {
  SU2_OMP_MASTER {
    const int sent = geometry.nPoint_P2PSend[geometry.nP2PSend];
    const int received = geometry.nPoint_P2PRecv[geometry.nP2PRecv];
    const bool ofDoubles = commType == COMM_TYPE_DOUBLE;
    const auto points = [=](double* doubles, unsigned short* shorts, int number) {
      return ofDoubles ? partita_rows(PARTITA_DOUBLE, doubles, number, countPerPoint)
                       : partita_rows(PARTITA_INT16, shorts, number, countPerPoint);
    };
    const partita_field here = points(geometry.bufD_P2PSend, geometry.bufS_P2PSend, sent);
    const partita_field copies = points(geometry.bufD_P2PRecv, geometry.bufS_P2PRecv, received);
    underWay = Exchange(geometry, commType, countPerPoint);
    isReverse = reverse;
    Check(reverse ? partita_begin_collect(underWay, 1, &here, &copies)
                  : partita_begin_distribute(underWay, 1, &here, &copies));
  }
  END_SU2_OMP_MASTER
}

void CPartitaHalo::Finish() {
  SU2_OMP_SAFE_GLOBAL_ACCESS(
      Check(isReverse ? partita_finish_scatter(underWay) : partita_finish_gather(underWay));)
}

#else

std::shared_ptr<CPartitaHalo> CPartitaHalo::Make(CGeometry&) { return nullptr; }
CPartitaHalo::~CPartitaHalo() = default;
void CPartitaHalo::Begin(const CGeometry&, unsigned short, unsigned short, bool) {}
void CPartitaHalo::Finish() {}

#endif

void CPartitaHalo::WaitAny(const CGeometry& geometry, int k, int* index, SU2_MPI::Status* status) {
  if (geometry.partitaHalo)
    status->MPI_SOURCE =
        (geometry.partitaHalo->isReverse ? geometry.Neighbors_P2PSend : geometry.Neighbors_P2PRecv)[k];
  else
    SU2_MPI::Waitany(geometry.nP2PRecv, geometry.req_P2PRecv, index, status);
}
