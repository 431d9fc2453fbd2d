// Zero crossings, when-clauses, memory operators and clocks.
#include "moo/check/verification.h"
#include "moo/model/visit_document.h"

namespace moo {

namespace {

// The numbers of equations of riEq in a list of instant equations.
void verify_instants(Verification& all, std::string const& where, std::vector<std::uint32_t> const& numbers,
                     SourceSpan source) {
    auto const& equations = all.document.reinitialization.equations;
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t const number : numbers) {
        std::string const equation = "riEq equation " + std::to_string(number + 1);
        if (equations[number].form != EquationForm::instant) {
            all.report(where + ": " + equation + " is active always, not at instants", source);
        }
        if (!seen.insert(number).second) all.report(where + " lists " + equation + " twice", source);
    }
}

void verify_conditions(Verification& all) {
    auto const& equations = all.document.reinitialization.equations;
    std::vector<bool> is_activated(equations.size());
    for (std::size_t i = 0; i < all.document.when_conditions.size(); ++i) {
        WhenCondition const& when = all.document.when_conditions[i];
        std::string const where = row_text("w", i);
        all.verify_value(where, when.condition, types::boolean, when.source);
        verify_instants(all, where, when.equations, when.source);
        for (std::uint32_t const equation : when.equations) is_activated[equation] = true;
    }
    for (std::size_t i = 0; i < equations.size(); ++i) {
        if (equations[i].form != EquationForm::instant || is_activated[i]) continue;
        all.report("no condition in w activates equation " + std::to_string(i + 1) + " of riEq",
                   equations[i].provenance.source);
    }
    for (std::size_t i = 0; i < all.document.triggers.size(); ++i) {
        Trigger const& trigger = all.document.triggers[i];
        SetEquation const& equation = equations[trigger.equation];
        std::string const where = row_text("c", i);
        if (all.exprs.type(equation.target) != types::boolean) {
            all.report(where + ": the equation is not Boolean", equation.provenance.source);
        }
        verify_instants(all, where, trigger.equations, equation.provenance.source);
    }
}

void verify_crossings(Verification& all) {
    std::unordered_set<ExprId> relations;
    for (std::size_t i = 0; i < all.document.zero_crossings.size(); ++i) {
        ZeroCrossing const& crossing = all.document.zero_crossings[i];
        std::string const where = row_text("z", i);
        all.verify_value(where, crossing.function, types::real, crossing.source);
        if (!crossing.relation || !is_relation(all.exprs.kind(crossing.relation))) {
            all.report(where + " does not name the relation that it belongs to", crossing.source);
        } else if (!relations.insert(crossing.relation).second) {
            all.report(where + ": another one has the same relation", crossing.source);
        } else {
            all.verify_value(where, crossing.relation, types::boolean, crossing.source);
        }
        if (crossing.time) all.verify_value(where, crossing.time, types::real, crossing.source);
        bool const is_time = crossing.kind == RelationKind::time;
        if (is_time != crossing.time.has_value()) {
            all.report(where + (is_time ? " does not say when it happens" : " has a time, but is not a time event"),
                       crossing.source);
        }
        for (PartialEntry const& entry : crossing.known) {
            if (!all.exprs.referenced_variable(entry.by)) {
                all.report(where + ": a known entry is by something that is not a variable", crossing.source);
            }
            all.verify_value(where, entry.value, types::real, crossing.source);
        }
        std::unordered_set<std::uint32_t> const numbers(crossing.equations.begin(), crossing.equations.end());
        if (numbers.size() != crossing.equations.size()) {
            all.report(where + " lists an equation twice", crossing.source);
        }
    }
}

bool is_call_of(Verification const& all, ExprId call, Builtin builtin, std::size_t place, ExprId argument) {
    if (!all.exprs.is_builtin(call, builtin) || all.exprs.operands(call).size() <= place) return false;
    return !argument || all.exprs.operand(call, place) == argument;
}

// The numbers in a row; some may be missing.
void verify_reals(Verification& all, std::string const& where, ExprList values) {
    for (ExprId const value : values) {
        if (value) all.verify_value(where, value, types::real);
    }
}

// The operators that the sections list match the calls that they name.
void verify_operators(Verification& all) {
    for (std::size_t i = 0; i < all.document.samplings.size(); ++i) {
        Sampling const& sampling = all.document.samplings[i];
        bool const fits = is_call_of(all, sampling.call, Builtin::sample, 0, sampling.start) &&
                          is_call_of(all, sampling.call, Builtin::sample, 1, sampling.interval);
        if (!fits)
            all.report(row_text("samplings", i) + " is not about a call of `sample` with that start and interval");
        verify_reals(all, row_text("samplings", i), {sampling.start, sampling.interval});
    }
    // The interpreter stores their number in two bytes.
    constexpr std::size_t most = 32767;
    if (all.document.delays.size() > most || all.document.transports.size() > most) {
        all.report("there are more delays or spatial distributions than can be computed");
    }
    for (std::size_t i = 0; i < all.document.delays.size(); ++i) {
        DelayOperator const& delay = all.document.delays[i];
        bool const fits = is_call_of(all, delay.call, Builtin::delay, 0, delay.value) &&
                          is_call_of(all, delay.call, Builtin::delay, 1, delay.delay_time) &&
                          (!delay.longest || is_call_of(all, delay.call, Builtin::delay, 2, delay.longest));
        if (!fits) all.report(row_text("delays", i) + " is not about a call of `delay` with these arguments");
        verify_reals(all, row_text("delays", i), {delay.value, delay.delay_time, delay.longest});
    }
    for (std::size_t i = 0; i < all.document.transports.size(); ++i) {
        TransportOperator const& transport = all.document.transports[i];
        bool const fits = is_call_of(all, transport.call, Builtin::spatial_distribution, 3, {});
        if (!fits) all.report(row_text("transports", i) + " is not about a call of `spatialDistribution`");
        if (transport.initial_points.size() != transport.initial_values.size()) {
            all.report(row_text("transports", i) + " has not as many initial values as points");
        }
        verify_reals(all, row_text("transports", i), transport.initial_points);
        verify_reals(all, row_text("transports", i), transport.initial_values);
    }
}

// Visits calls of operators with memory, each of which needs a row of its own.
class OperatorCalls : public DocumentVisitor {
public:
    explicit OperatorCalls(Verification& all) : all_(all), is_seen_(all.exprs.size()) {
        for (Sampling const& row : all.document.samplings) listed_.insert(row.call);
        for (DelayOperator const& row : all.document.delays) listed_.insert(row.call);
        for (TransportOperator const& row : all.document.transports) listed_.insert(row.call);
    }
    void begin_section(std::string_view name) { section_ = name; }
    void expression(ExprId root) {
        stack_.assign(1, root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (is_seen_[id.index()]) continue;
            is_seen_[id.index()] = true;
            if (remembers(id) && !listed_.contains(id)) {
                all_.report(std::string(section_) + ": a call of `" +
                            std::string(builtin_info(all_.exprs.builtin_of(id)).name) + "` has no row of its own");
            }
            for (ExprId const operand : all_.exprs.operands(id)) stack_.push_back(operand);
        }
    }

private:
    // `sample(u, c)` in a clocked partition is another operator, without memory.
    [[nodiscard]] bool remembers(ExprId id) const {
        ExprStore const& exprs = all_.exprs;
        if (exprs.is_builtin(id, Builtin::sample))
            return exprs.type(id) == types::boolean && exprs.operands(id).size() == 2;
        return exprs.is_builtin(id, Builtin::delay) || exprs.is_builtin(id, Builtin::spatial_distribution);
    }

