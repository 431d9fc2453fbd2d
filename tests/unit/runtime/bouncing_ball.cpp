#include "tests/unit/runtime/bouncing_ball.h"

#include <array>
#include <cstdint>

namespace {

constexpr std::array<MooVariable, 9> variables{{
    {"h", "height of ball", "m", MOO_REAL, MOO_STATE, 1.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"v", "velocity of ball", "m/s", MOO_REAL, MOO_STATE, 0.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"der(h)", "", "m/s", MOO_REAL, MOO_DERIVATIVE, 0.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"der(v)", "", "m/s2", MOO_REAL, MOO_DERIVATIVE, 0.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"v_new", "", "m/s", MOO_REAL, MOO_DISCRETE, 0.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"flying", "", "", MOO_BOOLEAN, MOO_DISCRETE, 1.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"impact", "", "", MOO_BOOLEAN, MOO_DISCRETE, 0.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"e", "bounce coeff", "", MOO_REAL, MOO_PARAMETER, 0.7, 1.0, MOO_TUNABLE, 0, 0.0, 0.0, 0, 0, 0},
    {"g", "gravity acc.", "m/s2", MOO_REAL, MOO_PARAMETER, 9.81, 1.0, MOO_TUNABLE, 0, 0.0, 0.0, 0, 0, 0},
}};
constexpr std::array<std::uint32_t, 2> states{ball_h, ball_v};
constexpr std::array<std::uint32_t, 2> derivatives{ball_der_h, ball_der_v};
constexpr std::array<char const*, 2> relations{"h <= 0.0", "v <= 0.0"};

MooStatus compute_nothing(MooInstance*) { return MOO_OK; }

MooStatus compute_derivatives(MooInstance* m) {
    m->value[ball_der_h] = m->value[ball_v];
    m->value[ball_der_v] = m->value[ball_flying] != 0.0 ? -m->value[ball_g] : 0.0;
    return MOO_OK;
}

MooStatus initialize(MooInstance* m) {
    m->value[ball_impact] = moo_relation(m, 0, m->value[ball_h] <= 0.0);
    return compute_derivatives(m);
}

MooStatus update(MooInstance* m) {
    bool const low = moo_relation(m, 0, m->value[ball_h] <= 0.0) != 0;
    bool const falling = moo_relation(m, 1, m->value[ball_v] <= 0.0) != 0;
    m->value[ball_impact] = low ? 1.0 : 0.0;
    m->condition[0] = low && falling ? 1 : 0;
    m->condition[1] = low ? 1 : 0;
    if ((m->condition[0] > m->pre_condition[0]) || (m->condition[1] > m->pre_condition[1])) {
        bool const edge = m->value[ball_impact] != 0.0 && m->pre[ball_impact] == 0.0;
        m->value[ball_v_new] = edge ? -m->value[ball_e] * m->pre[ball_v] : 0.0;
        m->value[ball_flying] = m->value[ball_v_new] > 0.0 ? 1.0 : 0.0;
        m->reinit_value[1] = m->value[ball_v_new];
        m->reinit_asked[1] = 1;
    }
    return compute_derivatives(m);
}

MooStatus zero_crossings(MooInstance* m, double* z) {
    z[0] = 0.0 - m->value[ball_h];
    z[1] = 0.0 - m->value[ball_v];
    return MOO_OK;
}

MooModel make_model() {
    MooModel model{};
    model.abi_version = MOO_ABI_VERSION;
    model.name = "BouncingBall";
    model.description = "a ball that bounces until it rests";
    model.stop_time = 5.0;
    model.tolerance = 1e-6;
    model.variable_count = variables.size();
    model.variables = variables.data();
    model.state_count = states.size();
    model.state_slots = states.data();
    model.derivative_slots = derivatives.data();
    model.relation_count = relations.size();
    model.relation_texts = relations.data();
    model.condition_count = 2;
    model.crossing_count = 2;
    model.parameters = compute_nothing;
    model.initialize = initialize;
    model.derivatives = compute_derivatives;
    model.outputs = compute_nothing;
    model.update = update;
    model.zero_crossings = zero_crossings;
    return model;
}

}  // namespace

extern "C" MooModel const bouncing_ball = make_model();
