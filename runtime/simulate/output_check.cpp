#include "runtime/simulate/output_check.h"

#include "runtime/abi/values.h"
#include "runtime/text/same_file.h"

namespace moo::runtime {

bool OutputCheck::row(double, std::span<double const> values) {
    if (std::exchange(is_done_, true)) return true;
    for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
        MooVariable const& variable = model_.variables[i];
        if (variable.type != MOO_STRING || variable.alias_of != 0) continue;
        std::string const text = moo_text_of(values[i]);
        for (std::string const& output : outputs_) {
            if (!is_same_file(output, text)) continue;
            error_ = "`" + output + "` is the file that `" + variable.name +
                     "` of the model names; results would overwrite it";
        }
    }
    return error_.empty();
}

}  // namespace moo::runtime
