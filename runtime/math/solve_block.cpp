#include "runtime/math/solve_block.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/instance/host_memory.h"
#include "runtime/math/explain_singular.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

constexpr Eigen::Index max_listed_unknowns = 10;

struct Attempt {
    NewtonResult result = NewtonResult::not_finite;
    Eigen::VectorXd x;
};

std::string list_unknowns(MooInstance const* m, OpenUnknowns const& open, Eigen::VectorXd const& start,
                          Eigen::VectorXd const& x) {
    std::string text;
    for (Eigen::Index i = 0; i < std::min(x.size(), max_listed_unknowns); ++i) {
        text += i == 0 ? " `" : ", `";
        text += m->model->variables[open.slots()[static_cast<std::size_t>(i)]].name;
        text += "` = " + rounded_text(x[i], 6) + " from " + rounded_text(start[i], 6);
    }
    if (x.size() > max_listed_unknowns) text += ", … (" + std::to_string(x.size()) + " in all)";
    return text;
}

// The equations that are furthest from holding come first.
std::string list_residuals(MooBlock const& block, OpenUnknowns const& open, Eigen::VectorXd const& r) {
    std::vector<Eigen::Index> order(static_cast<std::size_t>(r.size()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    auto const size = [&](Eigen::Index i) {
        return std::isfinite(r[i]) ? std::abs(r[i]) : std::numeric_limits<double>::infinity();
    };
    std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return size(a) > size(b); });
    std::string text;
    for (std::size_t k = 0; k < order.size() && k < static_cast<std::size_t>(max_listed_unknowns); ++k) {
        Eigen::Index const i = order[k];
        text += (k == 0 ? " " : ", ") + rounded_text(r[i], 6);
        std::uint32_t const number = open.residuals()[static_cast<std::size_t>(i)];
        if (block.sources != nullptr && block.sources[number][0] != '\0') {
            text += " in " + std::string(block.sources[number]);
        }
    }
    if (r.size() > max_listed_unknowns) text += ", …";
    return text;
}

char const* advice(MooInstance const* m, MooBlock const& block, NewtonResult result) {
    if (result == NewtonResult::singular) {
        return block.linear != 0 ? "; the equations contradict each other or leave an unknown open at this point"
                                 : "; other start values may lead away from the point where the equations degenerate";
    }
    if (m->phase == MOO_INITIALIZATION) {
        return "; start values near the solution, `nominal`, `min` and `max` of these variables, or homotopy() may "
               "help";
    }
    return "; a smaller --tolerance, or `nominal`, `min` and `max` of these variables may help";
}

// For instance: two ideal diodes that conduct against each other leave the current around the loop open.
std::string degeneracy_text(MooInstance const* m, MooBlock const& block, BlockMemory const& memory) {
    OpenUnknowns const& open = memory.open;
    Degeneracy const found = find_degeneracy(memory.matrix, memory.nominal);
    std::string text;
    auto const separator = [](std::size_t k) { return k == 0 ? " " : ", "; };
    std::size_t const most = static_cast<std::size_t>(max_listed_unknowns);
    for (std::size_t k = 0; k < std::min(found.unknowns.size(), most); ++k) {
        auto const slot = open.slots()[static_cast<std::size_t>(found.unknowns[k])];
        text += (k == 0 ? "; nothing determines " : ", ") + ("`" + std::string(m->model->variables[slot].name)) + "`";
    }
    if (found.equations.empty() || block.sources == nullptr) return text;
    text += "; these equations repeat or contradict each other:";
    for (std::size_t k = 0; k < std::min(found.equations.size(), most); ++k) {
        text +=
            separator(k) + std::string(block.sources[open.residuals()[static_cast<std::size_t>(found.equations[k])]]);
    }
    return text;
}

std::string failure_text(MooInstance* m, MooBlock const& block, BlockMemory const& memory, NewtonResult result,
                         Eigen::VectorXd const& start, Eigen::VectorXd const& x, Eigen::VectorXd const& r) {
    OpenUnknowns const& open = memory.open;
    std::string text = "cannot solve ";
    text += block.linear != 0 ? "linear" : "nonlinear";
    text += " block `" + std::string(block.name) + "` (" + block.source + ") at time " + number_text(m->time) + ": ";
    text += describe(result);
    if (result == NewtonResult::singular) text += degeneracy_text(m, block, memory);
    text += "; largest residuals:" + list_residuals(block, open, r);
    text += "; iteration variables:" + list_unknowns(m, open, start, x);
    return text + advice(m, block, result);
}

