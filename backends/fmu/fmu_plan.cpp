#include "backends/fmu/fmu_plan.h"

#include <algorithm>
#include <unordered_set>

#include "backends/fmu/fmu_starts.h"
#include "moo/model/names.h"

namespace moo {

namespace {

class Planner {
public:
    Planner(Document const& document, Interner const& interner, ModelProgram const& model, FmuOptions const& options)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          model_(model),
          is_fmi3_(options.version == FmiVersion::three),
          has_dae_(options.has_dae),
          starts_(document, interner, options.resources),
          names_(document.variables, interner, NameStyle::plain) {
        plan_.shown.resize(document.variables.size(), no_variable);
        plan_.shown_derivative.resize(document.variables.size(), no_variable);
    }

    FmuPlan run() {
        if (has_dae_) find_iterated();
        if (is_fmi3_) add_time();
        add_variables();
        // FMI 2.0 requires at least one variable.
        if (plan_.variables.empty()) add_time();
        add_derivatives();
        mark_dummy_derivatives();
        if (is_fmi3_) add_event_indicators();
        if (is_fmi3_) add_clocks();
        if (has_dae_) add_residuals();
        share_references();
        number_references();
        for (FmuVariable const& variable : plan_.variables) {
            plan_.has_structured_names = plan_.has_structured_names && is_structured_name(variable.name);
        }
        return std::move(plan_);
    }

private:
    // ---- names ----

    // Adds underscores to a generated name until nothing else has it.
    std::string unused(std::string name) {
        if (taken_.empty()) {
            for (Variable const& variable : document_.variables) taken_.emplace(interner_.text(variable.name));
        }
        while (!taken_.insert(name).second) name.insert(name.starts_with("der(") ? 4 : 0, "_");
        return name;
    }

    std::uint32_t add(FmuVariable variable) {
        plan_.variables.push_back(std::move(variable));
        return static_cast<std::uint32_t>(plan_.variables.size() - 1);
    }

    // ---- variables of the document ----

    [[nodiscard]] std::string text(Symbol symbol) const {
        return symbol ? std::string(interner_.text(symbol)) : std::string();
    }

    [[nodiscard]] SlotRow const& slot(VarId id) const { return model_.tables.slots[model_.layout.slot(id)]; }

    [[nodiscard]] bool is_shown(VarId id) const {
        TypeKind const kind = exprs_.types().kind(document_.variables[id].type);
        bool const has_value = kind < TypeKind::record && kind != TypeKind::clock;
        return has_value && !document_.variables[id].is_package_constant;
    }

    [[nodiscard]] MooFmuType type_of(VarId id) const {
        switch (exprs_.types().kind(document_.variables[id].type)) {
            case TypeKind::integer: return MOO_FMU_INTEGER;
            case TypeKind::boolean: return MOO_FMU_BOOLEAN;
            case TypeKind::string: return MOO_FMU_STRING;
            case TypeKind::enumeration: return MOO_FMU_ENUMERATION;
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::clock:
            case TypeKind::record:
            case TypeKind::external_object:
            case TypeKind::array:
            case TypeKind::tuple: break;
        }
        return MOO_FMU_REAL;
    }

    FmuVariable scalar(VarId id) {
        Variable const& declared = document_.variables[id];
        FmuVariable made;
        made.name = text(declared.name);
        made.description = text(declared.description);
        made.declared = id;
        made.type = type_of(id);
        if (SlotRow const& row = slot(id); row.alias_of != 0) {
            made.elements = {{row.is_negated ? MOO_FMU_NEGATED : MOO_FMU_SLOT, row.alias_of - 1}};
            classify_computed(made, id, {});
            return made;
        }
        made.elements = {{MOO_FMU_SLOT, model_.layout.slot(id)}};
        switch (document_.role(id)) {
            case Role::state:
            case Role::algebraic:
            case Role::discrete: classify_computed(made, id, starts_.computed(id)); break;
            case Role::parameter: classify_parameter(made, id); break;
            case Role::constant: classify_constant(made, id); break;
            case Role::input: classify_input(made, id); break;
        }
        return made;
    }

    void classify_computed(FmuVariable& made, VarId id, FmuStart start) {
        bool const is_output = document_.variables[id].causality == Causality::output;
        bool const is_real = made.type == MOO_FMU_REAL;
        bool const is_discrete = !is_real || document_.role(id) == Role::discrete;
        made.causality = is_output ? MOO_FMU_OUTPUT : MOO_FMU_LOCAL;
        made.variability = is_discrete ? MOO_FMU_DISCRETE : MOO_FMU_CONTINUOUS;
        if (document_.role(id) == Role::parameter || document_.role(id) == Role::constant) {
            made.causality = MOO_FMU_LOCAL;
            made.variability = MOO_FMU_FIXED;
        }
        made.initial = start.initial;
        if (start.start) made.starts = {std::move(*start.start)};
    }

