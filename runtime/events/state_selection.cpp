#include "runtime/events/state_selection.h"

#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

bool holds(std::vector<std::uint32_t> const& list, std::uint32_t item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

// A candidate that stays a state keeps its place.
std::vector<std::uint32_t> replace(std::vector<std::uint32_t> const& before, std::vector<std::uint32_t> const& wanted) {
    std::vector<std::uint32_t> chosen = before;
    auto newcomer = wanted.begin();
    for (std::uint32_t& candidate : chosen) {
        if (holds(wanted, candidate)) continue;
        while (holds(before, *newcomer)) ++newcomer;
        candidate = *newcomer++;
    }
    return chosen;
}

}  // namespace

StateSelection::StateSelection(Instance& instance) : instance_(instance) {}

bool StateSelection::is_due() {
    MooModel const& model = instance_.model();
    for (std::uint32_t i = 0; i < model.state_set_count; ++i) {
        if (!is_good_enough(model.state_sets[i]) && !find_better(model.state_sets[i]).empty()) return true;
    }
    return false;
}

bool StateSelection::choose(bool log) {
    bool any = false;
    MooModel const& model = instance_.model();
    for (std::uint32_t i = 0; i < model.state_set_count; ++i) {
        MooStateSet const& set = model.state_sets[i];
        std::vector<std::uint32_t> const chosen = find_better(set);
        if (chosen.empty()) continue;
        // The first choice does not count as a change.
        if (!selected(set).empty()) ++changes_;
        select(set, chosen);
        if (log) report(set, i, chosen);
        any = true;
    }
    // Values that change only at events may be different now.
    if (any) ++instance_.raw()->event_number;
    return any;
}

// The candidate of each state; empty if nothing is selected, as before the first choice.
std::vector<std::uint32_t> StateSelection::selected(MooStateSet const& set) const {
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t j = 0; j < set.state_count; ++j) {
        for (std::uint32_t i = 0; i < set.candidate_count; ++i) {
            if (instance_.values()[set.selection[j * set.candidate_count + i]] == 0.0 || holds(chosen, i)) continue;
            chosen.push_back(i);
            break;
        }
        if (chosen.size() != j + std::size_t{1}) return {};
    }
    return chosen;
}

// Whether the selection of a set with one constraint is good: no other candidate has a much larger coefficient in it
// than the dependent one. Most sets are like that, and this is tested at every step.
bool StateSelection::is_good_enough(MooStateSet const& set) {
    if (set.candidate_count - set.state_count != 1) return false;
    constraint_.assign(set.candidate_count, 0.0);
    if (set.jacobian(instance_.raw(), &set, constraint_.data()) != MOO_OK) return false;
    double largest = 0.0;
    double left_out = 0.0;
    for (std::uint32_t i = 0; i < set.candidate_count; ++i) {
        double const weight = std::abs(constraint_[i]) * instance_.nominal(set.candidates[i]);
        largest = std::max(largest, weight);
        double chosen = 0.0;
        for (std::uint32_t j = 0; j < set.state_count; ++j) {
            chosen += instance_.values()[set.selection[j * set.candidate_count + i]];
        }
        if (chosen == 0.0) left_out += weight;
    }
    return left_out >= least_share * largest && std::isfinite(left_out);
}

std::vector<std::uint32_t> StateSelection::find_better(MooStateSet const& set) {
    auto const candidates = static_cast<Eigen::Index>(set.candidate_count);
    Eigen::Index const dependent = candidates - static_cast<Eigen::Index>(set.state_count);
    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(dependent, candidates);
    if (set.jacobian(instance_.raw(), &set, jacobian.data()) != MOO_OK || !jacobian.allFinite()) return {};
    for (Eigen::Index i = 0; i < candidates; ++i) {
        jacobian.col(i) *= instance_.nominal(set.candidates[i]);
    }
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> const qr(jacobian);
    double best = 1.0;
    for (Eigen::Index i = 0; i < dependent; ++i) best *= std::abs(qr.matrixQR()(i, i));
    if (!(best > 0.0)) return {};

    std::vector<std::uint32_t> const before = selected(set);
    if (!before.empty()) {
        Eigen::MatrixXd square(dependent, dependent);
        Eigen::Index column = 0;
        for (std::uint32_t i = 0; i < set.candidate_count; ++i) {
            if (!holds(before, i)) square.col(column++) = jacobian.col(i);
        }
        if (std::abs(square.determinant()) >= least_share * best) return {};
    }

    std::vector<std::uint32_t> wanted;
    for (Eigen::Index i = dependent; i < candidates; ++i) {
        wanted.push_back(static_cast<std::uint32_t>(qr.colsPermutation().indices()[i]));
    }
    return before.empty() ? wanted : replace(before, wanted);
}

void StateSelection::select(MooStateSet const& set, std::vector<std::uint32_t> const& chosen) {
    for (std::uint32_t j = 0; j < set.state_count; ++j) {
        for (std::uint32_t i = 0; i < set.candidate_count; ++i) {
            std::uint32_t const slot = set.selection[j * set.candidate_count + i];
            instance_.values()[slot] = i == chosen[j] ? 1.0 : 0.0;
            instance_.pre_values()[slot] = instance_.values()[slot];
        }
        double const value = instance_.values()[set.candidates[chosen[j]]];
        instance_.values()[set.states[j]] = value;
        instance_.pre_values()[set.states[j]] = value;
    }
}

void StateSelection::report(MooStateSet const& set, std::uint32_t number, std::vector<std::uint32_t> const& chosen) {
    std::string text = "state set " + std::to_string(number + 1) + " at time " + number_text(instance_.time()) + ":";
    for (std::size_t j = 0; j < chosen.size(); ++j) {
        text += std::string(j == 0 ? " `" : ", `") + instance_.model().variables[set.candidates[chosen[j]]].name + "`";
    }
    text += chosen.size() == 1 ? " is the state" : " are the states";
    instance_.messages().report(MessageSeverity::information, text);
}

}  // namespace moo::runtime
