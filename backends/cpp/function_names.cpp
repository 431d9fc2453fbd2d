#include "backends/cpp/function_names.h"

namespace moo {

namespace {

// Keeps letters, digits and single underscores.
std::string identifier(std::string const& name) {
    constexpr std::size_t longest = 40;
    std::string made;
    for (char const c : name) {
        bool const is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (is_plain) {
            made += c;
        } else if (!made.empty() && made.back() != '_') {
            made += '_';
        }
        if (made.size() == longest) break;
    }
    while (!made.empty() && made.back() == '_') made.pop_back();
    bool const begins_well = !made.empty() && !(made[0] >= '0' && made[0] <= '9');
    return begins_well ? made : "x" + made;
}

}  // namespace

char const* scalar_type_text(ScalarType type) {
    switch (type) {
        case ScalarType::real: return "double";
        case ScalarType::integer: return "int64_t";
        case ScalarType::boolean: return "bool";
        case ScalarType::text: return "MooText";
        case ScalarType::object: return "double";
    }
    return "";
}

std::string FunctionNames::function() const {
    std::string const& name = function_.name;
    std::string const last = name.substr(name.find_last_of('.') == std::string::npos ? 0 : name.find_last_of('.') + 1);
    return "f_" + std::to_string(number_) + (name.empty() ? "" : "_" + identifier(last));
}

std::string FunctionNames::scalar(std::uint32_t index) const {
    std::string const& name = function_.scalars[index].name;
    return (name.empty() ? "t" : identifier(name)) + "_" + std::to_string(index);
}

std::string FunctionNames::array(std::uint32_t index) const {
    if (index >= first_constant_array) return "constant_" + std::to_string(index - first_constant_array);
    std::string const& name = function_.arrays[index].name;
    return (name.empty() ? "t" : identifier(name)) + "_a" + std::to_string(index);
}

std::string function_head(Program const&, ProgramFunction const& function, FunctionNames const& names) {
    auto const result = [&] { return scalar_type_text(function.scalars[function.outputs[0].index].type); };
    std::string head = std::string("[[maybe_unused]] ") + (function.gives_scalar() ? result() : "void") + " " +
                       names.function() + "([[maybe_unused]] MooInstance* m";
    for (ProgramItem const& item : function.inputs) {
        head += item.is_array ? ", MooArray const& " + names.array(item.index)
                              : std::string(", ") + scalar_type_text(function.scalars[item.index].type) + " " +
                                    names.scalar(item.index);
    }
    if (!function.gives_scalar()) {
        for (ProgramItem const& item : function.outputs) {
            head += item.is_array ? ", MooArray& " + names.array(item.index)
                                  : std::string(", ") + scalar_type_text(function.scalars[item.index].type) + "& " +
                                        names.scalar(item.index);
        }
    }
    return head + ")";
}

}  // namespace moo