    void classify_parameter(FmuVariable& made, VarId id) {
        ExprId const binding = document_.variables[id].binding;
        std::optional<std::string> start = starts_.literal(binding);
        Tunability const tunability = slot(id).tunability;
        bool const is_settled = tunability == Tunability::evaluated || tunability == Tunability::final_value;
        if (is_settled && start) return classify_constant(made, id);
        if (tunability == Tunability::tunable && start) {
            made.causality = MOO_FMU_PARAMETER;
            made.variability = starts_.is_tunable(id) ? MOO_FMU_TUNABLE : MOO_FMU_FIXED;
            made.initial = MOO_FMU_EXACT;
            made.starts = {std::move(*start)};
            return;
        }
        made.causality = MOO_FMU_CALCULATED_PARAMETER;
        made.variability = starts_.depends_on_tunable(id) ? MOO_FMU_TUNABLE : MOO_FMU_FIXED;
        made.initial = MOO_FMU_CALCULATED;
    }

    void classify_constant(FmuVariable& made, VarId id) {
        bool const is_output = document_.variables[id].causality == Causality::output;
        made.causality = is_output ? MOO_FMU_OUTPUT : MOO_FMU_LOCAL;
        made.variability = MOO_FMU_CONSTANT;
        made.initial = MOO_FMU_EXACT;
        if (std::optional<std::string> value = starts_.value(document_.variables[id].binding)) {
            made.starts = {std::move(*value)};
            return;
        }
        made.causality = MOO_FMU_LOCAL;
        made.variability = MOO_FMU_FIXED;
        made.initial = MOO_FMU_CALCULATED;
    }

    void classify_input(FmuVariable& made, VarId id) {
        bool const is_continuous =
            made.type == MOO_FMU_REAL && document_.variables[id].variability == Variability::continuous;
        made.causality = MOO_FMU_INPUT;
        made.variability = is_continuous ? MOO_FMU_CONTINUOUS : MOO_FMU_DISCRETE;
        made.initial = is_fmi3_ ? MOO_FMU_EXACT : MOO_FMU_NO_INITIAL;
        made.starts = {starts_.input(id)};
    }

    void add_variables() {
        Store<VarId, ArrayInfo const*> array_at(document_.variables.size(), nullptr);
        if (is_fmi3_) {
            for (ArrayInfo const& array : document_.arrays) array_at[array.first] = &array;
        }
        for (std::size_t i = 0; i < document_.variables.size(); ++i) {
            VarId const id(i);
            if (array_at[id] != nullptr) {
                if (std::size_t const count = add_array(*array_at[id]); count > 0) {
                    i += count - 1;
                    continue;
                }
            }
            if (is_shown(id)) plan_.shown[id] = add(scalar(id));
        }
    }

    // ---- arrays of FMI 3.0 ----

    // Whether the attributes that an array has only once are the same for both elements.
    [[nodiscard]] bool is_uniform(VarId a, VarId b) const {
        Variable const& x = document_.variables[a];
        Variable const& y = document_.variables[b];
        for (std::size_t i = 0; i < attribute_count; ++i) {
            bool const differs_anyway = i == static_cast<std::size_t>(Attribute::start) ||
                                        i == static_cast<std::size_t>(Attribute::fixed) ||
                                        i == static_cast<std::size_t>(Attribute::state_select);
            if (!differs_anyway && x.attributes[i] != y.attributes[i]) return false;
        }
        return x.type == y.type && x.description == y.description && is_state(a) == is_state(b) &&
               x.connector_role == y.connector_role && iterated_.contains(a) == iterated_.contains(b);
    }

    [[nodiscard]] bool is_state(VarId id) const { return document_.role(id) == Role::state && slot(id).alias_of == 0; }

