// How much of the stack is left, for recursion whose depth a model decides.
#pragma once

namespace moo {

// Whether most of this thread's stack is in use, so that no deeper call should be made. Recursion over declarations
// that depend on each other asks here, because no fixed depth suits all the ways in which they do.
[[nodiscard]] bool stack_is_short();

}  // namespace moo
