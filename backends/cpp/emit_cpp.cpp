#include "backends/cpp/emit_cpp.h"

#include <algorithm>

#include "backends/cpp/cpp_procedures.h"
#include "backends/cpp/cpp_tables.h"
#include "backends/common/c_text.h"
#include "backends/cpp/function_names.h"
#include "moo/base/version.h"

namespace moo {

namespace {

class CppEmitter {
public:
    // With `parts`, functions are written there.
    CppEmitter(ModelProgram const& model, Interner const& interner, SourceManager const& sources,
               CppResources const& resources, CppParts* parts)
        : model_(model),
          interner_(interner),
          sources_(sources),
          resources_(resources),
          parts_(parts),
          procedures_(out_, model, sources, resources, parts),
          has_external_(std::any_of(model.functions.functions.begin(), model.functions.functions.end(),
                                    [](ProgramFunction const& each) { return each.external.has_value(); })) {}

    // The beginning of each file of the model.
    std::string head() {
        out_.line("// " + c_comment_text(model_.tables.name) + ", simulated. Made from a MOO file by mogen-cpp " +
                  std::string(version_text) + ".");
        out_.line("#include <cmath>");
        out_.line("");
        if (!resources_.empty()) out_.line("#include \"runtime/abi/fmu.h\"");
        out_.line("#include \"runtime/abi/values.h\"");
        out_.line("");
        if (has_external_) {
            out_.line("extern \"C\" void moo_set_utility_callbacks(MooUtilityCallbacks const*);");
            out_.line("");
        }
        out_.line("namespace {");
        out_.line("");
        out_.line("// Whether when-condition `index` has just become true.");
        out_.line("[[maybe_unused]] bool rises(MooInstance const* m, int index) {");
        out_.line("  return m->condition[index] != 0 && m->pre_condition[index] == 0;");
        out_.line("}");
        out_.line("");
        emit_guard();
        emit_functions(out_, model_, interner_, sources_, resources_);
        std::string text = out_.text();
        out_.truncate(0);
        return text;
    }

    // The rest of the file that contains `main`.
    std::string body() {
        emit_blocks();
        emit_steps();
        emit_features();
        emit_finish();
        emit_model();
        return out_.take();
    }

private:
    // ---- functions ----

    [[nodiscard]] bool has_functions() const { return !model_.functions.functions.empty(); }

    // Functions leave by exceptions, which must not leave a function of the interface. Returns the name of a wrapper
    // that catches them.
    [[nodiscard]] std::string guarded(std::string const& function) const {
        return has_functions() ? "guarded<" + function + ">" : function;
    }

    void emit_guard() {
        if (!has_functions()) return;
        out_.line("// Functions leave by exceptions, which end here.");
        out_.line("template <auto step, class... Arguments>");
        out_.line("MooStatus guarded(MooInstance* m, Arguments... arguments) try {");
        out_.line("  return step(m, arguments...);");
        out_.line("} catch (MooFailure const& failure) {");
        out_.line("  return moo_report(m, failure);");
        out_.line("}");
        out_.line("");
    }

    std::string emit(std::string const& name, ModelProcedure const& procedure, std::string const& parameters = {}) {
        return guarded(procedures_.emit(name, procedure, parameters));
    }
    // Writes nothing for a procedure that does nothing.
    std::string emit_if_there(std::string const& name, ModelProcedure const& procedure, std::string const& parameters) {
        return procedure.empty() ? std::string() : emit(name, procedure, parameters);
    }

    void emit_blocks() {
        std::string const filling = ", MooBlock const*, [[maybe_unused]] double* result";
        std::vector<BlockTable> const& blocks = model_.tables.blocks;
        for (std::uint32_t i = 0; i < blocks.size(); ++i) {
            std::string const name = "block_" + std::to_string(i + 1);
            CppBlockFunctions functions;
            functions.residual = emit(name + "_residual", model_.residuals[i], filling);
            if (blocks[i].has_jacobian) functions.jacobian = emit(name + "_jacobian", model_.jacobians[i], filling);
            if (blocks[i].switches()) {
                functions.switches = emit(name + "_switches", model_.switches[i], ", MooBlock const*");
            }
            if (parts_ != nullptr) parts_->declare("extern MooBlock const " + name + ";");
            emit_block(out_, blocks[i], i, functions);
        }
    }

    void emit_steps() {
        auto const step = [&](ModelStep which, char const* name, bool fills, bool is_required) {
            ModelProcedure const& procedure = model_.step(which);
            if (procedure.empty() && !is_required) return;
            std::string const function = emit(name, procedure, fills ? filling_ : std::string());
            functions_.push_back({name, function});
        };
#define MOO_STEP(name, fills, is_required) step(ModelStep::name, #name, fills, is_required);
#include "moo/program/steps.def"
#undef MOO_STEP
    }