    Verification& all_;
    std::unordered_set<ExprId> listed_;
    std::vector<bool> is_seen_;
    std::vector<ExprId> stack_;
    std::string_view section_;
};

void verify_actions(Verification& all) {
    for (std::size_t i = 0; i < all.document.actions.size(); ++i) {
        Action const& action = all.document.actions[i];
        std::string const where = row_text("actions", i);
        if (action.conditions.empty()) all.report(where + ": no condition triggers it", action.source);
        bool const is_call = all.exprs.kind(action.value) == ExprKind::call;
        if (action.kind == ActionKind::call && !is_call) all.report(where + " is not a call", action.source);
        if (is_call) all.verify_value(where, action.value, all.exprs.type(action.value), action.source);
        if (action.kind == ActionKind::terminate && all.exprs.type(action.value) != types::string) {
            all.report(where + ": the message is not a String", action.source);
        }
    }
    for (std::size_t i = 0; i < all.document.assertions.size(); ++i) {
        Assertion const& assertion = all.document.assertions[i];
        std::string const where = row_text("assertions", i);
        all.verify_value(where, assertion.condition, types::boolean, assertion.source);
        if (all.exprs.type(assertion.message) != types::string) {
            all.report(where + ": the message is not a String", assertion.source);
        }
    }
}

}  // namespace

void verify_events(Verification& all) {
    verify_conditions(all);
    verify_crossings(all);
    verify_operators(all);
    OperatorCalls calls(all);
    visit_document(all.document, calls);
    verify_actions(all);
}

void verify_clocks(Verification& all) {
    std::unordered_set<Symbol> names;
    for (std::size_t i = 0; i < all.document.clocks.size(); ++i) {
        BaseClock const& clock = all.document.clocks[i];
        if (!names.insert(clock.name).second) all.report(row_text("clocks", i) + ": its name is taken", clock.source);
        if (clock.resolution && all.exprs.type(clock.resolution) != types::integer) {
            all.report(row_text("clocks", i) + ": the resolution is no Integer", clock.source);
        }
        bool const has_form =
            clock.kind == ClockKind::periodic ? clock.interval.has_value() : clock.condition.has_value();
        if (!has_form) {
            all.report(
                row_text("clocks", i) + (clock.kind == ClockKind::periodic ? " has no interval" : " has no condition"),
                clock.source);
        }
        if (clock.condition && all.exprs.type(clock.condition) != types::boolean) {
            all.report(row_text("clocks", i) + ": the condition is not Boolean", clock.source);
        } else if (clock.condition) {
            all.verify_value(row_text("clocks", i), clock.condition, types::boolean, clock.source);
        }
        verify_reals(all, row_text("clocks", i), {clock.interval, clock.resolution, clock.start_interval});
    }
    std::unordered_set<ExprId> determined;
    for (std::size_t i = 0; i < all.document.partitions.size(); ++i) {
        ClockedPartition const& partition = all.document.partitions[i];
        std::string const where = row_text("partitions", i);
        for (SetEquation const& equation : partition.equations.equations) {
            if (determined.insert(equation.target).second) continue;
            all.report(where + " determines what another one does", equation.provenance.source);
        }
        bool const is_rational =
            partition.factor_numerator > 0 && partition.factor_denominator > 0 && partition.shift_denominator > 0;
        if (!is_rational) all.report(where + ": its factor or shift is not a fraction of positive numbers");
        verify_set(all, where + ".Eq", partition.equations, SetKind::clocked);
    }
}

}  // namespace moo
