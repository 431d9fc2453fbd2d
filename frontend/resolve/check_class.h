// Checks of a class that only need its text.
#pragma once

#include "frontend/resolve/class_tree.h"

namespace moo {

// Reports what its specialized class does not allow (Modelica 3.6, section 4.7), elements that are modified twice in
// one place (section 7.2.4), and literals of an enumeration that are declared twice.
void check_class(ClassDef const& def, Interner const& interner, Diagnostics& diagnostics);

}  // namespace moo
