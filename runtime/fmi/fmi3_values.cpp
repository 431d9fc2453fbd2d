// Getting and setting variables in FMI 3.0: one pair of functions for each type that the standard has.
#include "runtime/fmi/call.h"
#include "runtime/fmi/fmi3.h"
#include "runtime/fmi/fmi3_calls.h"

using namespace moo::runtime::fmi;

namespace {

template <class T>
fmi3Status get3(fmi3Instance instance, CallRule const& rule, MooFmuType type, fmi3ValueReference const* references,
                size_t reference_count, T* values, size_t value_count) {
    return call<fmi3Status>(instance, rule, [&](FmuInstance& fmu) {
        if (!is_array(references, reference_count) || !is_array(values, value_count)) {
            return fmu.guard.fail(missing_array);
        }
        return get_numbers<T>(fmu, {references, reference_count}, 1U << type, {values, value_count});
    });
}

template <class T>
fmi3Status set3(fmi3Instance instance, CallRule const& rule, MooFmuType type, fmi3ValueReference const* references,
                size_t reference_count, T const* values, size_t value_count) {
    return call<fmi3Status>(instance, rule, [&](FmuInstance& fmu) {
        if (!is_array(references, reference_count) || !is_array(values, value_count)) {
            return fmu.guard.fail(missing_array);
        }
        return set_numbers<T>(fmu, {references, reference_count}, 1U << type, {values, value_count});
    });
}

// No variable has a type that Modelica does not have. A call with zero variables is not an error.
fmi3Status no_variables(fmi3Instance instance, CallRule const& rule, size_t reference_count) {
    return call<fmi3Status>(instance, rule, [&](FmuInstance& fmu) {
        return reference_count == 0 ? Status::ok : fmu.guard.fail("the FMU has no variable of this type");
    });
}

constexpr CallRule rule_to_get(char const* name) { return {name, calls3::me_get, calls3::cs_get}; }
constexpr CallRule rule_to_set(char const* name) { return {name, calls3::me_set, calls3::cs_set}; }

}  // namespace

extern "C" {

fmi3Status fmi3GetFloat64(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                          fmi3Float64 values[], size_t value_count) {
    return get3(instance, calls3::get_float64, MOO_FMU_REAL, references, reference_count, values, value_count);
}
fmi3Status fmi3GetInt32(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                        fmi3Int32 values[], size_t value_count) {
    return get3(instance, calls3::get_int32, MOO_FMU_INTEGER, references, reference_count, values, value_count);
}
fmi3Status fmi3GetInt64(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                        fmi3Int64 values[], size_t value_count) {
    return get3(instance, calls3::get_int64, MOO_FMU_ENUMERATION, references, reference_count, values, value_count);
}
fmi3Status fmi3GetBoolean(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                          fmi3Boolean values[], size_t value_count) {
    return get3(instance, calls3::get_boolean, MOO_FMU_BOOLEAN, references, reference_count, values, value_count);
}
fmi3Status fmi3GetString(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                         fmi3String values[], size_t value_count) {
    return call<fmi3Status>(instance, calls3::get_string, [&](FmuInstance& fmu) {
        if (!is_array(references, reference_count) || !is_array(values, value_count)) {
            return fmu.guard.fail(missing_array);
        }
        return get_texts(fmu, {references, reference_count}, {values, value_count});
    });
}
fmi3Status fmi3GetClock(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                        fmi3Clock values[]) {
    return get3(instance, calls3::get_clock, MOO_FMU_CLOCK, references, reference_count, values, reference_count);
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                          fmi3Float64 const values[], size_t value_count) {
    return set3(instance, calls3::set_float64, MOO_FMU_REAL, references, reference_count, values, value_count);
}
fmi3Status fmi3SetInt32(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                        fmi3Int32 const values[], size_t value_count) {
    return set3(instance, calls3::set_int32, MOO_FMU_INTEGER, references, reference_count, values, value_count);
}
fmi3Status fmi3SetInt64(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                        fmi3Int64 const values[], size_t value_count) {
    return set3(instance, calls3::set_int64, MOO_FMU_ENUMERATION, references, reference_count, values, value_count);
}
fmi3Status fmi3SetBoolean(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                          fmi3Boolean const values[], size_t value_count) {
    return set3(instance, calls3::set_boolean, MOO_FMU_BOOLEAN, references, reference_count, values, value_count);
}
fmi3Status fmi3SetString(fmi3Instance instance, fmi3ValueReference const references[], size_t reference_count,
                         fmi3String const values[], size_t value_count) {
    return call<fmi3Status>(instance, calls3::set_string, [&](FmuInstance& fmu) {
        if (!is_array(references, reference_count) || !is_array(values, value_count)) {
            return fmu.guard.fail(missing_array);
        }
        return set_texts(fmu, {references, reference_count}, {values, value_count});
    });
}
fmi3Status fmi3SetClock(fmi3Instance instance, fmi3ValueReference const*, size_t reference_count, fmi3Clock const*) {
    return no_variables(instance, calls3::set_clock, reference_count);
}

#define MOO_NO_VARIABLES(type)                                                                                      \
    fmi3Status fmi3Get##type(fmi3Instance instance, fmi3ValueReference const*, size_t reference_count, fmi3##type*, \
                             size_t) {                                                                              \
        return no_variables(instance, rule_to_get("fmi3Get" #type), reference_count);                               \
    }                                                                                                               \
    fmi3Status fmi3Set##type(fmi3Instance instance, fmi3ValueReference const*, size_t reference_count,              \
                             fmi3##type const*, size_t) {                                                           \
        return no_variables(instance, rule_to_set("fmi3Set" #type), reference_count);                               \
    }

MOO_NO_VARIABLES(Float32)
MOO_NO_VARIABLES(Int8)
MOO_NO_VARIABLES(UInt8)
MOO_NO_VARIABLES(Int16)
MOO_NO_VARIABLES(UInt16)
MOO_NO_VARIABLES(UInt32)
MOO_NO_VARIABLES(UInt64)

fmi3Status fmi3GetBinary(fmi3Instance instance, fmi3ValueReference const*, size_t reference_count, size_t*, fmi3Binary*,
                         size_t) {
    return no_variables(instance, rule_to_get("fmi3GetBinary"), reference_count);
}
fmi3Status fmi3SetBinary(fmi3Instance instance, fmi3ValueReference const*, size_t reference_count, size_t const*,
                         fmi3Binary const*, size_t) {
    return no_variables(instance, rule_to_set("fmi3SetBinary"), reference_count);
}

}  // extern "C"
