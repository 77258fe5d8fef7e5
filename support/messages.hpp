#pragma once
/// \file Where the library's own sentences go: those that it says because it cannot throw them.

namespace partita {

/// Takes one sentence, without the end of its line. Any thread may call it, also while MPI fails: it throws
/// nothing, and calls neither MPI nor Partita.
using MessageSink = void (*)(const char* sentence);

/// Gives all sentences of this process to `sink`; to stderr if it is null, as at the start. Not collective.
void set_message_sink(MessageSink sink) noexcept;

namespace detail {

void say(const char* sentence) noexcept;

}  // namespace detail

}  // namespace partita
