#include "runtime/fmi/run.h"

#include <cmath>

#include "runtime/instance/host_memory.h"
#include "runtime/math/crossing_tangents.h"
#include "runtime/math/residual_tangents.h"
#include "runtime/math/tangents.h"

namespace moo::runtime::fmi {

namespace {

EventOptions event_options() {
    EventOptions options;
    options.log_selections = true;
    return options;
}

}  // namespace

Run::Run(MooModel const& model, Messages& messages, std::string const& resources)
    : instance(model, messages),
      cycle(instance, event_options()),
      crossings(instance),
      indicators(model.crossing_count),
      residuals(model),
      start(instance.values().begin(), instance.values().end()) {
    instance.memory().resources = resources;
    experiment.start = model.start_time;
}

Run::~Run() = default;

double Run::span() const {
    if (experiment.stop > experiment.start && std::isfinite(experiment.stop)) return experiment.stop - experiment.start;
    MooModel const& model = instance.model();
    return model.stop_time > model.start_time ? model.stop_time - model.start_time : 1.0;
}

}  // namespace moo::runtime::fmi
