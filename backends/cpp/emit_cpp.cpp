#include "backends/cpp/emit_cpp.h"

#include <cmath>
#include <limits>

#include "backends/common/c_expression.h"
#include "backends/common/system_plan.h"
#include "backends/common/tunability.h"
#include "backends/cpp/cpp_calls.h"
#include "backends/cpp/cpp_system.h"
#include "backends/cpp/emit_functions.h"
#include "moo/base/version.h"
#include "moo/evaluate/fallback_start.h"
#include "moo/model/names.h"

namespace moo {

namespace {

class CppEmitter : public CLeaves {
public:
    // With `parts`, functions go there.
    CppEmitter(Document const& document, Interner const& interner, SourceManager const& sources,
               CppResources const& resources, CppParts* parts)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          sources_(sources),
          resources_(resources),
          names_(document.variables, interner, NameStyle::plain),
          states_(document.states()),
          state_index_(document.variables.size(), 0),
          plan_(document),
          calls_(document, interner),
          system_(document, plan_, calls_, interner, sources, *this, out_, parts) {
        for (std::uint32_t i = 0; i < states_.size(); ++i) state_index_[states_[i]] = i;
    }

    // What all files of the model begin with.
    std::string head() {
        emit_head();
        calls_.emit_guard(out_);
        emit_functions(out_, calls_.program(), interner_, sources_, resources_);
        std::string text = out_.text();
        out_.truncate(0);
        return text;
    }

    // What follows, in the file that has `main`.
    std::string body() {
        emit_parameters();
        system_.emit();
        calls_.emit_finish(out_);
        emit_tables();
        system_.emit_tables();
        emit_model();
        return out_.take();
    }

    // ---- leaves: a slot for each variable, then one for each derivative of a state ----

    void write_value(TextWriter& out, VarId variable) const override {
        write_slot(out, "v", variable.index(), variable);
    }
    void write_previous(TextWriter& out, VarId variable) const override {
        write_slot(out, "pre", variable.index(), variable);
    }
    void write_derivative(TextWriter& out, VarId variable) const override {
        write_slot(out, "v", derivative_slot(variable), variable);
    }
    [[nodiscard]] std::string_view time() const override { return "m->time"; }
    [[nodiscard]] std::string_view initial() const override { return "(m->phase == MOO_INITIALIZATION)"; }
    [[nodiscard]] std::string relation_prefix(ExprId relation) const override {
        std::uint32_t const* const number = plan_.find_relation(relation);
        return number == nullptr ? std::string() : "moo_relation(m, " + std::to_string(*number) + ", ";
    }
    [[nodiscard]] MemoryOperator memory_operator(ExprId call) const override {
        if (exprs_.is_builtin(call, Builtin::terminal)) return {"(m->is_terminal != 0)", 0};
        if (exprs_.is_builtin(call, Builtin::interval)) return {"m->tick_interval", 0};
        if (exprs_.is_builtin(call, Builtin::first_tick)) return {"(m->is_first_tick != 0)", 0};
        if (exprs_.is_builtin(call, Builtin::homotopy)) return {"moo_homotopy(m, ", 2};
        if (std::uint32_t const* const number = plan_.find_sampling(call)) {
            return {"(m->sampled[" + std::to_string(*number) + "] != 0)", 0};
        }
        if (std::uint32_t const* const number = plan_.find_delay(call)) {
            return {"moo_delay(m, " + std::to_string(*number) + ", ", 2};
        }
        if (exprs_.kind(call) != ExprKind::output) return {};
        std::uint32_t const* const number = plan_.find_transport(exprs_.operand(call, 0));
        if (number == nullptr) return {};
        std::string const result = std::to_string(exprs_.output_number(call) - 1);
        return {"moo_transport(m, " + std::to_string(*number) + ", " + result + ", ", 4};
    }
    [[nodiscard]] std::optional<CCall> call(ExprId expr) const override { return calls_.call(expr); }
    [[nodiscard]] std::string text(ExprId literal) const override {
        auto const resource = resources_.find(std::string(interner_.text(exprs_.symbol(literal))));
        if (resource == resources_.end()) return calls_.text(literal);
        return "moo_fmu_resource(m, " + c_string_literal(resource->second) + ")";
    }

private:
    [[nodiscard]] std::size_t derivative_slot(VarId state) const {
        return document_.variables.size() + state_index_[state];
    }

