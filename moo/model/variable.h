// Variables of a flat model and of a MOO document.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "moo/base/interner.h"
#include "moo/base/source.h"
#include "moo/base/store.h"
#include "moo/expr/store.h"
#include "moo/model/provenance.h"

namespace moo {

enum class Variability : std::uint8_t { continuous, discrete, parameter, constant };
enum class Causality : std::uint8_t { local, input, output };

// What a variable is in a connector on the outside of the model.
enum class ConnectorRole : std::uint8_t { none, potential, flow, stream };

// The attributes of the predefined types (Modelica 3.6, section 4.8).
enum class Attribute : std::uint8_t {
    quantity,
    unit,
    display_unit,
    min,
    max,
    start,
    fixed,
    nominal,
    unbounded,
    state_select,
};
inline constexpr std::size_t attribute_count = 10;

[[nodiscard]] std::string_view attribute_name(Attribute attribute);
[[nodiscard]] std::optional<Attribute> find_attribute(std::string_view name);

struct Variable {
    Symbol name;  // `a.b[2].c`, without quotes
    TypeId type;
    Variability variability = Variability::continuous;
    Causality causality = Causality::local;
    ExprId binding;  // of a parameter or constant; that of any other variable is an equation
    std::array<ExprId, attribute_count> attributes{};
    Symbol description;
    Symbol instance;  // the component whose class declares it, `a.b[2]`; none at the top
    // What connectors, and the user of the results, need to know.
    ConnectorRole connector_role = ConnectorRole::none;
    bool is_package_constant : 1 = false;  // declared beside the model, not in it
    bool is_protected : 1 = false;
    bool is_final : 1 = false;      // cannot be changed after translation
    bool is_evaluated : 1 = false;  // its value was used during translation
    bool hide_result : 1 = false;
    SourceSpan source;

    // Of an equation that is made for it.
    [[nodiscard]] Provenance provenance(ProvenanceKind kind) const { return {kind, source, instance}; }
    [[nodiscard]] ExprId attribute(Attribute which) const { return attributes[static_cast<std::size_t>(which)]; }
    [[nodiscard]] bool is_fixed(ExprStore const& exprs) const {
        ExprId const fixed = attribute(Attribute::fixed);
        return fixed.has_value() && exprs.is_boolean(fixed, true);
    }
    // One value from the end of initialization on.
    [[nodiscard]] bool is_parameter() const {
        return variability == Variability::parameter || variability == Variability::constant;
    }
};

using VariableStore = Store<VarId, Variable>;

// An array that is there element by element: variables from `first` on, in row-major order.
struct ArrayInfo {
    Symbol name;
    std::vector<std::int64_t> sizes;
    VarId first;
};

}  // namespace moo
