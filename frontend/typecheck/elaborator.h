// Meets the instance tree with the expression store: what references, calls and bindings of a class mean as
// expressions over the variables of the flat model, and what they are worth during translation.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "frontend/typecheck/called_functions.h"
#include "frontend/typecheck/component_values.h"
#include "frontend/typecheck/model_types.h"
#include "frontend/typecheck/translation_values.h"

namespace moo {

// Answers to calls that ask about the structure of the whole model: connections, which are known only when all
// connect-equations are, and states.
class StructureAnswers {
public:
    virtual ~StructureAnswers() = default;
    // cardinality(c), inStream(c.h), Connections.isRoot(c), activeState(s) and their like; nullopt if the call is none
    // of these, none inside after a report.
    virtual std::optional<ExprId> call(LoweringContext& context, Node* scope, ast::ExprId call) = 0;
};

struct ElaboratorOptions {
    // Decides which external functions run during translation, where the structure of the model depends on them. Null:
    // none.
    ExternalTrust* trust = nullptr;
};

// Its parts need each other: the size of a type is a value, a value may come from a function, a function has variables
// with types.
class Elaborator : public ElaborationContext, public StructureValues {
public:
    Elaborator(Instances& instances, FlatModel& model, ElaboratorOptions const& options = {});

    ModelTypes types;
    CalledFunctions functions;
    ComponentValues components;
    TranslationValues values;

    // None after a report.
    ExprId lower(ast::Ast const& ast, ast::ExprId expr, Node* scope);
    // When all equations are there: moves the functions that they lead to into the model, lists the constants of
    // packages after `finish_constant` has completed them, and declares the types.
    void finish_used(std::function<void(Component&)> const& finish_constant);

    void add_answers(StructureAnswers& answers) { answers_.push_back(&answers); }
    [[nodiscard]] std::vector<StructureAnswers*> const& answers() const { return answers_; }

    // ---- StructureValues ----
    std::optional<Dimension> dimension(DimensionSyntax const& dim, bool is_in_model) override;
    std::optional<std::vector<std::int64_t>> binding_sizes(Component& component) override;
    std::optional<bool> condition(ast::Ast const& ast, ast::ExprId expr, Node* scope) override;

    // Whether the use of the conditional component in an equation is the first of its declaration; it is reported once.
    bool is_new_conditional_use(Component const& component) {
        std::uint64_t const file = component.ast->file().index();
        return conditional_uses_.insert((file << 32) | component.syntax.index()).second;
    }

    // A reference met an array of components with a subscript that depends on an iterator: the loop must be unrolled.
    bool needs_unrolling = false;

private:
    std::vector<StructureAnswers*> answers_;
    std::unordered_set<std::uint64_t> conditional_uses_;
};

// Whether the value is a new object, or an array of new ones, not one that something else has constructed.
[[nodiscard]] bool constructs_object(ExprStore const& exprs, ExprId value);

}  // namespace moo
