// Connects the instance tree with the expression store: turns references, calls and bindings of a class into
// expressions over the variables of the flat model, and evaluates them during translation.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "frontend/instantiate/instances.h"
#include "moo/evaluate/interpret_function.h"
#include "moo/expr/free_variables.h"
#include "moo/lower/lower_expression.h"
#include "moo/model/flat_model.h"

namespace moo {

class ExternalCaller;
class ShownExpressions;

// A function that something calls: its signature at once, its body when the model is complete or when it is run.
struct FunctionEntry {
    Node* node = nullptr;
    FunctionSignature signature;
    FlatFunction flat;
    WorkState signature_state = WorkState::untouched;
    WorkState body_state = WorkState::untouched;
    std::uint32_t number = 0;  // in the order in which functions were first used
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
    // External functions run during translation where the structure of the model depends on them.
    bool calls_external = true;
};

// Why an expression has no value during translation.
struct EvaluationFailure {
    EvaluateError error = EvaluateError::none;
    ExprId where;
    InterpretFailure call;  // of a function, if that is what failed
};

class Elaborator : public StructureValues {
public:
    Elaborator(Instances& instances, FlatModel& model, ElaboratorOptions const& options = {});
    ~Elaborator() override;

    // ---- expressions ----
    // None after a report.
    ExprId lower(ast::Ast const& ast, ast::ExprId expr, Node* scope);
    ExprId lower(BindingSyntax const& binding);
    // The value during translation, if it can be computed without external functions. If there is one, the parameters
    // that it needs are evaluated.
    Value evaluate(ExprId expr);
    // The same for a value that determines the structure of the model: external functions are called for it.
    Value demand(ExprId expr);
    // As `demand`, with a report that says why there is none.
    Value evaluate_or_report(ExprId expr, SourceSpan span, std::string_view what);
    // The present value of something that is not part of the model, such as an annotation. No parameters are evaluated,
    // no external function is called, and if there is no value, nothing is reported.
    Value preview(ast::Ast const& ast, ast::ExprId expr, Node* scope);
    // Whether the last evaluation failed because of something that was already reported.
    [[nodiscard]] bool is_failure_reported();
    // Reports that the last evaluation failed, unless this is the consequence of something that was already reported.
    void report_not_evaluable(SourceSpan span, std::string_view what);
    // The reason why the last evaluation failed, and notes about it.
    std::string last_failure_text();
    void explain_failure(Diagnostics::Report& report);

    // ---- parameters whose values are used ----
    // Also those that its value comes from.
    void mark_evaluated(VarId variable);
    // The number of evaluated parameters; `take_evaluations` undoes the evaluations since then and returns these
    // parameters.
    [[nodiscard]] std::size_t evaluation_count() const { return evaluated_.size(); }
    std::vector<VarId> take_evaluations(std::size_t count);
    // Whether the value is settled: it depends on nothing but constants, parameters that are evaluated, and those that
    // cannot be changed after translation.
    bool is_settled(ExprId expr);

    // ---- components ----
    VarId variable_of(Component& component);
    // Null for a variable that no component declares, such as those generated for state machines.
    [[nodiscard]] Component* component_of(VarId variable) const {
        return variable.index() < components_.size() ? components_[variable.index()] : nullptr;
    }
    // The component as a whole: a variable, a record value, an array of these. None after a report.
    ExprId whole(LoweringContext& context, Component& component, SourceSpan span);
    ExprId record_value(LoweringContext& context, Node& node, SourceSpan span);
    // The declared or modified value; none if there is none, or after a report.
    ExprId binding_of(Component& component);
    [[nodiscard]] bool has_binding(Component& component);
    // The value of a parameter or constant during translation; without value if it has none.
    Value value_of(Component& component);
    // The type of the component's value with its dimensions.
    TypeId type_of(Component& component);
    // The type of a record, enumeration or predefined type as a class; unknown for others.
    TypeId type_of_class(Node& node);

