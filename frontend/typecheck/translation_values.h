// What expressions are worth during translation, and which parameters have been fixed by that.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/typecheck/elaboration_context.h"
#include "moo/evaluate/interpret_function.h"
#include "moo/expr/free_variables.h"

namespace moo {

class ExternalCaller;
class ExternalTrust;

// Why an expression has no value during translation.
struct EvaluationFailure {
    EvaluateError error = EvaluateError::none;
    ExprId where;
    InterpretFailure call;  // of a function, if that is what failed
};

class TranslationValues : private ElaborationContext {
public:
    // External functions run where the structure of the model depends on them, if there is `trust`, as it decides.
    TranslationValues(Elaborator& elaborator, ElaborationContext const& context, ExternalTrust* trust);
    ~TranslationValues();

    // ---- values ----
    // The value during translation, if it can be had without external functions. If there is one, the parameters that
    // it needs are evaluated.
    Value evaluate(ExprId expr);
    // The same for a value that decides about the structure of the model: external functions are called for it.
    Value demand(ExprId expr);
    // As `demand`, with a report that says why there is none.
    Value evaluate_or_report(ExprId expr, SourceSpan span, std::string_view what);
    // The value now of something that has no part in the model, such as an annotation. Nothing is evaluated by it, no
    // external function is called, and if there is none, nothing is reported.
    Value preview(ast::Ast const& ast, ast::ExprId expr, Node* scope);
    // The value of a parameter or constant during translation; without value if it has none.
    Value value_of(Component& component);

    // ---- why there is none ----
    // Whether the last evaluation failed because of something that has an error of its own.
    [[nodiscard]] bool is_failure_reported();
    // That the last evaluation failed, unless that is the consequence of what was reported already.
    void report_not_evaluable(SourceSpan span, std::string_view what);
    // Why the last evaluation failed, and notes about how that came.
    std::string last_failure_text();
    void explain_failure(Diagnostics::Report& report);

    // ---- parameters whose values are used ----
    // Also those that its value comes from.
    void mark_evaluated(VarId variable);
    // How many are evaluated; with `take_evaluations`, those since then are evaluated no more, and are given back. With
    // `keep_evaluations` they are so for good.
    [[nodiscard]] std::size_t evaluation_count() const { return evaluated_.size(); }
    std::vector<VarId> take_evaluations(std::size_t count);
    void keep_evaluations(std::size_t count) { evaluated_.resize(count); }
    // Whether the value is settled: it depends on nothing but constants, parameters that are evaluated, and those that
    // cannot be changed after translation.
    bool is_settled(ExprId expr);

    // The path that an address of a resource means, or the text as it is.
    Symbol resource_path(Symbol text);

private:
    // As `evaluate`, but nothing is evaluated by it yet.
    Value compute(ExprId expr);
    void add_sources(ExprId expr, std::vector<VarId>& sources);
    std::string failure_text(EvaluationFailure const& failure);
    ExternalCaller& external_caller();
    ExternalResult call_external(FlatFunction const& function, std::span<Value const> arguments);

    Elaborator& e_;
    ExternalTrust* trust_;
    std::unique_ptr<FunctionInterpreter> interpreter_;
    std::unique_ptr<Evaluator> evaluator_;
    std::vector<VarId> used_;                     // whose values the last computation used
    std::vector<VarId> evaluated_;                // in the order of first use, but for those that nothing can take back
    std::unordered_map<VarId, VarId> unsettled_;  // of a parameter: the one below it that may be changed
    FreeVariables free_variables_;                // kept, because its marks are as many as the expressions of the model
    EvaluationFailure failure_;                   // of the last evaluation
    std::unordered_map<Component const*, EvaluationFailure> component_failures_;
    int evaluate_depth_ = 0;
    int demands_ = 0;           // how many demands are being evaluated, one for another
    bool was_refused_ = false;  // an external function was needed that nothing demanded
    // Destructs objects when it ends, for which it may need all of the above.
    std::unique_ptr<ExternalCaller> external_caller_;
};

}  // namespace moo
