#include "backends/fmu/emit_fmu.h"

#include "backends/common/c_text.h"
#include "moo/base/text_writer.h"

namespace moo {

namespace {

char const* source_constant(std::uint32_t source) {
    switch (static_cast<MooFmuSource>(source)) {
        case MOO_FMU_SLOT: return "MOO_FMU_SLOT";
        case MOO_FMU_NEGATED: return "MOO_FMU_NEGATED";
        case MOO_FMU_TIME: return "MOO_FMU_TIME";
        case MOO_FMU_CROSSING: return "MOO_FMU_CROSSING";
        case MOO_FMU_TICK: return "MOO_FMU_TICK";
        case MOO_FMU_RESIDUAL: return "MOO_FMU_RESIDUAL";
    }
    return "";
}

char const* type_constant(MooFmuType type) {
    switch (type) {
        case MOO_FMU_REAL: return "MOO_FMU_REAL";
        case MOO_FMU_INTEGER: return "MOO_FMU_INTEGER";
        case MOO_FMU_BOOLEAN: return "MOO_FMU_BOOLEAN";
        case MOO_FMU_STRING: return "MOO_FMU_STRING";
        case MOO_FMU_ENUMERATION: return "MOO_FMU_ENUMERATION";
        case MOO_FMU_CLOCK: return "MOO_FMU_CLOCK";
    }
    return "";
}

char const* causality_constant(MooFmuCausality causality) {
    switch (causality) {
        case MOO_FMU_PARAMETER: return "MOO_FMU_PARAMETER";
        case MOO_FMU_CALCULATED_PARAMETER: return "MOO_FMU_CALCULATED_PARAMETER";
        case MOO_FMU_INPUT: return "MOO_FMU_INPUT";
        case MOO_FMU_OUTPUT: return "MOO_FMU_OUTPUT";
        case MOO_FMU_LOCAL: return "MOO_FMU_LOCAL";
        case MOO_FMU_INDEPENDENT: return "MOO_FMU_INDEPENDENT";
    }
    return "";
}

char const* variability_constant(MooFmuVariability variability) {
    switch (variability) {
        case MOO_FMU_CONSTANT: return "MOO_FMU_CONSTANT";
        case MOO_FMU_FIXED: return "MOO_FMU_FIXED";
        case MOO_FMU_TUNABLE: return "MOO_FMU_TUNABLE";
        case MOO_FMU_DISCRETE: return "MOO_FMU_DISCRETE";
        case MOO_FMU_CONTINUOUS: return "MOO_FMU_CONTINUOUS";
    }
    return "";
}

char const* initial_constant(MooFmuInitial initial) {
    switch (initial) {
        case MOO_FMU_NO_INITIAL: return "MOO_FMU_NO_INITIAL";
        case MOO_FMU_EXACT: return "MOO_FMU_EXACT";
        case MOO_FMU_APPROX: return "MOO_FMU_APPROX";
        case MOO_FMU_CALCULATED: return "MOO_FMU_CALCULATED";
    }
    return "";
}

// The causality by value reference. If aliases differ, an output takes precedence over a local variable.
std::vector<MooFmuCausality> causalities(FmuPlan const& plan) {
    std::vector<MooFmuCausality> found;
    for (std::uint32_t const owner : plan.owners) found.push_back(plan.variables[owner].causality);
    for (FmuVariable const& variable : plan.variables) {
        MooFmuCausality& shared = found[variable.reference];
        if (variable.causality == MOO_FMU_OUTPUT && shared == MOO_FMU_LOCAL) shared = MOO_FMU_OUTPUT;
    }
    return found;
}

}  // namespace

std::string emit_fmu_table(FmuPlan const& plan, FmuOptions const& options, std::string const& token,
                           std::string const& model) {
    TextWriter out;
    out.line("");
    out.line("// ---- what the functions of FMI know of it ----");
    out.line("");
    out.line("#include \"runtime/abi/fmu.h\"");
    out.line("");
    out.line("namespace {");
    out.line("");
    out.line("MooFmuElement const fmu_elements[] = {");
    for (std::uint32_t const owner : plan.owners) {
        for (MooFmuElement const& element : plan.variables[owner].elements) {
            out.line("  {" + std::string(source_constant(element.source)) + ", " + std::to_string(element.index) +
                     "},");
        }
    }
    out.line("  {0, 0}};");
    std::vector<MooFmuCausality> const shared = causalities(plan);
    std::size_t first = 0;
    out.line("MooFmuVariable const fmu_variables[] = {");
    for (std::uint32_t const owner : plan.owners) {
        FmuVariable const& variable = plan.variables[owner];
        out.line("  {" + c_string_literal(variable.name) + ", " + type_constant(variable.type) + ", " +
                 causality_constant(shared[variable.reference]) + ", " + variability_constant(variable.variability) +
                 ", " + initial_constant(variable.initial) + ", " + std::to_string(first) + ", " +
                 std::to_string(variable.elements.size()) + "},");
        first += variable.elements.size();
    }
    out.line("  {\"\", 0, 0, 0, 0, 0, 0}};");
    out.line("");
    out.line("}  // namespace");
    out.line("");
    std::string kinds = options.has_model_exchange ? "MOO_FMU_MODEL_EXCHANGE" : "";
    if (options.has_co_simulation) kinds += std::string(kinds.empty() ? "" : " | ") + "MOO_FMU_CO_SIMULATION";
    out.line("extern \"C\" MooFmu const moo_fmu = {MOO_FMU_VERSION, &" + model + ", " + c_string_literal(token) + ", " +
             kinds + ", " + std::to_string(plan.owners.size()) + ", fmu_variables, fmu_elements, nullptr};");
    return out.take();
}

}  // namespace moo
