#include "backends/fmu/describe_fmu.h"

#include <cmath>
#include <limits>
#include <set>

#include "backends/fmu/fmu_structure.h"
#include "backends/fmu/fmu_units.h"
#include "backends/fmu/fmu_xml.h"
#include "moo/base/version.h"

namespace moo {

namespace {

class Description {
public:
    Description(Document const& document, Interner const& interner, ModelProgram const& model, FmuPlan const& plan,
                FmuOptions const& options, FmuFacts const& facts)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          model_(model),
          plan_(plan),
          options_(options),
          facts_(facts),
          is_fmi3_(options.version == FmiVersion::three),
          units_(document, interner) {}

    std::string run() {
        pugi::xml_document xml;
        root_ = xml.append_child("fmiModelDescription");
        name_types();
        write_head();
        if (options_.has_model_exchange) write_model_exchange();
        if (options_.has_co_simulation) write_co_simulation();
        pugi::xml_node types = write_types();
        write_log_categories();
        pugi::xml_node experiment = write_experiment();
        write_variables();
        write_structure();
        // The schema wants the units first, but they are known only after the variables.
        units_.write(root_, types ? types : root_.child("LogCategories"));
        (void)experiment;
        return xml_bytes(xml);
    }

private:
    [[nodiscard]] std::string text(Symbol symbol) const {
        return symbol ? std::string(interner_.text(symbol)) : std::string();
    }

    // ---- head ----

    void write_head() {
        set_text(root_, "fmiVersion", is_fmi3_ ? "3.0" : "2.0");
        set_text(root_, "modelName", text(document_.name));
        set_text(root_, is_fmi3_ ? "instantiationToken" : "guid", facts_.token);
        set_text(root_, "description", text(document_.description));
        // No date, so that the same model gives the same bytes.
        set_text(root_, "generationTool", "mogen-fmu " + std::string(version_text));
        set_text(root_, "variableNamingConvention", plan_.has_structured_names ? "structured" : "flat");
        if (!is_fmi3_) set_number(root_, "numberOfEventIndicators", model_.tables.crossing_count);
    }

    // The state of external objects is known by address only and cannot be copied.
    [[nodiscard]] bool can_copy_state() const {
        for (Variable const& variable : document_.variables) {
            if (exprs_.types().kind(variable.type) == TypeKind::external_object) return false;
        }
        return true;
    }

    void write_common(pugi::xml_node node) {
        set_text(node, "modelIdentifier", facts_.identifier);
        set_flag(node, "canBeInstantiatedOnlyOncePerProcess", false);
        if (!is_fmi3_) set_flag(node, "canNotUseMemoryManagementFunctions", true);
        set_flag(node, is_fmi3_ ? "canGetAndSetFMUState" : "canGetAndSetFMUstate", can_copy_state());
        set_flag(node, is_fmi3_ ? "canSerializeFMUState" : "canSerializeFMUstate", can_copy_state());
        set_flag(node, is_fmi3_ ? "providesDirectionalDerivatives" : "providesDirectionalDerivative",
                 facts_.has_tangents);
        if (is_fmi3_) set_flag(node, "providesAdjointDerivatives", facts_.has_tangents);
        if (facts_.source_files.empty() || is_fmi3_) return;
        pugi::xml_node files = node.append_child("SourceFiles");
        for (std::string const& file : facts_.source_files) set_text(files.append_child("File"), "name", file);
    }

    void write_model_exchange() {
        pugi::xml_node node = root_.append_child("ModelExchange");
        write_common(node);
        set_flag(node, is_fmi3_ ? "needsCompletedIntegratorStep" : "completedIntegratorStepNotNeeded", is_fmi3_);
        if (is_fmi3_) set_flag(node, "providesEvaluateDiscreteStates", true);
    }

    void write_co_simulation() {
        pugi::xml_node node = root_.append_child("CoSimulation");
        write_common(node);
        set_flag(node, "canHandleVariableCommunicationStepSize", true);
        set_number(node, "maxOutputDerivativeOrder", 0);
        if (!is_fmi3_) {
            set_flag(node, "canInterpolateInputs", true);
            set_flag(node, "canRunAsynchronuously", false);
            return;
        }
        for (char const* const name : {"hasEventMode", "mightReturnEarlyFromDoStep", "providesIntermediateUpdate",
                                       "canReturnEarlyAfterIntermediateUpdate", "providesEvaluateDiscreteStates"}) {
            set_flag(node, name, true);
        }
    }

