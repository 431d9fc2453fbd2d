#include "backends/cpp/emit_cpp.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "backends/common/c_expression.h"
#include "backends/cpp/emit_functions.h"
#include "backends/cpp/function_names.h"
#include "moo/base/version.h"
#include "moo/expr/free_variables.h"
#include "moo/model/names.h"

namespace moo {

namespace {

// Statements of one generated function; compilers take more than linear time for very long ones.
constexpr std::size_t statements_per_function = 400;

class CppEmitter : public CLeaves {
public:
    CppEmitter(Document const& document, Interner const& interner, SourceManager const& sources)
        : document_(document),
          exprs_(document.exprs),
          interner_(interner),
          sources_(sources),
          names_(document.variables, interner, NameStyle::plain),
          program_(lower_program(document, interner)),
          states_(document.states()),
          state_index_(document.variables.size(), 0) {
        for (std::uint32_t i = 0; i < states_.size(); ++i) state_index_[states_[i]] = i;
        for (std::uint32_t i = 0; i < document.zero_crossings.size(); ++i) {
            relation_index_.emplace(document.zero_crossings[i].relation, i);
        }
    }

    std::string run() {
        emit_head();
        emit_guards();
        emit_functions(out_, program_, interner_, sources_);
        emit_parameters();
        emit_relations();
        emit_set("initialize", "iEq", document_.initialization);
        emit_set("derivatives", "Eq", document_.integration);
        emit_set("update", "riEq", document_.reinitialization);
        emit_outputs();
        emit_zero_crossings();
        emit_finish();
        emit_tables();
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
        auto const found = relation_index_.find(relation);
        if (found == relation_index_.end()) return {};
        return "moo_relation(m, " + std::to_string(found->second) + ", ";
    }

    // ---- what functions compute ----

    [[nodiscard]] std::optional<CCall> call(ExprId expr) const override {
        ModelProgram::Computed const* const computed = program_.find(expr);
        if (computed == nullptr) return std::nullopt;
        ModelCall const& made = program_.calls[computed->call];
        std::string const number = std::to_string(computed->call);
        CCall call{"call_" + number + "(", made.inputs, ")"};
        if (has_several_results(made)) {
            used_calls_.insert(computed->call);
            call.before += "results_" + number + ", ";
            call.after += "[" + std::to_string(computed->output) + "]";
        }
        call.before += made.inputs.empty() ? "m" : "m, ";
        if (exprs_.type(expr) == types::boolean) {
            call.before = "(" + call.before;
            call.after += " != 0.0)";
        }
        return call;
    }
    [[nodiscard]] std::string text(ExprId literal) const override {
        return "moo_text(" + c_string_literal(program_.texts.at(literal)) + ")";
    }

private:
    // What `fill` writes, behind a place for the results of each call that it mentions.
    template <class Fill>
    void with_results(Fill const& fill) {
        std::size_t const begin = out_.text().size();
        used_calls_.clear();
        fill();
        if (used_calls_.empty()) return;
        std::string const body = out_.text().substr(begin);
        out_.truncate(begin);
        for (std::uint32_t const used : used_calls_) {
            out_.line("MooResults<" + std::to_string(program_.calls[used].outputs.size()) + "> results_" +
                      std::to_string(used) + ";");
        }
        out_.write(body);
    }

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

    void write_expr(ExprId expr) { write_c_expression(out_, exprs_, expr, *this); }

    [[nodiscard]] std::string model_text(ExprId expr) const { return to_string(exprs_, expr, names_); }