// Start values that the model does not give are zero, where 1/x and x/|x| cannot be computed and many Jacobians are
// singular. So the iteration starts near them, at distances that are fractions of the nominal values and differ between
// unknowns: multiples of the golden section, which never form a pattern.
Attempt try_moved_starts(BlockSystem& system, Eigen::VectorXd const& declared) {
    constexpr double golden_section = 0.6180339887498949;
    Attempt attempt{NewtonResult::not_finite, declared};
    system.respect_limits();
    for (double const distance : {0.1, 1.0, -0.1, -1.0, 1e-3, 10.0}) {
        attempt.x = declared;
        for (Eigen::Index i = 0; i < declared.size(); ++i) {
            double const part = std::fmod(golden_section * static_cast<double>(i + 1), 1.0);
            attempt.x[i] += distance * (0.5 + 0.5 * part) * system.nominal()[i];
        }
        system.project(attempt.x);
        attempt.result = solve_newton(system, system.nominal(), attempt.x);
        if (attempt.result == NewtonResult::converged || system.fatal()) break;
    }
    return attempt;
}

// A continuous equation in one unknown has a solution between two points where its residual has different signs. Such
// points are searched for on both sides of the start, further and further away. This gets past a saturation, where no
// small step makes the residual smaller. Then bisection follows, and Newton's method for the last digits.
Attempt try_bracket(BlockSystem& system, Eigen::VectorXd const& start) {
    constexpr int most_doublings = 40;
    constexpr int most_bisections = 60;
    Eigen::VectorXd r(1);
    auto const value = [&](double at) {
        Eigen::VectorXd const x = Eigen::VectorXd::Constant(1, at);
        return system.residual(x, r) ? r[0] : std::numeric_limits<double>::quiet_NaN();
    };
    double const first = value(start[0]);
    double step = 1e-3 * (std::abs(start[0]) + system.nominal()[0]);
    double inner[2] = {start[0], start[0]};
    for (int doubling = 0; doubling < most_doublings && std::isfinite(first); ++doubling, step *= 2.0) {
        for (int const side : {0, 1}) {
            double outer = start[0] + (side == 0 ? -step : step);
            double const outside = value(outer);
            if (system.fatal()) return {NewtonResult::not_finite, start};
            if (!std::isfinite(outside) || std::signbit(outside) == std::signbit(first)) {
                if (std::isfinite(outside)) inner[side] = outer;
                continue;
            }
            double near = inner[side];
            for (int i = 0; i < most_bisections; ++i) {
                double const middle = near + 0.5 * (outer - near);
                double const between = value(middle);
                if (!std::isfinite(between)) break;
                (std::signbit(between) == std::signbit(first) ? near : outer) = middle;
            }
            Attempt attempt{NewtonResult::not_finite, Eigen::VectorXd::Constant(1, outer)};
            attempt.result = solve_newton(system, system.nominal(), attempt.x);
            if (attempt.result == NewtonResult::converged) return attempt;
        }
    }
    return {NewtonResult::no_progress, start};
}

// Starts from the present values of the unknowns. If that fails: without their limits, then from their start values. If
// there is one unknown: between two points where the residual has different signs. At the initialization: from points
// near the start values.
Attempt try_all(MooInstance* m, MooBlock const& block, BlockSystem& system, Eigen::VectorXd const& start,
                bool accepts_singular) {
    Attempt attempt{NewtonResult::not_finite, start};
    if (block.linear != 0) {
        NewtonOptions options;
        options.accepts_singular = accepts_singular;
        attempt.result = solve_linear(system, system.nominal(), attempt.x, options);
        return attempt;
    }
    system.project(attempt.x);
    attempt.result = solve_newton(system, system.nominal(), attempt.x);
    if (attempt.result == NewtonResult::converged || system.fatal()) return attempt;
    Attempt other{NewtonResult::not_finite, start};
    if (system.met_limits()) {
        system.ignore_limits();
        other.result = solve_newton(system, system.nominal(), other.x);
    }
    if (other.result == NewtonResult::converged) return other;
    Eigen::VectorXd declared(start.size());
    for (Eigen::Index i = 0; i < start.size(); ++i) {
        declared[i] = m->model->variables[system.open().slots()[static_cast<std::size_t>(i)]].start;
    }
    if (declared != start) {
        other.x = declared;
        other.result = solve_newton(system, system.nominal(), other.x);
        if (other.result == NewtonResult::converged) return other;
    }
    if (start.size() == 1 && !system.fatal()) {
        other = try_bracket(system, start);
        if (other.result == NewtonResult::converged) return other;
    }
    // Points that are unrelated to the last solution are used only if there is none.
    if (m->phase != MOO_INITIALIZATION) return attempt;
    other = try_moved_starts(system, declared);
    return other.result == NewtonResult::converged ? other : attempt;
}

}  // namespace

