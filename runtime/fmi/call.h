// What the functions of both versions of FMI do around their work.
#pragma once

#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "runtime/fmi/component.h"

namespace moo::runtime::fmi {

// Checks the mode, does the work and tells what went wrong. No exception leaves it.
template <class Result, class Work>
Result call(void* instance, CallRule const& rule, Work const& work) noexcept {
    auto* component = static_cast<Component*>(instance);
    if (component == nullptr) return static_cast<Result>(Status::error);
    try {
        if (!component->begin_call(rule)) return static_cast<Result>(Status::error);
        return static_cast<Result>(component->end_call(work(*component)));
    } catch (std::exception const& failure) {
        try {
            return static_cast<Result>(component->end_call(component->fail(failure.what())));
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
Status get_numbers(Component& component, References references, std::uint32_t types, std::span<T> values) {
    if constexpr (std::is_same_v<T, double>) {
        return component.get(references, types, values);
    } else {
        std::vector<double> numbers(values.size());
        Status const status = component.get(references, types, numbers);
        if (status != Status::ok) return status;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if constexpr (std::is_same_v<T, bool>) {
                values[i] = numbers[i] != 0.0;
            } else {
                double const rounded = std::round(numbers[i]);
                bool const fits = rounded >= static_cast<double>(std::numeric_limits<T>::min()) &&
                                  rounded <= static_cast<double>(std::numeric_limits<T>::max());
                if (!fits) return component.fail("a value is out of the range of its type");
                values[i] = static_cast<T>(rounded);
            }
        }
        return Status::ok;
    }
}

template <class T>
Status set_numbers(Component& component, References references, std::uint32_t types, std::span<T const> values) {
    if constexpr (std::is_same_v<T, double>) {
        return component.set(references, types, values);
    } else {
        std::vector<double> const numbers(values.begin(), values.end());
        return component.set(references, types, numbers);
    }
}

// fmi2SetDebugLogging and fmi3SetDebugLogging: no categories stand for all.
inline Status switch_logging(Component& component, bool on, std::size_t count, char const* const* categories) {
    if (!is_array(categories, count)) return component.fail(missing_array);
    if (count == 0) component.log().switch_all(on);
    for (std::size_t i = 0; i < count; ++i) {
        if (categories[i] == nullptr || !component.log().switch_category(categories[i], on)) {
            return component.fail("there is no category of messages by that name");
        }
    }
    return Status::ok;
}

// ---- saved states ----

struct SavedState {
    // fmusim 0.0.39 gives the state to be freed where its address is wanted. Nothing is found there then.
    void* nothing = nullptr;
    std::vector<std::byte> bytes;
};

// `*handle` is a state to write over, or null.
inline Status save_state(Component& component, void** handle) {
    if (handle == nullptr) return component.fail(missing_result);
    auto* state = static_cast<SavedState*>(*handle);
    auto fresh = state == nullptr ? std::make_unique<SavedState>() : nullptr;
    Status const status = component.get_state(state != nullptr ? state->bytes : fresh->bytes);
    if (status == Status::ok && fresh) *handle = fresh.release();
    return status;
}

inline Status restore_state(Component& component, void* handle) {
    if (handle == nullptr) return component.fail("there is no state");
    return component.set_state(static_cast<SavedState*>(handle)->bytes);
}

inline Status free_state(Component& component, void** handle) {
    if (handle == nullptr) return component.fail("there is no state");
    delete static_cast<SavedState*>(*handle);
    *handle = nullptr;
    return Status::ok;
}

inline Status state_size(Component& component, void* handle, std::size_t* size) {
    if (handle == nullptr) return component.fail("there is no state");
    if (size == nullptr) return component.fail(missing_result);
    *size = static_cast<SavedState*>(handle)->bytes.size();
    return Status::ok;
}

inline Status serialize_state(Component& component, void* handle, void* bytes, std::size_t size) {
    if (handle == nullptr) return component.fail("there is no state");
    std::vector<std::byte> const& from = static_cast<SavedState*>(handle)->bytes;
    if (bytes == nullptr || size != from.size()) {
        return component.fail("the state takes " + std::to_string(from.size()) + " bytes, not " + std::to_string(size));
    }
    std::copy(from.begin(), from.end(), static_cast<std::byte*>(bytes));
    return Status::ok;
}

// Bytes that are no state of this FMU are found out here, not when they are needed.
inline Status deserialize_state(Component& component, void const* bytes, std::size_t size, void** handle) {
    if (bytes == nullptr) return component.fail(missing_array);
    if (handle == nullptr) return component.fail(missing_result);
    auto const* begin = static_cast<std::byte const*>(bytes);
    std::span<std::byte const> const given(begin, size);
    if (!component.accepts_state(given)) return component.fail("these bytes are no state of this FMU");
    auto* state = static_cast<SavedState*>(*handle);
    if (state == nullptr) *handle = state = new SavedState;
    state->bytes.assign(given.begin(), given.end());
    return Status::ok;
}

}  // namespace moo::runtime::fmi