    void emit_head() {
        out_.line("// " + c_comment_text(interner_.text(document_.name)) +
                  ", simulated. Made from a MOO file by mogen-cpp " + std::string(version_text) + ".");
        out_.line("#include <cmath>");
        out_.line("#include <limits>");
        out_.line("");
        out_.line("#include \"runtime/abi/values.h\"");
        out_.line("");
        if (has_external()) {
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

    // ---- functions ----

    // A function whose statements are written by `emit_statement(i)`, split into parts if there are many.
    template <class EmitStatement>
    void emit_function(std::string const& name, std::size_t count, EmitStatement const& emit_statement) {
        std::size_t const parts = (count + statements_per_function - 1) / statements_per_function;
        for (std::size_t part = 0; part < parts || part == 0; ++part) {
            bool const is_whole = parts <= 1;
            out_.line("MooStatus " + name + (is_whole ? "" : "_" + std::to_string(part + 1)) + "(MooInstance* m) {");
            out_.deeper();
            out_.line("[[maybe_unused]] double* const v = m->value;");
            out_.line("[[maybe_unused]] double* const pre = m->pre;");
            std::size_t const end = std::min(count, (part + 1) * statements_per_function);
            with_results([&] {
                for (std::size_t i = part * statements_per_function; i < end; ++i) emit_statement(i);
            });
            out_.line("return MOO_OK;");
            out_.shallower();
            out_.line("}");
            out_.line("");
        }
        if (parts <= 1) return;
        out_.line("MooStatus " + name + "(MooInstance* m) {");
        for (std::size_t part = 0; part < parts; ++part) {
            out_.line("  if (MooStatus const status = " + name + "_" + std::to_string(part + 1) +
                      "(m); status != MOO_OK) return status;");
        }
        out_.line("  return MOO_OK;");
        out_.line("}");
        out_.line("");
    }

    // Parameters in order, then the start values that depend on them: first guesses for blocks that iterate.
    void emit_parameters() {
        std::vector<std::pair<VarId, ExprId>> values;
        for (VarId const id : document_.parameter_order) {
            if (has_slot(document_.variables[id])) values.emplace_back(id, document_.variables[id].binding);
        }
        for (VarId const id : document_.variables.ids()) {
            ExprId const start = document_.variables[id].attribute(Attribute::start);
            if (start && !document_.variables[id].is_parameter() && exprs_.varies(start))
                values.emplace_back(id, start);
        }
        emit_function("parameters", values.size(), [&](std::size_t i) {
            auto const [id, value] = values[i];
            out_.indent();
            out_.write("if (m->is_set[" + std::to_string(id.index()) + "] == 0) ");
            write_value(out_, id);
            out_.write(" = ");
            write_expr(value);
            out_.write(";\n");
        });
    }

    // `a and b` does not look at b where a is false, so relations are brought up to date on their own.
    void emit_relations() {
        emit_function("relations", document_.zero_crossings.size(), [&](std::size_t i) {
            out_.indent();
            write_expr(document_.zero_crossings[i].relation);
            out_.write(";\n");
        });
    }

    void emit_set(std::string const& name, std::string const& set_name, EquationSet const& set) {
        for (std::size_t b = 0; b < set.block_count(); ++b) {
            if (set.block(b)[0].form == EquationForm::residual) emit_block_functions(set_name, set, b);
        }
        emitted_conditions_.assign(document_.when_conditions.size(), false);
        bool const at_events = &set == &document_.reinitialization;
        if (at_events) find_conditions();
        bool const remembers = &set != &document_.integration;
        std::size_t const statements = set.block_count() + (remembers ? 1 : 0);
        emit_function(name, statements, [&](std::size_t b) {
            if (b == set.block_count()) return out_.line("relations(m);");
            auto const block = set.block(b);
            std::string const label = set_name + "[" + std::to_string(b + 1) + "]";
            out_.line("// " + label + " " + c_comment_text(sources_.place_text(block[0].source.begin)));
            if (block[0].form == EquationForm::residual) {
                out_.line("if (MooStatus const status = moo_solve_block(m, &" + block_name(set_name, b) +
                          "); status != MOO_OK) return status;");
                return;
            }
            emit_equation(block[0], set.block_starts[b]);
        });
    }

    // Which conditions each instant equation of riEq listens to.
    void find_conditions() {
        conditions_of_.assign(document_.reinitialization.equations.size(), {});
        for (std::uint32_t i = 0; i < document_.when_conditions.size(); ++i) {
            for (std::uint32_t const equation : document_.when_conditions[i].equations) {
                conditions_of_[equation].push_back(i);
            }
        }
    }

    void write_target(ExprId target) {
        VarId const variable = exprs_.referenced_variable(target);
        if (exprs_.kind(target) == ExprKind::der) return write_derivative(out_, variable);
        if (exprs_.kind(target) == ExprKind::pre) return write_previous(out_, variable);
        write_value(out_, variable);
    }

    void emit_equation(SetEquation const& equation, std::uint32_t index) {
        if (equation.form == EquationForm::instant) return emit_instant(equation, index);
        out_.indent();
        VarId const variable = exprs_.referenced_variable(equation.target);
        if (equation.is_start_value()) out_.write("if (m->is_set[" + std::to_string(variable.index()) + "] == 0) ");
        write_target(equation.target);
        out_.write(" = ");
        write_expr(equation.value);
        out_.write(";\n");
    }

    void emit_instant(SetEquation const& equation, std::uint32_t index) {
        std::string active;
        for (std::uint32_t const condition : conditions_of_[index]) {
            if (!emitted_conditions_[condition]) {
                emitted_conditions_[condition] = true;
                out_.indent();
                out_.write("m->condition[" + std::to_string(condition) + "] = ");
                write_expr(document_.when_conditions[condition].condition);
                out_.write(";\n");
            }
            active += (active.empty() ? "" : " || ") + ("rises(m, " + std::to_string(condition) + ")");
        }
        out_.indent();
        out_.write("if (" + (active.empty() ? "false" : active) + ") ");
        VarId const variable = exprs_.variable_of(equation.target);
        if (document_.role(variable) == Role::state) {
            std::string const state = std::to_string(state_index_[variable]);
            out_.write("m->reinit_asked[" + state + "] = 1, m->reinit_value[" + state + "] = ");
            write_expr(equation.value);
            out_.write(";\n");
            return;
        }
        write_target(equation.target);
        out_.write(" = ");
        write_expr(equation.value);
        out_.write(";\n");
        out_.indent();
        out_.write("else ");
        write_target(equation.target);
        out_.write(" = ");
        write_previous(out_, variable);
        out_.write(";\n");
    }

    // ---- blocks that are solved by iteration ----

    static std::string block_name(std::string const& set_name, std::size_t block) {
        return set_name + "_" + std::to_string(block + 1);
    }

    [[nodiscard]] std::size_t slot_of(ExprId target) const {
        VarId const variable = exprs_.referenced_variable(target);
        return exprs_.kind(target) == ExprKind::der ? derivative_slot(variable) : variable.index();
    }

    void emit_block_functions(std::string const& set_name, EquationSet const& set, std::size_t b) {
        auto const block = set.block(b);
        std::uint32_t const first = set.block_starts[b];
        std::string const name = block_name(set_name, b);
        out_.line("MooStatus " + name + "_residual(MooInstance* m, MooBlock const*, double* residual) {");
        out_.line("  [[maybe_unused]] double* const v = m->value;");
        out_.line("  [[maybe_unused]] double* const pre = m->pre;");
        with_results([&] {
            for (std::size_t i = 0; i < block.size(); ++i) {
                out_.write("  residual[" + std::to_string(i) + "] = ");
                write_expr(block[i].value);
                out_.write(";  // " + c_comment_text(sources_.place_text(block[i].source.begin)) + "\n");
            }
        });
        out_.line("  return MOO_OK;\n}\n");

        out_.line("MooStatus " + name + "_jacobian(MooInstance* m, MooBlock const*, double* jacobian) {");
        out_.line("  [[maybe_unused]] double* const v = m->value;");
        out_.line("  [[maybe_unused]] double* const pre = m->pre;");
        bool const is_linear = set.blocks[b].kind == BlockKind::linear;
        std::string unknowns;
        for (SetEquation const& equation : block) {
            unknowns += (unknowns.empty() ? "" : ", ") + std::to_string(slot_of(equation.target));
        }
        auto const rows = jacobian_rows(set, first, first + static_cast<std::uint32_t>(block.size()));
        with_results([&] {
            for (std::size_t i = rows.first; i < rows.second; ++i) {
                JacobianEntry const& entry = set.jacobian[i];
                std::size_t const place = (entry.column - first) * block.size() + (entry.row - first);
                out_.write("  jacobian[" + std::to_string(place) + "] = ");
                write_expr(entry.value);
                out_.write(";\n");
            }
        });
        out_.line("  return MOO_OK;\n}\n");
        out_.line("uint32_t const " + name + "_unknowns[] = {" + unknowns + "};");
        out_.line("MooBlock const " + name + " = {" + c_string_literal(set_name + "[" + std::to_string(b + 1) + "]") +
                  ", " + c_string_literal(sources_.place_text(block[0].source.begin)) + ", " +
                  std::to_string(block.size()) + ", " + name + "_unknowns, " + (is_linear ? "1" : "0") + ", " +
                  guarded_block(name + "_residual") + ", " + guarded_block(name + "_jacobian") + "};");
        out_.line("");
    }

    static std::pair<std::size_t, std::size_t> jacobian_rows(EquationSet const& set, std::uint32_t first,
                                                             std::uint32_t last) {
        auto const by_row = [](JacobianEntry const& entry, std::uint32_t row) { return entry.row < row; };
        auto const begin = std::lower_bound(set.jacobian.begin(), set.jacobian.end(), first, by_row);
        auto const end = std::lower_bound(begin, set.jacobian.end(), last, by_row);
        return {static_cast<std::size_t>(begin - set.jacobian.begin()),
                static_cast<std::size_t>(end - set.jacobian.begin())};
    }

    // ---- results and events ----

    void emit_outputs() {
        auto const& assertions = document_.assertions;
        emit_function("outputs", assertions.size(), [&](std::size_t i) {
            out_.indent();
            out_.write("if (!(");
            write_expr(assertions[i].condition);
            out_.write(")) {\n");
            std::string const place = sources_.place_text(assertions[i].source.begin);
            bool const is_warning = assertions[i].level == AssertionLevel::warning;
            if (exprs_.kind(assertions[i].message) == ExprKind::string) {
                std::string const words(interner_.text(exprs_.symbol(assertions[i].message)));
                out_.line(std::string("  m->message(m->host, ") + (is_warning ? "1, " : "2, ") +
                          c_string_literal(place.empty() ? words : place + ": " + words) + ");");
            } else {
                out_.indent();
                out_.write("  moo_tell(m, " + c_string_literal(place) + ", ");
                write_expr(assertions[i].message);
                out_.write(std::string(", ") + (is_warning ? "true" : "false") + ");\n");
            }
            if (!is_warning) out_.line("  return MOO_FATAL;");
            out_.line("}");
        });
    }

    void emit_zero_crossings() {
        out_.line("MooStatus zero_crossings(MooInstance* m, [[maybe_unused]] double* z) {");
        out_.line("  [[maybe_unused]] double* const v = m->value;");
        out_.line("  [[maybe_unused]] double* const pre = m->pre;");
        with_results([&] {
            for (std::size_t i = 0; i < document_.zero_crossings.size(); ++i) {
                out_.write("  z[" + std::to_string(i) + "] = ");
                write_expr(document_.zero_crossings[i].function);
                out_.write(";\n");
            }
        });
        out_.line("  return MOO_OK;\n}\n");
        out_.line("double next_time_event(MooInstance const*) { return std::numeric_limits<double>::infinity(); }");
        out_.line("");
    }

    // ---- tables ----

    // Arrays and records are constants that functions use.
    [[nodiscard]] bool has_slot(Variable const& variable) const {
        TypeKind const kind = exprs_.types().kind(variable.type);
        return kind < TypeKind::record || kind == TypeKind::external_object;
    }

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
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            bool const is_parameter = variable.is_parameter();
            emit_variable(std::string(interner_.text(variable.name)), variable, role_constant(document_.role(id)),
                          literal_or(is_parameter ? variable.binding : variable.attribute(Attribute::start), 0.0),
                          document_.role(id) == Role::parameter);
        }
        for (VarId const state : states_) {
            Variable const& variable = document_.variables[state];
            emit_variable("der(" + std::string(interner_.text(variable.name)) + ")", Variable(), "MOO_DERIVATIVE", 0.0,
                          false);
        }
        if (document_.variables.empty()) out_.line("  {\"\", \"\", \"\", MOO_REAL, MOO_CONSTANT, 0.0, 1.0, 0, 1},");
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
        for (ZeroCrossing const& crossing : document_.zero_crossings) {
            out_.line("  " + c_string_literal(model_text(crossing.relation)) + ",");
        }
        out_.line("  nullptr};");
        out_.line("");
    }

