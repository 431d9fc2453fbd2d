// Types and functions of MOO text, which are Modelica classes before the model.
#pragma once

#include <optional>
#include <vector>

#include "moo/io/document/read_row.h"
#include "moo/lower/lower_package.h"

namespace moo {

// Lowers them as the reader of Base Modelica does. Types and the interfaces of functions come first; bodies follow when
// the variables are declared, which include constants that the bodies use.
class TextClasses {
public:
    TextClasses(ast::Ast const& ast, ReadContext& context);

    void add(ast::ClassId id) { classes_.push_back(id); }
    void declare();
    // A constant that functions may use.
    void add_constant(Symbol identifier, VarId variable) { scope_.add_variable(identifier, variable); }
    void finish();

private:
    // While something is lowered, the flat model has the expressions and variables of the document.
    void exchange();
    [[nodiscard]] SourcePlace locate(WrittenPlace const& place);

    ast::Ast const& ast_;
    ReadContext& read_;
    FlatModel model_;
    FlatScope scope_;
    LoweringContext context_;
    LocateSource locate_;
    PackageLowering package_;
    std::vector<ast::ClassId> classes_;
};

}  // namespace moo
