// Results of functions that do not depend on their varying arguments.
//
// A model of a transistor computes the current and the capacitance of a junction by a function of the voltage and a few
// parameters: `(i, c) = junction(v, 0.0, 0.25)`. If the parameters say that there is no capacitance, c is zero for
// every v, which the call does not show. The equation i_c = c*der(v) then makes v a state whose derivative has the
// factor zero, and the system is singular as soon as it is solved. So the structure of the model depends on what a
// function does.
//
// So calls with literals among their arguments are run symbolically (moo/functions/symbolic_call.h): statements are
// executed on expressions, with the literals as they are and a symbol for everything that varies. If a scalar of the
// result comes out as a literal, it takes the place of that part of the call. The rest of the call stays. This is
// partial evaluation, as compilers do it, limited to the question whether a result is constant.
//
// Two things keep it cheap. Of calls that differ only in what varies, one is run and the others take its results. And a
// call without any literal among its arguments is not tried.
//
// Five transistor circuits of the standard library cannot be simulated without this pass.

#include "moo/passes/fold_results.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "moo/expr/simplify.h"
#include "moo/expr/substitute.h"
#include "moo/functions/inline_late.h"
#include "moo/passes/rewrite_system.h"

namespace moo {

namespace {

bool is_scalar(ExprStore const& exprs, ExprId id) {
    TypeKind const kind = exprs.types().kind(exprs.type(id));
    return kind == TypeKind::real || kind == TypeKind::integer || kind == TypeKind::boolean ||
           kind == TypeKind::enumeration;
}

bool is_literal(ExprStore const& exprs, ExprId id) {
    ExprKind const kind = exprs.kind(id);
    return exprs.is_number(id) || kind == ExprKind::boolean || kind == ExprKind::enumeration;
}

bool is_call(ExprStore const& exprs, ExprId id) { return exprs.kind(id) == ExprKind::call && !exprs.is_record(id); }

// If the expression is the result of a call, or an output, element or field of it, that call; otherwise none.
ExprId call_of_part(ExprStore const& exprs, ExprId id) {
    for (;;) {
        ExprKind const kind = exprs.kind(id);
        if (is_call(exprs, id)) return id;
        bool const is_part = kind == ExprKind::field || kind == ExprKind::output || kind == ExprKind::subscript;
        if (!is_part) return {};
        id = exprs.operand(id, 0);
    }
}

// Finds candidates: scalar parts of calls that have both known and varying arguments.
class PartFinder {
public:
    explicit PartFinder(ExprStore const& exprs) : exprs_(exprs) {}

    void search(ExprId root) {
        std::vector<ExprId> pending{root};
        while (!pending.empty()) {
            ExprId const id = pending.back();
            pending.pop_back();
            if (!exprs_.varies(id) || !seen_.insert(id).second) continue;
            if (is_scalar(exprs_, id)) {
                ExprId const call = call_of_part(exprs_, id);
                if (call && may_be_known(call)) parts.push_back(id);
            }
            for (ExprId const operand : exprs_.operands(id)) pending.push_back(operand);
        }
    }

    std::vector<ExprId> parts;

private:
    bool may_be_known(ExprId call) {
        bool has_literal = false;
        std::vector<ExprId> pending{call};
        while (!pending.empty() && !has_literal) {
            ExprId const id = pending.back();
            pending.pop_back();
            for (ExprId const operand : exprs_.operands(id)) {
                has_literal = has_literal || !exprs_.varies(operand);
                bool const is_composed = exprs_.is_record(operand) || exprs_.kind(operand) == ExprKind::array;
                if (is_composed) pending.push_back(operand);
            }
        }
        return has_literal;
    }

    ExprStore const& exprs_;
    std::unordered_set<ExprId> seen_;
};

// Two parts of the same form have the same value: the same functions, literals and shapes of arguments, and the same
// arguments are equal to each other.
class Forms {
public:
    explicit Forms(ExprStore const& exprs) : exprs_(exprs) {}

