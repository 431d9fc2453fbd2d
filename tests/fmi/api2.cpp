#include <cstdarg>
#include <cstdio>

#include "runtime/fmi/fmi2.h"
#include "tests/fmi/api.h"

namespace moo::test {

namespace {

__attribute__((format(printf, 5, 6))) void log_message(fmi2ComponentEnvironment environment, fmi2String,
                                                       fmi2Status status, fmi2String category, fmi2String message,
                                                       ...) {
    char text[4000];
    va_list arguments;
    va_start(arguments, message);
    std::vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    static_cast<Api*>(environment)->log_.push_back({status, category, text});
}

Fmi fmi(fmi2Status status) { return static_cast<Fmi>(status); }
fmi2Boolean fmi(bool value) { return value ? fmi2True : fmi2False; }

class Api2 final : public Api {
public:
    Api2(Library const& library, Kind kind, std::string const& token) : library_(library) {
        callbacks_.logger = log_message;
        callbacks_.componentEnvironment = this;
        handle_ = MOO_FMI_FUNCTION(library, fmi2Instantiate)(
            "test", kind == Kind::model_exchange ? fmi2ModelExchange : fmi2CoSimulation, token.c_str(),
            "file:///nowhere/resources", &callbacks_, fmi2False, fmi2True);
    }
    ~Api2() override { MOO_FMI_FUNCTION(library_, fmi2FreeInstance)(handle_); }

#define FMI2(name) MOO_FMI_FUNCTION(library_, fmi2##name)

    Fmi set_up(double start, double stop, double tolerance) override {
        return fmi(FMI2(SetupExperiment)(handle_, fmi(tolerance > 0.0), tolerance, start, fmi(stop > start), stop));
    }
    Fmi enter_initialization() override { return fmi(FMI2(EnterInitializationMode)(handle_)); }
    Fmi exit_initialization() override { return fmi(FMI2(ExitInitializationMode)(handle_)); }
    Fmi enter_event_mode() override { return fmi(FMI2(EnterEventMode)(handle_)); }
    Fmi update_discrete_states(Events& events) override {
        fmi2EventInfo info{};
        Fmi const status = fmi(FMI2(NewDiscreteStates)(handle_, &info));
        events = {info.newDiscreteStatesNeeded != 0,
                  info.terminateSimulation != 0,
                  info.nominalsOfContinuousStatesChanged != 0,
                  info.valuesOfContinuousStatesChanged != 0,
                  info.nextEventTimeDefined != 0,
                  info.nextEventTime};
        return status;
    }
    Fmi enter_continuous_mode() override { return fmi(FMI2(EnterContinuousTimeMode)(handle_)); }
    Fmi enter_step_mode() override { return Fmi::error; }
    Fmi terminate() override { return fmi(FMI2(Terminate)(handle_)); }
    Fmi reset() override { return fmi(FMI2(Reset)(handle_)); }

    Fmi get_reals(std::vector<std::uint32_t> const& references, std::vector<double>& values) override {
        values.resize(references.size());
        return fmi(FMI2(GetReal)(handle_, references.data(), references.size(), values.data()));
    }
    Fmi set_real(std::uint32_t reference, double value) override {
        return fmi(FMI2(SetReal)(handle_, &reference, 1, &value));
    }
    Fmi get_integer(std::uint32_t reference, int& value) override {
        return fmi(FMI2(GetInteger)(handle_, &reference, 1, &value));
    }
    Fmi set_integer(std::uint32_t reference, int value) override {
        return fmi(FMI2(SetInteger)(handle_, &reference, 1, &value));
    }
    Fmi get_boolean(std::uint32_t reference, bool& value) override {
        fmi2Boolean number = 0;
        Fmi const status = fmi(FMI2(GetBoolean)(handle_, &reference, 1, &number));
        value = number != 0;
        return status;
    }
    Fmi set_boolean(std::uint32_t reference, bool value) override {
        fmi2Boolean const number = fmi(value);
        return fmi(FMI2(SetBoolean)(handle_, &reference, 1, &number));
    }
    Fmi get_text(std::uint32_t reference, std::string& value) override {
        fmi2String text = "";
        Fmi const status = fmi(FMI2(GetString)(handle_, &reference, 1, &text));
        value = text;
        return status;
    }
    Fmi set_text(std::uint32_t reference, std::string const& value) override {
        fmi2String const text = value.c_str();
        return fmi(FMI2(SetString)(handle_, &reference, 1, &text));
    }

