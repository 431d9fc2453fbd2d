// Algorithm sections as equations.
//
//      x := u; if c then x := 2*x; end if; y := x + 1;
//
// An algorithm is a program and the rest of a model is equations, and both are solved together. One way is to treat the
// section as a function of everything that it reads. Then every variable that it assigns depends on everything that it
// reads, loops appear where there are none, and events inside are lost.
//
// Instead, the section is run on expressions: each variable holds an expression instead of a value. After an
// assignment, later statements that read the variable read that expression. Branches of an if-statement are run one
// after the other from the same values, and then each variable takes an if-expression of its two results. At the end of
// the section every variable has one expression, and that is its equation. This is symbolic execution (King, "Symbolic
// execution and program testing", Comm. ACM 19, 1976), with the paths of a branch joined where they meet again.
//
//      x = if c then 2*u else u        y = x + 1
//
// Expressions double in size when a variable is used twice, and do so again in the next statement. The store shares
// equal parts, so memory is no problem, but the text would be endless. Two rules prevent that. A statement that comes
// after the last assignment of a variable reads the variable and not its expression, as `y = x + 1` shows. And a value
// that would have more than 500 nodes when written out becomes a generated variable.
//
// When-statements are branches with the condition `edge(c)`. If all assignments of a variable are in when-statements,
// it gets an instant equation, which keeps its value at other times. Otherwise it gets an ordinary equation, in which
// no condition rises at the start. Before the first assignment a variable has its start value, or its past if it is
// discrete.
//
// Loops with a known range have been unrolled by `scalarize`. Other loops cannot be run on expressions, because the
// number of turns is not known. They become generated functions (outline_loop.h), whose results are the variables that
// the loop assigns.

#include "moo/passes/run_algorithm.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_set>

#include "moo/check/assigned.h"
#include "moo/expr/free_variables.h"
#include "moo/expr/substitute.h"
#include "moo/expr/tree_size.h"
#include "moo/passes/generated.h"
#include "moo/passes/outline_loop.h"

namespace moo {

namespace {

constexpr Message<std::string_view> misplaced_statement{DiagnosticKind::UnsupportedConstruct,
                                                        "{} here is not supported yet"};
constexpr Message<> unknown_target{DiagnosticKind::UnsupportedConstruct,
                                   "the left side of this assignment is not a variable"};

// An expression with more nodes than this when written out becomes a variable of its own when it is assigned. A few
// dozen times `x := x*x` is small in the store, but endless as text.
constexpr std::uint32_t largest_tree = 500;

class AlgorithmRun {
public:
    AlgorithmRun(Expansion& expansion, FlatAlgorithm const& algorithm, Section section,
                 std::vector<SystemEquation>& target)
        : expansion_(expansion),
          system_(expansion.system),
          exprs_(expansion.exprs()),
          algorithm_(algorithm),
          section_(section),
          target_(target),
          walk_(expansion.exprs()),
          sizes_(expansion.exprs()) {
        reach_.section = section;
        expansion.instance = algorithm.instance;
    }

    void run() {
        note_assignments(algorithm_.statements, false);
        std::vector<std::set<VarId>> assigned;
        for (FlatStatement const& statement : algorithm_.statements) {
            assigned.push_back(assigned_variables(exprs_, {statement}));
            for (VarId const variable : assigned.back()) ++results_[variable].statements;
        }
        for (auto& [variable, result] : results_) begin(variable, result);
        for (std::size_t i = 0; i < algorithm_.statements.size(); ++i) {
            is_outermost_ = true;
            run(algorithm_.statements[i]);
            // After the last assignment, the variable itself can be read.
            for (VarId const variable : assigned[i]) {
                Result& result = results_[variable];
                if (--result.statements == 0) result.is_final = true;
            }
        }
        for (auto& [variable, result] : results_) finish(variable, result);
    }

private:
    struct Result {
        ExprId value;
        SourceSpan source;
        std::uint32_t statements = 0;  // number of statements left that assign it
        bool is_final = false;
        bool is_finished = false;               // it has its equation
        bool is_plain = false;                  // assigned outside of when-statements
        bool is_in_when = false;                // assigned in when-statements
        bool at_initial = false;                // one of them has `initial()`
        std::vector<std::uint32_t> conditions;  // of these when-statements
    };
    using Changes = std::map<VarId, ExprId>;

