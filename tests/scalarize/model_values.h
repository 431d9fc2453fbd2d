// Evaluates a flat model at a random point, by the evaluator and the interpreter of functions: an independent view of
// what its equations and algorithms say.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "moo/evaluate/interpret_function.h"
#include "moo/model/flat_model.h"

namespace moo::test {

// Values of variables, of their derivatives and of their values before an event, by name; arrays and records as a whole
// and by each of their scalars.
struct Point {
    std::map<std::string, Value, std::less<>> values;
    std::map<std::string, Value, std::less<>> derivatives;
    std::map<std::string, Value, std::less<>> previous;
};

// The scalars of a value by name: `x[1,2]`, `r[2].a`.
void name_scalars(TypeTable const& types, Interner const& interner, std::string const& name, TypeId type,
                  Value const& value, std::map<std::string, Value, std::less<>>& out);

// Random values for unknowns, near their start values; parameters have the values of their bindings as far as these
// can be computed.
Point random_point(FlatModel& model, Interner& interner, std::uint64_t seed);

// One scalar that an equation or attribute consists of; without a value if it could not be computed.
struct Slot {
    std::string place;
    Value value;
};

struct ModelValues {
    // Both sides of equations, conditions of branches, bindings and start values, in the order of the model.
    std::vector<Slot> slots;
    // For each algorithm the scalars that it changed; empty if it failed.
    std::vector<std::map<std::string, Value, std::less<>>> algorithms;
    std::vector<std::string> failures;  // of algorithms
};

ModelValues evaluate_model(FlatModel& model, Interner& interner, Point const& point);

// What a model of scalars must not have, in words: variables and equations that are none, arrays anywhere but in
// arguments and under subscripts.
std::vector<std::string> array_leftovers(FlatModel const& model, Interner const& interner);

// Compares a model with what became of it. Gives the differences in words; values that could not be computed for the
// whole are skipped.
struct Comparison {
    std::size_t compared = 0;
    std::size_t skipped = 0;
    std::size_t algorithms = 0;
    std::size_t algorithms_skipped = 0;
    std::vector<std::string> differences;
};
Comparison compare(ModelValues const& whole, ModelValues const& scalar);

}  // namespace moo::test
