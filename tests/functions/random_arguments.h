// Arguments for random functions.
#pragma once

#include <random>
#include <vector>

#include "moo/expr/value.h"

namespace moo::test {

class RandomArguments {
public:
    explicit RandomArguments(std::uint64_t seed) : random_(seed) {}

    std::vector<Value> values() {
        Value const n = Value::integer(static_cast<std::int64_t>(1 + random_() % 3));
        return {real(), real(), vector(3), Value::record({real(), n, vector(2)}), n};
    }
    bool chance() { return random_() % 2 == 0; }

private:
    Value real() { return Value::real((static_cast<double>(random_() % 2001) - 1000) / 1000); }
    Value vector(std::size_t size) {
        std::vector<Value> elements;
        for (std::size_t i = 0; i < size; ++i) elements.push_back(real());
        return Value::array({static_cast<std::int64_t>(size)}, elements);
    }
    std::mt19937_64 random_;
};

}  // namespace moo::test