    // ---- before and after ----

    void note_assignments(std::vector<FlatStatement> const& statements, bool in_when) {
        for (FlatStatement const& statement : statements) {
            bool const inside = in_when || statement.kind == FlatStatementKind::when;
            for (FlatStatementBranch const& branch : statement.branches) note_assignments(branch.body, inside);
            if (statement.kind != FlatStatementKind::assignment) continue;
            for (VarId const variable : assigned_variables(exprs_, {statement})) {
                Result& result = results_[variable];
                (in_when ? result.is_in_when : result.is_plain) = true;
                result.source = statement.source;
            }
        }
    }

    void begin(VarId variable, Result& result) {
        if (result.is_in_when) system_.document.variables[variable].variability = Variability::discrete;
        ExprId const reference = system_.reference(variable);
        switch (section_) {
            case Section::model:
                result.value = system_.is_discrete(variable) ? exprs_.pre(reference) : start_value(system_, variable);
                break;
            case Section::initial: result.value = start_value(system_, variable); break;
            case Section::clocked: result.value = exprs_.builtin(Builtin::previous, {reference}); break;
        }
    }

    void finish(VarId variable, Result& result) {
        if (result.is_finished) return;
        ExprId const reference = system_.reference(variable);
        bool const is_instant = result.is_in_when && !result.is_plain;
        if (is_instant) {
            ExprId value = without_last_condition(result.value, exprs_.pre(reference));
            if (result.at_initial) value = silent_at_initial(value);
            expansion_.add_instant({reference, value, result.conditions, false, result.at_initial,
                                    expansion_.provenance(ProvenanceKind::when_equation, result.source)});
        } else {
            ExprId const value = result.is_in_when ? silent_at_initial(result.value) : result.value;
            ProvenanceKind const kind =
                section_ == Section::initial ? ProvenanceKind::initial_algorithm : ProvenanceKind::algorithm;
            target_.push_back({reference, value, expansion_.provenance(kind, result.source)});
        }
    }

    // `if edge(c) then x else if edge(d) then y else pre(v)`: where it is used, c or d has risen.
    ExprId without_last_condition(ExprId value, ExprId unchanged) {
        std::vector<std::pair<ExprId, ExprId>> choices;
        ExprId rest = value;
        while (exprs_.kind(rest) == ExprKind::if_else && activities_.contains(exprs_.operand(rest, 0))) {
            choices.emplace_back(exprs_.operand(rest, 0), exprs_.operand(rest, 1));
            rest = exprs_.operand(rest, 2);
        }
        if (choices.empty() || rest != unchanged) return value;
        ExprId result = choices.back().second;
        for (std::size_t i = choices.size() - 1; i-- > 0;) {
            result = exprs_.if_else(choices[i].first, choices[i].second, result);
        }
        return result;
    }

    // At the start only when-statements with `initial()` are active.
    ExprId silent_at_initial(ExprId value) {
        Substitution silent(exprs_);
        ExprId const later = exprs_.logical_not(exprs_.builtin(Builtin::initial, {}));
        for (ExprId const rises : rises_) silent.set(rises, exprs_.logical_and(later, rises));
        return silent.apply(value);
    }

    // ---- values ----

    // The expression with the current values of the variables of the section.
    ExprId read(ExprId expr) {
        if (!expr) return expr;
        Substitution now(exprs_);
        bool changes = false;
        for (VariableUse const& use : walk_.uses(expr)) {
            auto const found = results_.find(use.variable);
            if (found == results_.end() || found->second.is_final) continue;
            ExprId const reference = system_.reference(use.variable);
            ExprId const previous = exprs_.pre(reference);
            ExprId const value = found->second.value;
            changes = true;
            now.set(reference, value);
            now.set(previous, previous);
            for (ExprId const kept : {exprs_.der(reference), exprs_.builtin(Builtin::previous, {reference})}) {
                now.set(kept, kept);
            }
            if (exprs_.type(reference) == types::boolean) {
                now.set(exprs_.builtin(Builtin::edge, {reference}),
                        exprs_.logical_and(value, exprs_.logical_not(previous)));
            }
            now.set(exprs_.builtin(Builtin::change, {reference}), exprs_.binary(ExprKind::not_equal, value, previous));
        }
        return changes ? now.apply(expr) : expr;
    }

