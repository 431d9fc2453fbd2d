#include "backends/fmu/describe_dae.h"

#include <map>
#include <set>
#include <unordered_map>

#include "backends/fmu/fmu_structure.h"
#include "backends/fmu/fmu_xml.h"

namespace moo {

namespace {

class Manifest {
public:
    Manifest(Document const& document, FmuPlan const& plan) : document_(document), exprs_(document.exprs), plan_(plan) {
        for (Dependency const& row : document.residual_view.dependencies) {
            rows_.emplace(row.unknown, &row);
            if (exprs_.kind(row.unknown) != ExprKind::der) continue;
            targets_[plan.shown_derivative[exprs_.referenced_variable(row.unknown)]].push_back(row.unknown);
        }
        for (FmuPlan::Residual const& residual : plan.residuals) unknowns_.insert(residual.unknown);
    }

    std::string run() {
        pugi::xml_document xml;
        pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
        set_text(declaration, "version", "1.0");
        set_text(declaration, "encoding", "UTF-8");
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
            if (is_state_derivative(unknown)) continue;
            set_number(node.append_child("AlgebraicVariable"), "valueReference", plan_.variables[unknown].reference);
        }
    }

    // A derivative that is not listed is determined by residuals.
    void write_structure(pugi::xml_node node) const {
        FmuStructure const structure = structure_fmu(document_, plan_);
        // With blocks unsolved they may depend on the unknowns of all of them.
        for (FmuUnknown const& output : structure.outputs) write_unknown(node, "Output", {output.variable, false, {}});
        for (FmuUnknown const& derivative : structure.derivatives) {
            if (unknowns_.contains(derivative.variable)) continue;
            auto const targets = targets_.find(derivative.variable);
            bool const is_told = targets != targets_.end();
            write_unknown(
                node, "ContinuousStateDerivative",
                is_told ? unknown(derivative.variable, targets->second) : FmuUnknown{derivative.variable, false, {}});
        }
        // The initialization is solved here.
        for (FmuUnknown const& initial : structure.initial_unknowns) write_unknown(node, "InitialUnknown", initial);
        for (FmuUnknown const& indicator : structure.event_indicators) {
            write_unknown(node, "EventIndicator", {indicator.variable, false, {}});
        }
        for (FmuPlan::Residual const& residual : plan_.residuals) {
            ExprId const target = document_.integration.equations[residual.equation].target;
            write_unknown(node.append_child("Residual"), "Formulation", unknown(residual.variable, {target}));
        }
    }

    [[nodiscard]] bool is_state_derivative(std::uint32_t variable) const {
        return plan_.variables[variable].elements[0].index >= document_.variables.size();
    }

    // The rows of several targets, put together.
    [[nodiscard]] FmuUnknown unknown(std::uint32_t variable, std::vector<ExprId> const& targets) const {
        FmuTerms terms;
        for (ExprId const target : targets) {
            auto const row = rows_.find(target);
            if (row == rows_.end()) return {variable, false, {}};
            if (row->second->on_time) terms.add(plan_.time, DependencyKind::dependent);
            for (DependencyTerm const& term : row->second->terms) terms.add(plan_.shown[term.on], term.kind);
            for (DependencyTerm const& term : row->second->derivatives) {
                terms.add(plan_.shown_derivative[term.on], term.kind);
            }
        }
        return {variable, true, terms.list()};
    }

    void write_unknown(pugi::xml_node parent, char const* element, FmuUnknown const& unknown) const {
        pugi::xml_node node = parent.append_child(element);
        set_number(node, "valueReference", plan_.variables[unknown.variable].reference);
        set_dependencies(node, unknown, [&](std::uint32_t variable) { return plan_.variables[variable].reference; });
    }

    Document const& document_;
    ExprStore const& exprs_;
    FmuPlan const& plan_;
    std::unordered_map<ExprId, Dependency const*> rows_;    // by target
    std::map<std::uint32_t, std::vector<ExprId>> targets_;  // by variable of the plan that shows a derivative
    std::set<std::uint32_t> unknowns_;                      // variables of the plan
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

std::string describe_dae(Document const& document, FmuPlan const& plan) { return Manifest(document, plan).run(); }

}  // namespace moo
