#include "moo/lower/lower_class.h"

#include <unordered_set>

#include "moo/lower/annotation.h"
#include "moo/lower/lower_package.h"
#include "moo/lower/lower_partition.h"
#include "moo/lower/lower_statement.h"
#include "moo/lower/lower_variable.h"
#include "moo/lower/shared_messages.h"

namespace moo {

namespace {

constexpr Message<std::string_view> experiment_value{DiagnosticKind::TypeMismatch,
                                                     "`{}` of the experiment is not a number"};
constexpr Message<> unused_priority{DiagnosticKind::UnsupportedConstruct,
                                    "priorities of guess values are not supported yet; this one is ignored"};

class ClassLowering {
public:
    ClassLowering(ast::Ast const& ast, Interner& interner, Diagnostics& diagnostics,
                  ClassLoweringOptions const& options, FlatModel& model)
        : ast_(ast),
          interner_(interner),
          diagnostics_(diagnostics),
          options_(options),
          model_(model),
          scope_(model, interner, options.unquote_names),
          context_{ast, interner, model.exprs, diagnostics, scope_},
          package_(context_, scope_, options.locate, model),
          variables_(context_, scope_, options.locate, model) {}

    void run(ast::ClassId class_id) {
        ast::Class const& c = ast_[class_id];
        model_.name = scope_.name_of(c.name.symbol);
        model_.description = interner_.intern(ast_.description_text(c.comment.description));
        scope_.declare_class = [this](Symbol identifier) { package_.declare(identifier); };
        scope_.lower_binding = [this](VarId variable) { variables_.lower_binding_of(variable); };
        declare_package();
        // All names first: an equation may use variables that are declared after it.
        for (ast::Section const& section : ast_.items(c.sections)) {
            bool const is_protected = section.kind == ast::SectionKind::protected_;
            for (ast::ElementId const id : ast_.items(section.elements)) declare_element(ast_[id], is_protected);
        }
        if (!options_.take_equation) take_final_values(c);
        variables_.lower_all();
        package_.finish();
        for (ast::EquationId const id : guesses_) lower_guess(ast_[id]);
        for (ast::Section const& section : ast_.items(c.sections)) lower_section(section);
        for (ast::Partition const& partition : ast_.items(c.partitions)) {
            lower_partition(context_, scope_, partition, options_.locate, model_);
        }
        if (ast_.external(c) != nullptr) refuse(ast_.external(c)->span, "external clauses of a model");
        read_experiment(c.comment.annotation);
    }

private:
    void refuse(SourceSpan span, std::string_view what) {
        diagnostics_.error(span, lower_messages::not_supported_yet, what);
    }

    // ---- declarations ----

    void declare_package() {
        package_.collect(options_.package_elements);
        for (ast::ElementId const id : options_.package_elements) {
            ast::Element const& element = ast_[id];
            switch (element.kind) {
                case ast::ElementKind::component_clause: variables_.declare(element, false, true); break;
                case ast::ElementKind::class_definition: break;
                case ast::ElementKind::import:
                case ast::ElementKind::extends:
                case ast::ElementKind::parameter_equation:
                    refuse(element.span, "imports, extends-clauses and parameter equations next to the model");
                    break;
            }
        }
        package_.declare_all();
    }

    void declare_element(ast::Element const& element, bool is_protected) {
        switch (element.kind) {
            case ast::ElementKind::import: return refuse(element.span, "imports");
            case ast::ElementKind::extends: return refuse(element.span, "extends-clauses");
            case ast::ElementKind::class_definition: return refuse(element.span, "local classes");
            case ast::ElementKind::parameter_equation: guesses_.push_back(ast_.parameter_equation(element)); return;
            case ast::ElementKind::component_clause: variables_.declare(element, is_protected, false); return;
        }
    }

    void take_final_values(ast::Class const& c) {
        for (ast::Section const& section : ast_.items(c.sections)) {
            if (section.kind != ast::SectionKind::initial_equation) continue;
            for (ast::EquationId const id : ast_.items(section.equations)) {
                if (variables_.take_final_value(ast_[id])) final_values_.insert(id.index());
            }
        }
    }

    // ---- guess values ----

    // `guess(x) = e`, `guess(x) = prioritize(e, 2)`: the attribute `start`.
    void lower_guess(ast::Equation const& equation) {
        auto const target = scope_.guess_target(context_, equation.lhs);
        if (!target || !*target) return;
        ast::ExprId value = ast_.strip(equation.rhs);
        if (is_call_of(value, "prioritize") && ast_.arguments(value).size() == 2) {
            diagnostics_.warning(ast_[value].span, unused_priority);
            value = ast_.arguments(value)[0].value;
        }
        TypeId const type = model_.variables[*target].type;
        if (ExprId const lowered = lower_expression_as(context_, value, type)) {
            variables_.set_attribute(*target, Attribute::start, lowered, equation.span);
        }
    }

