// What all parts of the front end that give types and values to names work on.
#pragma once

#include "frontend/instantiate/instances.h"
#include "moo/model/flat_model.h"

namespace moo {

class Elaborator;

struct ElaborationContext {
    Instances& instances;
    FlatModel& model;
    ExprStore& exprs;
    Interner& interner;
    Diagnostics& diagnostics;
};

}  // namespace moo
