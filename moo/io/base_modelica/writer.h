// The parts of the Base Modelica writer; `write_base_modelica` puts them together.
#pragma once

#include "moo/io/base_modelica/source_table.h"
#include "moo/io/base_modelica/write.h"
#include "moo/io/write_declaration.h"

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

struct Writer {
    Writer(FlatModel const& flat_model, Interner const& names_interner, SourceManager const& source_manager,
           BaseModelicaOptions const& writer_options)
        : model(flat_model),
          interner(names_interner),
          is_strict(writer_options.profile == BaseModelicaProfile::mcp0031),
          names(flat_model.variables, names_interner, is_strict),
          sources(source_manager, names_interner) {}

    FlatModel const& model;
    Interner const& interner;
    bool is_strict;
    Names names;
    SourceTable sources;
    TextWriter out;

    void write_expr(ExprId expr) { print(out, model.exprs, expr, names); }
    void write_name(Symbol name) { names.write_identifier(out, name); }
    // Indentation and `@n `.
    void start_line(SourceSpan source, Symbol instance = {}, FlatOrigin origin = FlatOrigin::source);
    // ` "text";` and the end of the line.
    void end_line(Symbol description);
    // `f(a, b)`; arguments without value are left out.
    void write_call(std::string_view name, std::initializer_list<ExprId> arguments);
};

// `a, b` behind `before` and in front of `after`; nothing at all if nothing was added.
class ListWriter {
public:
    ListWriter(TextWriter& out, std::string_view before, std::string_view after)
        : out_(out), before_(before), after_(after) {}
    ~ListWriter() {
        if (!is_empty_) out_.write(after_);
    }
    ListWriter(ListWriter const&) = delete;
    ListWriter& operator=(ListWriter const&) = delete;

    void next() {
        out_.write(is_empty_ ? before_ : ", ");
        is_empty_ = false;
    }
    void add(std::string_view text) {
        next();
        out_.write(text);
    }

private:
    TextWriter& out_;
    std::string_view before_;
    std::string_view after_;
    bool is_empty_ = true;
};

void write_equations(Writer& writer, std::vector<FlatEquation> const& equations);
void write_statements(Writer& writer, std::vector<FlatStatement> const& statements, Symbol instance);

void write_function(Writer& writer, FlatFunction const& function, std::string_view name);
// With the constructor and destructor of an external object, which are functions `T.constructor`, `T.destructor`.
void write_type(Writer& writer, FlatType const& type);
[[nodiscard]] bool belongs_to_external_object(FlatModel const& model, Interner const& interner,
                                              FlatFunction const& function);

// A declaration, and the parameter equation of its guess value.
void write_variable(Writer& writer, Variable const& variable);
// The initial equations that stand for `fixed = true`.
[[nodiscard]] bool has_fixed_equation(Writer const& writer, Variable const& variable);
void write_fixed_equation(Writer& writer, Variable const& variable);

void write_partitions(Writer& writer);

}  // namespace moo::base_modelica
