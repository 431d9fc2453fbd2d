// The complete state of an instance as bytes, and the saved states of an importer.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/fmi/fmu_instance.h"

namespace moo::runtime::fmi {

struct SavedState {
    // fmusim 0.0.39 passes the state to be freed instead of its address. The null pointer is found there then.
    void* nothing = nullptr;
    std::vector<std::byte> bytes;
};

// `*handle` is a state to overwrite, or null.
[[nodiscard]] Status save_state(FmuInstance& fmu, void** handle);
[[nodiscard]] Status restore_state(FmuInstance& fmu, void* handle);
[[nodiscard]] Status free_state(FmuInstance& fmu, void** handle);
[[nodiscard]] Status state_size(FmuInstance& fmu, void* handle, std::size_t* size);
[[nodiscard]] Status serialize_state(FmuInstance& fmu, void* handle, void* bytes, std::size_t size);
// Bytes that are not a state of this FMU are detected here, not when the state is restored.
[[nodiscard]] Status deserialize_state(FmuInstance& fmu, void const* bytes, std::size_t size, void** handle);

}  // namespace moo::runtime::fmi
