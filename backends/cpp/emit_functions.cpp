#include "backends/cpp/emit_functions.h"

#include "backends/cpp/cpp_statements.h"
#include "backends/common/c_text.h"
#include "backends/cpp/emit_external.h"
#include "backends/cpp/function_names.h"

namespace moo {

namespace {

class FunctionEmitter : private CppNames {
public:
    FunctionEmitter(TextWriter& out, ModelProgram const& model, std::size_t number, CppResources const& resources)
        : out_(out),
          program_(model.functions),
          f_(program_.functions[number]),
          names_(f_, number),
          statements_(out, program_, model, resources, *this) {}

    void run(Interner const& interner, SourceManager const& sources) {
        emit_places(sources);
        out_.line("// " + c_comment_text(f_.name.empty() ? "an expression of the equations" : f_.name));
        out_.line(function_head(program_, f_, names_) + " {");
        out_.deeper();
        if (f_.is_recursive) out_.line("MooDepth const depth(" + place(0) + ");");
        emit_variables();
        statements_.write(f_.body, &f_);
        if (f_.external) {
            emit_external_call(out_, program_, f_, names_, interner,
                               [this](ProgramExpr value) { return statements_.text(value); });
        }
        if (f_.gives_scalar()) out_.line("return " + names_.scalar(f_.outputs[0].index) + ";");
        out_.shallower();
        out_.line("}");
        out_.line("");
    }

private:
    // ---- names ----

    [[nodiscard]] std::string scalar(std::uint32_t index) const override { return names_.scalar(index); }
    [[nodiscard]] std::string array(std::uint32_t index) const override { return names_.array(index); }
    [[nodiscard]] std::string slot(std::uint32_t index) const override {
        return "m->value[" + std::to_string(index) + "]";
    }
    [[nodiscard]] std::string previous(std::uint32_t index) const override {
        return "m->pre[" + std::to_string(index) + "]";
    }
    [[nodiscard]] std::string place(std::uint32_t number) const override {
        return names_.places() + "[" + std::to_string(number) + "]";
    }

    void emit_places(SourceManager const& sources) {
        out_.line("[[maybe_unused]] char const* const " + names_.places() + "[] = {");
        for (SourceSpan const& span : f_.places) {
            std::string where = sources.place_text(span.begin);
            if (!f_.name.empty()) where += (where.empty() ? "in `" : ", in `") + f_.name + "`";
            out_.line("  " + c_string_literal(where) + ",");
        }
        out_.line("};");
    }

    void emit_variables() {
        std::vector<bool> is_given(f_.scalars.size());
        std::vector<bool> is_array_given(f_.arrays.size());
        auto const mark = [&](ProgramItem const& item) {
            (item.is_array ? is_array_given : is_given)[item.index] = true;
        };
        for (ProgramItem const& item : f_.inputs) mark(item);
        if (!f_.gives_scalar()) {
            for (ProgramItem const& item : f_.outputs) {
                mark(item);
                if (item.is_array) out_.line(names_.array(item.index) + ".clear();");
                if (!item.is_array) out_.line(names_.scalar(item.index) + " = 0;");
            }
        }
        for (std::uint32_t i = 0; i < f_.scalars.size(); ++i) {
            if (is_given[i]) continue;
            std::string const comment = f_.scalars[i].name.empty() ? "" : "  // " + c_comment_text(f_.scalars[i].name);
            out_.line("[[maybe_unused]] " + std::string(scalar_type_text(f_.scalars[i].type)) + " " + names_.scalar(i) +
                      " = 0;" + comment);
        }
        for (std::uint32_t i = 0; i < f_.arrays.size(); ++i) {
            if (is_array_given[i]) continue;
            std::string const comment = f_.arrays[i].name.empty() ? "" : "  // " + c_comment_text(f_.arrays[i].name);
            out_.line("MooArray " + names_.array(i) + ";" + comment);
        }
    }

    TextWriter& out_;
    Program const& program_;
    ProgramFunction const& f_;
    FunctionNames names_;
    CppStatements statements_;
};

void emit_literals(TextWriter& out, Program const& program, CppResources const& resources) {
    for (std::size_t i = 0; i < program.texts.size(); ++i) {
        if (auto const file = resources.find(program.texts[i]); file != resources.end()) {
            // The path of a resource differs between instances of an FMU.
            out.line("MooText text" + std::to_string(i) + "(MooInstance* m) { return moo_fmu_resource(m, " +
                     c_string_literal(file->second) + "); }");
            continue;
        }
        out.line("MooText const text" + std::to_string(i) + " = moo_text(" + c_string_literal(program.texts[i]) + ");");
    }
    for (std::size_t i = 0; i < program.enumerations.size(); ++i) {
        out.line("char const* const literals_" + std::to_string(i) + "[] = {");
        for (std::string const& literal : program.enumerations[i]) out.line("  " + c_string_literal(literal) + ",");
        out.line("};");
    }
    for (std::size_t i = 0; i < program.constants.size(); ++i) {
        ConstantArray const& constant = program.constants[i];
        std::string const name = "constant_" + std::to_string(i);
        std::string sizes;
        for (std::int64_t const size : constant.sizes) sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
        std::string elements;
        for (double const element : constant.elements) elements += c_real(element) + ", ";
        out.line("double const " + name + "_elements[] = {" + elements + "0};");
        out.line("int64_t const " + name + "_sizes[] = {" + sizes + "};");
        out.line("MooArray const " + name + "(" + name + "_elements, " + std::to_string(constant.sizes.size()) + ", " +
                 name + "_sizes);");
    }
}

}  // namespace

void emit_functions(TextWriter& out, ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                    CppResources const& resources) {
    Program const& program = model.functions;
    if (program.functions.empty() && program.texts.empty()) return;
    emit_literals(out, program, resources);
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        ProgramFunction const& function = program.functions[i];
        if (function.external) emit_external_declaration(out, program, function, interner, i);
        out.line(function_head(program, function, FunctionNames(function, i)) + ";");
    }
    out.line("");
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        FunctionEmitter(out, model, i, resources).run(interner, sources);
    }
    out.line("");
}

}  // namespace moo
