#include "backends/cpp/cpp_system.h"

#include <algorithm>

#include "backends/common/equation_places.h"

namespace moo {

namespace {

// Statements of one generated function. Every store may change what is read behind it, as far as a compiler knows, so
// it takes more than linear time for long functions, and puts short ones together again unless told not to. Of 1000
// equations, g++ 12 -O2 takes 3.3 s with 400 in a function, 1.9 s with 100, and 1.2 s with 50 that stay apart.
constexpr std::size_t statements_per_function = 50;

}  // namespace

CppSystem::CppSystem(Document const& document, SystemPlan& plan, CppCalls& calls, Interner const& interner,
                     SourceManager const& sources, CLeaves const& leaves, TextWriter& out, CppParts* parts)
    : document_(document),
      exprs_(document.exprs),
      plan_(plan),
      calls_(calls),
      interner_(interner),
      sources_(sources),
      leaves_(leaves),
      out_(out),
      parts_(parts),
      state_index_(document.variables.size(), 0),
      conditions_of_(plan.conditions_of_equations()),
      emitted_conditions_(document.when_conditions.size(), false) {
    std::uint32_t next = 0;
    for (VarId const state : document.states()) state_index_[state] = next++;
}

void CppSystem::emit() {
    emit_relations();
    set_once(true);
    std::vector<Statement> const initial = emit_blocks("iEq", document_.initialization, Selection::all);
    emit_function("initialize", initial.size() + 1, [&](std::size_t i) {
        if (i == initial.size()) return out_.line("relations(m);");
        emit_statement(initial[i]);
    });
    emit_begin();
    set_once(false);
    std::vector<Statement> const continuous = emit_blocks("Eq", document_.integration, Selection::without_outputs);
    emit_function("derivatives", continuous.size(), [&](std::size_t i) { emit_statement(continuous[i]); });
    emit_update();
    std::vector<Statement> const outputs = emit_outputs();
    emit_partials(continuous, outputs);
    emit_operators();
    emit_state_sets();
    emit_partitions();
}

// ---- functions ---------------------------------------------------------------------------------------

void CppSystem::begin_function(std::string const& name, std::string const& parameters, bool stays_apart) {
    function_start_ = out_.text().size();
    function_head_ = "MooStatus " + name + "(MooInstance* m" + parameters + ")";
    if (stays_apart) out_.line("[[gnu::noinline]]");
    out_.line((runs_once_ ? "MOO_ONCE " : "") + function_head_ + " {");
    out_.deeper();
    out_.line("[[maybe_unused]] double* const v = m->value;");
    out_.line("[[maybe_unused]] double* const pre = m->pre;");
    calls_.begin_body(out_);
}

void CppSystem::end_function() {
    calls_.end_body(out_);
    out_.line("return MOO_OK;");
    out_.shallower();
    out_.line("}");
    out_.line("");
    if (parts_ != nullptr) parts_->move_function(out_, function_start_, function_head_ + ";");
}

// Of the function that is being written: if one with the same statements is there, that is taken, and nothing is left
// of this one. Most of riEq is the same as Eq.
bool CppSystem::takes_same(std::string& name) {
    std::string key = runs_once_ ? "once\n" : "often\n";
    std::string_view text = std::string_view(out_.text()).substr(function_start_);
    text.remove_prefix(text.find("{\n"));
    for (std::size_t end = 0; !text.empty(); text.remove_prefix(end)) {
        end = std::min(text.size(), text.find('\n') + 1);
        std::string_view const line = text.substr(0, end);
        if (!line.starts_with("  //")) key += line;
    }
    auto const [same, is_new] = same_functions_.try_emplace(std::move(key), name);
    if (is_new) return false;
    out_.truncate(function_start_);
    out_.shallower();
    name = same->second;
    return true;
}

void CppSystem::emit_function(std::string const& name, std::size_t count,
                              std::function<void(std::size_t)> const& emit_statement, std::string const& array) {
    std::string const parameter = array.empty() ? "" : ", [[maybe_unused]] double* " + array;
    std::string const arguments = array.empty() ? "(m)" : "(m, " + array + ")";
    std::size_t const parts = (count + statements_per_function - 1) / statements_per_function;
    std::vector<std::string> names;
    for (std::size_t part = 0; part < parts || part == 0; ++part) {
        bool const is_whole = parts <= 1;
        names.push_back(name + (is_whole ? "" : "_" + std::to_string(part + 1)));
        begin_function(names.back(), parameter, !is_whole);
        std::size_t const end = std::min(count, (part + 1) * statements_per_function);
        for (std::size_t i = part * statements_per_function; i < end; ++i) emit_statement(i);
        if (!is_whole && takes_same(names.back())) continue;
        end_function();
    }
    if (parts <= 1) return;
    std::string const head = "MooStatus " + name + "(MooInstance* m" + parameter + ")";
    // Functions in other files call it.
    if (parts_ != nullptr) parts_->declare(head + ";");
    out_.line(head + " {");
    for (std::string const& part : names) {
        out_.line("  if (MooStatus const status = " + part + arguments + "; status != MOO_OK) return status;");
    }
    out_.line("  return MOO_OK;");
    out_.line("}");
    out_.line("");
}

std::string CppSystem::place(SourceSpan source) const { return sources_.place_text(source.begin); }

void CppSystem::emit_relation_value(std::size_t relation) {
    out_.indent();
    write_expr(plan_.relation(relation).relation);
    out_.write(";\n");
}

// `a and b` does not look at b where a is false, so relations are brought up to date on their own.
void CppSystem::emit_relations() {
    emit_function("relations", plan_.relation_count(), [&](std::size_t i) { emit_relation_value(i); });
}

// ---- sets --------------------------------------------------------------------------------------------

std::vector<CppSystem::Statement> CppSystem::emit_blocks(std::string const& set_name, EquationSet const& set,
                                                         Selection selection) {
    std::vector<Statement> statements;
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        bool const is_output = SystemPlan::serves_outputs_only(set, b);
        if (selection != Selection::all && is_output != (selection == Selection::outputs_only)) continue;
        Statement statement{&set, b, set_name, "", {}};
        if (SystemPlan::is_solved(set, b)) {
            BlockPlan const plan = plan_.plan_block(set_name, set, b);
            statement.block_name = "block_" + std::to_string(plan.index + 1);
            statement.earlier_relations = plan.earlier_relations;
            emit_block(set, b, plan, statement.block_name);
        }
        statements.push_back(std::move(statement));
    }
    return statements;
}

