// The functions that something calls, and the constructors of records.
#pragma once

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/typecheck/elaboration_context.h"
#include "moo/lower/lower_expression.h"

namespace moo {

// A function that something calls: its signature at once, its body when the model is complete or when it is run.
struct FunctionEntry {
    Node* node = nullptr;
    FunctionSignature signature;
    FlatFunction flat;
    WorkState signature_state = WorkState::untouched;
    WorkState body_state = WorkState::untouched;
    std::uint32_t number = 0;  // in the order in which functions were met
    bool is_template = false;  // has inputs that are functions; only copies of it are called
    bool is_used = false;      // the complete model calls it
    SourceSpan first_call;     // where it was first asked for; empty for one that no text calls
    // Inputs that are functions are replaced by these, in the copy of the function made for one call of it.
    struct FunctionArgument {
        Symbol input;
        FunctionEntry* function = nullptr;
        // The arguments that the partial application fixes: extra inputs of the copy, by name of the input of
        // `function`.
        std::vector<std::pair<Symbol, Symbol>> fixed;
    };
    std::vector<FunctionArgument> function_arguments;
};

class CalledFunctions : private ElaborationContext {
public:
    CalledFunctions(Elaborator& elaborator, ElaborationContext const& context)
        : ElaborationContext(context), e_(elaborator) {}

    FunctionEntry* function_of(Node& node);
    // Null if nothing has called a function of that name.
    FunctionEntry* entry_named(Symbol name);
    FunctionEntry& function_numbered(std::uint32_t number) { return functions_[number]; }
    // In the order in which they were met.
    [[nodiscard]] std::deque<FunctionEntry> const& entries() const { return functions_; }
    // The functions that expressions call, each once; not what these call.
    std::vector<FunctionEntry const*> called_functions(std::vector<ExprId> expressions);

    FlatFunction const* complete_function(FunctionEntry& entry);
    // Whether there is something to run.
    bool has_body(FunctionEntry const& entry);
    // Whether nothing is known of it that could be differentiated: external code without derivative.
    bool is_opaque(FunctionEntry const& entry);
    // The copy of a function whose inputs that are functions are these.
    FunctionEntry* specialize(FunctionEntry& entry, std::vector<FunctionEntry::FunctionArgument> functions);
    // The type of a variable of a function, with the sizes as they are written if they are wanted.
    TypeId function_variable_type(Component& component, std::vector<ExprId>* sizes);

    // Those of the user, then the implicit one.
    std::vector<FunctionSignature const*> constructors_of(Node& record);

private:
    FunctionEntry& add_entry(Node& node, Symbol name);
    void fill_function(FunctionEntry& entry);
    void add_function_variable(FunctionEntry& entry, Component& component);
    void lower_body(FunctionEntry& entry);
    FunctionSignature const* implicit_constructor(Node& record);
    std::vector<ExprId> field_sizes(Component& component);

    Elaborator& e_;
    std::deque<FunctionEntry> functions_;
    std::unordered_map<Symbol, FunctionEntry*> functions_by_name_;
    std::deque<FunctionSignature> constructors_;
    std::unordered_map<Node*, FunctionSignature const*> implicit_constructors_;
};

}  // namespace moo
