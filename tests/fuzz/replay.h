// Runs the corpus of a fuzzer, and every prefix of a file in it, through the fuzzer's function.
#pragma once

#include <string_view>

namespace moo::fuzz {

// A `main` whose only argument is the folder of the corpus.
int replay(int argc, char** argv, void (*run)(std::string_view));

}  // namespace moo::fuzz