    Fmi set_time(double time) override { return fmi(FMI2(SetTime)(handle_, time)); }
    Fmi set_states(std::vector<double> const& states) override {
        return fmi(FMI2(SetContinuousStates)(handle_, states.data(), states.size()));
    }
    Fmi get_states(std::vector<double>& states) override {
        states.resize(library_.fmu().model->state_count);
        return fmi(FMI2(GetContinuousStates)(handle_, states.data(), states.size()));
    }
    Fmi get_derivatives(std::vector<double>& derivatives) override {
        derivatives.resize(library_.fmu().model->state_count);
        return fmi(FMI2(GetDerivatives)(handle_, derivatives.data(), derivatives.size()));
    }
    Fmi get_indicators(std::vector<double>& indicators) override {
        indicators.resize(library_.fmu().model->crossing_count);
        return fmi(FMI2(GetEventIndicators)(handle_, indicators.data(), indicators.size()));
    }
    Fmi get_nominals(std::vector<double>& nominals) override {
        nominals.resize(library_.fmu().model->state_count);
        return fmi(FMI2(GetNominalsOfContinuousStates)(handle_, nominals.data(), nominals.size()));
    }
    Fmi completed_step(bool& enter_event_mode, bool& terminates) override {
        fmi2Boolean enter = 0;
        fmi2Boolean end = 0;
        Fmi const status = fmi(FMI2(CompletedIntegratorStep)(handle_, fmi2True, &enter, &end));
        enter_event_mode = enter != 0;
        terminates = end != 0;
        return status;
    }

    Fmi do_step(double current, double size, Step& step) override {
        Fmi const status = fmi(FMI2(DoStep)(handle_, current, size, fmi2True));
        step = {};
        step.time = current + size;
        if (status == Fmi::discard) {
            fmi2Boolean terminated = 0;
            if (FMI2(GetRealStatus)(handle_, fmi2LastSuccessfulTime, &step.time) != fmi2OK) return Fmi::fatal;
            if (FMI2(GetBooleanStatus)(handle_, fmi2Terminated, &terminated) != fmi2OK) return Fmi::fatal;
            step.terminates = terminated != 0;
        }
        return status;
    }

    Fmi get_state(void** state) override { return fmi(FMI2(GetFMUstate)(handle_, state)); }
    Fmi set_state(void* state) override { return fmi(FMI2(SetFMUstate)(handle_, state)); }
    Fmi free_state(void** state) override { return fmi(FMI2(FreeFMUstate)(handle_, state)); }
    Fmi serialize(void* state, std::vector<char>& bytes) override {
        std::size_t size = 0;
        Fmi const status = fmi(FMI2(SerializedFMUstateSize)(handle_, state, &size));
        if (status != Fmi::ok) return status;
        bytes.resize(size);
        return fmi(FMI2(SerializeFMUstate)(handle_, state, bytes.data(), size));
    }
    Fmi deserialize(std::vector<char> const& bytes, void** state) override {
        return fmi(FMI2(DeSerializeFMUstate)(handle_, bytes.data(), bytes.size(), state));
    }
    Fmi directional(std::vector<std::uint32_t> const& unknowns, std::vector<std::uint32_t> const& knowns,
                    std::vector<double> const& seed, std::vector<double>& sensitivity) override {
        sensitivity.resize(unknowns.size());
        return fmi(FMI2(GetDirectionalDerivative)(handle_, unknowns.data(), unknowns.size(), knowns.data(),
                                                  knowns.size(), seed.data(), sensitivity.data()));
    }

private:
    Library const& library_;
    fmi2CallbackFunctions callbacks_{};
};

}  // namespace

std::unique_ptr<Api> instantiate2(Library const& library, Kind kind, std::string const& token) {
    auto api = std::make_unique<Api2>(library, kind, token);
    return api->handle() != nullptr ? std::move(api) : nullptr;
}

}  // namespace moo::test