    void emit_features() {
        CppPartialFunctions partials;
        partials.derivatives = emit_if_there("partial_derivatives", model_.partial_derivatives, filling_);
        partials.outputs = emit_if_there("partial_outputs", model_.partial_outputs, filling_);
        partials.crossings = emit_if_there("partial_crossings", model_.partial_crossings, filling_);
        emit_partials(out_, model_.tables, partials);
        std::vector<std::string> jacobians;
        for (ModelProcedure const& jacobian : model_.state_set_jacobians) {
            std::string const name = "state_set_" + std::to_string(jacobians.size() + 1) + "_jacobian";
            jacobians.push_back(emit(name, jacobian, ", MooStateSet const*, [[maybe_unused]] double* result"));
        }
        emit_state_sets(out_, model_.tables, jacobians);
        std::vector<std::string> partitions;
        for (ModelProcedure const& partition : model_.partitions) {
            std::string const name = "partition_" + std::to_string(partitions.size() + 1);
            partitions.push_back(emit(name, partition, ", MooPartition const*"));
        }
        emit_partitions(out_, model_.tables, partitions);
    }

    // Destructs external objects in reverse order, because an object may use earlier ones.
    void emit_finish() {
        out_.line("void finish([[maybe_unused]] MooInstance* m) {");
        for (auto object = model_.objects.rbegin(); object != model_.objects.rend(); ++object) {
            FunctionNames const names(model_.functions.functions[object->destructor], object->destructor);
            std::string const slot = "m->value[" + std::to_string(object->slot) + "]";
            out_.line("  try {");
            out_.line("    if (" + slot + " != 0.0) " + names.function() + "(m, " + slot + ");");
            out_.line("  } catch (MooFailure const& failure) {");
            out_.line("    moo_report(m, failure);");
            out_.line("  }");
            out_.line("  " + slot + " = 0.0;");
        }
        out_.line("}");
        out_.line("");
        functions_.push_back({"finish", "finish"});
    }

    // ---- the model ----

    void emit_model() {
        std::vector<CppField> fields = emit_model_tables(out_, model_.tables);
        fields.insert(fields.end(), functions_.begin(), functions_.end());
        out_.line("constexpr MooModel make_model() {");
        out_.line("  MooModel model{};");
        for (CppField const& field : fields) out_.line("  model." + field.name + " = " + field.value + ";");
        out_.line("  return model;");
        out_.line("}");
        out_.line("MooModel const model = make_model();");
        out_.line("");
        if (has_external_) {
            out_.line("// Before anything is called: what functions in C say, and the memory that they ask for.");
            out_.line(
                "[[maybe_unused]] bool const has_callbacks = (moo_set_utility_callbacks(moo_utility_callbacks()), "
                "true);");
            out_.line("");
        }
        out_.line("}  // namespace");
    }

    ModelProgram const& model_;
    Interner const& interner_;
    SourceManager const& sources_;
    CppResources const& resources_;
    CppParts* parts_;
    TextWriter out_;
    CppProcedures procedures_;
    bool has_external_;
    std::string filling_ = ", [[maybe_unused]] double* result";
    std::vector<CppField> functions_;  // of MooModel
};

// Smaller models are compiled as one file.
constexpr std::size_t least_equations_of_parts = 3000;

std::string one_file(ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                     CppResources const& resources) {
    CppEmitter emitter(model, interner, sources, resources, nullptr);
    std::string const head = emitter.head();
    return head + emitter.body();
}

std::string main_text(std::string const& model) {
    return "\nint main(int argc, char** argv) {\n  return moo_simulator_main(argc, argv, &" + model + ");\n}\n";
}

}  // namespace

std::string emit_cpp(ModelProgram const& model, Interner const& interner, SourceManager const& sources) {
    return one_file(model, interner, sources, {}) + main_text("model");
}

CppModel emit_cpp_model(ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                        std::string const& base_name, CppResources const& resources) {
    if (model.step(ModelStep::derivatives).statements.size() < least_equations_of_parts) {
        return {{{base_name + ".cpp", one_file(model, interner, sources, resources)}}, "model"};
    }
    CppParts parts;
    CppEmitter emitter(model, interner, sources, resources, &parts);
    // Functions of the model are visible in each file, the others in one file only.
    std::string const head = emitter.head() + "}  // namespace\n\nnamespace moo_model {\n\n";
    std::string const include = "#include \"" + base_name + ".h\"\n\n";
    std::vector<CppFile> files = {{base_name + ".cpp", include + "namespace moo_model {\n\n" + emitter.body()}};
    for (std::string const& functions : parts.functions()) {
        files.push_back({base_name + "_" + std::to_string(files.size()) + ".cpp",
                         include + "namespace moo_model {\n\n" + functions + "}  // namespace moo_model\n"});
    }
    files.push_back(
        {base_name + ".h", "#pragma once\n" + head + parts.declarations() + "\n}  // namespace moo_model\n"});
    return {std::move(files), "moo_model::model"};
}

std::vector<CppFile> emit_cpp_files(ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                                    std::string const& base_name) {
    CppModel made = emit_cpp_model(model, interner, sources, base_name);
    made.files[0].text += main_text(made.name);
    return std::move(made.files);
}

}  // namespace moo
