#include "moo/passes/outline_loop.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "moo/check/assigned.h"
#include "moo/expr/substitute.h"
#include "moo/passes/generated.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_in_loop{DiagnosticKind::UnsupportedConstruct,
                                                "{} inside a loop that cannot be unrolled is not supported yet"};

// Operators that have no value in a function.
constexpr std::array from_outside = {Builtin::edge,
                                     Builtin::change,
                                     Builtin::initial,
                                     Builtin::terminal,
                                     Builtin::sample,
                                     Builtin::delay,
                                     Builtin::spatial_distribution,
                                     Builtin::previous,
                                     Builtin::hold,
                                     Builtin::no_clock,
                                     Builtin::interval,
                                     Builtin::first_tick};

class Outline {
public:
    Outline(Expansion& expansion, std::function<ExprId(ExprId)> const& read)
        : expansion_(expansion),
          system_(expansion.system),
          exprs_(expansion.exprs()),
          read_(read),
          replace_(expansion.exprs()) {}

    std::optional<std::vector<std::pair<VarId, ExprId>>> run(FlatStatement const& loop) {
        function_.name = generated_name(system_, "_loop");
        function_.description = system_.interner.intern("");
        function_.source = loop.source;
        std::set<VarId> const assigned = assigned_variables(exprs_, {loop});
        for (VarId const variable : assigned) {
            Symbol const name = generated_name(system_, "_y");
            TypeId const type = system_.document.variables[variable].type;
            auto& output =
                outputs_.emplace_back(function_variable(system_, name, type, FunctionRole::output, loop.source));
            output.binding = input(system_.reference(variable), loop.source);
            output.description = system_.document.variables[variable].name;
            members_.push_back(type);
        }
        // Do this last, when the initial values have been added to the inputs.
        std::size_t at = 0;
        for (VarId const variable : assigned) {
            FunctionVariable const& output = outputs_[at++];
            replaced_.insert(system_.reference(variable));
            replace_.set(system_.reference(variable), exprs_.iterator(output.name, output.type));
        }
        collect({loop});
        FlatStatement body = loop;
        copy(body);
        if (!is_good_) return std::nullopt;
        function_.body = {std::move(body)};
        for (auto* const list : {&inputs_, &outputs_, &locals_}) {
            for (FunctionVariable& variable : *list) function_.variables.push_back(std::move(variable));
        }
        return results(assigned);
    }

private:
    std::vector<std::pair<VarId, ExprId>> results(std::set<VarId> const& assigned) {
        bool const has_several = members_.size() > 1;
        TypeId const type = has_several        ? exprs_.types().tuple(members_)
                            : members_.empty() ? types::unknown
                                               : members_.front();
        ExprId const call = exprs_.call(function_.name, arguments_, type);
        std::vector<std::pair<VarId, ExprId>> values;
        std::size_t number = 0;
        for (VarId const variable : assigned) {
            ++number;
            values.emplace_back(variable, has_several ? exprs_.output(call, number) : call);
        }
        system_.document.functions.push_back(std::move(function_));
        return values;
    }

    // Adds an input with the value of the expression before the loop; returns its name in the function.
    ExprId input(ExprId expr, SourceSpan source) {
        Symbol const name = generated_name(system_, "_u");
        TypeId const type = exprs_.type(expr);
        auto& variable = inputs_.emplace_back(function_variable(system_, name, type, FunctionRole::input, source));
        if (exprs_.kind(expr) == ExprKind::variable) {
            variable.description = system_.document.variables[exprs_.variable_of(expr)].name;
        }
        arguments_.push_back(read_(expr));
        return exprs_.iterator(name, type);
    }

    // Whether a function cannot compute the expression, so that it has to be an input.
    [[nodiscard]] bool is_from_outside(ExprId id) const {
        ExprKind const kind = exprs_.kind(id);
        if (kind == ExprKind::variable) {
            return !system_.document.variables[exprs_.variable_of(id)].is_package_constant;
        }
        if (kind == ExprKind::time || kind == ExprKind::der || kind == ExprKind::pre) return true;
        return kind == ExprKind::builtin &&
               std::find(from_outside.begin(), from_outside.end(), exprs_.builtin_of(id)) != from_outside.end();
    }

    void collect(std::vector<FlatStatement> const& statements) {
        for (FlatStatement const& statement : statements) {
            for (ExprId const expr : {statement.a, statement.b, statement.c}) collect(expr, statement.source);
            for (FlatStatementBranch const& branch : statement.branches) {
                collect(branch.condition, statement.source);
                collect(branch.body);
            }
        }
    }