    // ---- types ----

    // The names of types must differ from those of variables too.
    void name_types() {
        std::set<std::string> taken;
        for (FmuVariable const& variable : plan_.variables) taken.insert(variable.name);
        for (FmuVariable const& variable : plan_.variables) {
            if (variable.type != MOO_FMU_ENUMERATION) continue;
            TypeId const type = document_.variables[variable.declared].type;
            if (type_names_.contains(type)) continue;
            std::string name = normalized_text(text(exprs_.types().name(type)));
            while (!taken.insert(name).second) name += "_";
            type_names_.emplace(type, std::move(name));
        }
    }

    pugi::xml_node write_types() {
        if (type_names_.empty()) return {};
        pugi::xml_node definitions = root_.append_child("TypeDefinitions");
        for (auto const& [type, name] : type_names_) {
            FlatType const* declared = nullptr;
            for (FlatType const& each : document_.types) {
                if (each.type == type) declared = &each;
            }
            pugi::xml_node node = definitions.append_child(is_fmi3_ ? "EnumerationType" : "SimpleType");
            set_text(node, "name", name);
            if (declared != nullptr) set_text(node, "description", text(declared->description));
            if (!is_fmi3_) node = node.append_child("Enumeration");
            auto const literals = exprs_.types().literals(type);
            for (std::size_t i = 0; i < literals.size(); ++i) {
                pugi::xml_node item = node.append_child("Item");
                set_text(item, "name", normalized_text(text(literals[i])));
                set_number(item, "value", i + 1);
                if (declared != nullptr && i < declared->member_descriptions.size()) {
                    set_text(item, "description", text(declared->member_descriptions[i]));
                }
            }
        }
        return definitions;
    }

    void write_log_categories() {
        pugi::xml_node categories = root_.append_child("LogCategories");
        auto const add = [&](char const* name, char const* description) {
            pugi::xml_node category = categories.append_child("Category");
            set_text(category, "name", name);
            set_text(category, "description", description);
        };
#define MOO_FMU_ADD_CATEGORY(name, description) add(name, description);
        MOO_FMU_LOG_CATEGORIES(MOO_FMU_ADD_CATEGORY)
#undef MOO_FMU_ADD_CATEGORY
    }

    pugi::xml_node write_experiment() {
        Experiment const& experiment = document_.experiment;
        pugi::xml_node node;
        auto const set = [&](char const* name, std::optional<double> value, double above) {
            // In models, 0 means "use any value"; the standard has no such value.
            if (!value || !(*value > above)) return;
            if (!node) node = root_.append_child("DefaultExperiment");
            set_real(node, name, *value);
        };
        set("startTime", experiment.start_time, -std::numeric_limits<double>::infinity());
        set("stopTime", experiment.stop_time, experiment.start_time.value_or(0.0));
        set("tolerance", experiment.tolerance, 0.0);
        set("stepSize", experiment.interval, 0.0);
        return node;
    }

    // ---- variables ----

    void write_variables() {
        pugi::xml_node variables = root_.append_child("ModelVariables");
        if (!is_fmi3_) {
            for (FmuVariable const& variable : plan_.variables) write_fmi2(variables, variable);
            return;
        }
        std::vector<pugi::xml_node> nodes(plan_.variables.size());
        for (std::size_t i = 0; i < plan_.variables.size(); ++i) {
            if (plan_.variables[i].alias_of == no_variable) nodes[i] = write_fmi3(variables, plan_.variables[i]);
        }
        for (FmuVariable const& variable : plan_.variables) {
            if (variable.alias_of != no_variable) write_alias(nodes[variable.alias_of], variable);
        }
    }

    static char const* fmi2_type(MooFmuType type) {
        switch (type) {
            case MOO_FMU_REAL: return "Real";
            case MOO_FMU_INTEGER: return "Integer";
            case MOO_FMU_BOOLEAN: return "Boolean";
            case MOO_FMU_STRING: return "String";
            case MOO_FMU_ENUMERATION: return "Enumeration";
            case MOO_FMU_CLOCK: break;
        }
        return "";
    }

