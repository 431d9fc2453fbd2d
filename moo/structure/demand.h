// Why an equation has to be differentiated.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/structure/pantelides.h"

namespace moo {

struct Demand {
    // Variables whose wished derivatives cause it, ascending. Without the wishes it would be differentiated less often,
    // unless there is another reason too.
    std::vector<std::uint32_t> wishes;
    // Derivatives in the equations themselves cause it.
    bool is_inherent = false;
};

// Use it after pantelides(). Follows the longest paths that make c_i as large as it is back to their starting points.
class DemandTracer {
public:
    // `is_wished` by variable: it has a derivative only because of a wish; no equation contained one.
    DemandTracer(DifferentialStructure const& structure, PantelidesResult const& result,
                 std::vector<bool> const& is_wished);
    // For an equation that is not a derivative.
    [[nodiscard]] Demand of(std::uint32_t equation);

private:
    // An equation that contains a variable or its derivatives; `order` is that of the highest.
    struct Occurrence {
        std::uint32_t equation;
        std::uint32_t order;
    };

    void list_occurrences(DifferentialStructure const& structure);
    void find_partners(DifferentialStructure const& structure, Matching const& matching);

    std::vector<bool> const& is_wished_;
    std::vector<std::uint32_t> differentiations_;       // by equation
    std::vector<std::uint32_t> partner_;                // by equation: the variable it is matched with
    std::vector<std::uint32_t> first_;                  // by variable: the variable of which it is a derivative
    std::vector<std::uint32_t> order_;                  // by variable: how often that variable was differentiated
    std::vector<std::uint32_t> highest_;                // by first variable: d
    std::vector<std::vector<Occurrence>> occurrences_;  // by first variable
    std::vector<bool> is_reached_;                      // by equation; clean outside of `of`
};

}  // namespace moo
