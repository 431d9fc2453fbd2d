// The functions of a model by name, with their inputs and outputs.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "moo/model/flat_model.h"

namespace moo {

// The positions of the variables with this role among the variables of the function.
[[nodiscard]] std::vector<std::size_t> variables_with(FlatFunction const& function, FunctionRole role);

// A list of functions that may grow at its end. The result of `find` is valid until then.
class FunctionList {
public:
    explicit FunctionList(std::vector<FlatFunction>& functions) : functions_(functions) {}

    [[nodiscard]] FlatFunction const* find(Symbol name);
    void add(FlatFunction function) { functions_.push_back(std::move(function)); }
    // Removes all functions after the first `count`.
    void shrink(std::size_t count);
    [[nodiscard]] std::vector<FlatFunction> const& all() const { return functions_; }

private:
    std::vector<FlatFunction>& functions_;
    std::unordered_map<Symbol, std::size_t> places_;
    std::size_t known_ = 0;  // functions that are in `places_`
};

}  // namespace moo
