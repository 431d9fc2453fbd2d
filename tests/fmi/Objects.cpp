// A model by hand with an external object, which counts how often that is made and freed.
#include "tests/fmi/make_fmu.h"

extern "C" {
int objects_made = 0;
int objects_freed = 0;
}

namespace {

MooVariable const variables[] = {
    {"object", "", "", MOO_OBJECT, MOO_PARAMETER, 0.0, 1.0, MOO_COMPUTED, 1, 0.0, 0.0, 0, 0, 0},
    {"p", "", "", MOO_REAL, MOO_PARAMETER, 2.0, 1.0, MOO_TUNABLE, 0, 0.0, 0.0, 0, 0, 0},
    {"x", "", "", MOO_REAL, MOO_STATE, 1.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
    {"der(x)", "", "", MOO_REAL, MOO_DERIVATIVE, 0.0, 1.0, MOO_FIXED, 0, 0.0, 0.0, 0, 0, 0},
};
std::uint32_t const state_slots[] = {2};
std::uint32_t const derivative_slots[] = {3};

MooStatus parameters(MooInstance* m) {
    if (m->is_set[0] != 0) return MOO_OK;
    m->value[0] = 4096.0 + ++objects_made;
    return MOO_OK;
}
MooStatus derivatives(MooInstance* m) {
    m->value[3] = m->value[0] != 0.0 ? m->value[1] : 0.0;
    return MOO_OK;
}
MooStatus nothing(MooInstance*) { return MOO_OK; }
void finish(MooInstance* m) {
    if (m->value[0] != 0.0) ++objects_freed;
    m->value[0] = 0.0;
}

MooModel make_model() {
    MooModel model{};
    model.abi_version = MOO_ABI_VERSION;
    model.name = "Objects";
    model.description = "";
    model.stop_time = 1.0;
    model.variable_count = 4;
    model.variables = variables;
    model.state_count = 1;
    model.state_slots = state_slots;
    model.derivative_slots = derivative_slots;
    model.parameters = parameters;
    model.initialize = derivatives;
    model.derivatives = derivatives;
    model.outputs = nothing;
    model.update = derivatives;
    model.finish = finish;
    return model;
}

MooModel const model = make_model();
moo::test::FmuTable const table(model, {});

}  // namespace

extern "C" {
MooFmu const moo_fmu = table.get();
}
