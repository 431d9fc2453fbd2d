// Algorithms.
#include "moo/scalarize/assign_scalars.h"
#include "moo/scalarize/branches.h"

namespace moo {

namespace {

constexpr Message<> assignment_sides_differ{DiagnosticKind::WrongSize,
                                            "the sides of this assignment have different numbers of elements"};

constexpr Message<std::string_view> impure_in_expression{
    DiagnosticKind::UnsupportedConstruct,
    "`{}` is impure, and here its result is part of several scalars; assign it to a variable first"};

class AlgorithmScalarizer {
public:
    explicit AlgorithmScalarizer(Scalarizer& s) : s_(s), assigner_(s) {}

    // As deep as statements are nested, which the parser limits.
    bool run(std::vector<FlatStatement> const& statements, std::vector<FlatStatement>& result) {
        bool good = true;
        for (FlatStatement const& statement : statements) good = run(statement, result) && good;
        return good;
    }

private:
    bool run(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        if (!s_.expander.charge(1, statement.a)) return s_.report(statement.source);
        switch (statement.kind) {
            case FlatStatementKind::assignment: return assignment(statement, result);
            case FlatStatementKind::call: return plain(statement, s_.expander.whole(statement.a), result);
            case FlatStatementKind::reinit: return reinit(statement, result);
            case FlatStatementKind::assertion: return assertion(statement, result);
            case FlatStatementKind::terminate: return plain(statement, s_.expander.scalar(statement.a), result);
            case FlatStatementKind::if_: return conditional(statement, result);
            case FlatStatementKind::when: return when(statement, result);
            case FlatStatementKind::for_: return loop(statement, result);
            case FlatStatementKind::while_: return while_loop(statement, result);
            case FlatStatementKind::break_:
            case FlatStatementKind::return_: result.push_back(head(statement)); return true;
        }
        return false;
    }

    static FlatStatement head(FlatStatement const& statement) {
        FlatStatement copy;
        copy.kind = statement.kind;
        copy.description = statement.description;
        copy.source = statement.source;
        return copy;
    }

    bool plain(FlatStatement const& statement, ExprId a, std::vector<FlatStatement>& result) {
        if (!a) return s_.report(statement.source);
        result.push_back(head(statement));
        result.back().a = a;
        return true;
    }

    // ---- assignments ----

    bool assignment(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        ExprStore const& old = s_.from.exprs;
        bool const is_call = old.kind(statement.b) == ExprKind::call && !old.is_record(statement.b);
        bool const is_scalar = s_.expander.types().is_scalar(old.type(statement.b));
        if (old.kind(statement.a) == ExprKind::tuple || (is_call && !is_scalar)) return results(statement, result);
        auto const target = assigner_.find_target(statement.a, statement.source);
        if (!target) return false;
        std::vector<ExprId> values;
        std::vector<ExprId> arranged;
        TypeId type;
        if (!s_.expand(statement.b, statement.source, values, type)) return false;
        if (!s_.arrange(values, type, target->type, arranged)) {
            s_.diagnostics.error(statement.source, assignment_sides_differ);
            return false;
        }
        if (Symbol const function = arranged.size() > 1 ? s_.impure_call(statement.b) : Symbol()) {
            s_.diagnostics.error(statement.source, impure_in_expression, s_.interner.text(function));
            return false;
        }
        return assigner_.assign(head(statement), *target, arranged, result);
    }

    // `({x1, x2}, y) := f(…)` remains one statement. Targets selected by a subscript get their values afterwards.
    bool results(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        ExprStore const& old = s_.from.exprs;
        std::vector<ExprId> given{statement.a};
        if (old.kind(statement.a) == ExprKind::tuple) {
            given.clear();
            old.operands(statement.a).copy_to(given);
        }
        FlatStatement call = head(statement);
        call.b = s_.expander.whole(statement.b);
        if (!call.b) return s_.report(statement.source);
        std::vector<FlatStatement> behind;
        std::vector<ExprId> members;
        for (ExprId const member : given) {
            if (old.kind(member) == ExprKind::whole) {
                members.push_back(s_.to.exprs.whole());
                continue;
            }
            auto const target = assigner_.find_target(member, statement.source);
            if (!target) return false;
            std::vector<ExprId> items = target->choices.front().items;
            if (target->choices.front().condition) {
                items = assigner_.make_temporaries(items);
                if (!assigner_.assign(head(statement), *target, items, behind)) return false;
            }
            members.push_back(s_.expander.assemble(target->type, items));
        }
        call.a = s_.to.exprs.tuple(members);
        result.push_back(std::move(call));
        for (FlatStatement& one : behind) result.push_back(std::move(one));
        return true;
    }