    // ---- functions ----
    FunctionEntry* function_of(Node& node);
    std::vector<FunctionSignature const*> constructors_of(Node& record, SourceSpan span);
    FlatFunction const* complete_function(FunctionEntry& entry);
    // The functions that expressions call, each once; not those that these functions call.
    std::vector<FunctionEntry const*> called_functions(std::vector<ExprId> expressions);
    // Whether there is a body to run.
    bool has_body(FunctionEntry const& entry);
    // Whether it cannot be differentiated: external code without derivative.
    bool is_opaque(FunctionEntry const& entry);
    // When all equations are there: moves the functions that they lead to into the model, lists the constants of
    // packages after `finish_constant` has completed them, and declares the types.
    void finish_used(std::function<void(Component&)> const& finish_constant);
    FunctionEntry* entry_named(Symbol name);
    FunctionEntry& function_numbered(std::uint32_t number) { return functions_[number]; }
    // The constructor and destructor of an external object, which the model is going to declare.
    std::vector<FunctionEntry*> use_external_object(TypeId type);
    // Whether the value is a new object, or an array of new ones, not one that something else has constructed.
    [[nodiscard]] bool constructs_object(ExprId value) const;
    // The copy of a function whose inputs that are functions are these.
    FunctionEntry* specialize(FunctionEntry& entry, std::vector<FunctionEntry::FunctionArgument> functions);

    // The path for the address of a resource, or the text as it is.
    Symbol resource_path(Symbol text);

    void add_answers(StructureAnswers& answers) { answers_.push_back(&answers); }

    // ---- StructureValues ----
    std::optional<Dimension> dimension(DimensionSyntax const& dim, bool is_in_model) override;
    std::optional<std::vector<std::int64_t>> binding_sizes(Component& component) override;
    std::optional<bool> condition(ast::Ast const& ast, ast::ExprId expr, Node* scope) override;

    // Whether the use of the conditional component in an equation is the first of its declaration; it is reported once.
    bool is_new_conditional_use(Component const& component) {
        std::uint64_t const file = component.ast->file().index();
        return conditional_uses_.insert((file << 32) | component.syntax.index()).second;
    }

    // A reference selects from an array of components with a subscript that depends on an iterator: the loop must be
    // unrolled.
    bool needs_unrolling = false;

    Instances& instances;
    FlatModel& model;
    ExprStore& exprs;
    Interner& interner;
    Diagnostics& diagnostics;

private:
    friend class ScopeResolver;

    void fill_function(FunctionEntry& entry);
    void add_function_variable(FunctionEntry& entry, Component& component);
    TypeId function_variable_type(Component& component, std::vector<ExprId>* sizes);
    void lower_body(FunctionEntry& entry);
    // `function g = der(f, x, y)`
    FunctionEntry* differentiated_function(FunctionEntry& entry);
    void fill_derivative(FunctionEntry& entry);
    void lower_derivative(FunctionEntry& entry);
    void lower_external(FunctionEntry& entry, Node& node);
    // The constructor or destructor of an external object; null if there is none.
    FunctionEntry* object_function(TypeId type, std::string_view part);
    // Reports mistakes in the class of an external object.
    void check_external_object(TypeId type, Node& node);
    ExternalCaller& external_caller();
    ExternalResult call_external(FlatFunction const& function, std::span<Value const> arguments);
    std::string failure_text(EvaluationFailure const& failure);
    void read_function_annotations(FunctionEntry& entry, Node& node);
    FunctionEntry& add_entry(Node& node, Symbol name);
    FunctionSignature const* implicit_constructor(Node& record);
    std::vector<ExprId> field_sizes(Component& component);
    ExprId record_default(Component& component);
    ExprId apply_index(ExprId value, IndexPath const* index);
    // Like `evaluate`, but does not mark parameters as evaluated yet.
    Value compute(ExprId expr);
    void add_sources(ExprId expr, std::vector<VarId>& sources);
    ExprId lower_binding(BindingSyntax const& binding, Component const& component);
    bool check_split(BindingSyntax const& binding, ExprId value);
    TypeId enumeration_type(Node& node);
    TypeId external_object_type(Node& node);
    std::string record_name(Node& node);
    // The type of a record class with these fields. Types of one name that differ in more than their sizes are
    // distinguished by a number, `R$2`: a class may be redeclared inside one of them.
    TypeId record_type(Symbol name, std::vector<RecordField> const& fields);
    // The qualified name; a class inside a component is named by the model and the path of the component.
    Symbol class_name(Node& node);
    // The result of getInstanceName() (section 3.7.4.4): the model without the packages around it, then the instance.
    std::string instance_name(Node& node);
    void check_body(FunctionEntry const& entry);
    // The class of a record without the modifiers of one component.
    static Node& record_class(Node& node);
    // Declares the records and external objects that the complete model uses, each before what uses it.
    void declare_types(ShownExpressions const& shown);
    void declare_type(TypeId type);
    void name_records();

