// A program whose communicator has an error handler of its own decides what happens when an exchange fails.
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/messages.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

int calls = 0;
std::string said;

void count_call(MPI_Comm*, int*, ...) { ++calls; }

class ErrorHandler : public testing::TestWithParam<Transport> {
 protected:
  ErrorHandler() {
    calls = 0;
    said.clear();
    set_message_sink([](const char* sentence) { said = sentence; });
    MPI_Errhandler counts = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(count_call, &counts);
    MPI_Comm_dup(MPI_COMM_WORLD, &parent_);
    MPI_Comm_set_errhandler(parent_, counts);
    MPI_Errhandler_free(&counts);
    comm_ = std::make_unique<Communicator>(parent_);
    std::vector<global_index> next;
    if (comm_->size() > 1) next.push_back((comm_->rank() + 1) % comm_->size());
    const AccessPattern ring = localize(TranslationTable::block(*comm_, comm_->size()), next).pattern;
    halo_ = std::make_unique<Exchange>(ring, make_plan(ring, {.transport = GetParam()}));
    values_.resize(static_cast<std::size_t>(ring.local_size()));
    halo_->gather(values_);
  }
  ~ErrorHandler() override {
    set_message_sink(nullptr);
    MPI_Comm_free(&parent_);
  }

  MPI_Comm parent_ = MPI_COMM_NULL;
  std::unique_ptr<Communicator> comm_;
  std::unique_ptr<Exchange> halo_;
  std::vector<double> values_;
};

INSTANTIATE_TEST_SUITE_P(Transports, ErrorHandler, testing::Values(Transport::mpi, Transport::automatic),
                         [](const auto& transport) { return std::string(name_of(transport.param)); });

TEST_P(ErrorHandler, IsCalledWhenMpiFailsAndTheExchangeThrows) {
  halo_->begin_gather(values_);
  MPI_Send(nullptr, 0, MPI_BYTE, comm_->size(), 0, comm_->handle());
  const std::string sentence = testing_support::sentence_of([&] { halo_->finish_gather(values_); });
  EXPECT_THAT(sentence, testing::StartsWith(text("MPI has failed on rank ", comm_->rank())));
  EXPECT_EQ(said, "partita: " + sentence);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(testing_support::sentence_of([&] { halo_->scatter_add(values_); }), sentence);
}

TEST_P(ErrorHandler, IsCalledWhenAnExchangeIsDestroyedUnderWay) {
  halo_->begin_gather(values_);
  halo_.reset();
  EXPECT_EQ(calls, 1);
  EXPECT_THAT(said, testing::HasSubstr("destroyed an exchange between begin and finish"));
}

}  // namespace
}  // namespace partita
