// What the fuzzer and the replay of its corpus run.
#pragma once

#include <string_view>

namespace moo::fuzz {

// Parses the text as a file and as an expression. What parses without a complaint must survive
// printing; what does not must be reported within the limits. Aborts if that fails.
void run_parser(std::string_view text);

}  // namespace moo::fuzz