    [[nodiscard]] bool is_call_of(ast::ExprId id, std::string_view name) const {
        if (ast_[id].kind != ast::ExprKind::call) return false;
        auto const callee = ast_.simple_callee(id);
        return callee && interner_.text(*callee) == name;
    }

    // `x = guess(x)` and `pre(x) = guess(x)` say `fixed = true`; `guess(x) = e` gives a start value that cannot be
    // changed after translation. True if the equation was one of these.
    bool take_initial_equation(ast::Equation const& equation) {
        if (equation.kind == ast::EquationKind::expression && is_call_of(ast_.strip(equation.lhs), "prioritize")) {
            diagnostics_.warning(equation.span, unused_priority);
            return true;
        }
        if (equation.kind != ast::EquationKind::equality) return false;
        if (is_call_of(ast_.strip(equation.lhs), "guess")) {
            lower_guess(equation);
            return true;
        }
        if (!is_call_of(ast_.strip(equation.rhs), "guess")) return false;
        auto const target = scope_.guess_target(context_, equation.rhs);
        if (!target || !*target) return true;
        ast::ExprId left = ast_.strip(equation.lhs);
        bool const is_pre = is_call_of(left, "pre") && ast_.arguments(left).size() == 1;
        if (is_pre) left = ast_.strip(ast_.arguments(left)[0].value);
        if (ast_[left].kind != ast::ExprKind::reference) return false;
        auto const parts = ast_.reference_parts(left);
        bool const is_plain = parts.size() == 1 && parts[0].subscripts.empty();
        if (!is_plain || scope_.find_variable(parts[0].name) != *target) return false;
        bool const is_discrete = model_.variables[*target].variability == Variability::discrete;
        if (is_pre != is_discrete) return false;
        variables_.set_attribute(*target, Attribute::fixed, context_.exprs.boolean(true), equation.span);
        return true;
    }

    // ---- sections ----

    void lower_section(ast::Section const& section) {
        switch (section.kind) {
            case ast::SectionKind::elements:
            case ast::SectionKind::public_:
            case ast::SectionKind::protected_: return;
            case ast::SectionKind::equation: return lower_equations(section, model_.equations);
            case ast::SectionKind::initial_equation: return lower_equations(section, model_.initial_equations);
            case ast::SectionKind::algorithm:
                model_.algorithms.push_back(lower_algorithm(context_, section, options_.locate));
                return;
            case ast::SectionKind::initial_algorithm:
                model_.initial_algorithms.push_back(lower_algorithm(context_, section, options_.locate));
                return;
        }
    }

    void lower_equations(ast::Section const& section, std::vector<FlatEquation>& target) {
        bool const is_initial = section.kind == ast::SectionKind::initial_equation;
        for (ast::EquationId const id : ast_.items(section.equations)) {
            if (options_.take_equation) {
                options_.take_equation(context_, id);
                continue;
            }
            if (is_initial && (final_values_.contains(id.index()) || take_initial_equation(ast_[id]))) continue;
            if (auto equation = lower_equation(context_, id, options_.locate)) target.push_back(std::move(*equation));
        }
    }

    // annotation(experiment(StopTime = 3, …))
    void read_experiment(ast::ModificationId annotation) {
        ast::ModificationId const experiment = find_argument(ast_, interner_, annotation, "experiment");
        auto const value = [&](char const* name) -> std::optional<double> {
            ast::ModificationId const given = find_argument(ast_, interner_, experiment, name);
            if (!given) return std::nullopt;
            auto const number = ast_[given].value ? number_literal(ast_, ast_[given].value) : std::nullopt;
            if (!number) diagnostics_.error(ast_[given].span, experiment_value, name);
            return number;
        };
        model_.experiment = {value("StartTime"), value("StopTime"), value("Tolerance"), value("Interval")};
    }

    ast::Ast const& ast_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    ClassLoweringOptions const& options_;
    FlatModel& model_;
    FlatScope scope_;
    LoweringContext context_;
    PackageLowering package_;
    VariableLowering variables_;
    std::vector<ast::EquationId> guesses_;
    std::unordered_set<std::uint32_t> final_values_;  // initial equations that are bindings
};

}  // namespace

void lower_class(ast::Ast const& ast, ast::ClassId class_id, Interner& interner, Diagnostics& diagnostics,
                 ClassLoweringOptions const& options, FlatModel& model) {
    ClassLowering(ast, interner, diagnostics, options, model).run(class_id);
}

}  // namespace moo
