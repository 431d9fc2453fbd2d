// What Base Modelica and MOO write alike: declarations, descriptions, the experiment.
#pragma once

#include "moo/base/text_writer.h"
#include "moo/model/flat_model.h"
#include "moo/model/names.h"

namespace moo {

struct DeclarationContext {
    ExprStore const& exprs;
    Interner const& interner;
    VariableNames const& names;
    NameStyle style;
};

// `parameter Real p(min = 0) = 2 "text"`. Types other than Real are discrete without saying so in Modelica; MOO says
// `discrete` of all of them.
void write_declaration(TextWriter& out, DeclarationContext const& context, Variable const& variable);

// ` "text"`, or nothing.
void write_description(TextWriter& out, Interner const& interner, Symbol description);

// `experiment(StopTime = 3.0)` behind `before`, or nothing at all if the experiment is empty. True if it was written.
bool write_experiment(TextWriter& out, std::string_view before, Experiment const& experiment);

}  // namespace moo
