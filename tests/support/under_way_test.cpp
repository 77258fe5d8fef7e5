#include <string>

#include <gtest/gtest.h>

#include <partita/support/communicator.hpp>

namespace partita {
namespace {

class Wait : public UnderWay {
 public:
  explicit Wait(int rank) : rank_(rank) {}
  void advance() override {}
  void say_what_is_waited_for(Sentence& sentence) const override { sentence.add("for rank ", rank_); }

 private:
  int rank_;
};

std::string under_way(const Communicator& comm) {
  Sentence sentence;
  comm.say_what_is_under_way(sentence);
  return std::string(sentence.view());
}

TEST(UnderWay, IsToldAsWhatIsWaitedForOrElseTheFirstBegun) {
  const Communicator comm(MPI_COMM_WORLD);
  Wait first(1), second(2), third(3);
  EXPECT_EQ(under_way(comm), "outside of any exchange");
  for (Wait* wait : {&first, &second, &third}) comm.enter(*wait);
  EXPECT_EQ(under_way(comm), "between begin and finish of an exchange that waits for rank 1");
  comm.wait_for(second);
  EXPECT_EQ(under_way(comm), "while it waited for rank 2");
  comm.leave(second);
  EXPECT_EQ(under_way(comm), "between begin and finish of an exchange that waits for rank 1");
  comm.leave(first);
  EXPECT_EQ(under_way(comm), "between begin and finish of an exchange that waits for rank 3");
  EXPECT_TRUE(comm.is_alone(third));
  comm.leave(third);
  EXPECT_EQ(under_way(comm), "outside of any exchange");
}

}  // namespace
}  // namespace partita
