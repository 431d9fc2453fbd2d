// What functions of a model and their variables are called in C++.
#pragma once

#include <string>

#include "moo/program/program.h"

namespace moo {

// `double`, `int64_t`, `bool`, `MooText`.
[[nodiscard]] char const* scalar_type_text(ScalarType type);

// A name of the model, with a number that keeps it apart from all others and from words of C++.
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
