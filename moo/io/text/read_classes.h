// Types and functions of MOO text, which are Modelica classes before the model.
#pragma once

#include <optional>
#include <vector>

#include "moo/io/document/read_row.h"
#include "moo/lower/lower_package.h"

namespace moo {

// Lowers them as the reader of Base Modelica does. Types and what calls have to know come first; bodies when the
// variables are declared, among which are constants that they use.
class TextClasses {
public:
    TextClasses(ast::Ast const& ast, ReadContext& context);

    void add(ast::ClassId id) { classes_.push_back(id); }
    void declare();
    // A constant that functions may use.
    void add_constant(Symbol identifier, VarId variable) { scope_.add_variable(identifier, variable); }
    void finish();

private:
    // The flat model has the expressions and variables of the document while something is lowered.
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
