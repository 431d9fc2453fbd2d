#include "runtime/fmi/fmu_instance.h"

#include "runtime/abi/values.h"
#include "runtime/instance/host_memory.h"
#include "runtime/text/number_text.h"

namespace moo::runtime::fmi {

FmuInstance::FmuInstance(MooFmu const& made_of, Kind kind, Log log, std::string resource_folder,
                         CoSimulationOptions chosen)
    : fmu(made_of),
      model(*made_of.model),
      description(made_of),
      resources(std::move(resource_folder)),
      options(std::move(chosen)),
      guard(kind, std::move(log)),
      messages([this](MessageSeverity severity, std::string_view text) { guard.hear(severity, text); }) {
    start_afresh();
}

void FmuInstance::start_afresh() {
    run.reset();  // the old one must release its external objects first
    messages.begin_anew();
    run = std::make_unique<Run>(model, messages, resources);
    guard.enter(Mode::instantiated);
}

void FmuInstance::log_event() {
    Log const& log = guard.log();
    if (!log.is_on(Category::events)) return;
    log.tell(Status::ok, Category::events,
             "event at time " + number_text(run->instance.time()) + run->cycle.describe_event());
}

}  // namespace moo::runtime::fmi

double moo_fmu_resource(MooInstance* m, char const* path) {
    auto const* memory = static_cast<moo::runtime::HostMemory const*>(m->memory);
    return moo_text((memory->resources + path).c_str());
}