MooStatus solve_continuous(MooInstance* m, MooBlock const& block, BlockMemory& memory, bool reports,
                           bool accepts_singular) {
    if (block.size == 0) return block.residual(m, &block, nullptr);
    BlockSystem system(m, block, memory);
    std::span<std::uint32_t const> const slots = system.open().slots();
    if (slots.empty()) return block.residual(m, &block, memory.residuals.data());
    Eigen::VectorXd start(static_cast<Eigen::Index>(slots.size()));
    for (Eigen::Index i = 0; i < start.size(); ++i) {
        std::uint32_t const slot = slots[static_cast<std::size_t>(i)];
        start[i] = m->value[slot];
        // The values after an earlier failure are not a good place to start.
        if (!std::isfinite(start[i])) start[i] = m->model->variables[slot].start;
    }
    Attempt const attempt = try_all(m, block, system, start, accepts_singular);
    if (attempt.result == NewtonResult::converged) {
        system.store(attempt.x);
        return MOO_OK;
    }
    memory.has_factors = false;
    Eigen::VectorXd r = Eigen::VectorXd::Constant(start.size(), std::numeric_limits<double>::quiet_NaN());
    (void)system.residual(attempt.x, r);
    if (reports && m->message != nullptr && !system.is_interrupted()) {
        m->message(m->host, 2, failure_text(m, block, memory, attempt.result, start, attempt.x, r).c_str());
    }
    system.store(start);
    return system.fatal() ? MOO_FATAL : MOO_RECOVERABLE;
}

namespace {

// From the simplified block, homotopy(actual, simplified) = simplified, to the actual one, in steps that shrink where
// they fail. A block without homotopy fails in the first step.
MooStatus follow_homotopy(MooInstance* m, MooBlock const& block, BlockMemory& memory) {
    constexpr double first_step = 0.2;
    constexpr double smallest_step = 1e-3;
    std::vector<double> start(block.size);
    for (std::size_t i = 0; i < start.size(); ++i) start[i] = m->value[block.unknowns[i]];
    m->homotopy = 0.0;
    MooStatus status = solve_continuous(m, block, memory, false);
    double reached = 0.0;
    double step = first_step;
    while (status == MOO_OK && reached < 1.0) {
        m->homotopy = std::min(1.0, reached + step);
        status = solve_continuous(m, block, memory, false);
        if (status == MOO_OK) {
            reached = m->homotopy;
            step *= 2.0;
        } else if (status == MOO_RECOVERABLE && step / 2.0 >= smallest_step) {
            step /= 2.0;
            status = MOO_OK;
        }
    }
    m->homotopy = 1.0;
    if (status != MOO_OK) {
        for (std::size_t i = 0; i < start.size(); ++i) m->value[block.unknowns[i]] = start[i];
    }
    return status;
}

// The relations of a block keep their remembered values while it is solved: an iteration over a function that
// jumps under way finds nothing.
MooStatus solve_block(MooInstance* m, MooBlock const& block, BlockMemory& memory) {
    bool const switches = block.switches != nullptr && m->phase != MOO_CONTINUOUS;
    if (switches) return solve_mixed(m, block, memory);
    std::uint8_t const held = m->relations_held;
    m->relations_held = 1;
    MooStatus status = solve_continuous(m, block, memory, true);
    bool const may_follow = m->phase == MOO_INITIALIZATION && m->model->has_homotopy != 0 && m->homotopy == 1.0;
    if (status == MOO_RECOVERABLE && may_follow) status = follow_homotopy(m, block, memory);
    m->relations_held = held;
    return status;
}

}  // namespace

}  // namespace moo::runtime

extern "C" MooStatus moo_solve_block(MooInstance* m, MooBlock const* block) {
    auto* memory = static_cast<moo::runtime::HostMemory*>(m->memory);
    if (memory == nullptr) {
        moo::runtime::BlockMemory once;
        return moo::runtime::solve_block(m, *block, once);
    }
    if (memory->collector != nullptr) return memory->collector->take(m, *block);
    moo::runtime::BlockMemory& kept = moo::runtime::block_memory(*memory, *block);
    if (block->linear == 0 && !kept.is_listed && m->phase == MOO_CONTINUOUS) {
        kept.is_listed = true;
        auto& listed = memory->nonlinear_blocks;
        if (std::find(listed.begin(), listed.end(), block) == listed.end()) listed.push_back(block);
    }
    if (memory->meter == nullptr) return moo::runtime::solve_block(m, *block, kept);
    auto const begin = moo::runtime::Meter::Clock::now();
    MooStatus const status = moo::runtime::solve_block(m, *block, kept);
    memory->meter->add_block(*block, moo::runtime::Meter::Clock::now() - begin);
    return status;
}
