#include "runtime/analysis/linearize.h"

#include <algorithm>
#include <cmath>

#include "runtime/math/tangents.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

// For a model that has no partial derivatives, the columns come from central differences with two steps and
// Richardson's extrapolation,
//
//     D(h) = (f(x + h) - f(x - h)) / 2h,    (4 D(h/2) - D(h)) / 3 = f'(x) + O(h^4),
//
// whose error is smallest where h^4 is about the rounding error divided by h: at the fifth root of 2^-52 times the size
// of x. What is left is some 1e-12 of the derivative, and more if a block was solved less exactly than that.
constexpr double step_share = 7.4e-4;

class Linearizer {
public:
    Linearizer(Instance& instance, std::vector<std::uint32_t> const& more_outputs)
        : instance_(instance),
          model_(instance.model()),
          states_(model_.state_slots, model_.state_slots + model_.state_count) {
        for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
            if (model_.variables[i].role == MOO_INPUT && model_.variables[i].type == MOO_REAL) inputs_.push_back(i);
            if (model_.variables[i].is_output != 0) outputs_.push_back(i);
        }
        for (std::uint32_t const slot : more_outputs) {
            if (std::find(outputs_.begin(), outputs_.end(), slot) == outputs_.end()) outputs_.push_back(slot);
        }
    }

    LinearizeResult run() {
        LinearizeResult result;
        LinearModel& linear = result.model;
        std::vector<double> const before(instance_.values().begin(), instance_.values().end());
        linear.name = model_.name;
        linear.time = instance_.time();
        linear.states = names_of(states_);
        linear.inputs = names_of(inputs_);
        linear.outputs = names_of(outputs_);
        if (!compute()) return failure("at the point itself");
        linear.x0 = values_of(states_);
        linear.u0 = values_of(inputs_);
        linear.y0 = values_of(outputs_);
        linear.f0.resize(states_.size());
        instance_.get_derivatives(linear.f0.data());
        linear.a.resize(states_.size() * states_.size());
        linear.c.resize(outputs_.size() * states_.size());
        linear.b.resize(states_.size() * inputs_.size());
        linear.d.resize(outputs_.size() * inputs_.size());
        if (model_.partials != nullptr && take_tangents(linear)) return result;
        bool const good = differentiate(states_, linear.a, linear.c) && differentiate(inputs_, linear.b, linear.d);
        std::copy(before.begin(), before.end(), instance_.values().begin());
        bool const is_back = compute();
        if (!good || !is_back) return failure("near " + failed_near_);
        return result;
    }

