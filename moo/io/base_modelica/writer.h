// The parts of the Base Modelica writer; `write_base_modelica` puts them together.
#pragma once

#include "moo/io/base_modelica/source_table.h"
#include "moo/io/base_modelica/write.h"
#include "moo/io/class_writer.h"

namespace moo::base_modelica {

// The draft has no implicit record constructors: the function that makes an `'R'` is declared, as `'-R'`.
class Names : public VariableNames {
public:
    Names(VariableStore const& variables, Interner const& interner, bool is_strict)
        : VariableNames(variables, interner, NameStyle::quoted), is_strict_(is_strict) {}
    void write_constructor(TextWriter& out, Symbol record) const override;

private:
    bool is_strict_;
};

struct Writer : ClassWriter {
    Writer(FlatModel const& flat_model, Interner const& names_interner, SourceManager const& source_manager,
           BaseModelicaOptions const& writer_options)
        : ClassWriter(flat_model.exprs, flat_model.types, flat_model.functions, names_interner, own_names),
          model(flat_model),
          own_names(flat_model.variables, names_interner, writer_options.profile == BaseModelicaProfile::mcp0031),
          places(source_manager, names_interner, flat_model.places) {
        is_strict = writer_options.profile == BaseModelicaProfile::mcp0031;
        sizes = is_strict ? SizePlace::behind_type : SizePlace::behind_name;
    }

    FlatModel const& model;
    Names own_names;
    SourceTable places;

    // Indentation and `@n `.
    void start_line(SourceSpan source, Symbol instance = {}, ProvenanceKind origin = ProvenanceKind::equation) override;
};

void write_equations(Writer& writer, std::vector<FlatEquation> const& equations);

// A declaration, and the parameter equation of its guess value.
void write_variable(Writer& writer, Variable const& variable);
// The initial equations that replace `fixed = true`.
[[nodiscard]] bool has_fixed_equation(Writer const& writer, Variable const& variable);
void write_fixed_equation(Writer& writer, Variable const& variable);
// The initial equations that give final and protected parameters their values: without a binding, they cannot be
// changed after translation.
[[nodiscard]] bool has_final_equation(Writer const& writer, Variable const& variable);
void write_final_equation(Writer& writer, Variable const& variable);

void write_partitions(Writer& writer);

}  // namespace moo::base_modelica
