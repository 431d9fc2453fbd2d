// One graphical primitive of an annotation: `Line(points = …)`.
#pragma once

#include <optional>
#include <string>

#include "frontend/icons/graphic_values.h"
#include "frontend/icons/icon_text.h"
#include "moo/model/icon.h"

namespace moo {

// None if it is not visible; if it should be visible, `mistake` says why it cannot be drawn. Values that depend on the
// simulation count as not given.
[[nodiscard]] std::optional<IconShape> read_shape(GraphicValues& values, ast::ExprId call, IconNames const& names,
                                                  std::string& mistake);

}  // namespace moo
