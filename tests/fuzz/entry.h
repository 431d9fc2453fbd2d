// What a fuzzer and the replay of its corpus run.
#pragma once

#include <string>
#include <string_view>

namespace moo::fuzz {

// Takes the text through the part of the tools that the target is about, and aborts if a promise is broken. Each target
// has one of its own, in NAME_entry.cpp.
void run(std::string_view text);

// Prints the problem and aborts if something is not fine.
void check(bool fine, std::string const& problem);

}  // namespace moo::fuzz