    void collect(ExprId root, SourceSpan source) {
        if (!root) return;
        std::vector<ExprId> stack{root};
        while (!stack.empty()) {
            ExprId const id = stack.back();
            stack.pop_back();
            if (!seen_.insert(id).second || replaced_.contains(id)) continue;
            if (is_from_outside(id)) {
                replaced_.insert(id);
                replace_.set(id, input(id, source));
                continue;
            }
            for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
        }
    }

    // Recursive: as deep as statements nest, which the parser limits.
    void copy(FlatStatement& statement) {
        switch (statement.kind) {
            case FlatStatementKind::reinit: return refuse(statement.source, "`reinit`");
            case FlatStatementKind::terminate: return refuse(statement.source, "`terminate`");
            case FlatStatementKind::when: return refuse(statement.source, "`when`");
            case FlatStatementKind::assignment:
            case FlatStatementKind::call:
            case FlatStatementKind::assertion:
            case FlatStatementKind::if_:
            case FlatStatementKind::for_:
            case FlatStatementKind::while_:
            case FlatStatementKind::break_:
            case FlatStatementKind::return_: break;
        }
        for (ExprId* const expr : {&statement.a, &statement.b, &statement.c}) {
            if (*expr) *expr = replace_.apply(*expr);
        }
        for (FlatStatementBranch& branch : statement.branches) {
            if (branch.condition) branch.condition = replace_.apply(branch.condition);
            copy(branch.body);
        }
    }

    void copy(std::vector<FlatStatement>& statements) {
        std::vector<FlatStatement> result;
        for (FlatStatement& statement : statements) {
            copy(statement);
            bool const has_results =
                statement.kind == FlatStatementKind::assignment && exprs_.kind(statement.a) == ExprKind::tuple;
            result.push_back(std::move(statement));
            if (has_results) take_parts(result);
        }
        statements = std::move(result);
    }

    // `({x1, x2}, y) := f(…)` at the end of the list: in a function, a local variable takes the array.
    void take_parts(std::vector<FlatStatement>& statements) {
        std::size_t const place = statements.size() - 1;
        FlatStatement const original = statements[place];
        std::vector<ExprId> members;
        for (ExprId const member : exprs_.operands(original.a)) {
            ExprKind const kind = exprs_.kind(member);
            if (kind == ExprKind::whole || kind == ExprKind::iterator) {
                members.push_back(member);
                continue;
            }
            Symbol const name = generated_name(system_, "_v");
            TypeId const type = exprs_.type(member);
            locals_.push_back(function_variable(system_, name, type, FunctionRole::local, original.source));
            members.push_back(exprs_.iterator(name, type));
            assign_parts(original, member, members.back(), statements);
        }
        statements[place].a = members.size() == 1 ? members.front() : exprs_.tuple(members);
    }

    // Recursive: as deep as the type.
    void assign_parts(FlatStatement const& like, ExprId target, ExprId value, std::vector<FlatStatement>& statements) {
        Operands const parts = exprs_.operands(target);
        if (exprs_.kind(target) == ExprKind::array) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                ExprId const index = exprs_.integer(static_cast<std::int64_t>(i + 1));
                assign_parts(like, parts[i], exprs_.subscript(value, {index}), statements);
            }
        } else if (exprs_.is_record(target)) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                RecordField const field = exprs_.types().fields(exprs_.type(target))[i];
                assign_parts(like, parts[i], exprs_.field(value, field.name, field.type), statements);
            }
        } else {
            FlatStatement statement = like;
            statement.a = target;
            statement.b = value;
            statements.push_back(std::move(statement));
        }
    }

    void refuse(SourceSpan source, std::string_view what) {
        expansion_.fail(source, not_in_loop, what);
        is_good_ = false;
    }

    Expansion& expansion_;
    System& system_;
    ExprStore& exprs_;
    std::function<ExprId(ExprId)> const& read_;
    Substitution replace_;  // maps expressions of the model to those of the function
    std::unordered_set<ExprId> replaced_;
    std::unordered_set<ExprId> seen_;
    FlatFunction function_;
    std::vector<FunctionVariable> inputs_;
    std::vector<FunctionVariable> outputs_;
    std::vector<FunctionVariable> locals_;
    std::vector<ExprId> arguments_;
    std::vector<TypeId> members_;  // types of the outputs
    bool is_good_ = true;
};

}  // namespace

std::optional<std::vector<std::pair<VarId, ExprId>>> outline_loop(Expansion& expansion, FlatStatement const& loop,
                                                                  std::function<ExprId(ExprId)> const& read) {
    return Outline(expansion, read).run(loop);
}

}  // namespace moo
