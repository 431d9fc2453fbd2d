// Unit expressions: what is refused has a reason and a place in the text; the dimension of what is taken is written as
// a unit of the same dimension.
#include "moo/units/unit.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

void run(std::string_view text) {
    UnitParse const parsed = parse_unit(text);
    check(parsed.unit.has_value() == parsed.error.empty(), "neither a unit nor a reason, or both");
    check(parsed.position <= text.size(), "a place outside of the text");
    if (!parsed.unit) return;
    std::string const written = dimension_text(parsed.unit->dimension);
    UnitParse const again = parse_unit(written);
    check(again.unit && again.unit->dimension == parsed.unit->dimension, "written as `" + written + "` it differs");
}

}  // namespace moo::fuzz
