#include "moo/model/provenance.h"

namespace moo {

namespace {

std::string_view kind_text(ProvenanceKind kind) {
    switch (kind) {
        case ProvenanceKind::equation: return "equation";
        case ProvenanceKind::binding: return "binding";
        case ProvenanceKind::connect: return "connect";
        case ProvenanceKind::flow: return "flow";
        case ProvenanceKind::stream: return "stream";
        case ProvenanceKind::overconstrained: return "overconstrained";
        case ProvenanceKind::state_machine: return "state machine";
        case ProvenanceKind::initial_equation: return "initial equation";
        case ProvenanceKind::algorithm: return "algorithm";
        case ProvenanceKind::initial_algorithm: return "initial algorithm";
        case ProvenanceKind::when_equation: return "when-equation";
        case ProvenanceKind::reinit: return "reinit";
        case ProvenanceKind::when_condition: return "when-condition";
        case ProvenanceKind::step_of_floor: return "step of floor";
        case ProvenanceKind::step_of_ceil: return "step of ceil";
        case ProvenanceKind::step_of_integer: return "step of integer";
        case ProvenanceKind::step_of_div: return "step of div";
        case ProvenanceKind::discretized: return "discretized";
        case ProvenanceKind::method_stage: return "stage of a solver method";
        case ProvenanceKind::method_input: return "input of a solver method";
        case ProvenanceKind::differentiated_expression: return "differentiated expression";
        case ProvenanceKind::state_derivative: return "derivative of a state";
        case ProvenanceKind::set_state: return "state of a set";
        case ProvenanceKind::parameter_binding: return "binding of a parameter";
        case ProvenanceKind::initial_when: return "when initial()";
        case ProvenanceKind::no_event: return "no event, so unchanged";
        case ProvenanceKind::initial_when_over: return "when initial(), so unchanged";
        case ProvenanceKind::continuous: return "continuous";
        case ProvenanceKind::fixed_start: return "start value, fixed";
        case ProvenanceKind::guessed_start: return "start value, not fixed, but nothing else determines it";
        case ProvenanceKind::default_start: return "default start value, as nothing else determines it";
    }
    return {};
}

}  // namespace

bool is_start_value(Provenance const& provenance) {
    bool const is_start = provenance.kind == ProvenanceKind::fixed_start ||
                          provenance.kind == ProvenanceKind::guessed_start ||
                          provenance.kind == ProvenanceKind::default_start;
    return is_start && provenance.differentiations == 0 && !provenance.is_loop_solved;
}

std::string origin_text(Provenance const& provenance) {
    std::string text(kind_text(provenance.kind));
    std::uint32_t const count = provenance.differentiations;
    if (count == 1) text += ", differentiated once";
    if (count == 2) text += ", differentiated twice";
    if (count > 2) text += ", differentiated " + std::to_string(count) + " times";
    if (provenance.is_loop_solved) text += ", loop solved symbolically";
    return text;
}

}  // namespace moo