    static char const* fmi3_type(MooFmuType type) {
        switch (type) {
            case MOO_FMU_REAL: return "Float64";
            case MOO_FMU_INTEGER: return "Int32";
            case MOO_FMU_BOOLEAN: return "Boolean";
            case MOO_FMU_STRING: return "String";
            case MOO_FMU_ENUMERATION: return "Enumeration";
            case MOO_FMU_CLOCK: return "Clock";
        }
        return "";
    }

    void write_identity(pugi::xml_node node, FmuVariable const& variable) {
        set_text(node, "name", normalized_text(variable.name));
        set_number(node, "valueReference", variable.reference);
        set_text(node, "description", variable.description);
        set_text(node, "causality", causality_word(variable.causality));
        set_text(node, "variability", variability_word(variable.variability));
        bool const has_attribute = variable.causality != MOO_FMU_INPUT;
        if (has_attribute) set_text(node, "initial", initial_word(variable.initial));
    }

    // Writes bounds and nominal values that are numbers.
    void set_limit(pugi::xml_node node, char const* name, FmuVariable const& variable, Attribute attribute) {
        ExprId const value = document_.variables[variable.declared].attribute(attribute);
        if (!value) return;
        bool const is_real = variable.type == MOO_FMU_REAL;
        if (exprs_.kind(value) == ExprKind::enumeration) {
            set_number(node, name, exprs_.enumeration_ordinal(value));
        } else if (exprs_.is_number(value) && std::isfinite(exprs_.number_value(value))) {
            if (is_real) return set_real(node, name, exprs_.number_value(value));
            node.append_attribute(name).set_value(static_cast<long long>(exprs_.number_value(value)));
        }
    }

    void write_attributes(pugi::xml_node node, FmuVariable const& variable) {
        if (variable.type == MOO_FMU_ENUMERATION) {
            set_text(node, "declaredType", type_names_.at(document_.variables[variable.declared].type));
        }
        if (!variable.declared || variable.type == MOO_FMU_BOOLEAN || variable.type == MOO_FMU_STRING) return;
        set_text(node, "quantity", units_.text(variable.declared, Attribute::quantity));
        if (variable.type == MOO_FMU_REAL) units_.describe(node, variable.declared);
        set_limit(node, "min", variable, Attribute::min);
        set_limit(node, "max", variable, Attribute::max);
        if (variable.type != MOO_FMU_REAL) return;
        write_nominal(node, variable);
        ExprId const unbounded = document_.variables[variable.declared].attribute(Attribute::unbounded);
        if (unbounded && exprs_.is_boolean(unbounded, true)) set_flag(node, "unbounded", true);
    }

    // Writes the magnitude that `fmi…GetNominalsOfContinuousStates` returns.
    void write_nominal(pugi::xml_node node, FmuVariable const& variable) {
        ExprId const nominal = document_.variables[variable.declared].attribute(Attribute::nominal);
        if (!nominal || !exprs_.is_number(nominal)) return;
        double const size = std::abs(exprs_.number_value(nominal));
        if (std::isfinite(size) && size > 0.0) set_real(node, "nominal", size);
    }

    [[nodiscard]] static std::string joined(std::vector<std::string> const& words) {
        std::string all;
        for (std::string const& word : words) all += (all.empty() ? "" : " ") + word;
        return all;
    }

    // ---- FMI 2.0 ----

    void write_fmi2(pugi::xml_node parent, FmuVariable const& variable) {
        pugi::xml_node node = parent.append_child("ScalarVariable");
        write_identity(node, variable);
        pugi::xml_node value = node.append_child(fmi2_type(variable.type));
        write_attributes(value, variable);
        if (!variable.starts.empty()) {
            value.append_attribute("start").set_value(xml_text(variable.starts[0]).c_str());
        }
        if (variable.derivative_of != no_variable) set_number(value, "derivative", variable.derivative_of + 1);
        if (options_.has_model_exchange && is_reinitialized(variable)) set_flag(value, "reinit", true);
    }

    // Whether a state can jump at events.
    [[nodiscard]] bool is_reinitialized(FmuVariable const& variable) {
        if (reinitialized_.empty()) {
            reinitialized_.resize(document_.variables.size(), 0);
            for (SetEquation const& equation : document_.reinitialization.equations) {
                if (equation.form != EquationForm::instant || exprs_.kind(equation.target) != ExprKind::variable)
                    continue;
                reinitialized_[exprs_.variable_of(equation.target)] = 1;
            }
            for (StateSet const& set : document_.state_sets) {
                for (VarId const state : set.states) reinitialized_[state] = 1;
            }
        }
        bool const is_state = variable.declared && variable.elements[0].source == MOO_FMU_SLOT &&
                              variable.elements[0].index == variable.declared.index() &&
                              document_.role(variable.declared) == Role::state;
        if (!is_state) return false;
        for (MooFmuElement const& element : variable.elements) {
            if (reinitialized_[VarId(element.index)] != 0) return true;
        }
        return false;
    }