    void emit_variable(std::string const& name, Variable const& variable, char const* role, double start,
                       bool tunable) {
        auto const text = [&](Symbol symbol) { return symbol ? interner_.text(symbol) : std::string_view(); };
        ExprId const unit = variable.attribute(Attribute::unit);
        bool const has_unit = unit && exprs_.kind(unit) == ExprKind::string;
        out_.write("  {" + c_string_literal(name) + ", " + c_string_literal(text(variable.description)) + ", " +
                   c_string_literal(has_unit ? text(exprs_.symbol(unit)) : std::string_view()) + ", " +
                   type_constant(variable.type) + ", " + role + ", ");
        out_.write_real(start);
        out_.write(", ");
        out_.write_real(literal_or(variable.attribute(Attribute::nominal), 1.0));
        TypeKind const kind = variable.type ? exprs_.types().kind(variable.type) : TypeKind::real;
        bool const is_hidden = kind == TypeKind::string || kind >= TypeKind::record;
        out_.write(std::string(tunable ? ", 1, " : ", 0, ") + (is_hidden ? "1},\n" : "0},\n"));
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
        std::string const crossings = std::to_string(document_.zero_crossings.size());
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
        out_.line("  " + crossings + ", relation_texts,");
        out_.line("  " + std::to_string(document_.when_conditions.size()) + ", " + crossings + ",");
        out_.line("  " + guarded("parameters") + ", " + guarded("initialize") + ", " + guarded("derivatives") + ", " +
                  guarded("outputs") + ", " + guarded("update") + ", " +
                  (has_functions() ? "guarded_crossings" : "zero_crossings") + ", next_time_event, finish,");
        out_.line("};");
        out_.line("");
        out_.line("}  // namespace");
        out_.line("");
        out_.line("int main(int argc, char** argv) {");
        if (has_external()) out_.line("  moo_set_utility_callbacks(moo_utility_callbacks());");
        out_.line("  return moo_simulator_main(argc, argv, &model);");
        out_.line("}");
    }