void CppSystem::emit_statement(Statement const& statement) {
    EquationSet const& set = *statement.set;
    auto const block = set.block(statement.block);
    out_.line("// " + c_comment_text(statement.set_name) + "[" + std::to_string(statement.block + 1) + "] " +
              c_comment_text(place(block[0].source)));
    if (statement.block_name.empty()) {
        for (std::uint32_t i = set.block_starts[statement.block]; i < set.block_starts[statement.block + 1]; ++i) {
            emit_equation(set.equations[i], i);
        }
        return;
    }
    for (std::uint32_t const relation : statement.earlier_relations) emit_relation_value(relation);
    out_.line("if (MooStatus const status = moo_solve_block(m, &" + statement.block_name +
              "); status != MOO_OK) return status;");
}

void CppSystem::write_target(ExprId target) {
    VarId const variable = target_variable(exprs_, target);
    if (exprs_.kind(target) == ExprKind::der) return leaves_.write_derivative(out_, variable);
    if (exprs_.kind(target) == ExprKind::pre) return leaves_.write_previous(out_, variable);
    if (exprs_.kind(target) == ExprKind::builtin) {
        // previous(x) of a clocked variable is what x is before its first tick.
        leaves_.write_previous(out_, variable);
        out_.write(" = ");
    }
    leaves_.write_value(out_, variable);
}

void CppSystem::emit_equation(SetEquation const& equation, std::uint32_t index) {
    if (equation.form == EquationForm::instant) return emit_instant(equation, index);
    out_.indent();
    VarId const variable = target_variable(exprs_, equation.target);
    if (equation.is_start_value()) out_.write("if (m->is_set[" + std::to_string(variable.index()) + "] == 0) ");
    write_target(equation.target);
    out_.write(" = ");
    write_expr(equation.value);
    out_.write(";\n");
}

// ---- events ------------------------------------------------------------------------------------------

void CppSystem::emit_condition(std::uint32_t condition) {
    if (emitted_conditions_[condition]) return;
    emitted_conditions_[condition] = true;
    out_.indent();
    out_.write("m->condition[" + std::to_string(condition) + "] = ");
    write_expr(document_.when_conditions[condition].condition);
    out_.write(";\n");
}

