// Solves a model's block: the bridge between slots and the Newton iteration, and the message if it fails.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/abi/model.h"
#include "runtime/math/newton.h"
#include "runtime/results/number_text.h"

namespace moo::runtime {

namespace {

class BlockSystem final : public NonlinearSystem {
public:
    BlockSystem(MooInstance* m, MooBlock const& block, Eigen::VectorXd const& nominal)
        : m_(m), block_(block), nominal_(nominal) {}

    bool residual(Eigen::VectorXd const& x, Eigen::VectorXd& r) override {
        store(x);
        return note(block_.residual(m_, &block_, r.data()));
    }

    bool jacobian(Eigen::VectorXd const& x, Eigen::MatrixXd& j) override {
        if (block_.jacobian == nullptr) return difference_jacobian(x, j);
        store(x);
        return note(block_.jacobian(m_, &block_, j.data()));
    }

    void store(Eigen::VectorXd const& x) {
        for (Eigen::Index i = 0; i < x.size(); ++i) m_->value[block_.unknowns[i]] = x[i];
    }
    [[nodiscard]] bool fatal() const { return fatal_; }

private:
    bool note(MooStatus status) {
        fatal_ = fatal_ || status == MOO_FATAL;
        return status == MOO_OK;
    }

    bool difference_jacobian(Eigen::VectorXd const& x, Eigen::MatrixXd& j) {
        Eigen::VectorXd at = x;
        Eigen::VectorXd base(x.size());
        Eigen::VectorXd shifted(x.size());
        if (!residual(x, base)) return false;
        for (Eigen::Index column = 0; column < x.size(); ++column) {
            double const size = std::abs(x[column]) + nominal_[column];
            at[column] = x[column] + std::sqrt(std::numeric_limits<double>::epsilon()) * size;
            if (!residual(at, shifted)) return false;
            j.col(column) = (shifted - base) / (at[column] - x[column]);
            at[column] = x[column];
        }
        return true;
    }

    MooInstance* m_;
    MooBlock const& block_;
    Eigen::VectorXd const& nominal_;
    bool fatal_ = false;
};

std::string failure_text(MooInstance* m, MooBlock const& block, NewtonResult result, Eigen::VectorXd const& x,
                         Eigen::VectorXd const& r) {
    constexpr Eigen::Index max_listed = 10;
    std::string text = "cannot solve ";
    text += block.linear != 0 ? "linear" : "nonlinear";
    text += " block `" + std::string(block.name) + "` (" + block.source + ") at time " + number_text(m->time) + ": ";
    text += describe(result);
    text += "; unknowns:";
    for (Eigen::Index i = 0; i < std::min(x.size(), max_listed); ++i) {
        text += i == 0 ? " `" : ", `";
        text += m->model->variables[block.unknowns[i]].name;
        text += "` = " + number_text(x[i]);
    }
    if (x.size() > max_listed) text += ", … (" + std::to_string(x.size()) + " in all)";
    text += "; residuals:";
    for (Eigen::Index i = 0; i < std::min(r.size(), max_listed); ++i) text += (i == 0 ? " " : ", ") + number_text(r[i]);
    if (r.size() > max_listed) text += ", …";
    return text;
}

MooStatus solve_block(MooInstance* m, MooBlock const& block) {
    auto const size = static_cast<Eigen::Index>(block.size);
    Eigen::VectorXd start(size);
    Eigen::VectorXd nominal(size);
    for (Eigen::Index i = 0; i < size; ++i) {
        start[i] = m->value[block.unknowns[i]];
        double const given = std::abs(m->model->variables[block.unknowns[i]].nominal);
        nominal[i] = given > 0.0 && std::isfinite(given) ? given : 1.0;
        // What an earlier failure left behind is no place to start from.
        if (!std::isfinite(start[i])) start[i] = m->model->variables[block.unknowns[i]].start;
    }
    BlockSystem system(m, block, nominal);
    Eigen::VectorXd x = start;
    NewtonResult const result = block.linear != 0 ? solve_linear(system, nominal, x) : solve_newton(system, nominal, x);
    if (result == NewtonResult::converged) {
        system.store(x);
        return MOO_OK;
    }
    Eigen::VectorXd r = Eigen::VectorXd::Constant(size, std::numeric_limits<double>::quiet_NaN());
    (void)system.residual(x, r);
    if (m->message != nullptr) m->message(m->host, 2, failure_text(m, block, result, x, r).c_str());
    system.store(start);
    return system.fatal() ? MOO_FATAL : MOO_RECOVERABLE;
}

// The relations of a block keep their remembered values while it is solved: an iteration over a function that
// jumps under way finds nothing. The model computes them anew when the pass ends; if one has changed, the event
// iteration goes on and the block is solved again.
MooStatus solve_with_fixed_relations(MooInstance* m, MooBlock const& block) {
    MooPhase const phase = m->phase;
    m->phase = MOO_CONTINUOUS;
    MooStatus const status = solve_block(m, block);
    m->phase = phase;
    return status;
}

}  // namespace

}  // namespace moo::runtime

extern "C" MooStatus moo_solve_block(MooInstance* m, MooBlock const* block) {
    return moo::runtime::solve_with_fixed_relations(m, *block);
}
