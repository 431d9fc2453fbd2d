// Which wish causes an equation to be differentiated?
//
// A user may wish that a variable is a state although no equation differentiates it, such as the temperature of a
// volume whose equations speak of its energy. The wish gives the variable a derivative, and Pantelides' algorithm then
// differentiates the equations that lead to it. If one of these has no derivative, or jumps at events, the wish cannot
// be granted. Then we have to know which wish it was: refusing all of them would take away states that were possible.
//
// Let c_i be how often equation i is differentiated, d_j the order of the highest derivative of variable j, and s_ij
// the order in which i contains j. Pantelides' result is the smallest solution of a system of inequalities, that is, a
// longest path:
//
//     c_i = d_j - s_ij               for the variable j that i is matched with
//     d_j = max(c_k + s_kj over all equations k that contain j, and 1 if there is a wish for j)
//
// So an equation is differentiated because its partner has a high derivative, and the partner has it because of a wish,
// or because of some equation k for which the maximum is attained. Going back along these equalities from an equation
// leads to the wishes that are responsible for it. If the path ends at an equation that is not differentiated itself,
// the model needs the derivative anyway. All paths are followed at once, and each equation is visited once.
//
// The matching that Pantelides' algorithm has found has maximal weight without the wishes as well. That is why one
// matching answers the question for all wishes together, and no run without a wish is needed.

#include "moo/structure/demand.h"

#include <algorithm>

namespace moo {

DemandTracer::DemandTracer(DifferentialStructure const& structure, PantelidesResult const& result,
                           std::vector<bool> const& is_wished)
    : is_wished_(is_wished),
      differentiations_(result.differentiations),
      partner_(result.differentiations.size(), no_index),
      first_(structure.variable_count(), no_index),
      order_(structure.variable_count()),
      highest_(structure.variable_count()),
      occurrences_(structure.variable_count()),
      is_reached_(result.differentiations.size()) {
    std::vector<bool> is_derivative(structure.variable_count());
    for (std::uint32_t const derivative : structure.derivative_of_variable) {
        if (derivative != no_index) is_derivative[derivative] = true;
    }
    for (std::uint32_t variable = 0; variable < structure.variable_count(); ++variable) {
        if (is_derivative[variable]) continue;
        std::uint32_t order = 0;
        for (std::uint32_t each = variable; each != no_index; each = structure.derivative_of_variable[each]) {
            first_[each] = variable;
            order_[each] = order++;
        }
        highest_[variable] = order - 1;
    }
    list_occurrences(structure);
    find_partners(structure, result.matching);
}

void DemandTracer::list_occurrences(DifferentialStructure const& structure) {
    for (std::uint32_t equation = 0; equation < differentiations_.size(); ++equation) {
        for (std::uint32_t const variable : structure.incidence.row(equation)) {
            auto& list = occurrences_[first_[variable]];
            if (!list.empty() && list.back().equation == equation) {
                list.back().order = std::max(list.back().order, order_[variable]);
            } else {
                list.push_back({equation, order_[variable]});
            }
        }
    }
}

void DemandTracer::find_partners(DifferentialStructure const& structure, Matching const& matching) {
    for (std::uint32_t equation = 0; equation < differentiations_.size(); ++equation) {
        std::uint32_t last = equation;
        while (structure.derivative_of_equation[last] != no_index) last = structure.derivative_of_equation[last];
        std::uint32_t const column = matching.column_of_row[last];
        if (column != unmatched) partner_[equation] = first_[column];
    }
}

Demand DemandTracer::of(std::uint32_t equation) {
    Demand result;
    std::vector<std::uint32_t> reached = {equation};
    is_reached_[equation] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        std::uint32_t const variable = partner_[reached[i]];
        if (variable == no_index) continue;
        if (is_wished_[variable] && highest_[variable] == 1) result.wishes.push_back(variable);
        for (auto const [other, order] : occurrences_[variable]) {
            if (order + differentiations_[other] != highest_[variable]) continue;
            if (differentiations_[other] == 0) {
                result.is_inherent = true;
            } else if (!is_reached_[other]) {
                is_reached_[other] = true;
                reached.push_back(other);
            }
        }
    }
    for (std::uint32_t const each : reached) is_reached_[each] = false;
    std::sort(result.wishes.begin(), result.wishes.end());
    return result;
}

}  // namespace moo
