// Where an instance stores its values: one slot for each variable of the document, then one for the derivative of each
// state.
#pragma once

#include <vector>

#include "moo/model/document.h"

namespace moo {

class Layout {
public:
    explicit Layout(Document const& document);

    [[nodiscard]] std::uint32_t slot_count() const { return derivatives_begin_ + state_count_; }
    [[nodiscard]] std::uint32_t slot(VarId variable) const { return variable.index(); }
    [[nodiscard]] std::uint32_t state_number(VarId state) const { return state_numbers_[state]; }
    [[nodiscard]] std::uint32_t derivative_slot(VarId state) const {
        return derivatives_begin_ + state_numbers_[state];
    }
    [[nodiscard]] bool is_derivative(std::uint32_t slot) const { return slot >= derivatives_begin_; }
    // The slot of a variable, or of der, pre or previous of one.
    [[nodiscard]] std::uint32_t slot_of(ExprStore const& exprs, ExprId target) const;

private:
    std::uint32_t derivatives_begin_ = 0;
    std::uint32_t state_count_ = 0;
    Store<VarId, std::uint32_t> state_numbers_;
};

}  // namespace moo
