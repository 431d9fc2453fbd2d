// FMI 2.0: the tables of sections 3.2.3 and 4.2.4 of the standard, written down once more.
#include <catch2/catch.hpp>

#include "runtime/fmi/fmi2.h"
#include "tests/fmi/call_walk.h"
#include "tests/fmi/import.h"

using namespace moo::test;

namespace {

using Effect = Call::Effect;

// Values that the calls use; a walk goes forward in time.
struct Data {
    double time = 0.0;
    double communication_time = 0.0;
    fmi2FMUstate state = nullptr;
};

CallTable make_table(Library const& library, Kind kind, Data& data) {
    CallTable table;
    table.library = &library;
    table.kind = kind;
    bool const is_me = kind == Kind::model_exchange;
    table.after_initialization = is_me ? 'E' : 'S';
    table.all_modes = is_me ? "iIECTX" : "iISFTX";
    std::uint32_t const u = library["u"];
    std::uint32_t const y = library["y"];
    std::uint32_t const level = library["level"];
    std::uint32_t const echo = library["echo"];
    std::uint32_t const on = library["on"];
    std::uint32_t const off = library["off"];
    std::uint32_t const text = library["text"];
    std::uint32_t const label = library["label"];

#define F(name) auto const name = MOO_FMI_FUNCTION(library, fmi2##name)
    F(SetDebugLogging);
    F(SetupExperiment);
    F(EnterInitializationMode);
    F(ExitInitializationMode);
    F(Terminate);
    F(Reset);
    F(GetReal);
    F(GetInteger);
    F(GetBoolean);
    F(GetString);
    F(SetReal);
    F(SetInteger);
    F(SetBoolean);
    F(SetString);
    F(EnterEventMode);
    F(NewDiscreteStates);
    F(EnterContinuousTimeMode);
    F(CompletedIntegratorStep);
    F(SetTime);
    F(SetContinuousStates);
    F(GetEventIndicators);
    F(GetContinuousStates);
    F(GetDerivatives);
    F(GetNominalsOfContinuousStates);
    F(SetRealInputDerivatives);
    F(GetRealOutputDerivatives);
    F(DoStep);
    F(CancelStep);
    F(GetStatus);
    F(GetRealStatus);
    F(GetIntegerStatus);
    F(GetBooleanStatus);
    F(GetStringStatus);
    F(GetFMUstate);
    F(FreeFMUstate);
    F(GetDirectionalDerivative);
#undef F

    table.calls = {
        {"fmi2SetDebugLogging", "iIECTX", "iISFTX", [=](void* c) { return SetDebugLogging(c, 1, 0, nullptr); }},
        {"fmi2SetupExperiment", "i", "i", [=](void* c) { return SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0); }},
        {"fmi2EnterInitializationMode", "i", "i", [=](void* c) { return EnterInitializationMode(c); }, 'I'},
        {"fmi2ExitInitializationMode", "I", "I",
         [=, &data](void* c) {
             data.time = data.communication_time = 0.0;
             return ExitInitializationMode(c);
         },
         'A'},
        {"fmi2Terminate", "EC", "SF", [=](void* c) { return Terminate(c); }, 'T'},
        {"fmi2Reset", "iIECTX", "iISFTX", [=](void* c) { return Reset(c); }, 'i'},
        {"fmi2GetReal", "IECTX", "ISFTX",
         [=](void* c) {
             double value = 0.0;
             return GetReal(c, &y, 1, &value);
         },
         0, Effect::gets},
        {"fmi2GetInteger", "IECTX", "ISFTX",
         [=](void* c) {
             int value = 0;
             return GetInteger(c, &echo, 1, &value);
         },
         0, Effect::gets},
        {"fmi2GetBoolean", "IECTX", "ISFTX",
         [=](void* c) {
             int value = 0;
             return GetBoolean(c, &off, 1, &value);
         },
         0, Effect::gets},
        {"fmi2GetString", "IECTX", "ISFTX",
         [=](void* c) {
             char const* value = nullptr;
             return GetString(c, &text, 1, &value);
         },
         0, Effect::gets},
        // Of inputs. The table has them from Initialization Mode on; start values before are taken as FMI 3.0 does.
        {"fmi2SetReal", "iIEC", "iIS",
         [=, &data](void* c) {
             double const value = 0.5 + 0.01 * data.time;
             return SetReal(c, &u, 1, &value);
         },
         0, Effect::sets},
        {"fmi2SetInteger", "iIE", "iIS",
         [=](void* c) {
             int const value = 4;
             return SetInteger(c, &level, 1, &value);
         },
         0, Effect::sets},
        {"fmi2SetBoolean", "iIE", "iIS",
         [=](void* c) {
             int const value = 1;
             return SetBoolean(c, &on, 1, &value);
         },
         0, Effect::sets},
        {"fmi2SetString", "iI", "iI",
         [=](void* c) {
             char const* const value = "new";
             return SetString(c, &label, 1, &value);
         }},
        {"fmi2GetFMUstate", "iIECTX", "iISFTX",
         [=, &data](void* c) {
             int const status = GetFMUstate(c, &data.state);
             return status == fmi2OK ? FreeFMUstate(c, &data.state) : status;
         }},
        {"fmi2GetDirectionalDerivative", "IECTX", "ISFTX",
         [=](void* c) {
             double const seed = 1.0;
             double value = 0.0;
             return GetDirectionalDerivative(c, &y, 1, &u, 1, &seed, &value);
         }},
        {"fmi2EnterEventMode", "EC", "", [=](void* c) { return EnterEventMode(c); }, 'E', Effect::begins_event},
        {"fmi2NewDiscreteStates", "E", "",
         [=](void* c) {
             fmi2EventInfo info;
             return NewDiscreteStates(c, &info);
         },
         0, Effect::updates},
        {"fmi2EnterContinuousTimeMode", "E", "", [=](void* c) { return EnterContinuousTimeMode(c); }, 'C'},
        {"fmi2CompletedIntegratorStep", "C", "",
         [=](void* c) {
             int enter = 0;
             int end = 0;
             return CompletedIntegratorStep(c, 1, &enter, &end);
         }},
        {"fmi2SetTime", "C", "", [=, &data](void* c) { return SetTime(c, data.time += 1e-3); }},
        {"fmi2SetContinuousStates", "C", "",
         [=](void* c) {
             double const states[] = {0.1, 0.2, 0.3, 0.4, 0.5};
             return SetContinuousStates(c, states, 5);
         }},
        {"fmi2GetEventIndicators", "IECTX", "",
         [=, &library](void* c) {
             std::vector<double> z(library.fmu().model->crossing_count);
             return GetEventIndicators(c, z.data(), z.size());
         }},
        {"fmi2GetContinuousStates", "IECTX", "",
         [=](void* c) {
             double states[5];
             return GetContinuousStates(c, states, 5);
         }},
        {"fmi2GetDerivatives", "IECTX", "",
         [=](void* c) {
             double rates[5];
             return GetDerivatives(c, rates, 5);
         }},
        {"fmi2GetNominalsOfContinuousStates", "iIECTX", "",
         [=](void* c) {
             double nominals[5];
             return GetNominalsOfContinuousStates(c, nominals, 5);
         }},
        {"fmi2SetRealInputDerivatives", "", "iIS",
         [=](void* c) {
             int const order = 1;
             double const value = 0.1;
             return SetRealInputDerivatives(c, &u, 1, &order, &value);
         }},
        // maxOutputDerivativeOrder is 0.
        {"fmi2GetRealOutputDerivatives", "", "",
         [=](void* c) {
             int const order = 1;
             double value = 0.0;
             return GetRealOutputDerivatives(c, &y, 1, &order, &value);
         }},
        {"fmi2DoStep", "", "S",
         [=, &data](void* c) {
             double const from = data.communication_time;
             data.communication_time += 1e-3;
             return DoStep(c, from, data.communication_time - from, 1);
         },
         0, Effect::steps},
        {"fmi2CancelStep", "", "", [=](void* c) { return CancelStep(c); }},
        {"fmi2GetStatus", "", "SFT",
         [=](void* c) {
             fmi2Status value;
             return GetStatus(c, fmi2DoStepStatus, &value);
         }},
        {"fmi2GetRealStatus", "", "SFT",
         [=](void* c) {
             double value;
             return GetRealStatus(c, fmi2LastSuccessfulTime, &value);
         }},
        {"fmi2GetIntegerStatus", "", "SFT",
         [=](void* c) {
             int value;
             return GetIntegerStatus(c, fmi2DoStepStatus, &value);
         }},
        {"fmi2GetBooleanStatus", "", "SFT",
         [=](void* c) {
             int value;
             return GetBooleanStatus(c, fmi2Terminated, &value);
         }},
        {"fmi2GetStringStatus", "", "SFT",
         [=](void* c) {
             char const* value;
             return GetStringStatus(c, fmi2PendingStatus, &value);
         }},
    };