std::string CppSystem::active_text(std::vector<std::uint32_t> const& conditions) {
    std::string active;
    for (std::uint32_t const condition : conditions) {
        emit_condition(condition);
        active += (active.empty() ? "" : " || ") + ("rises(m, " + std::to_string(condition) + ")");
    }
    return active.empty() ? "false" : active;
}

void CppSystem::emit_instant(SetEquation const& equation, std::uint32_t index) {
    std::string const active = active_text(conditions_of_[index]);
    out_.indent();
    out_.write("if (" + active + ") ");
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
    leaves_.write_previous(out_, variable);
    out_.write(";\n");
}

void CppSystem::emit_message(ExprId message, SourceSpan source, int severity) {
    std::string const where = place(source);
    out_.indent();
    if (exprs_.kind(message) == ExprKind::string) {
        std::string const text(interner_.text(exprs_.symbol(message)));
        out_.write("m->message(m->host, " + std::to_string(severity) + ", " +
                   c_string_literal(where.empty() ? text : where + ": " + text) + ");\n");
        return;
    }
    out_.write("moo_tell(m, " + c_string_literal(where) + ", ");
    write_expr(message);
    out_.write(", " + std::to_string(severity) + ");\n");
}

void CppSystem::emit_action(Action const& action, std::string const& active) {
    out_.line("if (" + active + ") {");
    out_.deeper();
    if (action.kind == ActionKind::terminate) {
        emit_message(action.value, action.source, 0);
        out_.line("m->terminate_asked = 1;");
    } else {
        CCall const call = calls_.effect(action.value);
        out_.indent();
        out_.write(call.before);
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (i > 0) out_.write(", ");
            write_expr(call.arguments[i]);
        }
        out_.write(call.after + ";\n");
    }
    out_.shallower();
    out_.line("}");
}

void CppSystem::emit_clock_condition(std::size_t clock) {
    if (document_.clocks[clock].kind != ClockKind::event) return;
    out_.indent();
    out_.write("m->clock_condition[" + std::to_string(clock) + "] = ");
    write_expr(document_.clocks[clock].condition);
    out_.write(";\n");
}

// A clock whose condition holds at the start ticks there, unless the condition is a variable that has been true before.
void CppSystem::emit_clock_start(std::size_t clock) {
    ExprId const condition = document_.clocks[clock].condition;
    bool const is_variable = condition && exprs_.kind(condition) == ExprKind::variable;
    out_.indent();
    out_.write("m->clock_condition[" + std::to_string(clock) + "] = ");
    if (is_variable) leaves_.write_previous(out_, exprs_.variable_of(condition));
    out_.write(is_variable ? " != 0.0;\n" : "0;\n");
}

void CppSystem::emit_begin() {
    emitted_conditions_.assign(document_.when_conditions.size(), false);
    std::size_t const conditions = document_.when_conditions.size();
    std::size_t const clocks = document_.clocks.size();
    emit_function("begin", conditions + clocks + document_.actions.size(), [&](std::size_t i) {
        if (i < conditions) return emit_condition(static_cast<std::uint32_t>(i));
        if (i < conditions + clocks) return emit_clock_start(i - conditions);
        Action const& action = document_.actions[i - conditions - clocks];
        for (std::uint32_t const condition : action.conditions) {
            if (plan_.is_at_start(condition))
                emit_action(action, "m->condition[" + std::to_string(condition) + "] != 0");
        }
    });
}

void CppSystem::emit_update() {
    emitted_conditions_.assign(document_.when_conditions.size(), false);
    std::vector<Statement> const statements = emit_blocks("riEq", document_.reinitialization, Selection::all);
    std::size_t const actions = document_.actions.size();
    std::size_t const relations = statements.size();
    emit_function("update", relations + 1 + actions + document_.clocks.size(), [&](std::size_t i) {
        if (i < relations) return emit_statement(statements[i]);
        if (i == relations) return out_.line("relations(m);");
        if (i <= relations + actions) {
            Action const& action = document_.actions[i - relations - 1];
            return emit_action(action, active_text(action.conditions));
        }
        emit_clock_condition(i - relations - actions - 1);
    });
}

void CppSystem::emit_assertion(Assertion const& assertion) {
    out_.indent();
    out_.write("if (!(");
    write_expr(assertion.condition);
    out_.write(")) {\n");
    bool const is_error = assertion.level == AssertionLevel::error;
    out_.deeper();
    emit_message(assertion.message, assertion.source, is_error ? 2 : 1);
    if (is_error) out_.line("return MOO_FATAL;");
    out_.shallower();
    out_.line("}");
}

