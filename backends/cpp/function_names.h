// The C++ names of functions of a model and their variables.
#pragma once

#include <string>

#include "moo/program/program.h"

namespace moo {

// Returns `double`, `int64_t`, `bool` or `MooText`.
[[nodiscard]] char const* scalar_type_text(ScalarType type);

// A name from the model, with a number that distinguishes it from all others and from keywords of C++.
class FunctionNames {
public:
    FunctionNames(ProgramFunction const& function, std::size_t number) : function_(function), number_(number) {}

    [[nodiscard]] std::string function() const;
    [[nodiscard]] std::string places() const { return "places_" + std::to_string(number_); }
    [[nodiscard]] std::string scalar(std::uint32_t index) const;
    [[nodiscard]] std::string array(std::uint32_t index) const;

private:
    ProgramFunction const& function_;
    std::size_t number_;
};

// `double f_3_interpolate(MooInstance* m, double x_0, MooArray const& table_a0)`
[[nodiscard]] std::string function_head(Program const& program, ProgramFunction const& function,
                                        FunctionNames const& names);

}  // namespace moo
