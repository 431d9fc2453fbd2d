// FMI 3.0: the functions that sections 2.3, 3.2 and 4.2 of the standard list for each state, written down once more.
#include <catch2/catch.hpp>

#include "runtime/fmi/fmi3.h"
#include "tests/fmi/call_walk.h"
#include "tests/fmi/import.h"

using namespace moo::test;

namespace {

using Effect = Call::Effect;

struct Data3 {
    double time = 0.0;
    double communication_time = 0.0;
    fmi3FMUState state = nullptr;
};

CallTable make_table3(Library const& library, Kind kind, Data3& data) {
    CallTable table;
    table.library = &library;
    table.kind = kind;
    table.options.uses_event_mode = true;
    bool const is_me = kind == Kind::model_exchange;
    table.after_initialization = 'E';
    table.after_error = 'T';
    table.all_modes = is_me ? "iIECT" : "iIEST";
    std::uint32_t const u = library["u"];
    std::uint32_t const y = library["y"];
    std::uint32_t const level = library["level"];
    std::uint32_t const echo = library["echo"];
    std::uint32_t const gear = library["gear"];
    std::uint32_t const on = library["on"];
    std::uint32_t const off = library["off"];
    std::uint32_t const text = library["text"];
    std::uint32_t const label = library["label"];

#define F(name) auto const name = MOO_FMI_FUNCTION(library, fmi3##name)
    F(SetDebugLogging);
    F(EnterInitializationMode);
    F(ExitInitializationMode);
    F(Terminate);
    F(Reset);
    F(GetFloat64);
    F(GetInt32);
    F(GetInt64);
    F(GetBoolean);
    F(GetString);
    F(GetFloat32);
    F(GetBinary);
    F(GetClock);
    F(SetFloat64);
    F(SetInt32);
    F(SetInt64);
    F(SetBoolean);
    F(SetString);
    F(SetUInt8);
    F(SetClock);
    F(EnterEventMode);
    F(EvaluateDiscreteStates);
    F(UpdateDiscreteStates);
    F(EnterContinuousTimeMode);
    F(EnterStepMode);
    F(CompletedIntegratorStep);
    F(SetTime);
    F(SetContinuousStates);
    F(GetEventIndicators);
    F(GetContinuousStates);
    F(GetContinuousStateDerivatives);
    F(GetNominalsOfContinuousStates);
    F(GetNumberOfContinuousStates);
    F(GetNumberOfEventIndicators);
    F(GetOutputDerivatives);
    F(DoStep);
    F(GetFMUState);
    F(FreeFMUState);
    F(GetDirectionalDerivative);
    F(GetAdjointDerivative);
    F(EnterConfigurationMode);
    F(ExitConfigurationMode);
    F(GetIntervalDecimal);
    F(SetShiftDecimal);
    F(ActivateModelPartition);
    F(GetNumberOfVariableDependencies);
#undef F

    table.calls = {
        {"fmi3SetDebugLogging", "iIECT", "iIEST", [=](void* c) { return SetDebugLogging(c, true, 0, nullptr); }},
        {"fmi3EnterInitializationMode", "i", "i",
         [=](void* c) { return EnterInitializationMode(c, false, 0.0, 0.0, false, 0.0); }, 'I'},
        {"fmi3ExitInitializationMode", "I", "I",
         [=, &data](void* c) {
             data.time = data.communication_time = 0.0;
             return ExitInitializationMode(c);
         },
         'A'},
        {"fmi3Terminate", "EC", "ES", [=](void* c) { return Terminate(c); }, 'T'},
        {"fmi3Reset", "iIECT", "iIEST", [=](void* c) { return Reset(c); }, 'i'},
        {"fmi3GetFloat64", "iIECT", "iIEST",
         [=](void* c) {
             double value = 0.0;
             return GetFloat64(c, &y, 1, &value, 1);
         },
         0, Effect::gets},
        {"fmi3GetInt32", "iIECT", "iIEST",
         [=](void* c) {
             int value = 0;
             return GetInt32(c, &echo, 1, &value, 1);
         },
         0, Effect::gets},
        {"fmi3GetInt64", "iIECT", "iIEST",
         [=](void* c) {
             std::int64_t value = 0;
             return GetInt64(c, &gear, 1, &value, 1);
         },
         0, Effect::gets},
        {"fmi3GetBoolean", "iIECT", "iIEST",
         [=](void* c) {
             bool value = false;
             return GetBoolean(c, &off, 1, &value, 1);
         },
         0, Effect::gets},
        {"fmi3GetString", "iIECT", "iIEST",
         [=](void* c) {
             char const* value = nullptr;
             return GetString(c, &text, 1, &value, 1);
         },
         0, Effect::gets},
        // There is no variable of these types.
        {"fmi3GetFloat32", "", "",
         [=](void* c) {
             float value = 0.0F;
             return GetFloat32(c, &y, 1, &value, 1);
         }},
        {"fmi3GetBinary", "", "",
         [=](void* c) {
             std::size_t size = 0;
             fmi3Binary value = nullptr;
             return GetBinary(c, &y, 1, &size, &value, 1);
         }},
        {"fmi3SetUInt8", "", "",
         [=](void* c) {
             std::uint8_t const value = 1;
             return SetUInt8(c, &u, 1, &value, 1);
         }},
        {"fmi3GetClock", "E", "E", [=](void* c) { return GetClock(c, nullptr, 0, nullptr); }},
        {"fmi3SetClock", "E", "E", [=](void* c) { return SetClock(c, nullptr, 0, nullptr); }},
        {"fmi3SetFloat64", "iIEC", "iIES",
         [=, &data](void* c) {
             double const value = 0.5 + 0.01 * data.time;
             return SetFloat64(c, &u, 1, &value, 1);
         },
         0, Effect::sets},
        // Discrete inputs.
        {"fmi3SetInt32", "iIE", "iIES",
         [=](void* c) {
             int const value = 4;
             return SetInt32(c, &level, 1, &value, 1);
         },
         0, Effect::sets},
        {"fmi3SetInt64", "iIE", "iIES",
         [=](void* c) {
             std::int64_t const value = 2;
             return SetInt64(c, &gear, 1, &value, 1);
         },
         0, Effect::sets},
        {"fmi3SetBoolean", "iIE", "iIES",
         [=](void* c) {
             bool const value = true;
             return SetBoolean(c, &on, 1, &value, 1);
         },
         0, Effect::sets},
        // A parameter that is not tunable.
        {"fmi3SetString", "iI", "iI",
         [=](void* c) {
             char const* const value = "new";
             return SetString(c, &label, 1, &value, 1);
         }},
        {"fmi3GetFMUState", "iIECT", "iIEST",
         [=, &data](void* c) {
             int const status = GetFMUState(c, &data.state);
             return status == fmi3OK ? FreeFMUState(c, &data.state) : status;
         }},
        {"fmi3GetDirectionalDerivative", "IECT", "IEST",
         [=](void* c) {
             double const seed = 1.0;
             double value = 0.0;
             return GetDirectionalDerivative(c, &y, 1, &u, 1, &seed, 1, &value, 1);
         }},
        {"fmi3GetAdjointDerivative", "IECT", "IEST",
         [=](void* c) {
             double const seed = 1.0;
             double value = 0.0;
             return GetAdjointDerivative(c, &y, 1, &u, 1, &seed, 1, &value, 1);
         }},
        {"fmi3EnterEventMode", "C", "S", [=](void* c) { return EnterEventMode(c); }, 'E', Effect::begins_event},
        {"fmi3EvaluateDiscreteStates", "E", "E", [=](void* c) { return EvaluateDiscreteStates(c); }},
        {"fmi3UpdateDiscreteStates", "E", "E",
         [=](void* c) {
             bool flags[5];
             double next = 0.0;
             return UpdateDiscreteStates(c, flags, flags + 1, flags + 2, flags + 3, flags + 4, &next);
         },
         0, Effect::updates},
        {"fmi3EnterContinuousTimeMode", "E", "", [=](void* c) { return EnterContinuousTimeMode(c); }, 'C'},
        {"fmi3EnterStepMode", "", "E", [=](void* c) { return EnterStepMode(c); }, 'S'},
        {"fmi3CompletedIntegratorStep", "C", "",
         [=](void* c) {
             bool enter = false;
             bool end = false;
             return CompletedIntegratorStep(c, true, &enter, &end);
         }},
        {"fmi3SetTime", "C", "", [=, &data](void* c) { return SetTime(c, data.time += 1e-3); }},
        {"fmi3SetContinuousStates", "C", "",
         [=](void* c) {
             double const states[] = {0.1, 0.2, 0.3, 0.4, 0.5};
             return SetContinuousStates(c, states, 5);
         }},
        {"fmi3GetEventIndicators", "IECT", "",
         [=, &library](void* c) {
             std::vector<double> z(library.fmu().model->crossing_count);
             return GetEventIndicators(c, z.data(), z.size());
         }},
        {"fmi3GetContinuousStates", "IECT", "",
         [=](void* c) {
             double states[5];
             return GetContinuousStates(c, states, 5);
         }},
        {"fmi3GetContinuousStateDerivatives", "IECT", "",
         [=](void* c) {
             double rates[5];
             return GetContinuousStateDerivatives(c, rates, 5);
         }},
        {"fmi3GetNominalsOfContinuousStates", "IECT", "",
         [=](void* c) {
             double nominals[5];
             return GetNominalsOfContinuousStates(c, nominals, 5);
         }},
        {"fmi3GetNumberOfContinuousStates", "iIECT", "",
         [=](void* c) {
             std::size_t count = 0;
             return GetNumberOfContinuousStates(c, &count);
         }},
        {"fmi3GetNumberOfEventIndicators", "iIECT", "",
         [=](void* c) {
             std::size_t count = 0;
             return GetNumberOfEventIndicators(c, &count);
         }},
        {"fmi3GetOutputDerivatives", "", "",
         [=](void* c) {
             int const order = 1;
             double value = 0.0;
             return GetOutputDerivatives(c, &y, 1, &order, &value, 1);
         }},
        {"fmi3DoStep", "", "S",
         [=, &data](void* c) {
             bool flags[3];
             double last = 0.0;
             double const from = data.communication_time;
             data.communication_time += 1e-3;
             return DoStep(c, from, data.communication_time - from, true, flags, flags + 1, flags + 2, &last);
         },
         0, Effect::steps},
        // No structural parameters, no clocks that have intervals, no partitions to activate, no dependencies by
        // element.
        {"fmi3EnterConfigurationMode", "", "", [=](void* c) { return EnterConfigurationMode(c); }},
        {"fmi3ExitConfigurationMode", "", "", [=](void* c) { return ExitConfigurationMode(c); }},
        {"fmi3GetInterval", "", "",
         [=](void* c) {
             double interval = 0.0;
             fmi3IntervalQualifier qualifier;
             return GetIntervalDecimal(c, &y, 1, &interval, &qualifier);
         }},
        {"fmi3SetShift", "", "",
         [=](void* c) {
             double const shift = 0.0;
             return SetShiftDecimal(c, &y, 1, &shift);
         }},
        {"fmi3ActivateModelPartition", "", "", [=](void* c) { return ActivateModelPartition(c, y, 0.0); }},
        {"fmi3GetNumberOfVariableDependencies", "", "",
         [=](void* c) {
             std::size_t count = 0;
             return GetNumberOfVariableDependencies(c, y, &count);
         }},
    };

    table.go_to = [&data, is_me](Api& api, char mode) {
        data = {};
        if (mode == 'i') return;
        REQUIRE(api.set_up(0.0, 10.0, 0.0) == Fmi::ok);
        REQUIRE(api.enter_initialization() == Fmi::ok);
        if (mode == 'I') return;
        REQUIRE(api.exit_initialization() == Fmi::ok);
        if (mode == 'E') return;
        (void)iterate(api);
        REQUIRE((is_me ? api.enter_continuous_mode() : api.enter_step_mode()) == Fmi::ok);
        if (mode != 'T') return;
        REQUIRE(api.terminate() == Fmi::ok);
    };
    return table;
}

}  // namespace

TEST_CASE("FMI 3.0: each function in each mode") {
    Library const library("Plant", 3);
    Data3 data;
    check_each_call(make_table3(library, GENERATE(Kind::model_exchange, Kind::co_simulation), data));
}

TEST_CASE("FMI 3.0: functions in any order") {
    Library const library("Plant", 3);
    for (unsigned seed = 1; seed <= 20; ++seed) {
        Data3 data;
        walk_at_random(make_table3(library, Kind::model_exchange, data), seed, 3000);
        walk_at_random(make_table3(library, Kind::co_simulation, data), seed, 3000);
    }
}

TEST_CASE("FMI 3.0: there is no event mode unless the instance was made for it, and no scheduled execution") {
    Library const library("Plant", 3);
    auto const api = library.instantiate(Kind::co_simulation);
    initialize(*api);
    CHECK(api->enter_event_mode() == Fmi::error);
    CHECK(api->said("without event mode"));
    CHECK(MOO_FMI_FUNCTION(library, fmi3InstantiateScheduledExecution)("test", "", nullptr, false, false, nullptr,
                                                                       nullptr, nullptr, nullptr, nullptr) == nullptr);
}