    // ---- other plain statements ----

    bool reinit(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        std::vector<ExprId> states;
        std::vector<ExprId> values;
        TypeId state_type;
        TypeId value_type;
        if (!s_.expand(statement.a, statement.source, states, state_type)) return false;
        if (!s_.expand(statement.b, statement.source, values, value_type)) return false;
        if (states.size() != values.size()) {
            s_.diagnostics.error(statement.source, assignment_sides_differ);
            return false;
        }
        for (std::size_t i = 0; i < states.size(); ++i) {
            result.push_back(head(statement));
            result.back().a = states[i];
            result.back().b = values[i];
        }
        return true;
    }

    bool assertion(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        FlatStatement one = head(statement);
        one.a = s_.expander.scalar(statement.a);
        if (!one.a) return s_.report(statement.source);
        one.b = s_.expander.scalar(statement.b);
        if (!one.b) return s_.report(statement.source);
        if (statement.c) one.c = s_.expander.scalar(statement.c);
        if (statement.c && !one.c) return s_.report(statement.source);
        result.push_back(std::move(one));
        return true;
    }

    // ---- branches and loops ----

    auto body() {
        return [this](std::vector<FlatStatement> const& from, std::vector<FlatStatement>& to) { return run(from, to); };
    }

    bool conditional(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        return scalarize_conditional(s_, statement, head(statement), body(), result);
    }

    bool when(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        return scalarize_when(s_, statement, head(statement), body(), result);
    }

    // How many statements the body has as it is written, and whether the loop can be left in the middle.
    struct BodySize {
        std::int64_t statements = 0;
        bool has_break = false;
    };
    static BodySize size_of(std::vector<FlatStatement> const& body, bool is_inner_loop = false) {
        BodySize size;
        for (FlatStatement const& statement : body) {
            ++size.statements;
            bool const is_break = statement.kind == FlatStatementKind::break_ && !is_inner_loop;
            if (is_break || statement.kind == FlatStatementKind::return_) size.has_break = true;
            bool const is_loop =
                statement.kind == FlatStatementKind::for_ || statement.kind == FlatStatementKind::while_;
            for (FlatStatementBranch const& branch : statement.branches) {
                BodySize const inner = size_of(branch.body, is_inner_loop || is_loop);
                size.statements += inner.statements;
                size.has_break = size.has_break || inner.has_break;
            }
        }
        return size;
    }

    bool loop(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        auto const& body = statement.branches.front().body;
        auto const values = s_.expander.iteration_values(statement.a);
        if (!values && s_.expander.failure().error != EvaluateError::unknown_value) {
            return s_.report(statement.source);
        }
        BodySize const size = size_of(body);
        std::int64_t const unrolled = values ? std::ssize(*values) * size.statements : 0;
        bool const stays = !values || size.has_break || unrolled > s_.limits.max_statements - unrolled_;
        if (stays) return kept_loop(statement, result);
        unrolled_ += unrolled;
        Expander::Loop iterator(s_.expander, statement.iterator);
        for (ExprId const value : *values) {
            iterator.set(value);
            if (!run(body, result)) return false;
        }
        return true;
    }

    bool kept_loop(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        FlatStatement one = head(statement);
        one.iterator = statement.iterator;
        one.a = s_.expander.kept_range(statement.a);
        if (!one.a) return s_.report(statement.source);
        Expander::Loop iterator(s_.expander, statement.iterator);
        iterator.set(s_.expander.iterator_leaf(statement.iterator, statement.a));
        if (!run(statement.branches.front().body, one.branches.emplace_back().body)) return false;
        result.push_back(std::move(one));
        return true;
    }

    bool while_loop(FlatStatement const& statement, std::vector<FlatStatement>& result) {
        FlatStatement one = head(statement);
        one.a = s_.expander.scalar(statement.a);
        if (!one.a) return s_.report(statement.source);
        if (!run(statement.branches.front().body, one.branches.emplace_back().body)) return false;
        result.push_back(std::move(one));
        return true;
    }

    Scalarizer& s_;
    ScalarAssigner assigner_;
    std::int64_t unrolled_ = 0;
};

}  // namespace

bool scalarize_algorithm(Scalarizer& scalarizer, FlatAlgorithm const& algorithm, FlatAlgorithm& result) {
    result.instance = algorithm.instance;
    result.source = algorithm.source;
    return AlgorithmScalarizer(scalarizer).run(algorithm.statements, result.statements);
}

}  // namespace moo
