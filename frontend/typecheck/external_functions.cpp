// External functions (Modelica 3.6, section 12.9).
#include <filesystem>

#include "frontend/typecheck/function_parts.h"
#include "frontend/typecheck/scope_resolver.h"
#include "moo/lower/annotation.h"

namespace moo {

namespace {

namespace fs = std::filesystem;

// The annotations of one external function, with addresses of resources replaced by paths.
class ExternalAnnotations {
public:
    ExternalAnnotations(Elaborator& elaborator, ClassDef const& def, ast::External const& syntax)
        : e_(elaborator), def_(def), syntax_(syntax) {}

    // The annotation of the external clause, or else of the class, as in older libraries.
    std::vector<std::string> texts(char const* name) const {
        std::vector<std::string> found = strings_argument(*def_.ast, e_.interner, syntax_.annotation, name);
        if (!found.empty()) return found;
        return strings_argument(*def_.ast, e_.interner, def_.syntax().comment.annotation, name);
    }

    // The folders that are named; without a name, those of these folders in the resources of the library that exist.
    std::vector<std::string> folders(char const* name, std::initializer_list<char const*> defaults) const {
        std::vector<std::string> addresses = texts(name);
        bool const is_default = addresses.empty();
        if (is_default) {
            ClassDef const* top = &def_;
            while (top->parent != nullptr) top = top->parent;
            for (char const* const folder : defaults) {
                addresses.push_back("modelica:/" + std::string(e_.interner.text(top->name)) + "/Resources/" + folder);
            }
        }
        std::vector<std::string> found;
        for (std::string const& address : addresses) {
            fs::path const path = e_.instances.tree().library().resolve_address(address);
            std::error_code error;
            if (!path.empty() && (!is_default || fs::is_directory(path, error))) found.push_back(path.string());
        }
        return found;
    }

private:
    Elaborator& e_;
    ClassDef const& def_;
    ast::External const& syntax_;
};

}  // namespace

void lower_external(Elaborator& e, FunctionEntry& entry, Node& node) {
    ast::Ast const& ast = *node.def->ast;
    ast::External const& syntax = *ast.external(node.def->syntax());
    FlatExternal external;
    bool const has_language = syntax.language.span.begin.has_value();
    external.language = e.interner.intern(has_language ? ast.string_value(syntax.language) : "C");
    external.function = syntax.function.symbol ? syntax.function.symbol : node.def->name;
    ScopeResolver resolver(e, &node);
    LoweringContext context{ast, e.interner, e.exprs, e.diagnostics, resolver};
    if (syntax.function.symbol) {
        if (syntax.output) external.result = lower_expression(context, syntax.output);
        for (ast::ExprId const argument : ast.items(syntax.arguments)) {
            if (ExprId const lowered = lower_expression(context, argument)) external.arguments.push_back(lowered);
        }
    } else {
        // `external "C";` alone passes the inputs and returns the only output (section 12.9.1).
        std::size_t const outputs = entry.signature.outputs.size();
        for (FunctionVariable const& variable : entry.flat.variables) {
            ExprId const value = e.exprs.iterator(variable.name, variable.type);
            if (variable.role == FunctionRole::output && outputs == 1 && !e.exprs.types().is_array(variable.type)) {
                external.result = value;
            } else if (variable.role != FunctionRole::local) {
                external.arguments.push_back(value);
                for (std::size_t d = 1; d <= e.exprs.types().rank(variable.type); ++d) {
                    external.arguments.push_back(
                        e.exprs.builtin(Builtin::size, {value, e.exprs.integer(static_cast<std::int64_t>(d))}));
                }
            }
        }
    }
    ExternalAnnotations const annotations(e, *node.def, syntax);
    external.includes = annotations.texts("Include");
    external.libraries = annotations.texts("Library");
    bool const has_libraries = !external.libraries.empty();
    if (!external.includes.empty()) external.include_directories = annotations.folders("IncludeDirectory", {"Include"});
    if (has_libraries) external.library_directories = annotations.folders("LibraryDirectory", {"Library"});
    // Most libraries keep the sources in a folder of another name than the specification has.
    if (has_libraries || !annotations.texts("SourceDirectory").empty()) {
        external.source_directories = annotations.folders("SourceDirectory", {"Source", "C-Sources"});
    }
    entry.flat.external = std::move(external);
}

}  // namespace moo