    // Adds the array and returns the number of its elements, or none if they have to be shown one by one.
    std::size_t add_array(ArrayInfo const& array) {
        std::size_t count = 1;
        for (std::int64_t const size : array.sizes) count *= static_cast<std::size_t>(size);
        std::size_t const first = array.first.index();
        if (count == 0 || first + count > document_.variables.size() || !is_shown(array.first)) return 0;
        FmuVariable made = scalar(array.first);
        for (std::size_t i = 1; i < count; ++i) {
            VarId const id(first + i);
            if (!is_shown(id) || !is_uniform(array.first, id)) return 0;
            FmuVariable const element = scalar(id);
            if (element.causality != made.causality || element.variability != made.variability ||
                element.initial != made.initial || element.starts.size() * i != made.starts.size()) {
                return 0;
            }
            made.elements.push_back(element.elements[0]);
            made.starts.insert(made.starts.end(), element.starts.begin(), element.starts.end());
        }
        made.name = unused(text(array.name));
        made.sizes = array.sizes;
        std::uint32_t const at = add(std::move(made));
        for (std::size_t i = 0; i < count; ++i) plan_.shown[VarId(first + i)] = at;
        return count;
    }

    // ---- derivatives ----

    void add_derivatives() {
        std::vector<VarId> const states = document_.states();
        for (std::size_t i = 0; i < states.size();) {
            std::uint32_t const state = plan_.shown[states[i]];
            std::size_t const count = plan_.variables[state].elements.size();
            FmuVariable made;
            made.name = unused("der(" + plan_.variables[state].name + ")");
            made.sizes = plan_.variables[state].sizes;
            made.derivative_of = state;
            for (std::size_t k = 0; k < count; ++k) {
                made.elements.push_back({MOO_FMU_SLOT, model_.layout.derivative_slot(states[i + k])});
            }
            std::uint32_t const at = add(std::move(made));
            for (std::size_t k = 0; k < count; ++k) plan_.shown_derivative[states[i + k]] = at;
            i += count;
        }
    }

    // Derivatives from index reduction that are not integrated any more.
    void mark_dummy_derivatives() {
        for (VarId const id : document_.variables.ids()) {
            VarId const base = document_.facts[id].derivative_of;
            std::uint32_t const at = plan_.shown[id];
            if (!base || at == no_variable || plan_.shown[base] == no_variable) continue;
            bool const is_scalar =
                plan_.variables[at].sizes.empty() && plan_.variables[plan_.shown[base]].sizes.empty();
            bool const is_continuous = plan_.variables[at].variability == MOO_FMU_CONTINUOUS &&
                                       plan_.variables[plan_.shown[base]].variability == MOO_FMU_CONTINUOUS;
            if (is_scalar && is_continuous) plan_.variables[at].derivative_of = plan_.shown[base];
        }
    }

    // ---- what FMI 3.0 requires to be variables ----

    void add_time() {
        FmuVariable made;
        made.name = unused("time");
        made.causality = MOO_FMU_INDEPENDENT;
        made.initial = MOO_FMU_NO_INITIAL;
        made.elements = {{MOO_FMU_TIME, 0}};
        plan_.time = add(std::move(made));
    }

    void add_event_indicators() {
        std::string const base = unused("_eventIndicators");
        for (std::size_t i = 0; i < model_.tables.crossing_count; ++i) {
            FmuVariable made;
            made.name = base + "[" + std::to_string(i + 1) + "]";
            made.description = model_.tables.relations[i].text;
            made.elements = {{MOO_FMU_CROSSING, static_cast<std::uint32_t>(i)}};
            plan_.event_indicators.push_back(add(std::move(made)));
        }
    }

    void add_clocks() {
        std::string const base = unused("_clocks");
        for (std::size_t i = 0; i < document_.partitions.size(); ++i) {
            FmuVariable made;
            made.name = base + "[" + std::to_string(i + 1) + "]";
            made.description = "Ticks of " + text(document_.clocks[document_.partitions[i].base].name);
            made.type = MOO_FMU_CLOCK;
            made.variability = MOO_FMU_DISCRETE;
            made.initial = MOO_FMU_NO_INITIAL;
            made.elements = {{MOO_FMU_TICK, static_cast<std::uint32_t>(i)}};
            add(std::move(made));
        }
    }

    // ---- FMI-LS-DAE ----

    // Finds variables that are iterated over, or whose derivatives are.
    void find_iterated() {
        for (std::uint32_t const equation : document_.residual_view.equations) {
            SetEquation const& row = document_.integration.equations[equation];
            if (row.form == EquationForm::residual) iterated_.insert(exprs_.referenced_variable(row.target));
        }
    }