    // ---- failures of functions end here ----

    [[nodiscard]] bool has_functions() const { return !program_.program.functions.empty(); }
    [[nodiscard]] bool has_external() const {
        auto const& functions = program_.program.functions;
        return std::any_of(functions.begin(), functions.end(), [](auto const& each) { return each.external; });
    }
    [[nodiscard]] std::string guarded(std::string const& step) const {
        return has_functions() ? "guarded<" + step + ">" : step;
    }
    [[nodiscard]] std::string guarded_block(std::string const& step) const {
        return has_functions() ? "guarded_block<" + step + ">" : step;
    }

    void emit_guards() {
        if (!has_functions()) return;
        out_.line("// Functions leave by exceptions, which end here.");
        out_.line("template <MooStatus (*step)(MooInstance*)>");
        out_.line("MooStatus guarded(MooInstance* m) try {");
        out_.line("  return step(m);");
        out_.line("} catch (MooFailure const& failure) {");
        out_.line("  return moo_report(m, failure);");
        out_.line("}");
        out_.line("template <MooStatus (*step)(MooInstance*, MooBlock const*, double*)>");
        out_.line("MooStatus guarded_block(MooInstance* m, MooBlock const* block, double* values) try {");
        out_.line("  return step(m, block, values);");
        out_.line("} catch (MooFailure const& failure) {");
        out_.line("  return moo_report(m, failure);");
        out_.line("}");
        out_.line("");
    }

