// The functions of a document as programs, together with those expressions of its equations that are more than numbers.
#pragma once

#include <unordered_map>

#include "moo/model/document.h"
#include "moo/program/program.h"

namespace moo {

// An expression of the equations that a program computes: a call, an element at a variable index, a text. Its inputs
// and outputs are numbers; the equations compute the inputs.
struct ModelCall {
    std::uint32_t function = 0;   // number in the program; it has as many inputs and outputs as listed here
    std::vector<ExprId> inputs;   // plain scalar expressions
    std::vector<ExprId> outputs;  // those used, of one call: f(…)[2], output(f(…), 2), field(f(…), a)
};

struct ModelFunctions {
    struct Computed {
        std::uint32_t call = 0;    // number of the ModelCall
        std::uint32_t output = 0;  // and of its output
    };

    Program program;
    std::vector<ModelCall> calls;
    std::unordered_map<ExprId, Computed> computed;
    // Calls for their effect, which actions make, and destructors of external objects.
    std::unordered_map<ExprId, std::uint32_t> effects;      // number of the ModelCall, which has no outputs
    std::unordered_map<TypeId, std::uint32_t> destructors;  // function of the program

    [[nodiscard]] Computed const* find(ExprId expr) const {
        auto const found = computed.find(expr);
        return found == computed.end() ? nullptr : &found->second;
    }
};

[[nodiscard]] ModelFunctions lower_functions(Document const& document, Interner const& interner);

// Whether equations can compute this node themselves once its operands are known: it is a scalar and needs no program.
[[nodiscard]] bool is_equation_node(ExprStore const& exprs, ExprId id);

}  // namespace moo
