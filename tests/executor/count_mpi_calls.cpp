#include "tests/executor/count_mpi_calls.hpp"

#include <mpi.h>

namespace {

std::map<std::string, int> calls;

}  // namespace

namespace partita::testing_support {

const std::map<std::string, int>& mpi_calls() { return calls; }
void forget_mpi_calls() { calls.clear(); }

}  // namespace partita::testing_support

extern "C" {

int MPI_Send_init(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  ++calls["Send_init"];
  return PMPI_Send_init(memory, count, type, to, tag, comm, request);
}

int MPI_Recv_init(void* memory, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  ++calls["Recv_init"];
  return PMPI_Recv_init(memory, count, type, from, tag, comm, request);
}

int MPI_Isend(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  ++calls["Isend"];
  return PMPI_Isend(memory, count, type, to, tag, comm, request);
}

int MPI_Irecv(void* memory, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  ++calls["Irecv"];
  return PMPI_Irecv(memory, count, type, from, tag, comm, request);
}

int MPI_Start(MPI_Request* request) {
  ++calls["Start"];
  return PMPI_Start(request);
}

int MPI_Startall(int count, MPI_Request* requests) {
  ++calls["Startall"];
  return PMPI_Startall(count, requests);
}

int MPI_Request_free(MPI_Request* request) {
  ++calls["Request_free"];
  return PMPI_Request_free(request);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  ++calls["Wait"];
  return PMPI_Wait(request, status);
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  ++calls["Waitall"];
  return PMPI_Waitall(count, requests, statuses);
}

int MPI_Waitsome(int count, MPI_Request* requests, int* completed, int* which, MPI_Status* statuses) {
  ++calls["Waitsome"];
  return PMPI_Waitsome(count, requests, completed, which, statuses);
}

int MPI_Test(MPI_Request* request, int* completed, MPI_Status* status) {
  ++calls["Test"];
  return PMPI_Test(request, completed, status);
}

int MPI_Testsome(int count, MPI_Request* requests, int* completed, int* which, MPI_Status* statuses) {
  ++calls["Testsome"];
  return PMPI_Testsome(count, requests, completed, which, statuses);
}

int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* is_there, MPI_Status* status) {
  ++calls["Iprobe"];
  return PMPI_Iprobe(from, tag, comm, is_there, status);
}

int MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
  ++calls["Get_count"];
  return PMPI_Get_count(status, type, count);
}

int MPI_Barrier(MPI_Comm comm) {
  ++calls["Barrier"];
  return PMPI_Barrier(comm);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  ++calls["Ibarrier"];
  return PMPI_Ibarrier(comm, request);
}

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm comm) {
  ++calls["Allreduce"];
  return PMPI_Allreduce(send, receive, count, type, operation, comm);
}
}
