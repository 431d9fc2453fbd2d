#include "runtime/fmi/input_course.h"

#include <algorithm>

namespace moo::runtime::fmi {

void InputCourse::set_derivative(std::uint32_t slot, int order, double value) {
    auto found =
        std::find_if(curves_.begin(), curves_.end(), [slot](Curve const& curve) { return curve.slot == slot; });
    if (found == curves_.end()) found = curves_.insert(curves_.end(), Curve{slot, 0.0, {}});
    auto const size = static_cast<std::size_t>(order);
    if (found->derivatives.size() < size) found->derivatives.resize(size, 0.0);
    found->derivatives[size - 1] = value;
}

void InputCourse::begin(double time, std::span<double const> values) {
    begin_ = time;
    for (Curve& curve : curves_) curve.value = values[curve.slot];
}

// u + h (u' + h/2 (u'' + h/3 (…)))
void InputCourse::apply(double time, std::span<double> values) const {
    double const h = time - begin_;
    for (Curve const& curve : curves_) {
        double sum = 0.0;
        for (std::size_t order = curve.derivatives.size(); order > 0; --order) {
            sum = (curve.derivatives[order - 1] + sum) * h / static_cast<double>(order);
        }
        values[curve.slot] = curve.value + sum;
    }
}

void InputCourse::carry(StateStream& state, std::size_t slot_count) {
    state.numbers(begin_);
    state.list(curves_, [slot_count](StateStream& s, Curve& curve) {
        s.numbers(curve.slot, curve.value);
        s.list(curve.derivatives, [](StateStream& each, double& value) { each.numbers(value); });
        if (curve.slot >= slot_count) s.fail();
    });
}

}  // namespace moo::runtime::fmi
