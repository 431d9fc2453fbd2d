// The variables of a document as an FMU shows them, with value references, causality, variability and start values.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "moo/program/model_program.h"
#include "moo/model/document.h"
#include "runtime/abi/fmu.h"

namespace moo {

enum class FmiVersion : std::uint8_t { two = 2, three = 3 };

struct FmuOptions {
    FmiVersion version = FmiVersion::three;
    bool has_model_exchange = true;
    bool has_co_simulation = true;
    bool has_sources = false;
    bool has_dae = false;  // FMI-LS-DAE: the residuals of blocks are variables, and their unknowns can be set
    // Texts that are files of the FMU: their values are known only after it has been unpacked.
    std::unordered_map<ExprId, std::string> resources;
};

inline constexpr std::uint32_t no_variable = 0xffffffff;

// A variable of modelDescription.xml. The enumerations are those of the interface, with the names of the standard.
struct FmuVariable {
    std::string name;
    std::string description;
    MooFmuType type = MOO_FMU_REAL;
    MooFmuCausality causality = MOO_FMU_LOCAL;
    MooFmuVariability variability = MOO_FMU_CONTINUOUS;
    MooFmuInitial initial = MOO_FMU_CALCULATED;
    std::uint32_t reference = 0;                // the value reference
    std::uint32_t alias_of = no_variable;       // the variable, by its position in the plan, whose reference it shares
    std::uint32_t derivative_of = no_variable;  // the variable whose derivative it is
    VarId declared;                       // gives unit, min, max and so on; of an array, the first element
    std::vector<std::int64_t> sizes;      // of an array of FMI 3.0
    std::vector<std::string> starts;      // of each element, as XML writes it; empty if it has no start value
    std::vector<MooFmuElement> elements;  // one for a scalar
};

struct FmuPlan {
    std::vector<FmuVariable> variables;
    std::vector<std::uint32_t> owners;  // by value reference: the variable it belongs to, which is not an alias
    // By variable of the document: the variable that shows its value, and for a state the one that shows its
    // derivative; or `no_variable`. For elements of an array, that is the array.
    Store<VarId, std::uint32_t> shown;
    Store<VarId, std::uint32_t> shown_derivative;
    std::uint32_t time = no_variable;             // the independent variable, in FMI 3.0
    std::vector<std::uint32_t> event_indicators;  // in FMI 3.0
    // For FMI-LS-DAE: the equations of Eq that are residuals, the variables that show them, and for each the variable
    // that shows the corresponding unknown, which is a derivative or an algebraic variable.
    struct Residual {
        std::uint32_t equation = 0;
        std::uint32_t variable = no_variable;
        std::uint32_t unknown = no_variable;
    };
    std::vector<Residual> residuals;
    bool has_structured_names = true;  // all names follow the convention `structured`
};

[[nodiscard]] FmuPlan plan_fmu(Document const& document, Interner const& interner, ModelProgram const& model,
                               FmuOptions const& options);

// `a.b[2].c`, `der(a.b)`: the convention `structured` of both standards, without quoted names.
[[nodiscard]] bool is_structured_name(std::string_view name);

}  // namespace moo
