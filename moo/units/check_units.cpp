#include "moo/units/check_units.h"

#include <unordered_map>

#include "moo/model/names.h"
#include "moo/units/unit_inference.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> units_differ{
    DiagnosticKind::UnitMismatch, "`{}` has unit {}, but `{}` has unit {}"};
constexpr Message<std::string_view, std::string_view, std::string_view> not_pure{
    DiagnosticKind::UnitMismatch, "`{}` has unit {}; the argument of `{}` must be a pure number or an angle"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::size_t> not_a_unit{
    DiagnosticKind::UnitUnparsable, "`{}`, the unit of `{}`, is not a unit expression: {} (at character {})"};

class UnitChecker {
public:
    UnitChecker(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics)
        : model_(model),
          exprs_(model.exprs),
          interner_(interner),
          diagnostics_(diagnostics),
          names_(model.variables, interner, NameStyle::plain),
          variable_units_(model.variables.size()),
          inference_(
              model.exprs, [this](VarId variable) { return variable_units_[variable]; },
              [this](ExprId whole, ExprId operand, ExprId other) { report(whole, operand, other); }) {}

    void run() {
        for (VarId const id : model_.variables.ids()) variable_units_[id] = declared_unit(id);
        for (VarId const id : model_.variables.ids()) check_variable(id);
        check(model_.equations);
        check(model_.initial_equations);
        check(model_.algorithms);
        check(model_.initial_algorithms);
        for (FlatPartition const& partition : model_.partitions) {
            for (FlatSubPartition const& sub : partition.sub_partitions) {
                check(sub.equations);
                check(sub.algorithms);
            }
        }
    }

private:
    // ---- units of variables ----

    // The string that all elements of the attribute have; none if they differ.
    [[nodiscard]] Symbol unit_text(ExprId attribute) const {
        if (!attribute) return {};
        if (exprs_.kind(attribute) == ExprKind::string) return exprs_.symbol(attribute);
        if (exprs_.is_builtin(attribute, Builtin::fill)) attribute = exprs_.operand(attribute, 0);
        if (exprs_.kind(attribute) == ExprKind::string) return exprs_.symbol(attribute);
        if (exprs_.kind(attribute) != ExprKind::array) return {};
        Symbol text;
        for (ExprId const element : exprs_.operands(attribute)) {
            if (exprs_.kind(element) != ExprKind::string) return {};
            if (text && !(text == exprs_.symbol(element))) return {};
            text = exprs_.symbol(element);
        }
        return text;
    }

    UnitValue declared_unit(VarId id) {
        Variable const& variable = model_.variables[id];
        Symbol const text = unit_text(variable.attribute(Attribute::unit));
        if (!text || interner_.text(text).empty()) return constant_unit(variable);
        auto const [place, is_new] = parsed_.try_emplace(text, UnitValue::unknown());
        if (!is_new) return place->second;
        UnitParse const parse = parse_unit(interner_.text(text));
        if (parse.unit) {
            place->second = inference_.intern(parse.unit->dimension);
        } else {
            diagnostics_.warning(variable.source, not_a_unit, interner_.text(text), interner_.text(variable.name),
                                 parse.error, parse.position + 1);
        }
        return place->second;
    }

    // A constant such as pi is as good as the number.
    [[nodiscard]] UnitValue constant_unit(Variable const& variable) const {
        bool const is_number =
            variable.variability == Variability::constant && variable.binding && exprs_.is_number(variable.binding);
        return is_number ? UnitInference::of_number(exprs_.number_value(variable.binding)) : UnitValue::unknown();
    }

    void check_variable(VarId id) {
        Variable const& variable = model_.variables[id];
        place_ = variable.source;
        for (ExprId const value :
             {variable.binding, variable.attribute(Attribute::start), variable.attribute(Attribute::min),
              variable.attribute(Attribute::max), variable.attribute(Attribute::nominal)}) {
            if (!value) continue;
            UnitValue const unit = inference_.unit(value);
            if (UnitInference::differ(variable_units_[id], unit)) {
                diagnostics_.warning(place_, units_differ, interner_.text(variable.name), declared_text(id),
                                     shown(value), unit_text_of(value, unit));
            }
        }
    }

    // ---- equations and statements ----

    // The last is pushed first, so that messages come in the order of the text.
    template <class Item>
    static void push(std::vector<Item const*>& stack, std::vector<Item> const& items) {
        for (auto item = items.rbegin(); item != items.rend(); ++item) stack.push_back(&*item);
    }

    // Nested equations wait on a stack of our own, so that the nesting of a model takes none of the machine's.
    void check(std::vector<FlatEquation> const& equations) {
        push(equation_stack_, equations);
        while (!equation_stack_.empty()) {
            FlatEquation const& equation = *equation_stack_.back();
            equation_stack_.pop_back();
            place_ = equation.source;
            bool const compares =
                equation.kind == FlatEquationKind::equality || equation.kind == FlatEquationKind::reinit;
            check_parts(equation.a, equation.b, equation.c, compares);
            for (auto branch = equation.branches.rbegin(); branch != equation.branches.rend(); ++branch) {
                if (branch->condition) inference_.unit(branch->condition);
                push(equation_stack_, branch->body);
            }
        }
    }

    void check(std::vector<FlatAlgorithm> const& algorithms) {
        for (auto algorithm = algorithms.rbegin(); algorithm != algorithms.rend(); ++algorithm) {
            push(statement_stack_, algorithm->statements);
        }
        while (!statement_stack_.empty()) {
            FlatStatement const& statement = *statement_stack_.back();
            statement_stack_.pop_back();
            place_ = statement.source;
            bool const compares =
                statement.kind == FlatStatementKind::assignment || statement.kind == FlatStatementKind::reinit;
            check_parts(statement.a, statement.b, statement.c, compares);
            for (auto branch = statement.branches.rbegin(); branch != statement.branches.rend(); ++branch) {
                if (branch->condition) inference_.unit(branch->condition);
                push(statement_stack_, branch->body);
            }
        }
    }

    void check_parts(ExprId a, ExprId b, ExprId c, bool compares) {
        for (ExprId const part : {a, b, c}) {
            if (part) inference_.unit(part);
        }
        if (!compares || !a || !b) return;
        // `u = time` is how a ramp is written in small examples.
        if (exprs_.kind(a) == ExprKind::time || exprs_.kind(b) == ExprKind::time) return;
        if (UnitInference::differ(inference_.unit(a), inference_.unit(b))) report(ExprId(), a, b);
    }

    // ---- messages ----

    void report(ExprId whole, ExprId operand, ExprId other) {
        // Both have been computed: the inference is not entered again.
        std::string const unit = unit_text_of(operand, inference_.computed(operand));
        if (other) {
            diagnostics_.warning(place_, units_differ, shown(operand), unit, shown(other),
                                 unit_text_of(other, inference_.computed(other)));
        } else {
            diagnostics_.warning(place_, not_pure, shown(operand), unit, builtin_info(exprs_.builtin_of(whole)).name);
        }
    }

    [[nodiscard]] std::string_view declared_text(VarId id) const {
        return interner_.text(unit_text(model_.variables[id].attribute(Attribute::unit)));
    }

    // As it is declared, or in base units where it has been computed.
    [[nodiscard]] std::string unit_text_of(ExprId expr, UnitValue unit) const {
        bool const is_declared = exprs_.is_reference(expr) && exprs_.referenced_variable(expr).has_value();
        if (is_declared) return std::string(declared_text(exprs_.referenced_variable(expr)));
        return dimension_text(inference_.dimension(unit));
    }

    [[nodiscard]] std::string shown(ExprId expr) const {
        constexpr std::size_t most = 80;
        std::string text = to_string(exprs_, expr, names_);
        if (text.size() <= most) return text;
        std::size_t end = most;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) --end;
        return text.substr(0, end) + " …";
    }

    FlatModel const& model_;
    ExprStore const& exprs_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
    VariableNames names_;
    Store<VarId, UnitValue> variable_units_;
    UnitInference inference_;
    std::unordered_map<Symbol, UnitValue> parsed_;
    SourceSpan place_;  // of what is checked now
    std::vector<FlatEquation const*> equation_stack_;
    std::vector<FlatStatement const*> statement_stack_;
};

}  // namespace

void check_units(FlatModel const& model, Interner const& interner, Diagnostics& diagnostics) {
    UnitChecker(model, interner, diagnostics).run();
}

}  // namespace moo
