// Random functions with loops, branches, arrays, records and calls, as Base Modelica text.
#pragma once

#include <cstdint>
#include <string>

namespace moo::test {

inline constexpr int random_function_count = 5;

struct RandomFunctionOptions {
    bool straight = false;  // no loops, break and return
    std::string model;      // what stands behind the functions
};

// The functions f1, f2, … with the inputs Real x, Real y, Real[3] v, R r, Integer n, and a record R of Real u, Integer
// n, Real[2] v. In turn their results are a Real; a Real[3]; an R; a Real, an Integer and a Real[3]. They are smooth as
// long as n stays, and the same seed gives the same text on every platform.
std::string random_functions(std::uint64_t seed, RandomFunctionOptions const& options = {});

}  // namespace moo::test
