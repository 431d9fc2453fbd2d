#include "backends/template/document_value.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "moo/expr/free_variables.h"
#include "moo/expr/print.h"
#include "moo/model/describe_document.h"
#include "moo/model/names.h"

namespace moo {

namespace {

using nlohmann::json;

// The first element of the list that stands for a node; empty for what is written as a JSON value of its own.
std::string_view operator_name(ExprStore const& exprs, ExprId id) {
    switch (exprs.kind(id)) {
        case ExprKind::time: return "time";
        case ExprKind::neg:
        case ExprKind::sub: return "-";
        case ExprKind::logical_not: return "not";
        case ExprKind::der: return "der";
        case ExprKind::pre: return "pre";
        case ExprKind::add: return "+";
        case ExprKind::mul: return "*";
        case ExprKind::div: return "/";
        case ExprKind::pow: return "^";
        case ExprKind::element_add: return ".+";
        case ExprKind::element_sub: return ".-";
        case ExprKind::element_mul: return ".*";
        case ExprKind::element_div: return "./";
        case ExprKind::element_pow: return ".^";
        case ExprKind::logical_and: return "and";
        case ExprKind::logical_or: return "or";
        case ExprKind::less: return "<";
        case ExprKind::less_equal: return "<=";
        case ExprKind::greater: return ">";
        case ExprKind::greater_equal: return ">=";
        case ExprKind::equal: return "==";
        case ExprKind::not_equal: return "<>";
        case ExprKind::if_else: return "if";
        case ExprKind::builtin: return builtin_info(exprs.builtin_of(id)).name;
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::variable: return {};
        // The equations of a verified document hold none of these.
        case ExprKind::iterator:
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::field:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::call:
        case ExprKind::output:
        case ExprKind::reduction: return {};
    }
    return {};
}

class DocumentValue {
public:
    DocumentValue(Document const& document, Interner const& interner, SourceManager const& sources)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          sources_(sources),
          names_(document.variables, interner, NameStyle::plain) {}

    json run() {
        json model = {{"name", text(document_.name)}, {"description", text(document_.description)}};
        Experiment const& experiment = document_.experiment;
        // What the model leaves out are the defaults of the language (Modelica 3.6, section 18.4).
        double const start = experiment.start_time.value_or(0.0);
        double const stop = experiment.stop_time.value_or(start + 1.0);
        model["experiment"] = {{"start_time", start},
                               {"stop_time", stop},
                               {"tolerance", experiment.tolerance.value_or(1e-6)},
                               {"interval", experiment.interval.value_or((stop - start) / 500)}};
        model["variables"] = variables();
        model["parameters"] = json::array();
        for (VarId const id : document_.parameter_order)
            model["parameters"].push_back(text(document_.variables[id].name));
        model["initialization"] = equation_set(document_.initialization);
        model["integration"] = equation_set(document_.integration);
        model["reinitialization"] = equation_set(document_.reinitialization);
        add_conditions(model["reinitialization"]["blocks"]);
        add_events(model);
        return model;
    }

private:
    [[nodiscard]] std::string text(Symbol symbol) const {
        return symbol ? std::string(interner_.text(symbol)) : std::string();
    }
    [[nodiscard]] std::string place(SourceSpan span) const { return sources_.place_text(span.begin); }

    // ---- expressions ----

    // Operands first, on a stack of its own: an expression may be deeper than recursion goes.
    json expression(ExprId root) {
        struct Open {
            ExprId id;
            bool is_entered;
        };
        std::vector<Open> open = {{root, false}};
        std::vector<json> done;
        while (!open.empty()) {
            Open const top = open.back();
            open.pop_back();
            std::string_view const name = operator_name(exprs_, top.id);
            if (name.empty()) {
                done.push_back(leaf(top.id));
                continue;
            }
            auto const operands = exprs_.operands(top.id);
            if (!top.is_entered) {
                open.push_back({top.id, true});
                for (std::size_t i = operands.size(); i-- > 0;) open.push_back({operands[i], false});
                continue;
            }
            json list = json::array({name});
            for (std::size_t i = done.size() - operands.size(); i < done.size(); ++i)
                list.push_back(std::move(done[i]));
            done.resize(done.size() - operands.size());
            done.push_back(std::move(list));
        }
        return std::move(done.back());
    }

    json leaf(ExprId id) const {
        ExprKind const kind = exprs_.kind(id);
        if (kind == ExprKind::real) return exprs_.real_value(id);
        if (kind == ExprKind::integer) return exprs_.integer_value(id);
        if (kind == ExprKind::boolean) return exprs_.boolean_value(id);
        if (kind == ExprKind::variable) return text(document_.variables[exprs_.variable_of(id)].name);
        if (kind == ExprKind::string) return json::array({"string", text(exprs_.symbol(id))});
        if (kind == ExprKind::enumeration) {
            return json::array({"enum", to_string(exprs_, id, names_), exprs_.enumeration_ordinal(id)});
        }
        // No language has a form of that name, so that whoever writes it hears of it.
        return json::array({kind_name(kind)});
    }

    // ---- variables ----