std::vector<CppSystem::Statement> CppSystem::emit_outputs() {
    std::vector<Statement> blocks = emit_blocks("Eq", document_.integration, Selection::outputs_only);
    auto const& recovered = document_.recovered;
    auto const& assertions = document_.assertions;
    emit_function("outputs", blocks.size() + recovered.size() + assertions.size(), [&](std::size_t i) {
        if (i < blocks.size()) return emit_statement(blocks[i]);
        i -= blocks.size();
        if (i >= recovered.size()) return emit_assertion(assertions[i - recovered.size()]);
        out_.indent();
        leaves_.write_value(out_, recovered[i].variable);
        out_.write(" = ");
        write_expr(recovered[i].value);
        out_.write(";\n");
    });
    return blocks;
}

// ---- functions that fill an array --------------------------------------------------------------------

void CppSystem::emit_results(std::string const& name, std::vector<ExprId> const& values) {
    if (values.empty()) return;
    begin_function(name, ", double* result");
    for (std::size_t i = 0; i < values.size(); ++i) {
        out_.indent();
        out_.write("result[" + std::to_string(i) + "] = ");
        if (values[i]) {
            write_expr(values[i]);
        } else {
            out_.write("0.0");
        }
        out_.write(";\n");
    }
    end_function();
}

void CppSystem::emit_operators() {
    begin_function("zero_crossings", ", [[maybe_unused]] double* z");
    for (std::size_t i = 0; i < plan_.crossing_count(); ++i) {
        out_.indent();
        out_.write("z[" + std::to_string(i) + "] = ");
        write_expr(plan_.relation(i).function);
        out_.write(";\n");
    }
    end_function();

    std::vector<ExprId> values;
    auto const emit = [&](std::string const& name) {
        emit_results(name, values);
        values.clear();
    };
    for (std::size_t i = plan_.crossing_count(); i < plan_.relation_count(); ++i) {
        values.insert(values.end(), {plan_.relation(i).time, plan_.relation(i).function});
    }
    emit("time_events");
    for (auto const& [variable, nominal] : plan_.computed_nominals()) values.push_back(nominal);
    emit("nominals");
    for (Sampling const& sampling : document_.samplings) {
        values.insert(values.end(), {sampling.start, sampling.interval});
    }
    emit("samplings");
    for (DelayOperator const& delay : document_.delays) {
        values.insert(values.end(), {delay.value, delay.longest ? delay.longest : delay.delay_time});
    }
    emit("delays");
    for (TransportOperator const& transport : document_.transports) {
        for (std::size_t i = 0; i < 4; ++i) values.push_back(exprs_.operand(transport.call, i));
    }
    emit("transports");
    for (TransportOperator const& transport : document_.transports) {
        values.insert(values.end(), transport.initial_points.begin(), transport.initial_points.end());
        values.insert(values.end(), transport.initial_values.begin(), transport.initial_values.end());
    }
    emit("transport_profiles");
    for (BaseClock const& clock : document_.clocks) {
        values.insert(values.end(), {clock.interval, clock.resolution, clock.start_interval});
    }
    emit("clocks");
}

// ---- tables ------------------------------------------------------------------------------------------

void CppSystem::emit_tables() {
    std::vector<std::string> sources;
    std::vector<std::uint32_t> strict;
    for (std::size_t i = 0; i < plan_.relation_count(); ++i) {
        sources.push_back(place(plan_.relation(i).source));
        if (i >= plan_.crossing_count()) strict.push_back(plan_.is_strict(i) ? 1 : 0);
    }
    emit_texts("relation_sources", sources);
    emit_numbers("uint8_t", "time_strict", strict);
    std::vector<std::uint32_t> sizes;
    for (TransportOperator const& transport : document_.transports) {
        sizes.push_back(static_cast<std::uint32_t>(transport.initial_points.size()));
    }
    emit_numbers("uint32_t", "transport_sizes", sizes);
    std::vector<std::uint32_t> is_event;
    for (BaseClock const& clock : document_.clocks) is_event.push_back(clock.kind == ClockKind::event ? 1 : 0);
    emit_numbers("uint8_t", "clock_is_event", is_event);
    std::vector<std::uint32_t> nominal_slots;
    for (auto const& [variable, nominal] : plan_.computed_nominals()) {
        nominal_slots.push_back(static_cast<std::uint32_t>(variable.index()));
    }
    emit_numbers("uint32_t", "nominal_slots", nominal_slots);
    EquationPlaces const places = find_equation_places(document_, sources_);
    place_count_ = places.equations.size();
    out_.line("MooEquationPlace const places[] = {");
    for (EquationPlace const& at : places.equations) {
        out_.line("  {" + std::to_string(slot_of(at.target)) + ", " + std::to_string(at.file) + ", " +
                  std::to_string(at.line) + ", " + std::to_string(at.column) + "},");
    }
    out_.line("  {0, 0, 0, 0}};");
    emit_texts("files", places.files);
    has_pattern_ = emit_pattern(plan_.derivative_pattern(), "pattern_starts", "pattern_states");
    has_residual_pattern_ = emit_pattern(plan_.residual_pattern(), "residual_starts", "residual_columns");
}