    void add_residuals() {
        std::string const base = unused("_residuals");
        for (std::uint32_t const equation : document_.residual_view.equations) {
            SetEquation const& row = document_.integration.equations[equation];
            if (row.form != EquationForm::residual) continue;
            VarId const unknown = exprs_.referenced_variable(row.target);
            bool const is_derivative = exprs_.kind(row.target) == ExprKind::der;
            FmuVariable made;
            made.name = base + "[" + std::to_string(plan_.residuals.size() + 1) + "]";
            made.description = "Residual for " + to_string(exprs_, row.target, names_);
            made.elements = {{MOO_FMU_RESIDUAL, model_.layout.slot_of(exprs_, row.target)}};
            std::uint32_t const shown = is_derivative ? plan_.shown_derivative[unknown] : plan_.shown[unknown];
            plan_.residuals.push_back({equation, add(std::move(made)), shown});
        }
    }

    // ---- value references ----

    // FMI 2.0 lets importers set only one variable of each value reference, and requires the same unit and variability
    // for all. In FMI 3.0 an alias has only a name, a description and a display unit; the rest is that of its target.
    // Importers such as FMPy that mistake an alias of an initial unknown for another unknown miss it in the model
    // structure, so initial unknowns have no aliases.
    [[nodiscard]] bool can_share(FmuVariable const& alias, FmuVariable const& target) const {
        if (alias.type != target.type || !alias.sizes.empty() || !target.sizes.empty()) return false;
        Variable const& a = document_.variables[alias.declared];
        Variable const& b = document_.variables[target.declared];
        if (a.attribute(Attribute::unit) != b.attribute(Attribute::unit) || a.type != b.type) return false;
        if (is_fmi3_) {
            bool const is_initial_unknown =
                target.causality == MOO_FMU_OUTPUT || target.causality == MOO_FMU_CALCULATED_PARAMETER;
            return alias.causality == MOO_FMU_LOCAL && alias.derivative_of == no_variable && !is_initial_unknown &&
                   a.attribute(Attribute::quantity) == b.attribute(Attribute::quantity);
        }
        bool const is_varying = target.variability == MOO_FMU_CONTINUOUS || target.variability == MOO_FMU_DISCRETE;
        return alias.causality != MOO_FMU_OUTPUT || is_varying;
    }

    void share_references() {
        for (std::uint32_t i = 0; i < plan_.variables.size(); ++i) {
            FmuVariable& alias = plan_.variables[i];
            if (!alias.declared) continue;
            SlotRow const& row = slot(alias.declared);
            if (row.alias_of == 0 || row.is_negated) continue;
            std::uint32_t const at = plan_.shown[VarId(row.alias_of - 1)];
            if (at == no_variable || !can_share(alias, plan_.variables[at])) continue;
            FmuVariable const& base = plan_.variables[at];
            alias.alias_of = at;
            alias.variability = base.variability;
            if (base.variability == MOO_FMU_CONSTANT) {
                alias.initial = MOO_FMU_EXACT;
                alias.starts = base.starts;
            }
        }
    }

    void number_references() {
        for (std::uint32_t i = 0; i < plan_.variables.size(); ++i) {
            FmuVariable& variable = plan_.variables[i];
            if (variable.alias_of != no_variable) continue;
            variable.reference = static_cast<std::uint32_t>(plan_.owners.size());
            plan_.owners.push_back(i);
        }
        for (FmuVariable& variable : plan_.variables) {
            if (variable.alias_of != no_variable) variable.reference = plan_.variables[variable.alias_of].reference;
        }
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    ModelProgram const& model_;
    bool is_fmi3_;
    bool has_dae_;
    std::unordered_set<VarId> iterated_;
    FmuStarts starts_;
    VariableNames names_;
    std::unordered_set<std::string> taken_;
    FmuPlan plan_;
};

}  // namespace

FmuPlan plan_fmu(Document const& document, Interner const& interner, ModelProgram const& model,
                 FmuOptions const& options) {
    return Planner(document, interner, model, options).run();
}

bool is_structured_name(std::string_view name) {
    if (name.starts_with("der(") && name.ends_with(")")) name = name.substr(4, name.size() - 5);
    auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t at = 0;
    auto const peek = [&] { return at < name.size() ? name[at] : '\0'; };
    while (true) {
        if (!is_letter(peek())) return false;
        while (is_letter(peek()) || is_digit(peek())) ++at;
        if (peek() == '[') {
            do {
                ++at;
                if (!is_digit(peek())) return false;
                while (is_digit(peek())) ++at;
            } while (peek() == ',');
            if (peek() != ']') return false;
            ++at;
        }
        if (at == name.size()) return true;
        if (peek() != '.') return false;
        ++at;
    }
}

}  // namespace moo
