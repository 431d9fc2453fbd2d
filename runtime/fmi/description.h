// The variables of an FMU as its importer knows them, looked up in the generated tables.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/abi/fmu.h"

namespace moo::runtime::fmi {

using ValueReference = std::uint32_t;
using References = std::span<ValueReference const>;

// Whether its value is that of a slot of the model, or its negative.
[[nodiscard]] inline bool is_slot(MooFmuElement const& element) {
    return element.source == MOO_FMU_SLOT || element.source == MOO_FMU_NEGATED;
}

// It does not change during the life of an FMU.
class Description {
public:
    explicit Description(MooFmu const& fmu);

    [[nodiscard]] MooModel const& model() const { return *fmu_.model; }
    [[nodiscard]] char const* token() const { return fmu_.token; }

    // ---- variables: all but the first two functions need known references ----

    [[nodiscard]] bool is_known(ValueReference reference) const { return reference < fmu_.variable_count; }
    // "`h` (value reference 3)", for messages.
    [[nodiscard]] std::string where(ValueReference reference) const;
    [[nodiscard]] MooFmuVariable const& variable(ValueReference reference) const { return fmu_.variables[reference]; }
    [[nodiscard]] std::span<MooFmuElement const> elements(ValueReference reference) const {
        MooFmuVariable const& variable = fmu_.variables[reference];
        return {fmu_.elements + variable.first_element, variable.element_count};
    }
    // Whether all elements are states.
    [[nodiscard]] bool is_state(ValueReference reference) const;
    // Whether all elements are unknowns of blocks, which an importer of a DAE may set.
    [[nodiscard]] bool is_given(ValueReference reference) const;
    // Whether any element of these variables has this source.
    [[nodiscard]] bool mention(References references, MooFmuSource source) const;

    // ---- slots of the model ----

    // In the order of the importer.
    [[nodiscard]] std::vector<std::uint32_t> const& state_slots() const { return state_slots_; }
    [[nodiscard]] std::vector<std::uint32_t> const& derivative_slots() const { return derivative_slots_; }
    // Whether the FMU shows residuals, and whether the slot is the unknown of one.
    [[nodiscard]] bool shows_residuals() const { return !is_given_.empty(); }
    [[nodiscard]] bool is_given_slot(std::uint32_t slot) const { return !is_given_.empty() && is_given_[slot] != 0; }

    [[nodiscard]] bool has_inputs() const { return has_inputs_; }
    [[nodiscard]] bool has_objects() const { return has_objects_; }
    [[nodiscard]] bool has_discrete_reals() const { return has_discrete_reals_; }

private:
    MooFmu const& fmu_;
    std::vector<std::uint32_t> state_slots_;
    std::vector<std::uint32_t> derivative_slots_;
    std::vector<std::uint8_t> is_given_;  // by slot; empty if the FMU shows no residuals
    bool has_inputs_ = false;
    bool has_objects_ = false;
    bool has_discrete_reals_ = false;
};

}  // namespace moo::runtime::fmi
