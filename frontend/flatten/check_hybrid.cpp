#include "frontend/flatten/check_hybrid.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "frontend/resolve/class_messages.h"
#include "moo/check/counts.h"

namespace moo {

namespace {

constexpr Message<std::string_view> misplaced_when{DiagnosticKind::WrongWhen, "there is a when-equation inside {}"};
constexpr Message<std::string_view> misplaced_statement{DiagnosticKind::WrongWhen,
                                                        "there is a when-statement inside {}"};
constexpr Message<std::string_view> misplaced_reinit{DiagnosticKind::WrongWhen, "`reinit` is used {}"};
constexpr Message<> misplaced_return{DiagnosticKind::UnexpectedToken, "`return` is used outside of a function"};
constexpr Message<> not_an_assignment{DiagnosticKind::WrongWhen,
                                      "the left side of an equation in a when-equation is not a variable"};
constexpr Message<std::string_view> missing_in_branch{DiagnosticKind::WrongWhen,
                                                      "`{}` is not assigned in each branch of this when-equation"};
constexpr Message<std::string_view> missing_in_if{
    DiagnosticKind::WrongWhen, "`{}` is not assigned in each branch of this if-equation inside a when-equation"};
constexpr Message<> clocked_elsewhen{DiagnosticKind::WrongWhen, "a clocked when-equation has an `elsewhen`"};
constexpr Message<std::string_view> branches_differ{
    DiagnosticKind::Unbalanced, "the branches of this if-equation have different numbers of equations: {}"};
constexpr Message<std::string_view> assigned_twice{DiagnosticKind::DuplicateAssignment,
                                                   "`{}` is assigned in several places"};
constexpr Message<std::string_view> reinit_twice{DiagnosticKind::DuplicateAssignment,
                                                 "`reinit` is applied to `{}` in several when-equations"};

// The variables to which an equation in a when-equation gives values.
struct Target {
    ExprId reference;
    SourceSpan source;
};
using Targets = std::vector<Target>;

class HybridCheck {
public:
    HybridCheck(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics)
        : model_(model), exprs_(model.exprs), interner_(interner), diagnostics_(diagnostics) {}

    void run() {
        for (FlatEquation const& equation : model_.equations) check_equation(equation, {});
        for (FlatEquation const& equation : model_.initial_equations) {
            check_equation(equation, "an initial equation section");
        }
        for (FlatAlgorithm const& algorithm : model_.algorithms) {
            check_statements(algorithm.statements, {});
            Targets targets;
            add_when_targets(algorithm.statements, false, targets);
            assign_once(targets);
        }
        for (FlatAlgorithm const& algorithm : model_.initial_algorithms) {
            check_statements(algorithm.statements, "an initial algorithm section");
        }
        // An equation `x = …` for a variable that a when-equation holds.
        for (FlatEquation const& equation : model_.equations) check_plain(equation);
    }

private:
    [[nodiscard]] std::string_view name_of(ExprId reference) const {
        return interner_.text(model_.variables[exprs_.referenced_variable(reference)].name);
    }

    // `inside` is the construct in which a when-equation is not allowed.
    void check_equation(FlatEquation const& equation, std::string_view inside) {
        switch (equation.kind) {
            case FlatEquationKind::equality:
            case FlatEquationKind::assertion:
            case FlatEquationKind::terminate:
            case FlatEquationKind::call: return;
            case FlatEquationKind::reinit:
                diagnostics_.error(equation.source, misplaced_reinit, "outside of a when-equation");
                return;
            case FlatEquationKind::if_:
                for (FlatBranch const& branch : equation.branches) {
                    check_body(branch.body, "an if-equation whose condition is not a parameter expression");
                }
                check_counts(equation);
                return;
            case FlatEquationKind::for_:
                for (FlatBranch const& branch : equation.branches) check_body(branch.body, inside);
                return;
            case FlatEquationKind::when: break;
        }
        if (!inside.empty()) {
            diagnostics_.error(equation.source, misplaced_when, inside);
            return;
        }
        check_when(equation);
    }

    void check_body(std::vector<FlatEquation> const& body, std::string_view inside) {
        for (FlatEquation const& equation : body) check_equation(equation, inside);
    }

    void check_counts(FlatEquation const& equation) {
        std::string counts;
        bool differ = false;
        std::int64_t first = 0;
        auto const add = [&](std::int64_t count) {
            if (counts.empty()) first = count;
            differ = differ || count != first;
            counts += (counts.empty() ? "" : ", ") + std::to_string(count);
        };
        for (FlatBranch const& branch : equation.branches) {
            std::int64_t count = 0;
            for (FlatEquation const& inner : branch.body) count += equation_size(model_, inner);
            add(count);
        }
        if (equation.branches.back().condition) {
            add(0);
            counts += " (no `else`)";
        }
        if (differ) diagnostics_.error(equation.source, branches_differ, counts);
    }

