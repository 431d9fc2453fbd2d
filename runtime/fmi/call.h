// The common frame of the functions of both versions of FMI.
#pragma once

#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <span>
#include <vector>

#include "runtime/fmi/fmu_instance.h"
#include "runtime/fmi/variable_values.h"

namespace moo::runtime::fmi {

// Checks the mode, does the work and reports errors. Throws no exception.
template <class Result, class Work>
Result call(void* instance, CallRule const& rule, Work const& work) noexcept {
    auto* fmu = static_cast<FmuInstance*>(instance);
    if (fmu == nullptr) return static_cast<Result>(Status::error);
    CallGuard& guard = fmu->guard;
    try {
        if (!guard.begin(rule)) return static_cast<Result>(Status::error);
        return static_cast<Result>(guard.end(work(*fmu)));
    } catch (std::exception const& failure) {
        try {
            return static_cast<Result>(guard.end(guard.fail(failure.what())));
        } catch (...) {
            return static_cast<Result>(Status::error);
        }
    } catch (...) {
        return static_cast<Result>(Status::error);
    }
}

// An array that C gives as an address and a size. Null is taken for an empty one only.
template <class T>
[[nodiscard]] bool is_array(T const* items, std::size_t count) {
    return items != nullptr || count == 0;
}

inline constexpr char const* missing_array = "an array is missing";
inline constexpr char const* missing_result = "there is no place for a result";

// Getting and setting variables whose values in C are of type T.
template <class T>
Status get_numbers(FmuInstance& fmu, References references, std::uint32_t types, std::span<T> values) {
    if constexpr (std::is_same_v<T, double>) {
        return get_values(fmu, references, types, values);
    } else {
        std::vector<double> numbers(values.size());
        Status const status = get_values(fmu, references, types, numbers);
        if (status != Status::ok) return status;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if constexpr (std::is_same_v<T, bool>) {
                values[i] = numbers[i] != 0.0;
            } else {
                double const rounded = std::round(numbers[i]);
                bool const fits = rounded >= static_cast<double>(std::numeric_limits<T>::min()) &&
                                  rounded <= static_cast<double>(std::numeric_limits<T>::max());
                if (!fits) return fmu.guard.fail("a value is out of the range of its type");
                values[i] = static_cast<T>(rounded);
            }
        }
        return Status::ok;
    }
}

template <class T>
Status set_numbers(FmuInstance& fmu, References references, std::uint32_t types, std::span<T const> values) {
    if constexpr (std::is_same_v<T, double>) {
        return set_values(fmu, references, types, values);
    } else {
        std::vector<double> const numbers(values.begin(), values.end());
        return set_values(fmu, references, types, numbers);
    }
}

// fmi2SetDebugLogging and fmi3SetDebugLogging: an empty list means all categories.
inline Status switch_logging(FmuInstance& fmu, bool on, std::size_t count, char const* const* categories) {
    if (!is_array(categories, count)) return fmu.guard.fail(missing_array);
    if (count == 0) fmu.guard.log().switch_all(on);
    for (std::size_t i = 0; i < count; ++i) {
        if (categories[i] == nullptr || !fmu.guard.log().switch_category(categories[i], on)) {
            return fmu.guard.fail("there is no category of messages by that name");
        }
    }
    return Status::ok;
}

}  // namespace moo::runtime::fmi
