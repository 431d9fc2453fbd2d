// One graphical primitive of an annotation: `Line(points = …)`.
#pragma once

#include <optional>
#include <string>

#include "frontend/icons/graphic_values.h"
#include "frontend/icons/icon_text.h"
#include "moo/model/icon.h"

namespace moo {

// Nothing for what is not visible; then, if it should be, `mistake` says why it cannot be drawn. What depends on the
// simulation is as if it were not given.
[[nodiscard]] std::optional<IconShape> read_shape(GraphicValues& values, ast::ExprId call, IconNames const& names,
                                                  std::string& mistake);

}  // namespace moo
