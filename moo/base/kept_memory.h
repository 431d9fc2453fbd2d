// Memory that a tool frees is kept for its next use.
#pragma once

namespace moo {

// Large pieces of memory are usually returned to the system when they are freed, and the system has to provide and
// clear every page of the next one. A tool that takes a large model from pass to pass would pay for this several times;
// after this call it keeps the memory. Call it before the first large allocation.
void keep_freed_memory();

}  // namespace moo