    json variables() {
        json list = json::array();
        std::size_t states = 0;
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            bool const is_boolean = variable.type == types::boolean;
            json item = {{"name", text(variable.name)},
                         {"description", text(variable.description)},
                         {"type", is_boolean                        ? "Boolean"
                                  : variable.type == types::integer ? "Integer"
                                                                    : "Real"},
                         {"role", name_of_value(document_.role(id))},
                         {"index", id.index()},
                         {"source", place(variable.source)}};
            if (document_.role(id) == Role::state) item["state"] = states++;
            if (variable.is_parameter() && variable.binding) item["binding"] = expression(variable.binding);
            for (Attribute const which : {Attribute::start, Attribute::nominal, Attribute::min, Attribute::max}) {
                if (ExprId const value = variable.attribute(which))
                    item[std::string(attribute_name(which))] = expression(value);
            }
            ExprId const unit = variable.attribute(Attribute::unit);
            item["unit"] = unit && exprs_.kind(unit) == ExprKind::string ? text(exprs_.symbol(unit)) : std::string();
            list.push_back(std::move(item));
        }
        return list;
    }

    // ---- equations ----

    json equation_set(EquationSet const& set) {
        json blocks = json::array();
        FreeVariables walk(exprs_);
        std::size_t entry = 0;
        for (std::size_t b = 0; b < set.block_count(); ++b) {
            std::uint32_t const first = set.block_starts[b];
            std::unordered_set<ExprId> targets;
            json block = {{"number", b + 1}, {"equations", json::array()}, {"jacobian", json::array()}};
            for (std::uint32_t i = first; i < set.block_starts[b + 1]; ++i) {
                targets.insert(set.equations[i].target);
                block["equations"].push_back(equation(set.equations[i], i));
            }
            // Linear if no entry of the Jacobian depends on an unknown of the block.
            bool is_linear = true;
            for (; entry < set.jacobian.size() && set.jacobian[entry].row < set.block_starts[b + 1]; ++entry) {
                JacobianEntry const& each = set.jacobian[entry];
                block["jacobian"].push_back(
                    {{"row", each.row - first}, {"column", each.column - first}, {"value", expression(each.value)}});
                for (ExprId const used : walk.references(each.value)) is_linear = is_linear && !targets.contains(used);
            }
            block["kind"] = set.equations[first].form != EquationForm::residual ? "assign"
                            : is_linear                                         ? "linear"
                                                                                : "nonlinear";
            blocks.push_back(std::move(block));
        }
        return {{"blocks", std::move(blocks)}};
    }

    json equation(SetEquation const& equation, std::uint32_t index) {
        VarId const variable = exprs_.referenced_variable(equation.target);
        json item = {{"number", index + 1},
                     {"target", expression(equation.target)},
                     {"variable", text(document_.variables[variable].name)},
                     {"value", expression(equation.value)},
                     {"form", name_of_value(equation.form)},
                     {"is_start_value", equation.is_start_value()},
                     {"origin", equation.origin},
                     {"source", place(equation.source)}};
        if (equation.form == EquationForm::instant) {
            item["is_reinit"] = document_.role(variable) == Role::state;
            item["conditions"] = json::array();
            item["first_conditions"] = json::array();
        }
        return item;
    }

    // To each instant equation the conditions it listens to, and those of them that no equation before it listens to.
    void add_conditions(json& blocks) {
        std::vector<json*> equations;
        for (json& block : blocks) {
            for (json& each : block["equations"]) equations.push_back(&each);
        }
        for (std::size_t i = 0; i < document_.when_conditions.size(); ++i) {
            std::uint32_t first = static_cast<std::uint32_t>(equations.size());
            for (std::uint32_t const index : document_.when_conditions[i].equations) {
                (*equations[index])["conditions"].push_back(i);
                first = std::min(first, index);
            }
            if (first < equations.size()) (*equations[first])["first_conditions"].push_back(i);
        }
    }

    void add_events(json& model) {
        auto const numbers = [](std::vector<std::uint32_t> const& indices) {
            json list = json::array();
            for (std::uint32_t const index : indices) list.push_back(index + 1);
            return list;
        };
        model["zero_crossings"] = json::array();
        for (ZeroCrossing const& crossing : document_.zero_crossings) {
            model["zero_crossings"].push_back({{"function", expression(crossing.function)},
                                               {"relation", expression(crossing.relation)},
                                               {"text", to_string(exprs_, crossing.relation, names_)},
                                               {"equations", numbers(crossing.equations)}});
        }
        model["when_conditions"] = json::array();
        for (WhenCondition const& when : document_.when_conditions) {
            model["when_conditions"].push_back(
                {{"condition", expression(when.condition)}, {"equations", numbers(when.equations)}});
        }
        model["assertions"] = json::array();
        for (Assertion const& assertion : document_.assertions) {
            bool const is_text = exprs_.kind(assertion.message) == ExprKind::string;
            model["assertions"].push_back(
                {{"condition", expression(assertion.condition)},
                 {"message", is_text ? text(exprs_.symbol(assertion.message)) : std::string("assertion failed")},
                 {"source", place(assertion.source)}});
        }
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SourceManager const& sources_;
    VariableNames names_;
};

}  // namespace

json document_as_json(Document const& document, Interner const& interner, SourceManager const& sources) {
    return DocumentValue(document, interner, sources).run();
}

}  // namespace moo
