// What Base Modelica and MOO write alike: declarations, descriptions, the experiment.
#pragma once

#include "moo/base/text_writer.h"
#include "moo/model/flat_model.h"
#include "moo/model/names.h"

namespace moo {

// Where the sizes of an array stand: `Real[3] x` or `Real x[3]`.
enum class SizePlace : std::uint8_t { behind_type, behind_name };

struct DeclarationContext {
    ExprStore const& exprs;
    Interner const& interner;
    VariableNames const& names;
    NameStyle style;
    SizePlace sizes = SizePlace::behind_type;
    // Attributes that are written elsewhere: start, and fixed if it is `true` on a variable that is no parameter. The
    // binding of a parameter may be elsewhere too.
    bool leave_out_start = false;
    bool leave_out_fixed = false;
    bool leave_out_binding = false;
};

// `parameter Real p(min = 0) = 2 "text"`. Types other than Real are discrete without saying so in Modelica; MOO says
// `discrete` of all of them.
void write_declaration(TextWriter& out, DeclarationContext const& context, Variable const& variable);

// The name of a type without its sizes, as an identifier if it comes from the model.
void write_type_name(TextWriter& out, TypeTable const& types, TypeId type, Interner const& interner, NameStyle style);

// `[3, :]`, or nothing for a scalar.
void write_sizes(TextWriter& out, TypeTable const& types, TypeId type);

// ` "text"`, or nothing.
void write_description(TextWriter& out, Interner const& interner, Symbol description);

// `experiment(StopTime = 3.0)` behind `before`, or nothing at all if the experiment is empty. True if it was written.
bool write_experiment(TextWriter& out, std::string_view before, Experiment const& experiment);

}  // namespace moo