    // External objects are destructed, the last one first: one may use those before it.
    void emit_finish() {
        if (has_functions()) {
            out_.line("MooStatus guarded_crossings(MooInstance* m, double* z) try {");
            out_.line("  return zero_crossings(m, z);");
            out_.line("} catch (MooFailure const& failure) {");
            out_.line("  return moo_report(m, failure);");
            out_.line("}");
            out_.line("");
        }
        out_.line("void finish([[maybe_unused]] MooInstance* m) {");
        auto const& order = document_.parameter_order;
        for (auto id = order.rbegin(); id != order.rend(); ++id) {
            auto const destructor = program_.destructors.find(document_.variables[*id].type);
            if (destructor == program_.destructors.end()) continue;
            FunctionNames const names(program_.program.functions[destructor->second], destructor->second);
            std::string const slot = "m->value[" + std::to_string(id->index()) + "]";
            out_.line("  try {");
            out_.line("    if (" + slot + " != 0.0) " + names.function() + "(m, " + slot + ");");
            out_.line("  } catch (MooFailure const& failure) {");
            out_.line("    moo_report(m, failure);");
            out_.line("  }");
            out_.line("  " + slot + " = 0.0;");
        }
        out_.line("}");
        out_.line("");
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    SourceManager const& sources_;
    VariableNames names_;
    ModelProgram program_;
    mutable std::set<std::uint32_t> used_calls_;  // of the function that is being written
    std::vector<VarId> states_;
    Store<VarId, std::uint32_t> state_index_;
    std::unordered_map<ExprId, std::uint32_t> relation_index_;
    std::vector<std::vector<std::uint32_t>> conditions_of_;
    std::vector<bool> emitted_conditions_;
    TextWriter out_;
};

}  // namespace

std::string emit_cpp(Document const& document, Interner const& interner, SourceManager const& sources) {
    return CppEmitter(document, interner, sources).run();
}

}  // namespace moo
