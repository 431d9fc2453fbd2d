// Random number generators without memory: the xorshift generators of Sebastiano Vigna (xorshift.di.unimi.it), with
// the states as 32-bit Integers, low half first, as Modelica.Math.Random keeps them.
#include <bit>
#include <cstdint>

#include "moo/model/external_arguments.h"

namespace moo {

namespace {

// 64-bit words of the state in argument 0.
std::vector<std::uint64_t> state_of(ExternalArguments& arguments, std::size_t words) {
    std::vector<std::uint64_t> state(words, 0);
    Value const& value = arguments[0];
    if (!value.is_array() || value.elements().size() < 2 * words) {
        arguments.fail("the state of the random number generator is too short");
        return state;
    }
    for (std::size_t i = 0; i < 2 * words; ++i) {
        auto const half = static_cast<std::uint32_t>(value.elements()[i].as_integer());
        state[i / 2] |= static_cast<std::uint64_t>(half) << (i % 2 == 0 ? 0 : 32);
    }
    return state;
}

Value to_value(std::vector<std::uint64_t> const& state, std::vector<Value> further = {}) {
    std::vector<Value> halves;
    for (std::uint64_t const word : state) {
        halves.push_back(Value::integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(word))));
        halves.push_back(Value::integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(word >> 32))));
    }
    halves.insert(halves.end(), further.begin(), further.end());
    auto const count = std::ssize(halves);
    return Value::array({count}, std::move(halves));
}

// Into the open interval from 0 to 1 (Doornik, Conversion of high-period random numbers to floating point, 2007).
Value to_unit_interval(std::uint64_t word) {
    constexpr double scale = 1.0 / 18446744073709551616.0;
    return Value::real(static_cast<double>(static_cast<std::int64_t>(word)) * scale + 0.5);
}

void xorshift64star(ExternalArguments& arguments) {
    std::uint64_t x = state_of(arguments, 1)[0];
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    x *= 2685821657736338717u;
    arguments.set(1, to_value({x}));
    arguments.set(2, to_unit_interval(x));
}

void xorshift128plus(ExternalArguments& arguments) {
    std::vector<std::uint64_t> state = state_of(arguments, 2);
    std::uint64_t const old = state[0] ^ (state[0] << 23);
    std::uint64_t const kept = state[1];
    state = {kept, (old ^ kept ^ (old >> 17) ^ (kept >> 26)) + kept};
    arguments.set(1, to_value(state));
    arguments.set(2, to_unit_interval(state[1]));
}

void xorshift1024star(ExternalArguments& arguments) {
    constexpr std::size_t words = 16;
    std::vector<std::uint64_t> state = state_of(arguments, words);
    Value const& value = arguments[0];
    if (arguments.failed() || value.elements().size() < 2 * words + 1) {
        return arguments.fail("the state of the random number generator is too short");
    }
    auto place = static_cast<std::size_t>(value.elements()[2 * words].as_integer()) % words;
    std::uint64_t first = state[place];
    place = (place + 1) % words;
    std::uint64_t second = state[place];
    second ^= second << 31;
    second ^= second >> 11;
    first ^= first >> 30;
    state[place] = first ^ second;
    arguments.set(1, to_value(state, {Value::integer(static_cast<std::int64_t>(place))}));
    arguments.set(2, to_unit_interval(state[place] * 1181783497276652981u));
}

void real_to_integers(ExternalArguments& arguments) {
    arguments.set(1, to_value({std::bit_cast<std::uint64_t>(arguments.real(0))}));
}

}  // namespace

bool call_random_function(std::string_view name, ExternalArguments& arguments) {
    if (!name.starts_with("ModelicaRandom_") || arguments.size() < 2) return false;
    name.remove_prefix(std::string_view("ModelicaRandom_").size());
    if (name == "xorshift64star") {
        xorshift64star(arguments);
    } else if (name == "xorshift128plus") {
        xorshift128plus(arguments);
    } else if (name == "xorshift1024star") {
        xorshift1024star(arguments);
    } else if (name == "convertRealToIntegers") {
        real_to_integers(arguments);
    } else {
        return false;
    }
    return true;
}

}  // namespace moo