private:
    LinearizeResult failure(std::string const& where) const {
        LinearizeResult result;
        result.error = "the model cannot be evaluated " + where + " at time " + number_text(instance_.time()) +
                       ", so it cannot be linearized there";
        return result;
    }

    [[nodiscard]] std::vector<std::string> names_of(std::vector<std::uint32_t> const& slots) const {
        std::vector<std::string> names;
        for (std::uint32_t const slot : slots) names.emplace_back(model_.variables[slot].name);
        return names;
    }
    [[nodiscard]] std::vector<double> values_of(std::vector<std::uint32_t> const& slots) const {
        std::vector<double> values;
        for (std::uint32_t const slot : slots) values.push_back(instance_.values()[slot]);
        return values;
    }

    // ---- exact ----

    // False if the partial derivatives cannot be computed here. Changes no values.
    bool take_tangents(LinearModel& linear) {
        Tangents tangents(model_);
        if (tangents.evaluate(instance_.raw(), PartialExtent::all) != MOO_OK) return false;
        return put_columns(tangents, states_, linear.a, linear.c) && put_columns(tangents, inputs_, linear.b, linear.d);
    }

    bool put_columns(Tangents& tangents, std::vector<std::uint32_t> const& by, std::vector<double>& of_derivatives,
                     std::vector<double>& of_outputs) const {
        constexpr std::size_t width = 8;
        std::vector<double> directions(std::size_t{model_.variable_count} * width);
        for (std::size_t first = 0; first < by.size(); first += width) {
            std::size_t const count = std::min(width, by.size() - first);
            std::fill(directions.begin(), directions.end(), 0.0);
            for (std::size_t k = 0; k < count; ++k) directions[by[first + k] * width + k] = 1.0;
            if (!tangents.forward(directions.data(), width)) return false;
            for (std::size_t k = 0; k < count; ++k) {
                std::size_t const column = first + k;
                for (std::size_t i = 0; i < states_.size(); ++i) {
                    of_derivatives[i * by.size() + column] = directions[model_.derivative_slots[i] * width + k];
                }
                for (std::size_t i = 0; i < outputs_.size(); ++i) {
                    MooVariable const& output = model_.variables[outputs_[i]];
                    std::uint32_t const slot = output.alias_of != 0 ? output.alias_of - 1 : outputs_[i];
                    double const derivative = directions[slot * width + k];
                    of_outputs[i * by.size() + column] = output.negated != 0 ? -derivative : derivative;
                }
            }
        }
        return true;
    }

    // ---- by differences ----

    bool compute() { return instance_.compute_continuous() == MOO_OK; }

    // Derivatives, then outputs, with `slot` at `value`.
    bool evaluate(std::uint32_t slot, double value, std::vector<double>& f) {
        instance_.values()[slot] = value;
        if (!compute()) return false;
        f.resize(states_.size() + outputs_.size());
        instance_.get_derivatives(f.data());
        for (std::size_t i = 0; i < outputs_.size(); ++i) f[states_.size() + i] = instance_.values()[outputs_[i]];
        return std::all_of(f.begin(), f.end(), [](double value_now) { return std::isfinite(value_now); });
    }

    // Fills the columns of the rows of the derivatives and of those of the outputs.
    bool differentiate(std::vector<std::uint32_t> const& by, std::vector<double>& of_derivatives,
                       std::vector<double>& of_outputs) {
        std::vector<double> up;
        std::vector<double> down;
        for (std::size_t column = 0; column < by.size(); ++column) {
            double const x = instance_.values()[by[column]];
            double const size = std::max(std::abs(x), std::abs(model_.variables[by[column]].nominal));
            std::vector<double> estimate(states_.size() + outputs_.size(), 0.0);
            for (double const part : {1.0, 0.5}) {
                // The step that the sums really take.
                double const step = (x + part * step_share * size) - x;
                bool const good = evaluate(by[column], x + step, up) && evaluate(by[column], x - step, down);
                instance_.values()[by[column]] = x;
                if (!good) {
                    failed_near_ = "`" + std::string(model_.variables[by[column]].name) + "` = " + number_text(x);
                    return false;
                }
                double const weight = part == 1.0 ? -1.0 / 3.0 : 4.0 / 3.0;
                for (std::size_t i = 0; i < estimate.size(); ++i) {
                    estimate[i] += weight * (up[i] - down[i]) / (2.0 * step);
                    // A value that neither step changes does not depend on x; rounding must not make it look as if it
                    // did.
                    if (up[i] == down[i] && part == 0.5) estimate[i] = 0.0;
                }
            }
            for (std::size_t i = 0; i < states_.size(); ++i) of_derivatives[i * by.size() + column] = estimate[i];
            for (std::size_t i = 0; i < outputs_.size(); ++i) {
                of_outputs[i * by.size() + column] = estimate[states_.size() + i];
            }
        }
        return true;
    }

    Instance& instance_;
    MooModel const& model_;
    std::vector<std::uint32_t> states_;
    std::vector<std::uint32_t> inputs_;
    std::vector<std::uint32_t> outputs_;
    std::string failed_near_;
};

}  // namespace

LinearizeResult linearize(Instance& instance, std::vector<std::uint32_t> const& more_outputs) {
    return Linearizer(instance, more_outputs).run();
}

}  // namespace moo::runtime
