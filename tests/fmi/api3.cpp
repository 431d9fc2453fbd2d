#include "runtime/fmi/fmi3.h"
#include "tests/fmi/api.h"

namespace moo::test {

namespace {

void log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
    static_cast<Api*>(environment)->log_.push_back({status, category, message});
}

void update_intermediately(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean, fmi3Boolean, fmi3Boolean,
                           fmi3Boolean can_return_early, fmi3Boolean* requested, fmi3Float64* return_time) {
    double const until = static_cast<Api*>(environment)->options_.intermediate_update(time);
    *requested = can_return_early && until >= 0.0;
    *return_time = until;
}

Fmi fmi(fmi3Status status) { return static_cast<Fmi>(status); }

class Api3 final : public Api {
public:
    Api3(Library const& library, Kind kind, StepOptions const& options, std::string const& token) : library_(library) {
        options_ = options;
        if (kind == Kind::model_exchange) {
            handle_ = MOO_FMI_FUNCTION(library, fmi3InstantiateModelExchange)(
                "test", token.c_str(), "/nowhere/resources/", false, true, this, log_message);
        } else {
            handle_ = MOO_FMI_FUNCTION(library, fmi3InstantiateCoSimulation)(
                "test", token.c_str(), nullptr, false, true, options.uses_event_mode, options.may_return_early,
                options.intermediate_variables.data(), options.intermediate_variables.size(), this, log_message,
                options.intermediate_update ? update_intermediately : nullptr);
        }
    }
    ~Api3() override { MOO_FMI_FUNCTION(library_, fmi3FreeInstance)(handle_); }

#define FMI3(name) MOO_FMI_FUNCTION(library_, fmi3##name)

    Fmi set_up(double start, double stop, double tolerance) override {
        start_ = start;
        stop_ = stop;
        tolerance_ = tolerance;
        return Fmi::ok;
    }
    Fmi enter_initialization() override {
        return fmi(FMI3(EnterInitializationMode)(handle_, tolerance_ > 0.0, tolerance_, start_, stop_ > start_, stop_));
    }
    Fmi exit_initialization() override { return fmi(FMI3(ExitInitializationMode)(handle_)); }
    Fmi enter_event_mode() override { return fmi(FMI3(EnterEventMode)(handle_)); }
    Fmi update_discrete_states(Events& e) override {
        return fmi(FMI3(UpdateDiscreteStates)(handle_, &e.needs_update, &e.terminates, &e.nominals_changed,
                                              &e.states_changed, &e.has_next, &e.next));
    }
    Fmi enter_continuous_mode() override { return fmi(FMI3(EnterContinuousTimeMode)(handle_)); }
    Fmi enter_step_mode() override { return fmi(FMI3(EnterStepMode)(handle_)); }
    Fmi terminate() override { return fmi(FMI3(Terminate)(handle_)); }
    Fmi reset() override { return fmi(FMI3(Reset)(handle_)); }

    Fmi get_reals(std::vector<std::uint32_t> const& references, std::vector<double>& values) override {
        std::size_t count = 0;
        for (std::uint32_t const reference : references) count += library_.fmu().variables[reference].element_count;
        values.resize(count);
        return fmi(FMI3(GetFloat64)(handle_, references.data(), references.size(), values.data(), values.size()));
    }
    Fmi set_real(std::uint32_t reference, double value) override {
        return fmi(FMI3(SetFloat64)(handle_, &reference, 1, &value, 1));
    }
    Fmi get_integer(std::uint32_t reference, int& value) override {
        if (!is_enumeration(reference)) return fmi(FMI3(GetInt32)(handle_, &reference, 1, &value, 1));
        fmi3Int64 number = 0;
        Fmi const status = fmi(FMI3(GetInt64)(handle_, &reference, 1, &number, 1));
        value = static_cast<int>(number);
        return status;
    }
    Fmi set_integer(std::uint32_t reference, int value) override {
        fmi3Int64 const number = value;
        return is_enumeration(reference) ? fmi(FMI3(SetInt64)(handle_, &reference, 1, &number, 1))
                                         : fmi(FMI3(SetInt32)(handle_, &reference, 1, &value, 1));
    }
    Fmi get_boolean(std::uint32_t reference, bool& value) override {
        return fmi(FMI3(GetBoolean)(handle_, &reference, 1, &value, 1));
    }
    Fmi set_boolean(std::uint32_t reference, bool value) override {
        return fmi(FMI3(SetBoolean)(handle_, &reference, 1, &value, 1));
    }
    Fmi get_text(std::uint32_t reference, std::string& value) override {
        fmi3String text = "";
        Fmi const status = fmi(FMI3(GetString)(handle_, &reference, 1, &text, 1));
        value = text;
        return status;
    }
    Fmi set_text(std::uint32_t reference, std::string const& value) override {
        fmi3String const text = value.c_str();
        return fmi(FMI3(SetString)(handle_, &reference, 1, &text, 1));
    }