    std::vector<Component*> components_;  // by VarId
    std::deque<FunctionEntry> functions_;
    std::unordered_map<Symbol, FunctionEntry*> functions_by_name_;
    std::deque<FunctionSignature> constructors_;
    std::unordered_map<Node*, FunctionSignature const*> implicit_constructors_;
    std::unordered_map<ClassDef const*, TypeId> enumerations_;
    std::unordered_map<Symbol, std::vector<std::vector<RecordField>>> record_variants_;
    std::unordered_map<TypeId, Node*> records_;  // the class of a record type, for its operators
    struct ExternalObject {
        TypeId type;
        Node* node = nullptr;
        bool is_used = false;  // in the complete model
    };
    std::vector<ExternalObject> external_objects_;  // in the order in which they were met
    std::unordered_map<TypeId, bool> declared_types_;
    std::vector<StructureAnswers*> answers_;
    std::unordered_set<std::uint64_t> wrong_splits_;  // reported already
    std::unordered_set<std::uint64_t> conditional_uses_;
    std::unique_ptr<FunctionInterpreter> interpreter_;
    std::unique_ptr<Evaluator> evaluator_;
    ElaboratorOptions options_;
    std::vector<VarId> used_;                     // whose values the last computation used
    std::vector<VarId> evaluated_;                // in the order of first use, except for those that cannot be undone
    std::unordered_map<VarId, VarId> unsettled_;  // of a parameter: the one below it that may be changed
    FreeVariables free_variables_;                // kept, because it has as many marks as the model has expressions
    EvaluationFailure failure_;                   // of the last evaluation
    std::unordered_map<Component const*, EvaluationFailure> component_failures_;
    int evaluate_depth_ = 0;
    int demands_ = 0;           // how many nested demands are being evaluated
    bool was_refused_ = false;  // an external function was needed, but not demanded
    std::unique_ptr<ExternalCaller> external_caller_;
};

// Names as seen from one node.
class ScopeResolver : public NameResolver {
public:
    ScopeResolver(Elaborator& elaborator, Node* scope, FunctionEntry* function = nullptr)
        : e_(elaborator), scope_(scope), entry_(function) {}

    ExprId resolve(LoweringContext& context, ast::ExprId reference) override;
    std::vector<FunctionSignature const*> functions(LoweringContext& context, ast::ExprId callee) override;
    std::optional<ExprId> special_call(LoweringContext& context, ast::ExprId call) override;
    std::vector<FunctionSignature const*> operator_functions(LoweringContext& context, TypeId record,
                                                             std::string_view operator_name) override;
    Value evaluate(LoweringContext& context, ExprId expr) override;
    Symbol string_argument(LoweringContext& context, Symbol text) override;
    bool exchange_unrolling(bool needed) override { return std::exchange(e_.needs_unrolling, needed); }

