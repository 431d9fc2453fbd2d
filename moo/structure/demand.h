// Why an equation has to be differentiated.
#pragma once

#include <cstdint>
#include <vector>

#include "moo/structure/pantelides.h"

namespace moo {

struct Demand {
    // Variables whose wished derivatives make it so, ascending. Without them it would be differentiated less often,
    // unless there is another reason too.
    std::vector<std::uint32_t> wishes;
    // Derivatives that the equations themselves contain make it so.
    bool is_inherent = false;
};

// To be asked after pantelides(). Follows the longest paths that make c_i as large as it is back to where they start.
class DemandTracer {
public:
    // `is_wished` by variable: it has a derivative only since somebody asked for it, no equation had one.
    DemandTracer(DifferentialStructure const& structure, PantelidesResult const& result,
                 std::vector<bool> const& is_wished);
    // Of an equation that is no derivative.
    [[nodiscard]] Demand of(std::uint32_t equation);

private:
    // An equation that contains a variable or its derivatives, the highest of them of this order.
    struct Occurrence {
        std::uint32_t equation;
        std::uint32_t order;
    };

    void list_occurrences(DifferentialStructure const& structure);
    void find_partners(DifferentialStructure const& structure, Matching const& matching);

    std::vector<bool> const& is_wished_;
    std::vector<std::uint32_t> differentiations_;       // by equation
    std::vector<std::uint32_t> partner_;                // by equation: the variable it is matched with
    std::vector<std::uint32_t> first_;                  // by variable: the one of which it is a derivative
    std::vector<std::uint32_t> order_;                  // by variable: how often that one was differentiated
    std::vector<std::uint32_t> highest_;                // by first variable: d
    std::vector<std::vector<Occurrence>> occurrences_;  // by first variable
    std::vector<bool> is_reached_;                      // by equation; clean outside of `of`
};

}  // namespace moo