    // ---- when-equations ----

    void check_when(FlatEquation const& when) {
        bool const is_clocked = exprs_.types().kind(exprs_.type(when.branches.front().condition)) == TypeKind::clock;
        if (is_clocked) {
            if (when.branches.size() > 1) diagnostics_.error(when.source, clocked_elsewhen);
            for (FlatBranch const& branch : when.branches) check_clocked(branch.body);
            return;
        }
        std::vector<Targets> all;
        Targets reinits;
        for (FlatBranch const& branch : when.branches) {
            Targets targets;
            collect(branch.body, targets, reinits);
            report_repeated(targets);
            all.push_back(std::move(targets));
        }
        check_same(all, when.source, missing_in_branch);
        assign_once(all.front());
        std::set<ExprId> seen;
        for (Target const& target : reinits) {
            if (!seen.insert(target.reference).second) continue;
            auto const [first, is_new] = reinits_.try_emplace(target.reference, target.source);
            if (is_new) continue;
            diagnostics_.error(target.source, reinit_twice, name_of(target.reference))
                .note(first->second, "the other one is here");
        }
    }

    void check_clocked(std::vector<FlatEquation> const& body) {
        for (FlatEquation const& equation : body) {
            if (equation.kind == FlatEquationKind::reinit) {
                diagnostics_.error(equation.source, misplaced_reinit, "in a clocked when-equation");
            } else if (equation.kind == FlatEquationKind::when) {
                diagnostics_.error(equation.source, misplaced_when, "another when-equation");
            }
            for (FlatBranch const& branch : equation.branches) check_clocked(branch.body);
        }
    }

    void collect(std::vector<FlatEquation> const& body, Targets& targets, Targets& reinits) {
        for (FlatEquation const& equation : body) {
            switch (equation.kind) {
                case FlatEquationKind::equality:
                    if (!add_targets(equation.a, equation.source, targets)) {
                        diagnostics_.error(equation.source, not_an_assignment);
                    }
                    break;
                case FlatEquationKind::reinit: add_targets(equation.a, equation.source, reinits); break;
                case FlatEquationKind::assertion:
                case FlatEquationKind::terminate:
                case FlatEquationKind::call: break;
                case FlatEquationKind::if_: collect_if(equation, targets, reinits); break;
                case FlatEquationKind::for_:
                    for (FlatBranch const& branch : equation.branches) collect(branch.body, targets, reinits);
                    break;
                case FlatEquationKind::when:
                    diagnostics_.error(equation.source, misplaced_when, "another when-equation");
                    break;
            }
        }
    }

    void collect_if(FlatEquation const& equation, Targets& targets, Targets& reinits) {
        std::vector<Targets> all;
        for (FlatBranch const& branch : equation.branches) {
            all.emplace_back();
            collect(branch.body, all.back(), reinits);
        }
        if (equation.branches.back().condition) all.emplace_back();
        check_same(all, equation.source, missing_in_if);
        targets.insert(targets.end(), all.front().begin(), all.front().end());
    }

    // False if the left side is not a variable.
    bool add_targets(ExprId left, SourceSpan source, Targets& targets) const {
        ExprKind const kind = exprs_.kind(left);
        if (kind == ExprKind::whole) return true;
        if (kind == ExprKind::tuple || kind == ExprKind::array || exprs_.is_record(left)) {
            bool good = true;
            for (ExprId const member : exprs_.operands(left)) good = add_targets(member, source, targets) && good;
            return good;
        }
        if (!exprs_.is_reference(left) || !exprs_.referenced_variable(left)) return false;
        targets.push_back({left, source});
        return true;
    }

    void check_same(std::vector<Targets> const& branches, SourceSpan source, Message<std::string_view> const& message) {
        std::set<VarId> all;
        for (Targets const& targets : branches) {
            for (Target const& target : targets) all.insert(exprs_.referenced_variable(target.reference));
        }
        for (VarId const variable : all) {
            for (Targets const& targets : branches) {
                bool const is_there = std::any_of(targets.begin(), targets.end(), [&](Target const& target) {
                    return exprs_.referenced_variable(target.reference) == variable;
                });
                if (is_there) continue;
                diagnostics_.error(source, message, interner_.text(model_.variables[variable].name));
                break;
            }
        }
    }