    // ---- FMI 3.0 ----

    pugi::xml_node write_fmi3(pugi::xml_node parent, FmuVariable const& variable) {
        pugi::xml_node node = parent.append_child(fmi3_type(variable.type));
        write_identity(node, variable);
        if (variable.type == MOO_FMU_CLOCK) {
            set_text(node, "intervalVariability", "triggered");
            return node;
        }
        write_attributes(node, variable);
        if (variable.derivative_of != no_variable) {
            set_number(node, "derivative", plan_.variables[variable.derivative_of].reference);
        }
        if (options_.has_model_exchange && is_reinitialized(variable)) set_flag(node, "reinit", true);
        std::uint32_t const source = variable.elements[0].source;
        bool const is_of_model_exchange = source == MOO_FMU_CROSSING || source == MOO_FMU_RESIDUAL;
        if (options_.has_co_simulation && variable.variability == MOO_FMU_CONTINUOUS && !is_of_model_exchange &&
            variable.causality != MOO_FMU_INDEPENDENT) {
            set_flag(node, "intermediateUpdate", true);
        }
        bool const is_text = variable.type == MOO_FMU_STRING;
        if (!is_text && !variable.starts.empty()) set_text(node, "start", joined(variable.starts));
        for (std::int64_t const size : variable.sizes) {
            set_number(node.append_child("Dimension"), "start", static_cast<std::uint64_t>(size));
        }
        if (!is_text) return node;
        for (std::string const& start : variable.starts) {
            node.append_child("Start").append_attribute("value").set_value(xml_text(start).c_str());
        }
        return node;
    }

    void write_alias(pugi::xml_node node, FmuVariable const& variable) {
        pugi::xml_node alias = node.append_child("Alias");
        set_text(alias, "name", normalized_text(variable.name));
        set_text(alias, "description", variable.description);
        if (variable.type == MOO_FMU_REAL) units_.describe_display(alias, variable.declared);
    }

    // ---- structure ----

    void write_structure() {
        FmuStructure const structure = structure_fmu(document_, model_, plan_, options_.version);
        pugi::xml_node node = root_.append_child("ModelStructure");
        write_unknowns(node, "Outputs", "Output", structure.outputs);
        write_unknowns(node, "Derivatives", "ContinuousStateDerivative", structure.derivatives);
        write_unknowns(node, "InitialUnknowns", "InitialUnknown", structure.initial_unknowns);
        if (is_fmi3_) write_unknowns(node, "", "EventIndicator", structure.event_indicators);
    }

    // FMI 2.0 has a list and names variables by their place, FMI 3.0 by their reference.
    void write_unknowns(pugi::xml_node parent, char const* list, char const* element,
                        std::vector<FmuUnknown> const& unknowns) {
        if (unknowns.empty()) return;
        pugi::xml_node place = is_fmi3_ ? parent : parent.append_child(list);
        auto const number = [&](std::uint32_t variable) {
            return is_fmi3_ ? plan_.variables[variable].reference : variable + 1;
        };
        for (FmuUnknown const& unknown : unknowns) {
            pugi::xml_node node = place.append_child(is_fmi3_ ? element : "Unknown");
            set_number(node, is_fmi3_ ? "valueReference" : "index", number(unknown.variable));
            set_dependencies(node, unknown, number);
        }
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    ModelProgram const& model_;
    FmuPlan const& plan_;
    FmuOptions const& options_;
    FmuFacts const& facts_;
    bool is_fmi3_;
    FmuUnits units_;
    pugi::xml_node root_;
    std::map<TypeId, std::string> type_names_;
    Store<VarId, std::uint8_t> reinitialized_;
};

}  // namespace

std::string describe_fmu(Document const& document, Interner const& interner, ModelProgram const& model,
                         FmuPlan const& plan, FmuOptions const& options, FmuFacts const& facts) {
    return Description(document, interner, model, plan, options, facts).run();
}

}  // namespace moo