    void assign(VarId variable, ExprId value, SourceSpan source) {
        Result& result = results_.at(variable);
        log_.emplace_back(variable, result.value);
        result.value = sizes_.of(value) > largest_tree ? hold(variable, value, source) : value;
    }

    // Makes a variable with the value at this statement.
    ExprId hold(VarId like, ExprId value, SourceSpan source) {
        if (section_ == Section::initial) return value;
        TypeId const type = system_.document.variables[like].type;
        ExprId const other = default_value(system_, type);
        Variability const variability = system_.document.variables[like].variability;
        ExprId const held = add_generated_variable(system_, "_algorithm", type, variability, source);
        if (reach_.guard) value = exprs_.if_else(reach_.guard, value, other);
        if (reach_.when != nullptr) {
            expansion_.add_instant({held, value, expansion_.condition_indices(*reach_.when), false,
                                    reach_.when->at_initial,
                                    expansion_.provenance(ProvenanceKind::when_equation, source)});
        } else {
            target_.push_back({held, value, expansion_.provenance(ProvenanceKind::algorithm, source)});
        }
        return held;
    }

    // ---- statements ----

    // Recursive: as deep as statements nest, which the parser limits.
    void run(std::vector<FlatStatement> const& statements) {
        is_outermost_ = false;
        for (FlatStatement const& statement : statements) run(statement);
    }

    void run(FlatStatement const& statement) {
        SourceSpan const source = statement.source;
        switch (statement.kind) {
            case FlatStatementKind::assignment: return run_assignment(statement);
            case FlatStatementKind::call: return expansion_.add_call(read(statement.a), reach_, source);
            case FlatStatementKind::assertion:
                return expansion_.add_assertion(read(statement.a), read(statement.b), statement.c, reach_, source);
            case FlatStatementKind::terminate: return expansion_.add_terminate(read(statement.a), reach_, source);
            case FlatStatementKind::reinit: return refuse(source, "`reinit`");
            case FlatStatementKind::if_: return run_if(statement);
            case FlatStatementKind::when: return run_when(statement);
            case FlatStatementKind::for_:
            case FlatStatementKind::while_: return run_loop(statement);
            case FlatStatementKind::break_: return refuse(source, "`break`");
            case FlatStatementKind::return_: return refuse(source, "`return`");
        }
    }

    void refuse(SourceSpan source, std::string_view what) { expansion_.fail(source, misplaced_statement, what); }

    void run_assignment(FlatStatement const& statement) {
        ExprId const value = read(statement.b);
        if (exprs_.kind(statement.a) != ExprKind::tuple) return assign_parts(statement.a, value, statement.source);
        Operands const members = exprs_.operands(statement.a);
        bool const has_several = exprs_.types().kind(exprs_.type(value)) == TypeKind::tuple;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (exprs_.kind(members[i]) == ExprKind::whole) continue;
            assign_parts(members[i], has_several ? exprs_.output(value, i + 1) : value, statement.source);
        }
    }

