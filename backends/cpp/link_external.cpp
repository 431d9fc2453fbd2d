#include "backends/cpp/link_external.h"

#include <algorithm>

#include "backends/cpp/emit_functions.h"
#include "moo/external/load_external.h"

namespace moo {

namespace {

CType c_type(ProgramExternalArgument const& argument) {
    if (argument.is_structure) {
        CType made{CKind::structure, {}};
        for (ProgramExternalArgument const& member : argument.members) made.members.push_back(c_type(member));
        return made;
    }
    switch (argument.type) {
        case ScalarType::real: return {CKind::real, {}};
        case ScalarType::integer:
        case ScalarType::boolean: return {CKind::integer, {}};
        case ScalarType::text:
        case ScalarType::object: return {CKind::pointer, {}};
    }
    return {};
}

ForeignSignature signature_of(ProgramExternal const& external) {
    ForeignSignature signature;
    for (ProgramExternalArgument const& argument : external.arguments) {
        bool const is_by_address =
            external.is_fortran || argument.is_written || argument.is_structure || argument.item.is_array;
        signature.arguments.push_back(is_by_address      ? CKind::pointer
                                      : argument.is_size ? CKind::size
                                                         : c_type(argument).kind);
    }
    if (external.result) signature.result = c_type(*external.result);
    return signature;
}

}  // namespace

std::vector<ModelExternal> external_functions(ModelProgram const& model, Interner const& interner) {
    std::vector<ModelExternal> found;
    for (std::size_t i = 0; i < model.functions.functions.size(); ++i) {
        ProgramFunction const& function = model.functions.functions[i];
        if (!function.external || !function.external->permitted) continue;
        ProgramExternal const& external = *function.external;
        found.push_back(
            {*external.permitted, signature_of(external), external_symbol(external, interner, i), function.places[0]});
    }
    return found;
}

ProgramProblem external_problem(ModelExternal const& external, std::string const& cannot, std::string const& reason,
                                std::vector<std::string> const& details) {
    constexpr std::size_t most_lines = 12;
    ProgramProblem problem{
        external.place, "the external function `" + external.code->function + "` " + cannot + ": " + reason, details};
    if (details.size() > most_lines) {
        problem.notes.resize(most_lines);
        problem.notes.push_back("and " + std::to_string(details.size() - most_lines) + " more lines");
    }
    return problem;
}

ExternalObjects link_externals(std::vector<ModelExternal> const& functions) {
    ExternalObjects found;
    ExternalLoader loader;
    for (ModelExternal const& external : functions) {
        LinkedExternal const linked = loader.link(external.code, external.signature, external.symbol);
        if (!linked.error.empty()) {
            found.problems.push_back(external_problem(external, "cannot be called", linked.error, linked.details));
        }
        for (auto const& object : linked.objects) {
            if (std::find(found.objects.begin(), found.objects.end(), object.string()) == found.objects.end()) {
                found.objects.push_back(object.string());
            }
        }
    }
    return found;
}

}  // namespace moo
