#include "moo/external/snippet_text.h"

namespace moo {

namespace {

// Pointers are `void*`, which C converts to any pointer that the prototype requires.
char const* c_name(CKind kind) {
    switch (kind) {
        case CKind::none: return "void";
        case CKind::real: return "double";
        case CKind::integer: return "int";
        case CKind::size: return "size_t";
        case CKind::pointer:
        case CKind::structure: return "void*";
    }
    return "";
}

}  // namespace

bool has_snippet(ExternalCode const& code) { return code.language == ExternalLanguage::c && !code.includes.empty(); }

std::string snippet_text(ExternalCode const& code, ForeignSignature const& signature, std::string const& entry) {
    return snippet_head(code) + snippet_entry(code, signature, entry);
}

std::string snippet_head(ExternalCode const& code) {
    std::string text = "#include <stddef.h>\n";
    for (std::string const& include : code.includes) text += include + "\n";
    return text;
}

std::string snippet_entry(ExternalCode const& code, ForeignSignature const& signature, std::string const& entry) {
    std::string text;
    std::string parameters;
    std::string arguments;
    CKind const result = signature.result.kind;
    // The name of a struct is not known here, so its value is copied.
    if (result == CKind::structure) parameters = "void* result";
    for (std::size_t i = 0; i < signature.arguments.size(); ++i) {
        std::string const name = "a" + std::to_string(i + 1);
        parameters += (parameters.empty() ? "" : ", ") + std::string(c_name(signature.arguments[i])) + " " + name;
        arguments += (i == 0 ? "" : ", ") + name;
    }
    std::string const call = code.function + "(" + arguments + ")";
    std::string const head = " " + entry + "(" + (parameters.empty() ? "void" : parameters) + ") {\n";
    if (result == CKind::structure) {
        text += "void" + head + "    __typeof__(" + call + ") value = " + call + ";\n";
        text += "    __builtin_memcpy(result, &value, sizeof value);\n}\n";
    } else if (result == CKind::pointer) {
        text += "void*" + head + "    return (void*)" + call + ";\n}\n";
    } else {
        text += c_name(result) + head + (result == CKind::none ? "    " : "    return ") + call + ";\n}\n";
    }
    return text;
}

}  // namespace moo