    table.go_to = [&data, is_me, CancelStep](Api& api, char mode) {
        data = {};
        if (mode == 'i') return;
        if (mode == 'X') {
            REQUIRE(CancelStep(api.handle()) == fmi2Error);
            return;
        }
        REQUIRE(api.set_up(0.0, 10.0, 0.0) == Fmi::ok);
        REQUIRE(api.enter_initialization() == Fmi::ok);
        if (mode == 'I') return;
        REQUIRE(api.exit_initialization() == Fmi::ok);
        if (mode == 'S' || mode == 'E') return;
        if (is_me) begin_continuous(api);
        if (mode == 'C') return;
        if (mode == 'T') {
            REQUIRE(api.terminate() == Fmi::ok);
            return;
        }
        Step step;
        REQUIRE(api.do_step(0.0, 9.5, step) == Fmi::discard);
        REQUIRE(step.terminates);
    };
    return table;
}

}  // namespace

TEST_CASE("FMI 2.0: each function in each mode") {
    Library const library("Plant", 2);
    Data data;
    check_each_call(make_table(library, GENERATE(Kind::model_exchange, Kind::co_simulation), data));
}

TEST_CASE("FMI 2.0: functions in any order") {
    Library const library("Plant", 2);
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Data data;
        walk_at_random(make_table(library, Kind::model_exchange, data), seed, 3000);
        walk_at_random(make_table(library, Kind::co_simulation, data), seed, 3000);
    }
}
