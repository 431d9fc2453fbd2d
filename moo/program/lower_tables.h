// The tables of a model that do not belong to a procedure.
#pragma once

#include "moo/base/source.h"
#include "moo/program/layout.h"
#include "moo/program/model_tables.h"
#include "moo/program/system_plan.h"

namespace moo {

[[nodiscard]] ModelTables lower_tables(Document const& document, Interner const& interner,
                                       SourceManager const& sources, Layout const& layout, SystemPlan& plan);

// Whether the user may change the value of a variable, and the reason if not.
[[nodiscard]] Tunability tunability_of(Document const& document, VarId variable);

}  // namespace moo