    // Assigns to an array or record of variables part by part. Recursive: as deep as the type.
    void assign_parts(ExprId target, ExprId value, SourceSpan source) {
        Operands const parts = exprs_.operands(target);
        if (exprs_.kind(target) == ExprKind::variable) {
            assign(exprs_.variable_of(target), value, source);
        } else if (exprs_.kind(target) == ExprKind::array) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                ExprId const index = exprs_.integer(static_cast<std::int64_t>(i + 1));
                assign_parts(parts[i], exprs_.subscript(value, {index}), source);
            }
        } else if (exprs_.is_record(target)) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                RecordField const field = exprs_.types().fields(exprs_.type(target))[i];
                assign_parts(parts[i], exprs_.field(value, field.name, field.type), source);
            }
        } else {
            expansion_.fail(source, unknown_target);
        }
    }

    // ---- branches ----

    // Runs a branch and returns its changes; afterwards all variables have their old values.
    Changes run_branch(std::vector<FlatStatement> const& body, Reach const& reach) {
        Reach const around = reach_;
        std::size_t const mark = log_.size();
        reach_ = reach;
        run(body);
        reach_ = around;
        Changes changes;
        for (std::size_t i = mark; i < log_.size(); ++i) changes[log_[i].first] = results_.at(log_[i].first).value;
        while (log_.size() > mark) {
            results_.at(log_.back().first).value = log_.back().second;
            log_.pop_back();
        }
        return changes;
    }

    // A branch and its condition; none for else.
    struct Choice {
        ExprId condition;
        Changes changes;
    };

    void merge(std::vector<Choice> const& choices, SourceSpan source) {
        using Branches = std::vector<std::pair<std::size_t, ExprId>>;
        std::map<VarId, Branches> all;  // by variable: the branches that change it, and its new values
        for (std::size_t i = 0; i < choices.size(); ++i) {
            for (auto const& [variable, value] : choices[i].changes) all[variable].emplace_back(i, value);
        }
        std::vector<ExprId> paths;
        for (auto const& [variable, branches] : all) {
            ExprId const unchanged = results_.at(variable).value;
            ExprId value = unchanged;
            // `x[i] := …` becomes a chain of many branches, one for each element.
            constexpr std::size_t many = 8;
            bool const is_sparse = choices.size() > many && branches.size() < choices.size() / many;
            if (is_sparse) {
                if (paths.empty()) paths = paths_to(choices);
                for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch) {
                    value = exprs_.if_else(paths[branch->first], branch->second, value);
                }
            } else {
                std::size_t next = branches.size();
                for (std::size_t i = choices.size(); i-- > 0;) {
                    bool const is_changed = next > 0 && branches[next - 1].first == i;
                    ExprId const chosen = is_changed ? branches[--next].second : unchanged;
                    value = choices[i].condition ? exprs_.if_else(choices[i].condition, chosen, value) : chosen;
                }
            }
            assign(variable, value, source);
        }
    }

    // The condition of each branch, regardless of earlier branches.
    std::vector<ExprId> paths_to(std::vector<Choice> const& choices) {
        bool const is_exclusive = are_different_numbers(choices);
        std::vector<ExprId> paths;
        ExprId others;
        for (Choice const& choice : choices) {
            ExprId const condition = choice.condition ? choice.condition : exprs_.boolean(true);
            paths.push_back(is_exclusive && choice.condition ? condition : expansion_.both(others, condition));
            others = expansion_.both(others, exprs_.logical_not(condition));
        }
        return paths;
    }

    // `i == 1`, `i == 2`, … for the same i: only one of them can be true.
    [[nodiscard]] bool are_different_numbers(std::vector<Choice> const& choices) const {
        std::set<std::int64_t> numbers;
        ExprId compared;
        for (Choice const& choice : choices) {
            if (!choice.condition) continue;
            if (exprs_.kind(choice.condition) != ExprKind::equal) return false;
            ExprId const number = exprs_.operand(choice.condition, 1);
            if (exprs_.kind(number) != ExprKind::integer || !numbers.insert(exprs_.integer_value(number)).second) {
                return false;
            }
            if (!compared) compared = exprs_.operand(choice.condition, 0);
            if (compared != exprs_.operand(choice.condition, 0)) return false;
        }
        return true;
    }

    void run_if(FlatStatement const& statement) {
        std::vector<Choice> choices;
        Reach reach = reach_;
        ExprId others = reach_.guard;  // true if no earlier branch is taken
        for (FlatStatementBranch const& branch : statement.branches) {
            ExprId condition = read(branch.condition);
            if (condition && exprs_.is_boolean(condition, false)) continue;
            if (condition && exprs_.is_boolean(condition, true)) condition = {};
            reach.guard = condition ? expansion_.both(others, condition) : others;
            choices.push_back({condition, run_branch(branch.body, reach)});
            if (!condition) break;
            others = expansion_.both(others, exprs_.logical_not(condition));
        }
        merge(choices, statement.source);
    }

    void run_when(FlatStatement const& statement) {
        if (section_ != Section::model || reach_.when != nullptr) return refuse(statement.source, "`when`");
        bool const is_outermost = is_outermost_;
        std::size_t const first = activations_.size();
        for (FlatStatementBranch const& branch : statement.branches) {
            activations_.push_back(expansion_.activation(read(branch.condition), statement.source));
        }
        if (is_outermost && is_alone(statement)) {
            Activation const& activation = activations_[first];
            for (auto const& [variable, value] :
                 run_branch(statement.branches[0].body, {{}, &activation, Section::model})) {
                Result& result = results_.at(variable);
                result.is_finished = true;
                expansion_.add_instant({system_.reference(variable), value, expansion_.condition_indices(activation),
                                        false, activation.at_initial,
                                        expansion_.provenance(ProvenanceKind::when_equation, result.source)});
            }
            return;
        }
        std::vector<Choice> choices;
        ExprId others = reach_.guard;
        for (std::size_t i = 0; i < statement.branches.size(); ++i) {
            Activation const& activation = activations_[first + i];
            ExprId const active = active_when(activation);
            choices.push_back({active, run_branch(statement.branches[i].body, {others, &activation, Section::model})});
            others = expansion_.both(others, exprs_.logical_not(active));
            for (auto const& [variable, unused] : choices.back().changes) {
                Result& result = results_.at(variable);
                result.at_initial = result.at_initial || activation.at_initial;
                for (std::uint32_t const index : expansion_.condition_indices(activation)) {
                    if (std::find(result.conditions.begin(), result.conditions.end(), index) == result.conditions.end())
                        result.conditions.push_back(index);
                }
            }
        }
        merge(choices, statement.source);
    }

    // Whether the statement has one branch, and nothing else assigns the variables that it assigns.
    [[nodiscard]] bool is_alone(FlatStatement const& statement) const {
        if (statement.branches.size() > 1) return false;
        for (VarId const variable : assigned_variables(exprs_, {statement})) {
            Result const& result = results_.at(variable);
            if (result.is_plain || result.statements > 1 || !result.conditions.empty() || result.at_initial)
                return false;
        }
        return true;
    }

    ExprId active_when(Activation const& activation) {
        ExprId active = expansion_.rises(activation);
        if (!activation.parts.empty()) rises_.push_back(active);
        if (activation.at_initial) active = exprs_.logical_or(exprs_.builtin(Builtin::initial, {}), active);
        activities_.insert(active);
        return active;
    }

    // ---- loops ----

    void run_loop(FlatStatement const& statement) {
        auto const read_now = [this](ExprId expr) { return read(expr); };
        auto const values = outline_loop(expansion_, statement, read_now);
        if (!values) return;
        for (auto const& [variable, value] : *values) assign(variable, value, statement.source);
    }

    Expansion& expansion_;
    System& system_;
    ExprStore& exprs_;
    FlatAlgorithm const& algorithm_;
    Section section_;
    std::vector<SystemEquation>& target_;
    FreeVariables walk_;
    std::map<VarId, Result> results_;
    std::vector<std::pair<VarId, ExprId>> log_;  // values that were overwritten
    Reach reach_;
    bool is_outermost_ = true;
    std::deque<Activation> activations_;  // of all when-statements so far; `Reach` points to them
    std::vector<ExprId> rises_;           // the conditions `edge(…)` of these
    std::unordered_set<ExprId> activities_;
    TreeSizes sizes_;
};

}  // namespace

void run_algorithm(Expansion& expansion, FlatAlgorithm const& algorithm, Section section,
                   std::vector<SystemEquation>& target) {
    AlgorithmRun(expansion, algorithm, section, target).run();
}

}  // namespace moo
