// The tables of a model as constants of C++.
#pragma once

#include <string>
#include <vector>

#include "moo/base/text_writer.h"
#include "moo/program/model_tables.h"

namespace moo {

// An array of numbers. C++ has no empty arrays, so each ends with a zero that is never read.
void emit_numbers(TextWriter& out, std::string const& name, std::vector<std::uint32_t> const& numbers,
                  std::string const& type = "uint32_t");
void emit_reals(TextWriter& out, std::string const& name, std::vector<double> const& numbers);
void emit_texts(TextWriter& out, std::string const& name, std::vector<std::string> const& texts);

// `block_N`, with the arrays that it points to. Names of functions may be empty.
struct CppBlockFunctions {
    std::string residual;
    std::string jacobian;
    std::string switches;
};
void emit_block(TextWriter& out, BlockTable const& block, std::uint32_t number, CppBlockFunctions const& functions);

// `state_sets` and `partitions`, with the functions that each calls.
void emit_state_sets(TextWriter& out, ModelTables const& tables, std::vector<std::string> const& jacobians);
void emit_partitions(TextWriter& out, ModelTables const& tables, std::vector<std::string> const& functions);

// `partials` and `crossing_partials`.
struct CppPartialFunctions {
    std::string derivatives;
    std::string outputs;
    std::string crossings;
};
void emit_partials(TextWriter& out, ModelTables const& tables, CppPartialFunctions const& functions);

// A member of MooModel and its value.
struct CppField {
    std::string name;
    std::string value;
};
// Writes the remaining arrays that MooModel points to; returns its members except functions.
[[nodiscard]] std::vector<CppField> emit_model_tables(TextWriter& out, ModelTables const& tables);

}  // namespace moo
