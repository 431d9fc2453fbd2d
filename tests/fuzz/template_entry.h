// What the fuzzer of templates and the replay of its corpus run.
#pragma once

#include <string_view>

namespace moo::fuzz {

// Parses the text as a template and, if it has no mistakes, runs it on a small document within tight limits. Every
// message has a place, and there are no more of them than the limit. Aborts if that fails.
void run_template(std::string_view text);

}  // namespace moo::fuzz
