// What an importer may set before the initialization, and what the start values are.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "moo/expr/evaluate.h"
#include "moo/model/document.h"
#include "runtime/abi/fmu.h"

namespace moo {

struct FmuStart {
    MooFmuInitial initial = MOO_FMU_CALCULATED;
    std::optional<std::string> start;  // as XML wants it
};

class FmuStarts {
public:
    // `unknown` are literals whose value is not the text that they show.
    FmuStarts(Document const& document, Interner const& interner,
              std::unordered_map<ExprId, std::string> const& unknown);

    // A literal as XML wants it; none for anything else.
    [[nodiscard]] std::optional<std::string> literal(ExprId expr);
    // The same of what constants and literal parameters determine.
    [[nodiscard]] std::optional<std::string> value(ExprId expr);
    // Of a variable that the initialization determines: exact if it takes the start value, approx if an iteration
    // begins there.
    [[nodiscard]] FmuStart computed(VarId variable);
    // The start value of an input, or the language's default for its type.
    [[nodiscard]] std::string input(VarId variable);

    // Whether a parameter may change at events.
    [[nodiscard]] bool is_tunable(VarId parameter) const { return is_frozen_[parameter] == 0; }
    // Whether some tunable parameter decides about the value of this one.
    [[nodiscard]] bool depends_on_tunable(VarId parameter) const { return follows_tunable_[parameter] != 0; }

private:
    void follow_tunable_parameters();
    void evaluate_parameters();
    [[nodiscard]] static std::optional<std::string> text_of(Value const& value, Interner const& interner);

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    std::unordered_map<ExprId, std::string> const& unknown_;
    Store<VarId, Value> known_;  // of parameters and constants that follow from literals
    Evaluator evaluator_;
    Store<VarId, ExprId> start_equation_;  // the value of its equation in iEq that only sets the start value
    Store<VarId, ExprId> previous_start_;  // the same of pre(x)
    Store<VarId, std::uint8_t> iterates_;  // a block of iEq begins with it
    Store<VarId, std::uint8_t> is_frozen_;
    Store<VarId, std::uint8_t> follows_tunable_;
};

}  // namespace moo