bool CppSystem::emit_pattern(SystemPlan::Pattern const& pattern, char const* starts_name, char const* columns_name) {
    if (pattern.empty()) return false;
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> columns;
    for (std::vector<std::uint32_t> const& row : pattern) {
        starts.push_back(static_cast<std::uint32_t>(columns.size()));
        columns.insert(columns.end(), row.begin(), row.end());
    }
    starts.push_back(static_cast<std::uint32_t>(columns.size()));
    emit_numbers("uint32_t", starts_name, starts);
    emit_numbers("uint32_t", columns_name, columns);
    return true;
}

void CppSystem::emit_model_features() {
    auto const count = [](auto const& items) { return std::to_string(items.size()); };
    auto const name_if = [](bool is_there, char const* name) { return is_there ? name : "nullptr"; };
    auto const step_if = [&](bool is_there, char const* name) {
        return is_there ? calls_.guarded(name) : std::string("nullptr");
    };
    bool const has_clocks = !document_.clocks.empty();
    std::size_t const time_relations = plan_.relation_count() - plan_.crossing_count();
    out_.line("  relation_sources, " + count(document_.when_conditions) + ", " +
              std::to_string(plan_.crossing_count()) + ", " + std::to_string(time_relations) + ", time_strict,");
    out_.line("  " + count(document_.samplings) + ", " + std::to_string(plan_.block_count()) + ", " +
              count(document_.delays) + ", " + count(document_.transports) + ", transport_sizes,");
    out_.line("  " + count(document_.state_sets) + ", " + name_if(!document_.state_sets.empty(), "state_sets") + ", " +
              count(document_.clocks) + ", clock_is_event, " + count(document_.partitions) + ", " +
              name_if(!document_.partitions.empty(), "partitions") + ",");
    out_.line(std::string("  ") + (plan_.uses(Builtin::homotopy) ? "1, " : "0, ") +
              (plan_.uses(Builtin::terminal) ? "1, " : "0, ") + (plan_.asserts_continuously() ? "1, " : "0, ") +
              count(plan_.computed_nominals()) + ", nominal_slots, " + std::to_string(place_count_) +
              ", places, files,");
    out_.line(std::string("  ") + name_if(has_pattern_, "pattern_starts") + ", " +
              name_if(has_pattern_, "pattern_states") + ", " + name_if(has_residual_pattern_, "residual_starts") +
              ", " + name_if(has_residual_pattern_, "residual_columns") + ", " + name_if(has_partials_, "&partials") +
              ", " + name_if(has_crossing_partials_, "&crossing_partials") + ",");
    std::string steps;
    for (char const* const step : {"parameters", "initialize", "derivatives", "outputs", "update", "zero_crossings"}) {
        steps += (steps.empty() ? "  " : ", ") + calls_.guarded(step);
    }
    out_.line(steps + ",");
    out_.line("  " + calls_.guarded("begin") + ", " + step_if(!plan_.computed_nominals().empty(), "nominals") + ", " +
              step_if(time_relations > 0, "time_events") + ", " + step_if(!document_.samplings.empty(), "samplings") +
              ", " + step_if(!document_.delays.empty(), "delays") + ", " +
              step_if(!document_.transports.empty(), "transports") + ", " +
              step_if(std::any_of(document_.transports.begin(), document_.transports.end(),
                                  [](auto const& each) { return !each.initial_points.empty(); }),
                      "transport_profiles") +
              ", " + step_if(has_clocks, "clocks") + ", finish,");
}

}  // namespace moo
