// Small flat models with clocks, and what has become of them as text.
#pragma once

#include <string>
#include <vector>

#include "frontend/clocks/partition_clocks.h"
#include "moo/model/names.h"

namespace moo::test {

struct ClockModel {
    Interner interner;
    FlatModel flat;
    Diagnostics diagnostics;

    ExprStore& s() { return flat.exprs; }
    ExprId variable(std::string_view name, TypeId type = types::real) { return declare(name, type, {}); }
    ExprId clock(std::string_view name) { return declare(name, types::clock, {}); }
    ExprId parameter(std::string_view name, ExprId value) { return declare(name, s().type(value), value); }
    ExprId declare(std::string_view name, TypeId type, ExprId parameter_value) {
        Variable v;
        v.name = interner.intern(name);
        v.type = type;
        if (parameter_value) {
            v.variability = Variability::parameter;
            v.binding = parameter_value;
        }
        return s().variable(flat.variables.add(v), type);
    }
    ExprId n(std::int64_t value) { return s().integer(value); }
    ExprId r(double value) { return s().real(value); }
    ExprId f(Builtin builtin, ExprList arguments) { return s().builtin(builtin, arguments); }
    ExprId make_clock(ExprList arguments) { return f(Builtin::clock, arguments); }
    ExprId previous(ExprId x) { return f(Builtin::previous, {x}); }
    ExprId text_literal(std::string_view text) { return s().string(interner.intern(text)); }

    static FlatEquation equality(ExprId a, ExprId b) {
        FlatEquation e;
        e.a = a;
        e.b = b;
        return e;
    }
    static FlatEquation branch(FlatEquationKind kind, ExprId condition, std::vector<FlatEquation> body) {
        FlatEquation e;
        e.kind = kind;
        e.branches.push_back({condition, std::move(body)});
        return e;
    }
    void equation(ExprId a, ExprId b) { flat.equations.push_back(equality(a, b)); }
    void when(ExprId condition, std::vector<FlatEquation> body) {
        flat.equations.push_back(branch(FlatEquationKind::when, condition, std::move(body)));
    }

    bool run() { return partition_clocks(flat, interner, diagnostics); }

    [[nodiscard]] std::string text(ExprId expr) const {
        return to_string(flat.exprs, expr, VariableNames(flat.variables, interner, NameStyle::plain));
    }
    [[nodiscard]] std::string text(std::vector<FlatEquation> const& equations) const {
        std::string out;
        for (FlatEquation const& e : equations) {
            if (e.kind == FlatEquationKind::equality) {
                out += text(e.a) + " = " + text(e.b) + "; ";
            } else {
                out += "{ ";
                for (FlatBranch const& b : e.branches) out += text(b.body);
                out += "} ";
            }
        }
        return out;
    }
    // `name = Clock(…)`, then a line for each sub-partition: *factor +shift method: equations
    [[nodiscard]] std::string partitions() const {
        std::string out;
        for (FlatPartition const& p : flat.partitions) {
            out += std::string(interner.text(p.clock_name)) + " = " + text(p.clock) + "\n";
            for (FlatSubPartition const& sub : p.sub_partitions) {
                out += "  *" + fraction(sub.sub_numerator, sub.sub_denominator) + " +" +
                       fraction(sub.shift_numerator, sub.shift_denominator);
                if (sub.solver_method) out += " " + std::string(interner.text(sub.solver_method));
                out += ": " + text(sub.equations);
                if (!sub.algorithms.empty()) out += std::to_string(sub.algorithms.size()) + " algorithms ";
                out.back() = '\n';
            }
        }
        return out;
    }
    [[nodiscard]] std::string continuous() const { return text(flat.equations); }
    // Kind and text of every message, one a line, with its notes.
    [[nodiscard]] std::string messages() const {
        std::string out;
        for (Diagnostic const& item : diagnostics.items()) {
            out += std::string(severity_name(item.severity)) + ": " + item.text() + " [" +
                   std::string(kind_name(item.kind)) + "]\n";
            for (DiagnosticNote const& note : item.notes) out += "note: " + note.text() + "\n";
        }
        return out;
    }

private:
    static std::string fraction(std::int64_t numerator, std::int64_t denominator) {
        return std::to_string(numerator) + (denominator == 1 ? "" : "/" + std::to_string(denominator));
    }
};

}  // namespace moo::test
