// A flat class to a flat model: the common part of reading Base Modelica and MOO.
#pragma once

#include <vector>

#include "moo/lower/lower_equation.h"

namespace moo {

struct ClassLoweringOptions {
    // Base Modelica writes the component `a.b` as the identifier `'a.b'`: there the quotes are not part of the name.
    bool unquote_names = false;
    // Takes the equations instead of the model, if set: MOO has its own way of reading them.
    std::function<void(LoweringContext&, ast::EquationId)> take_equation;
    LocateSource locate = own_place;
    // Types, functions and constants that stand beside the model in its package.
    std::vector<ast::ElementId> package_elements;
};

// Fills all of `model`. What is wrong is reported, and left out.
void lower_class(ast::Ast const& ast, ast::ClassId class_id, Interner& interner, Diagnostics& diagnostics,
                 ClassLoweringOptions const& options, FlatModel& model);

}  // namespace moo