    // `v[3 /* h */]`
    void write_slot(TextWriter& out, char const* array, std::size_t slot, VarId variable) const {
        out.write(array);
        out.write("[");
        out.write_integer(static_cast<std::int64_t>(slot));
        out.write(" /* ");
        bool const is_derivative = slot >= document_.variables.size();
        if (is_derivative) out.write("der ");
        out.write(c_comment_text(interner_.text(document_.variables[variable].name)));
        out.write(" */]");
    }

    [[nodiscard]] std::string model_text(ExprId expr) const { return to_string(exprs_, expr, names_); }

    void emit_head() {
        out_.line("// " + c_comment_text(interner_.text(document_.name)) +
                  ", simulated. Made from a MOO file by mogen-cpp " + std::string(version_text) + ".");
        out_.line("#include <cmath>");
        out_.line("#include <limits>");
        out_.line("");
        if (!resources_.empty()) out_.line("#include \"runtime/abi/fmu.h\"");
        out_.line("#include \"runtime/abi/values.h\"");
        out_.line("");
        if (calls_.has_external()) {
            out_.line("extern \"C\" void moo_set_utility_callbacks(MooUtilityCallbacks const*);");
            out_.line("");
        }
        out_.line("namespace {");
        out_.line("");
        out_.line("// Whether when-condition `index` has just become true.");
        out_.line("[[maybe_unused]] bool rises(MooInstance const* m, int index) {");
        out_.line("  return m->condition[index] != 0 && m->pre_condition[index] == 0;");
        out_.line("}");
        out_.line("");
    }

    // Parameters in order, then the start values that depend on them: first guesses for blocks that iterate.
    void emit_parameters() {
        std::vector<std::pair<VarId, ExprId>> values;
        for (VarId const id : document_.parameter_order) {
            if (plan_.has_slot(id)) values.emplace_back(id, document_.variables[id].binding);
        }
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            ExprId const start = variable.attribute(Attribute::start);
            bool const is_bound = variable.is_parameter() && variable.binding;
            // The number of a text is not known here.
            bool const is_computed = start && (exprs_.varies(start) || exprs_.kind(start) == ExprKind::string);
            if (is_computed && !is_bound) values.emplace_back(id, start);
        }
        system_.set_once(true);
        system_.emit_function("parameters", values.size(), [&](std::size_t i) {
            auto const [id, value] = values[i];
            out_.indent();
            out_.write("if (m->is_set[" + std::to_string(id.index()) + "] == 0) ");
            write_value(out_, id);
            out_.write(" = ");
            system_.write_expr(value);
            out_.write(";\n");
        });
        system_.set_once(false);
    }

    // ---- tables ----

    [[nodiscard]] char const* type_constant(TypeId type) const {
        if (!type) return "MOO_REAL";  // a derivative
        switch (exprs_.types().kind(type)) {
            case TypeKind::integer: return "MOO_INTEGER";
            case TypeKind::boolean: return "MOO_BOOLEAN";
            case TypeKind::enumeration: return "MOO_ENUMERATION";
            case TypeKind::string: return "MOO_STRING";
            case TypeKind::external_object: return "MOO_OBJECT";
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::clock:
            case TypeKind::record:
            case TypeKind::array:
            case TypeKind::tuple: break;
        }
        return "MOO_REAL";
    }

    static char const* role_constant(Role role) {
        switch (role) {
            case Role::state: return "MOO_STATE";
            case Role::algebraic: return "MOO_ALGEBRAIC";
            case Role::discrete: return "MOO_DISCRETE";
            case Role::parameter: return "MOO_PARAMETER";
            case Role::constant: return "MOO_CONSTANT";
            case Role::input: return "MOO_INPUT";
        }
        return "";
    }

    static char const* tunability_constant(MooTunability tunability) {
        switch (tunability) {
            case MOO_FIXED: return "MOO_FIXED";
            case MOO_TUNABLE: return "MOO_TUNABLE";
            case MOO_EVALUATED: return "MOO_EVALUATED";
            case MOO_FINAL: return "MOO_FINAL";
            case MOO_COMPUTED: return "MOO_COMPUTED";
        }
        return "";
    }