    // Parts of equal form give equal lists.
    std::vector<std::uint32_t> form(ExprId part) {
        std::vector<std::uint32_t> form;
        std::vector<ExprId> varying;
        ExprId const call = call_of_part(exprs_, part);
        for (ExprId at = part; at != call; at = exprs_.operand(at, 0)) {
            ExprNode const node = exprs_.node(at);
            form.push_back(static_cast<std::uint32_t>(node.kind));
            form.push_back(exprs_.kind(at) == ExprKind::field ? exprs_.symbol(at).index() : node.aux);
            Operands const operands = exprs_.operands(at);
            for (std::size_t i = 1; i < operands.size(); ++i) append(operands[i], varying, form);
        }
        append_parts(call, varying, form);
        return form;
    }

private:
    void append_parts(ExprId root, std::vector<ExprId>& varying, std::vector<std::uint32_t>& form) {
        std::vector<ExprId> pending{root};
        while (!pending.empty()) {
            ExprId const id = pending.back();
            pending.pop_back();
            form.push_back(static_cast<std::uint32_t>(exprs_.kind(id)));
            form.push_back(exprs_.kind(id) == ExprKind::call ? exprs_.symbol(id).index() : 0);
            form.push_back(static_cast<std::uint32_t>(exprs_.operands(id).size()));
            for (ExprId const operand : exprs_.operands(id)) {
                bool const is_composed = exprs_.is_record(operand) || exprs_.kind(operand) == ExprKind::array;
                if (is_composed && exprs_.varies(operand)) {
                    form.push_back(2);
                    pending.push_back(operand);
                } else {
                    append(operand, varying, form);
                }
            }
        }
    }

    void append(ExprId leaf, std::vector<ExprId>& varying, std::vector<std::uint32_t>& form) {
        if (!exprs_.varies(leaf)) {
            form.insert(form.end(), {0, leaf.index()});
            return;
        }
        auto const found = std::find(varying.begin(), varying.end(), leaf);
        form.insert(form.end(), {1, static_cast<std::uint32_t>(found - varying.begin()), exprs_.type(leaf).index()});
        if (found == varying.end()) varying.push_back(leaf);
    }

    ExprStore const& exprs_;
};

void inline_to_look(System& system, std::vector<ExprId>& values) {
    std::vector<ExprId*> places;
    for (ExprId& value : values) places.push_back(&value);
    InlineOptions options;
    options.only_to_look = true;
    FlatModel model;
    model.exprs = std::move(system.document.exprs);
    model.variables = std::move(system.document.variables);
    model.functions = std::move(system.document.functions);
    inline_late(model, system.interner, places, options);
    system.document.exprs = std::move(model.exprs);
    system.document.variables = std::move(model.variables);
    system.document.functions = std::move(model.functions);
}

}  // namespace

bool fold_results(System& system, PassOptions const&, Diagnostics&) {
    if (system.document.functions.empty()) return true;
    ExprStore& exprs = system.exprs();
    PartFinder finder(exprs);
    rewrite_system(system, [&](ExprId expr) {
        finder.search(expr);
        return expr;
    });
    if (finder.parts.empty()) return true;

    // Only one part of each form is run.
    Forms forms(exprs);
    std::map<std::vector<std::uint32_t>, std::vector<ExprId>> parts_by_form;
    for (ExprId const part : finder.parts) parts_by_form[forms.form(part)].push_back(part);
    std::vector<ExprId> values;
    for (auto const& [form, parts] : parts_by_form) values.push_back(parts[0]);
    inline_to_look(system, values);

    Simplifier simplifier(exprs);
    std::unordered_map<ExprId, ExprId> literals;
    std::size_t next = 0;
    for (auto const& [form, parts] : parts_by_form) {
        ExprId const value = simplifier.simplify(values[next++]);
        if (!is_literal(exprs, value)) continue;
        for (ExprId const part : parts) literals.emplace(part, value);
    }
    if (literals.empty()) return true;
    Substitution replacement(exprs);
    for (auto const& [part, literal] : literals) replacement.set(part, literal);
    rewrite_system(system, [&](ExprId expr) {
        ExprId const replaced = replacement.apply(expr);
        return replaced == expr ? expr : simplifier.simplify(replaced);
    });
    return true;
}

}  // namespace moo
