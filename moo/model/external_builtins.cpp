#include "moo/model/external_builtins.h"

#include "moo/model/external_arguments.h"

namespace moo {

ExternalResult call_external_builtin(Interner& interner, FlatExternal const& external,
                                     std::span<Value const> arguments) {
    std::string_view const name = interner.text(external.function);
    ExternalArguments call(interner, arguments);
    bool const is_known = call_string_function(name, call) || call_file_function(name, call) ||
                          call_random_function(name, call) || call_matrix_function(name, call);
    ExternalResult result = call.take();
    result.is_unknown = !is_known;
    return result;
}

}  // namespace moo