    Fmi set_time(double time) override { return fmi(FMI3(SetTime)(handle_, time)); }
    Fmi set_states(std::vector<double> const& states) override {
        return fmi(FMI3(SetContinuousStates)(handle_, states.data(), states.size()));
    }
    Fmi get_states(std::vector<double>& states) override {
        states.resize(library_.fmu().model->state_count);
        return fmi(FMI3(GetContinuousStates)(handle_, states.data(), states.size()));
    }
    Fmi get_derivatives(std::vector<double>& derivatives) override {
        derivatives.resize(library_.fmu().model->state_count);
        return fmi(FMI3(GetContinuousStateDerivatives)(handle_, derivatives.data(), derivatives.size()));
    }
    Fmi get_indicators(std::vector<double>& indicators) override {
        indicators.resize(library_.fmu().model->crossing_count);
        return fmi(FMI3(GetEventIndicators)(handle_, indicators.data(), indicators.size()));
    }
    Fmi get_nominals(std::vector<double>& nominals) override {
        nominals.resize(library_.fmu().model->state_count);
        return fmi(FMI3(GetNominalsOfContinuousStates)(handle_, nominals.data(), nominals.size()));
    }
    Fmi completed_step(bool& enter_event_mode, bool& terminates) override {
        return fmi(FMI3(CompletedIntegratorStep)(handle_, true, &enter_event_mode, &terminates));
    }

    Fmi do_step(double current, double size, Step& step) override {
        return fmi(FMI3(DoStep)(handle_, current, size, true, &step.event_needed, &step.terminates, &step.early_return,
                                &step.time));
    }

    Fmi get_state(void** state) override { return fmi(FMI3(GetFMUState)(handle_, state)); }
    Fmi set_state(void* state) override { return fmi(FMI3(SetFMUState)(handle_, state)); }
    Fmi free_state(void** state) override { return fmi(FMI3(FreeFMUState)(handle_, state)); }
    Fmi serialize(void* state, std::vector<char>& bytes) override {
        std::size_t size = 0;
        Fmi const status = fmi(FMI3(SerializedFMUStateSize)(handle_, state, &size));
        if (status != Fmi::ok) return status;
        bytes.resize(size);
        return fmi(FMI3(SerializeFMUState)(handle_, state, reinterpret_cast<fmi3Byte*>(bytes.data()), size));
    }
    Fmi deserialize(std::vector<char> const& bytes, void** state) override {
        return fmi(
            FMI3(DeserializeFMUState)(handle_, reinterpret_cast<fmi3Byte const*>(bytes.data()), bytes.size(), state));
    }
    Fmi directional(std::vector<std::uint32_t> const& unknowns, std::vector<std::uint32_t> const& knowns,
                    std::vector<double> const& seed, std::vector<double>& sensitivity) override {
        std::size_t count = 0;
        for (std::uint32_t const reference : unknowns) count += library_.fmu().variables[reference].element_count;
        sensitivity.resize(count);
        return fmi(FMI3(GetDirectionalDerivative)(handle_, unknowns.data(), unknowns.size(), knowns.data(),
                                                  knowns.size(), seed.data(), seed.size(), sensitivity.data(), count));
    }

private:
    [[nodiscard]] bool is_enumeration(std::uint32_t reference) const {
        return reference < library_.fmu().variable_count &&
               library_.fmu().variables[reference].type == MOO_FMU_ENUMERATION;
    }

    Library const& library_;
    double start_ = 0.0;
    double stop_ = 0.0;
    double tolerance_ = 0.0;
};

}  // namespace

std::unique_ptr<Api> instantiate3(Library const& library, Kind kind, StepOptions const& options,
                                  std::string const& token) {
    auto api = std::make_unique<Api3>(library, kind, options, token);
    return api->handle() != nullptr ? std::move(api) : nullptr;
}

}  // namespace moo::test
