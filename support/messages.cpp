#include <atomic>
#include <cstdio>

#include <partita/support/messages.hpp>

namespace partita {

namespace {

// Of the process: a sentence may come before there is a communicator, from a thread that has none, or from a
// wait within MPI. In the simulator all ranks are one program, and have one sink.
std::atomic<MessageSink> sink_of_process{nullptr};

}  // namespace

void set_message_sink(MessageSink sink) noexcept { sink_of_process = sink; }

void detail::say(const char* sentence) noexcept {
  if (const MessageSink sink = sink_of_process)
    sink(sentence);
  else
    std::fprintf(stderr, "%s\n", sentence);
}

}  // namespace partita
