#include "backends/common/equation_places.h"

#include <algorithm>

namespace moo {

EquationPlaces find_equation_places(Document const& document, SourceManager const& sources) {
    EquationPlaces places;
    for (SetEquation const& equation : document.integration.equations) {
        DecodedLoc const at = sources.decode(equation.source.begin);
        if (at.line == 0) continue;
        // Files are few.
        auto const known = std::find(places.files.begin(), places.files.end(), at.file);
        auto const file = static_cast<std::uint32_t>(known - places.files.begin());
        if (known == places.files.end()) places.files.emplace_back(at.file);
        places.equations.push_back({equation.target, file, at.line, at.column});
    }
    return places;
}

}  // namespace moo
