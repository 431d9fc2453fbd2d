// The models that a library offers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/library/library.h"

namespace moo {

struct ListOptions {
    // Only those with an annotation `experiment(StopTime = …)`: the library's own examples and tests.
    bool only_with_stop_time = false;
};

// The qualified names of all models and blocks that can be simulated on their own, that is neither partial nor
// protected, and are the pattern's match or lie inside a package that is: `Modelica.Blocks`, `*.Examples`. A `*` stands
// for any text, a `?` for any character. In the order of the library; classes that cannot match are not loaded.
[[nodiscard]] std::vector<std::string> list_models(Library& library, Interner& interner, std::string_view pattern,
                                                   ListOptions options = {});

// Whether the whole text matches; the time is at most proportional to the product of the sizes.
[[nodiscard]] bool matches_wildcard(std::string_view pattern, std::string_view text);

}  // namespace moo
