// Memory that a tool frees is kept for its next use.
#pragma once

namespace moo {

// Large pieces of memory usually go back to the system when they are freed, and every page of the next one has to be
// provided and cleared again. A tool that takes a large model from pass to pass pays for that several times over; here
// it keeps what it had. To be called before the first large piece is taken.
void keep_freed_memory();

}  // namespace moo