    // What depends on parameters is not known here; `parameters` computes it.
    [[nodiscard]] double literal_or(ExprId expr, double otherwise) const {
        if (!expr) return otherwise;
        if (exprs_.is_number(expr)) return exprs_.number_value(expr);
        if (exprs_.kind(expr) == ExprKind::boolean) return exprs_.boolean_value(expr) ? 1.0 : 0.0;
        if (exprs_.kind(expr) == ExprKind::enumeration) return exprs_.enumeration_ordinal(expr);
        return otherwise;
    }

    void emit_tables() {
        out_.line("MooVariable const variables[] = {");
        auto const aliases = plan_.alias_targets();
        auto const hidden = plan_.hidden_variables();
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            bool const is_bound = variable.is_parameter() && variable.binding;
            emit_variable(std::string(interner_.text(variable.name)), variable, role_constant(document_.role(id)),
                          literal_or(is_bound ? variable.binding : variable.attribute(Attribute::start),
                                     fallback_start(exprs_, variable)),
                          tunability_of(document_, id), hidden[id] != 0);
            auto const alias = aliases.find(id);
            bool const is_alias = alias != aliases.end();
            out_.write(is_alias ? std::to_string(alias->second.variable.index() + 1) : "0");
            out_.write(is_alias && alias->second.is_negated ? ", 1" : ", 0");
            out_.write(variable.causality == Causality::output ? ", 1},\n" : ", 0},\n");
        }
        for (VarId const state : states_) {
            emit_variable("der(" + std::string(interner_.text(document_.variables[state].name)) + ")", Variable(),
                          "MOO_DERIVATIVE", 0.0, MOO_FIXED, hidden[state] != 0);
            out_.write("0, 0, 0},\n");
        }
        if (document_.variables.empty()) {
            out_.line("  {\"\", \"\", \"\", MOO_REAL, MOO_CONSTANT, 0.0, 1.0, MOO_FIXED, 1, 0.0, 0.0, 0, 0, 0},");
        }
        out_.line("};");
        std::string state_slots;
        std::string derivative_slots;
        for (VarId const state : states_) {
            state_slots += std::to_string(state.index()) + ", ";
            derivative_slots += std::to_string(derivative_slot(state)) + ", ";
        }
        // C++ has no empty arrays: each ends with a zero that nobody reads.
        out_.line("uint32_t const state_slots[] = {" + state_slots + "0};");
        out_.line("uint32_t const derivative_slots[] = {" + derivative_slots + "0};");
        out_.line("char const* const relation_texts[] = {");
        for (std::size_t i = 0; i < plan_.relation_count(); ++i) {
            out_.line("  " + c_string_literal(model_text(plan_.relation(i).relation)) + ",");
        }
        out_.line("  nullptr};");
        out_.line("");
    }

