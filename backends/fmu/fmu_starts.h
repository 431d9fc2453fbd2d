// Which variables an importer may set before the initialization, and their start values.
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
    std::optional<std::string> start;  // as XML writes it
};

class FmuStarts {
public:
    // `unknown` are literals whose value is not the text in the document.
    FmuStarts(Document const& document, Interner const& interner,
              std::unordered_map<ExprId, std::string> const& unknown);

    // A literal as XML writes it; nullopt for other expressions.
    [[nodiscard]] std::optional<std::string> literal(ExprId expr);
    // The same for an expression that follows from constants and literal parameters.
    [[nodiscard]] std::optional<std::string> value(ExprId expr);
    // For a variable that the initialization determines: exact if it takes the start value, approx if an iteration
    // starts from it.
    [[nodiscard]] FmuStart computed(VarId variable);
    // The start value of an input, or the language's default for its type.
    [[nodiscard]] std::string input(VarId variable);

    // Whether a parameter may change at events.
    [[nodiscard]] bool is_tunable(VarId parameter) const { return is_frozen_[parameter] == 0; }
    // Whether the value of this parameter depends on a tunable one.
    [[nodiscard]] bool depends_on_tunable(VarId parameter) const { return follows_tunable_[parameter] != 0; }

private:
    void follow_tunable_parameters();
    void evaluate_parameters();
    [[nodiscard]] static std::optional<std::string> text_of(Value const& value, Interner const& interner);

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    std::unordered_map<ExprId, std::string> const& unknown_;
    Store<VarId, Value> known_;  // of parameters and constants, as far as they follow from literals
    Evaluator evaluator_;
    Store<VarId, ExprId> start_equation_;  // by variable: the start value, if an equation of iEq only assigns that
    Store<VarId, ExprId> previous_start_;  // the same for pre(x)
    Store<VarId, std::uint8_t> iterates_;  // a block of iEq takes it as initial guess
    Store<VarId, std::uint8_t> is_frozen_;
    Store<VarId, std::uint8_t> follows_tunable_;
};

}  // namespace moo
