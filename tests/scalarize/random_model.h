// Random models with arrays, records, loops and functions, as Base Modelica text.
#pragma once

#include <cstdint>
#include <string>

namespace moo::test {

// The same seed gives the same model on every platform. All equations can be evaluated; they are not meant to be
// solved.
std::string random_model(std::uint64_t seed);

}  // namespace moo::test