    // All but the alias.
    void emit_variable(std::string const& name, Variable const& variable, char const* role, double start,
                       MooTunability tunability, bool hidden) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        auto const text = [&](Symbol symbol) { return symbol ? interner_.text(symbol) : std::string_view(); };
        ExprId const unit = variable.attribute(Attribute::unit);
        bool const has_unit = unit && exprs_.kind(unit) == ExprKind::string;
        out_.write("  {" + c_string_literal(name) + ", " + c_string_literal(text(variable.description)) + ", " +
                   c_string_literal(has_unit ? text(exprs_.symbol(unit)) : std::string_view()) + ", " +
                   type_constant(variable.type) + ", " + role + ", ");
        out_.write_real(start);
        out_.write(", ");
        out_.write_real(literal_or(variable.attribute(Attribute::nominal), 1.0));
        out_.write(", " + std::string(tunability_constant(tunability)) + ", ");
        out_.write(hidden ? "1, " : "0, ");
        // Limits that an iteration can use: numbers, of which one may be missing.
        double const min = literal_or(variable.attribute(Attribute::min), -infinity);
        double const max = literal_or(variable.attribute(Attribute::max), infinity);
        bool const has_limits = std::isfinite(min) || std::isfinite(max);
        write_limit(has_limits ? min : 0.0);
        write_limit(has_limits ? max : 0.0);
    }

    void write_limit(double value) {
        if (std::isinf(value)) {
            out_.write(value < 0.0 ? "-HUGE_VAL" : "HUGE_VAL");
        } else {
            out_.write_real(value);
        }
        out_.write(", ");
    }

    void emit_model() {
        Experiment const& experiment = document_.experiment;
        auto const real = [](double value) {
            TextWriter text;
            text.write_real(value);
            return text.take();
        };
        std::string const variables = std::to_string(document_.variables.size() + states_.size());
        std::string const states = std::to_string(states_.size());
        out_.line("MooModel const model = {");
        out_.line("  MOO_ABI_VERSION,");
        out_.line("  " + c_string_literal(interner_.text(document_.name)) + ",");
        out_.line("  " + c_string_literal(document_.description ? interner_.text(document_.description) : "") + ",");
        // The annotation's defaults are those of the language (Modelica 3.6, section 18.4).
        double const start_time = experiment.start_time.value_or(0.0);
        out_.line("  " + real(start_time) + ",  // start time");
        out_.line("  " + real(experiment.stop_time.value_or(start_time + 1.0)) + ",  // stop time");
        out_.line("  " + real(experiment.tolerance.value_or(1e-6)) + ",  // tolerance");
        out_.line("  " + real(experiment.interval.value_or(0.0)) + ",  // interval");
        out_.line("  " + variables + ", variables, 0,");
        out_.line("  " + states + ", state_slots, derivative_slots,");
        out_.line("  " + std::to_string(plan_.relation_count()) + ", relation_texts,");
        system_.emit_model_features();
        out_.line("};");
        out_.line("");
        if (calls_.has_external()) {
            out_.line("// Before anything is called: what functions in C say, and the memory that they ask for.");
            out_.line(
                "[[maybe_unused]] bool const has_callbacks = (moo_set_utility_callbacks(moo_utility_callbacks()), "
                "true);");
            out_.line("");
        }
        out_.line("}  // namespace");
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SourceManager const& sources_;
    CppResources const& resources_;
    VariableNames names_;
    std::vector<VarId> states_;
    Store<VarId, std::uint32_t> state_index_;
    SystemPlan plan_;
    CppCalls calls_;
    TextWriter out_;
    CppSystem system_;
};

std::string main_text(std::string const& model) {
    return "\nint main(int argc, char** argv) {\n  return moo_simulator_main(argc, argv, &" + model + ");\n}\n";
}

// Smaller ones are compiled as one file.
constexpr std::size_t least_equations_of_parts = 3000;

std::string one_file(Document const& document, Interner const& interner, SourceManager const& sources,
                     CppResources const& resources) {
    CppEmitter emitter(document, interner, sources, resources, nullptr);
    std::string const head = emitter.head();
    return head + emitter.body();
}

}  // namespace

std::string emit_cpp(Document const& document, Interner const& interner, SourceManager const& sources) {
    return one_file(document, interner, sources, {}) + main_text("model");
}

CppModel emit_cpp_model(Document const& document, Interner const& interner, SourceManager const& sources,
                        std::string const& base_name, CppResources const& resources) {
    if (document.integration.equations.size() < least_equations_of_parts) {
        return {{{base_name + ".cpp", one_file(document, interner, sources, resources)}}, "model"};
    }
    CppParts parts;
    CppEmitter emitter(document, interner, sources, resources, &parts);
    // Functions of the model belong to each file, the others to one.
    std::string const head = emitter.head() + "}  // namespace\n\nnamespace moo_model {\n\n";
    std::string const include = "#include \"" + base_name + ".h\"\n\n";
    std::vector<CppFile> files = {{base_name + ".cpp", include + "namespace moo_model {\n\n" + emitter.body()}};
    for (std::string const& functions : parts.functions()) {
        files.push_back({base_name + "_" + std::to_string(files.size()) + ".cpp",
                         include + "namespace moo_model {\n\n" + functions + "}  // namespace moo_model\n"});
    }
    files.push_back(
        {base_name + ".h", "#pragma once\n" + head + parts.declarations() + "\n}  // namespace moo_model\n"});
    return {std::move(files), "moo_model::model"};
}

std::vector<CppFile> emit_cpp_files(Document const& document, Interner const& interner, SourceManager const& sources,
                                    std::string const& base_name) {
    CppModel made = emit_cpp_model(document, interner, sources, base_name);
    made.files[0].text += main_text(made.name);
    return std::move(made.files);
}

}  // namespace moo
