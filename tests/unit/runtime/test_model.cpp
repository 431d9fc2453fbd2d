#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

TestModel::TestModel() : model_{} {
    model_.abi_version = MOO_ABI_VERSION;
    model_.name = "Test";
    model_.description = "";
    model_.stop_time = 1.0;
    model_.tolerance = 1e-6;
    model_.parameters = [](MooInstance*) { return MOO_OK; };
    model_.initialize = [](MooInstance*) { return MOO_OK; };
    model_.derivatives = [](MooInstance*) { return MOO_OK; };
    model_.outputs = [](MooInstance*) { return MOO_OK; };
    model_.update = [](MooInstance* m) { return m->model->derivatives(m); };
    model_.zero_crossings = [](MooInstance*, double*) { return MOO_OK; };
}

std::uint32_t TestModel::add(char const* name, MooRole role, double start, MooType type) {
    MooVariable& variable = variables_.emplace_back();
    variable.name = name;
    variable.description = "";
    variable.unit = "";
    variable.type = type;
    variable.role = role;
    variable.start = start;
    variable.nominal = 1.0;
    variable.tunability = role == MOO_PARAMETER ? MOO_TUNABLE : MOO_FIXED;
    return static_cast<std::uint32_t>(variables_.size() - 1);
}

std::uint32_t TestModel::add_state(char const* name, char const* derivative_name, double start) {
    std::uint32_t const slot = add(name, MOO_STATE, start);
    states_.push_back(slot);
    derivatives_.push_back(add(derivative_name, MOO_DERIVATIVE, 0.0));
    return slot;
}

void TestModel::add_relation(char const* text, bool crossing) {
    relations_.push_back(text);
    if (crossing) ++model_.crossing_count;
}

void TestModel::add_time_relation(char const* text, bool is_strict) {
    relations_.push_back(text);
    time_strict_.push_back(is_strict ? 1 : 0);
}

MooModel const& TestModel::get() {
    model_.variable_count = static_cast<std::uint32_t>(variables_.size());
    model_.variables = variables_.data();
    model_.state_count = static_cast<std::uint32_t>(states_.size());
    model_.state_slots = states_.data();
    model_.derivative_slots = derivatives_.data();
    model_.relation_count = static_cast<std::uint32_t>(relations_.size());
    model_.relation_texts = relations_.data();
    model_.time_relation_count = static_cast<std::uint32_t>(time_strict_.size());
    model_.time_strict = time_strict_.data();
    return model_;
}

TestRun::TestRun(MooModel const& model) : TestRun(model, default_options(model)) {}

TestRun::TestRun(MooModel const& model, SimulationOptions const& options) {
    Messages sink([this](MessageSeverity, std::string_view text) { messages += std::string(text) + "\n"; });
    Instance instance(model, sink);
    outcome = simulate(instance, options, {&recorder});
}

}  // namespace moo::runtime
