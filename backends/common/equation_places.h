// Where the equations of the integration system stand in the user's files.
#pragma once

#include <string>
#include <vector>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

struct EquationPlace {
    ExprId target;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

struct EquationPlaces {
    std::vector<std::string> files;
    std::vector<EquationPlace> equations;  // in computing order; those without a place are left out
};

[[nodiscard]] EquationPlaces find_equation_places(Document const& document, SourceManager const& sources);

}  // namespace moo
