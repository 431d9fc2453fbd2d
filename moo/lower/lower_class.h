// From a flat class to a flat model: the common part of reading Base Modelica and MOO.
#pragma once

#include <vector>

#include "moo/lower/lower_equation.h"

namespace moo {

struct ClassLoweringOptions {
    // Base Modelica writes the component `a.b` as the identifier `'a.b'`: there the quotes are not part of the name.
    bool unquote_names = false;
    // If set, receives the equations instead of the model: MOO reads them in its own way.
    std::function<void(LoweringContext&, ast::EquationId)> take_equation;
    LocateSource locate = own_place;
    // Types, functions and constants next to the model in its package.
    std::vector<ast::ElementId> package_elements;
};

// Fills all of `model`. Mistakes are reported, and left out.
void lower_class(ast::Ast const& ast, ast::ClassId class_id, Interner& interner, Diagnostics& diagnostics,
                 ClassLoweringOptions const& options, FlatModel& model);

}  // namespace moo