    [[nodiscard]] std::size_t evaluation_count() const override { return e_.evaluation_count(); }
    void forget_evaluations(std::size_t count) override { e_.take_evaluations(count); }
    void check_names(LoweringContext& context, ast::ExprId expr) override;
    [[nodiscard]] bool compares_reals() const override { return scope_->is_function(); }

    [[nodiscard]] Node* scope() const { return scope_; }
    // Reports undeclared names in branches that are not taken.
    void check_names(LoweringContext& context, std::span<ast::EquationId const> equations);
    // The class or component that the name of a call refers to; none, without a report, if there is none.
    Found find_callee(LoweringContext& context, ast::ExprId callee);
    // The values that a reference to components selects, row by row, with the sizes of the selection; nullopt after a
    // report. For connectors and other components that are no values of expressions.
    struct Selection {
        std::vector<Component*> components;  // the primitive component, or the one whose value `nodes` has
        std::vector<Node*> nodes;            // null for a primitive component
        std::vector<std::int64_t> dims;
        // Subscripts of a primitive component, lowered; the selection is then one component.
        std::vector<ast::ExprId> subscripts;
        bool is_disabled = false;
    };
    // What the selection found in expandable connectors.
    struct Trace {
        std::vector<Component*> members;  // elements of expandable connectors on the way
        // These have no element for part `part` of the name; the selection ends there without a report.
        std::vector<Node*> owners;
        std::size_t part = 0;
        // The elements are there, but their sizes follow from the subscripts that are used.
        std::vector<Component*> existing;
    };
    std::optional<Selection> select(LoweringContext& context, ast::ExprId reference, Trace* trace = nullptr);

private:
    friend class NameCheck;
    struct Cursor {
        std::span<ast::ReferencePart const> parts;
        ast::ExprId reference;
    };
    Found find_first(LoweringContext& context, ast::ExprId reference);
    ExprId resolve_class(LoweringContext& context, Cursor const& cursor, Node& node, std::size_t next);
    ExprId resolve_component(LoweringContext& context, Cursor const& cursor, Component& component, std::size_t at);
    ExprId resolve_in_node(LoweringContext& context, Cursor const& cursor, Node& node, std::size_t next);
    ExprId resolve_local(LoweringContext& context, Cursor const& cursor, Component& component, std::size_t at);
    ExprId resolve_elements(LoweringContext& context, Cursor const& cursor, Component& component, std::size_t at);
    bool can_see(LoweringContext& context, Element const& element, ast::ReferencePart const& part, Node& node);
    ExprId type_literals(LoweringContext& context, Node& node, SourceSpan span);
    ExprId unknown(LoweringContext& context, Cursor const& cursor, std::size_t part, Node* in);
    void report_unknown_function(LoweringContext& context, ast::ExprId callee);
    void check_reference(LoweringContext& context, ast::ExprId reference, bool is_callee);
    // The chosen subscripts of each dimension, from 0; nullopt if they are not known or after a report.
    std::optional<std::vector<std::vector<std::int64_t>>> chosen(LoweringContext& context,
                                                                 std::span<ast::ExprId const> subscripts,
                                                                 Component& component, SourceSpan span);
    ExprId function_application(LoweringContext& context, ast::ExprId call, FunctionEntry& entry);
    ExprId call_function_input(LoweringContext& context, ast::ExprId call, Component& component);
    std::optional<FunctionEntry::FunctionArgument> function_argument(LoweringContext& context, Symbol input,
                                                                     ast::ExprId value, std::vector<ExprId>& captured);
    std::optional<ExprId> size_of_components(LoweringContext& context, ast::ExprId call);
    ExprId enumeration_of(LoweringContext& context, ast::ExprId call, Node& node);

    Elaborator& e_;
    Node* scope_;
    FunctionEntry* entry_;  // whose body is lowered
    bool dynamic_subscript_ = false;
};

}  // namespace moo
