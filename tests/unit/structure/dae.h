// Writes down the structure of a DAE for tests.
#pragma once

#include <initializer_list>

#include "moo/structure/pantelides.h"

namespace moo::test {

class Dae {
public:
    DifferentialStructure structure;

    std::uint32_t variable() {
        structure.derivative_of_variable.push_back(no_index);
        return structure.incidence.add_column();
    }
    std::uint32_t der(std::uint32_t variable) {
        if (structure.derivative_of_variable[variable] == no_index) {
            std::uint32_t const derivative = this->variable();
            structure.derivative_of_variable[variable] = derivative;
        }
        return structure.derivative_of_variable[variable];
    }
    std::uint32_t equation(std::vector<std::uint32_t> const& variables) {
        structure.incidence.add_row(variables);
        return structure.equation_count() - 1;
    }
    PantelidesResult reduce() { return pantelides(structure, structural_hooks(structure)); }
};

}  // namespace moo::test
