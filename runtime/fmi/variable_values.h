// Getting and setting variables by their value references. A Real, Integer, Boolean or enumeration is a double here.
#pragma once

#include <span>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

// `types` is a set of bits of MooFmuType; an error unless all variables are of one of them. Values of arrays follow
// each other.
[[nodiscard]] Status get_values(FmuInstance& fmu, References references, std::uint32_t types, std::span<double> values);
// All or none.
[[nodiscard]] Status set_values(FmuInstance& fmu, References references, std::uint32_t types,
                                std::span<double const> values);
[[nodiscard]] Status get_texts(FmuInstance& fmu, References references, std::span<char const*> values);
[[nodiscard]] Status set_texts(FmuInstance& fmu, References references, std::span<char const* const> values);
[[nodiscard]] Status set_input_derivatives(FmuInstance& fmu, References references, std::span<int const> orders,
                                           std::span<double const> values);

// The number of their elements. An error unless all are of one of these types.
[[nodiscard]] Status count_elements(FmuInstance& fmu, References references, std::uint32_t types, std::size_t& count);
// What has been computed of an element.
[[nodiscard]] double read_element(Run& run, MooFmuVariable const& variable, MooFmuElement const& element);

}  // namespace moo::runtime::fmi
