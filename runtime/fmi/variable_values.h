// Gets and sets variables by their value references. Reals, Integers, Booleans and enumerations are doubles here.
#pragma once

#include <span>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// `types` is a set of bits of MooFmuType; a variable of another type is an error. The values of arrays follow one
// another.
[[nodiscard]] Status get_values(FmuInstance& fmu, References references, std::uint32_t types, std::span<double> values);
// Sets all variables or, after an error, none.
[[nodiscard]] Status set_values(FmuInstance& fmu, References references, std::uint32_t types,
                                std::span<double const> values);
[[nodiscard]] Status get_texts(FmuInstance& fmu, References references, std::span<char const*> values);
[[nodiscard]] Status set_texts(FmuInstance& fmu, References references, std::span<char const* const> values);
[[nodiscard]] Status set_input_derivatives(FmuInstance& fmu, References references, std::span<int const> orders,
                                           std::span<double const> values);

// The number of elements. A variable of another type is an error.
[[nodiscard]] Status count_elements(FmuInstance& fmu, References references, std::uint32_t types, std::size_t& count);
// The computed value of an element.
[[nodiscard]] double read_element(Run& run, MooFmuVariable const& variable, MooFmuElement const& element);

}  // namespace moo::runtime::fmi
