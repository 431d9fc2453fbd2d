// The functions of a document, and those expressions of its equations that are more than numbers, as programs.
#pragma once

#include <unordered_map>

#include "moo/model/document.h"
#include "moo/program/program.h"

namespace moo {

// An expression of the equations that a program computes: a call, an element of an array that varies, a text. Numbers
// go in, numbers come out; what the equations themselves can compute is given to it.
struct ModelCall {
    std::uint32_t function = 0;   // of the program; as many inputs and outputs as here
    std::vector<ExprId> inputs;   // plain scalar expressions
    std::vector<ExprId> outputs;  // f(…)[2], output(f(…), 2), field(f(…), a): of one call all that is used
};

struct ModelFunctions {
    struct Computed {
        std::uint32_t call = 0;    // number of the ModelCall
        std::uint32_t output = 0;  // and of its output
    };

    Program program;
    std::vector<ModelCall> calls;
    std::unordered_map<ExprId, Computed> computed;
    // Calls for their effect and destructors: those of actions, of external objects.
    std::unordered_map<ExprId, std::uint32_t> effects;      // number of the ModelCall without outputs
    std::unordered_map<TypeId, std::uint32_t> destructors;  // function of the program

    [[nodiscard]] Computed const* find(ExprId expr) const {
        auto const found = computed.find(expr);
        return found == computed.end() ? nullptr : &found->second;
    }
};

[[nodiscard]] ModelFunctions lower_functions(Document const& document, Interner const& interner);

// Whether equations compute this node by themselves, their operands given: a scalar, and nothing that needs a program.
[[nodiscard]] bool is_equation_node(ExprStore const& exprs, ExprId id);

}  // namespace moo
