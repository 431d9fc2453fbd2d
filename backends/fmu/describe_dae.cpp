#include "backends/fmu/describe_dae.h"

#include <set>
#include <unordered_map>

#include "backends/fmu/fmu_structure.h"
#include "backends/fmu/fmu_xml.h"

namespace moo {

namespace {

class Manifest {
public:
    Manifest(Document const& document, ModelProgram const& model, FmuPlan const& plan)
        : layout_(model.layout), plan_(plan), structure_(structure_fmu(document, model, plan, FmiVersion::three)) {
        ExprStore const& exprs = document.exprs;
        ResidualView const& view = document.residual_view;
        std::unordered_map<ExprId, std::uint32_t> residual_of;  // by target
        for (FmuPlan::Residual const& residual : plan.residuals) {
            unknowns_.insert(residual.unknown);
            residual_of.emplace(document.integration.equations[residual.equation].target, residual.variable);
        }
        for (Dependency const& row : view.dependencies) {
            auto const residual = residual_of.find(row.unknown);
            rows_[residual != residual_of.end() ? residual->second
                                                : plan.shown_derivative[exprs.referenced_variable(row.unknown)]]
                .push_back(&row);
        }
        for (Dependency const& row : view.outputs) {
            rows_[plan.shown[exprs.referenced_variable(row.unknown)]].push_back(&row);
        }
        std::unordered_map<ExprId, Dependency const*> crossings;
        for (Dependency const& row : view.crossings) crossings.emplace(row.unknown, &row);
        for (std::size_t i = 0; i < plan.event_indicators.size(); ++i) {
            auto const row = crossings.find(model.relations[i]);
            if (row != crossings.end()) rows_[plan.event_indicators[i]].push_back(row->second);
        }
    }

    std::string run() const {
        pugi::xml_document xml;
        pugi::xml_node root = xml.append_child("fmiLayeredStandardManifest");
        set_text(root, "xmlns", "http://fmi-standard.org/fmi-ls-manifest");
        set_text(root, "xmlns:fmi-ls", "http://fmi-standard.org/fmi-ls-manifest");
        set_text(root, "fmi-ls:fmi-ls-name", "org.fmi-standard.fmi-ls-dae");
        set_text(root, "fmi-ls:fmi-ls-version", "0.0.1");
        set_text(root, "fmi-ls:fmi-ls-description", "Layered standard for DAE support in FMI");
        write_algebraic(root.append_child("AlgebraicVariables"));
        write_structure(root.append_child("ModelStructure"));
        return xml_bytes(xml);
    }

private:
    void write_algebraic(pugi::xml_node node) const {
        for (std::uint32_t const unknown : unknowns_) {
            bool const is_derivative = layout_.is_derivative(plan_.variables[unknown].elements[0].index);
            if (is_derivative) continue;
            set_number(node.append_child("AlgebraicVariable"), "valueReference", plan_.variables[unknown].reference);
        }
    }

    void write_structure(pugi::xml_node node) const {
        for (FmuUnknown const& output : structure_.outputs) write_unknown(node, "Output", unknown(output.variable));
        for (FmuUnknown const& derivative : structure_.derivatives) {
            // An unknown that is not listed is determined by residuals.
            if (unknowns_.contains(derivative.variable)) continue;
            write_unknown(node, "ContinuousStateDerivative", unknown(derivative.variable));
        }
        // The FMU solves the initialization itself.
        for (FmuUnknown const& initial : structure_.initial_unknowns) write_unknown(node, "InitialUnknown", initial);
        for (FmuUnknown const& indicator : structure_.event_indicators) {
            write_unknown(node, "EventIndicator", unknown(indicator.variable));
        }
        for (FmuPlan::Residual const& residual : plan_.residuals) {
            write_unknown(node.append_child("Residual"), "Formulation", unknown(residual.variable));
        }
    }

    // Combines the rows of all elements of a variable.
    [[nodiscard]] FmuUnknown unknown(std::uint32_t variable) const {
        auto const rows = rows_.find(variable);
        if (rows == rows_.end() || rows->second.size() != plan_.variables[variable].elements.size()) {
            return {variable, false, {}};
        }
        FmuTerms terms;
        auto const add = [&](Store<VarId, std::uint32_t> const& shown, DependencyTerm const& term) {
            if (shown[term.on] != no_variable) terms.add(shown[term.on], term.kind);
        };
        for (Dependency const* const row : rows->second) {
            if (row->is_open) return {variable, false, {}};
            if (row->on_time) terms.add(plan_.time, row->time_kind);
            for (DependencyTerm const& term : row->terms) add(plan_.shown, term);
            for (DependencyTerm const& term : row->derivatives) add(plan_.shown_derivative, term);
            for (DependencyTerm const& term : row->parameters) add(plan_.shown, term);
        }
        return {variable, true, terms.take()};
    }

    void write_unknown(pugi::xml_node parent, char const* element, FmuUnknown const& unknown) const {
        pugi::xml_node node = parent.append_child(element);
        set_number(node, "valueReference", plan_.variables[unknown.variable].reference);
        set_dependencies(node, unknown, [&](std::uint32_t variable) { return plan_.variables[variable].reference; });
    }

    Layout const& layout_;
    FmuPlan const& plan_;
    FmuStructure structure_;
    std::unordered_map<std::uint32_t, std::vector<Dependency const*>> rows_;  // by variable of the plan
    std::set<std::uint32_t> unknowns_;                                        // variables of the plan
};

}  // namespace

bool has_residual_view(Document const& document) {
    if (!document.residual_view.equations.empty() || !document.states().empty()) {
        return !document.residual_view.equations.empty();
    }
    for (SetEquation const& equation : document.integration.equations) {
        if (equation.form == EquationForm::residual) return false;
    }
    return true;
}

std::string describe_dae(Document const& document, ModelProgram const& model, FmuPlan const& plan) {
    return Manifest(document, model, plan).run();
}

}  // namespace moo