    void report_repeated(Targets const& targets) {
        for (std::size_t i = 0; i < targets.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                if (!overlap(targets[i].reference, targets[k].reference)) continue;
                report_twice(targets[i], targets[k]);
                break;
            }
        }
    }

    // ---- the single assignment rule ----

    // Elements of an array are distinguished if their subscripts are written differently.
    [[nodiscard]] bool overlap(ExprId a, ExprId b) const {
        if (exprs_.has_iterator(a) || exprs_.has_iterator(b)) return false;
        if (a == b) return true;
        if (exprs_.referenced_variable(a) != exprs_.referenced_variable(b)) return false;
        return exprs_.kind(a) == ExprKind::variable || exprs_.kind(b) == ExprKind::variable;
    }

    void report_twice(Target const& now, Target const& before) {
        diagnostics_.error(now.source, assigned_twice, name_of(now.reference))
            .note(before.source, "the other assignment is here");
    }

    void assign_once(Targets const& targets) {
        std::set<ExprId> own;
        std::vector<Target> fresh;
        for (Target const& target : targets) {
            if (!own.insert(target.reference).second) continue;
            Targets& others = assigned_[exprs_.referenced_variable(target.reference)];
            auto const other = std::find_if(others.begin(), others.end(), [&](Target const& before) {
                return overlap(target.reference, before.reference);
            });
            if (other != others.end()) {
                report_twice(target, *other);
            } else {
                fresh.push_back(target);
            }
        }
        for (Target const& target : fresh) assigned_[exprs_.referenced_variable(target.reference)].push_back(target);
    }

    void check_plain(FlatEquation const& equation) {
        if (equation.kind != FlatEquationKind::equality || exprs_.kind(equation.a) == ExprKind::tuple) return;
        if (equation.origin != ProvenanceKind::equation && equation.origin != ProvenanceKind::binding) return;
        // `x = y` may as well give a value to y.
        if (!exprs_.is_reference(equation.a) || exprs_.is_reference(equation.b)) return;
        VarId const variable = exprs_.referenced_variable(equation.a);
        auto const found = variable ? assigned_.find(variable) : assigned_.end();
        if (found == assigned_.end()) return;
        for (Target const& before : found->second) {
            if (!overlap(equation.a, before.reference)) continue;
            report_twice({equation.a, equation.source}, before);
            return;
        }
    }

    // ---- algorithms ----

    void check_statements(std::vector<FlatStatement> const& statements, std::string_view inside,
                          bool is_in_loop = false) {
        for (FlatStatement const& statement : statements) {
            std::string_view deeper = inside;
            bool const loops = statement.kind == FlatStatementKind::for_ || statement.kind == FlatStatementKind::while_;
            switch (statement.kind) {
                case FlatStatementKind::when:
                    if (!inside.empty()) {
                        diagnostics_.error(statement.source, misplaced_statement, inside);
                        continue;
                    }
                    deeper = "another when-statement";
                    break;
                case FlatStatementKind::if_: deeper = "an if-statement"; break;
                case FlatStatementKind::for_: deeper = "a for-loop"; break;
                case FlatStatementKind::while_: deeper = "a while-loop"; break;
                case FlatStatementKind::reinit:
                    diagnostics_.error(statement.source, misplaced_reinit, "in an algorithm");
                    break;
                case FlatStatementKind::assignment:
                case FlatStatementKind::call:
                case FlatStatementKind::assertion:
                case FlatStatementKind::terminate: break;
                case FlatStatementKind::break_:
                    if (!is_in_loop) diagnostics_.error(statement.source, class_messages::misplaced_break);
                    break;
                case FlatStatementKind::return_: diagnostics_.error(statement.source, misplaced_return); break;
            }
            for (FlatStatementBranch const& branch : statement.branches) {
                check_statements(branch.body, deeper, is_in_loop || loops);
            }
        }
    }

    void add_when_targets(std::vector<FlatStatement> const& statements, bool is_in_when, Targets& targets) const {
        for (FlatStatement const& statement : statements) {
            if (is_in_when && statement.kind == FlatStatementKind::assignment) {
                add_targets(statement.a, statement.source, targets);
            }
            bool const deeper = is_in_when || statement.kind == FlatStatementKind::when;
            for (FlatStatementBranch const& branch : statement.branches) {
                add_when_targets(branch.body, deeper, targets);
            }
        }
    }

    FlatModel const& model_;
    ExprStore const& exprs_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
    std::map<VarId, Targets> assigned_;  // in when-equations and when-statements
    std::map<ExprId, SourceSpan> reinits_;
};

}  // namespace

void check_hybrid(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics) {
    HybridCheck(model, interner, diagnostics).run();
}

}  // namespace moo
