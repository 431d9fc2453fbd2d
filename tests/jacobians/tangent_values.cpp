// Compares directional derivatives of models with differences: of every variable and crossing function by every state
// and input, at several points of a simulation on the interpreter; and the backward sweep with the forward one.
//
//   tangent_values [--break] FILE.moo…
//
// With --break one entry of each model is wrong, and the comparison has to notice. Prints how much was compared. Exit
// code 1 if something differs, or nothing does that should.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "backends/common/permit_externals.h"
#include "backends/interpret/interpreted_model.h"
#include "moo/io/document/read.h"
#include "runtime/math/crossing_tangents.h"
#include "runtime/math/tangents.h"
#include "runtime/simulate/simulation.h"

namespace {

using namespace moo;
using runtime::Instance;
using runtime::PartialExtent;
using runtime::Tangents;

struct Totals {
    int models = 0;
    int without = 0;        // models that have no partial derivatives
    int not_simulated = 0;  // that fail, as they are meant to
    std::size_t compared = 0;
    std::size_t not_smooth = 0;
    int failures = 0;
};

// A model that claims a wrong entry.
class WrongModel {
public:
    explicit WrongModel(MooModel const& model) : model_(model), partials_(*model.partials) {
        std::uint32_t const rows = partials_.part_starts[partials_.part_count];
        columns_.assign(partials_.columns, partials_.columns + partials_.row_starts[rows]);
        partials_.columns = columns_.data();
        model_.partials = &partials_;
    }
    // The derivative by the next state instead, of an entry that is a number if there is one: others may be zero where
    // we look. False if there are not two states that an equation could mix up.
    bool mix_up() {
        auto const* const end = model_.state_slots + model_.state_count;
        std::size_t chosen = columns_.size();
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (std::find(model_.state_slots, end, columns_[i]) == end) continue;
            if (chosen == columns_.size() || partials_.values[i] != 0.0) chosen = i;
        }
        if (chosen == columns_.size() || model_.state_count < 2) return false;
        auto const number = std::find(model_.state_slots, end, columns_[chosen]) - model_.state_slots;
        columns_[chosen] = model_.state_slots[(number + 1) % model_.state_count];
        return true;
    }
    [[nodiscard]] MooModel const& model() const { return model_; }

private:
    MooModel model_;
    MooPartials partials_;
    std::vector<std::uint32_t> columns_;
};

class Comparison {
public:
    Comparison(std::string name, Instance& instance, MooModel const& with_partials, Totals& totals)
        : name_(std::move(name)),
          instance_(instance),
          model_(instance.model()),
          tangents_(with_partials),
          totals_(totals) {
        for (std::uint32_t i = 0; i < model_.variable_count; ++i) {
            MooVariable const& variable = model_.variables[i];
            bool const is_input = variable.role == MOO_INPUT && variable.type == MOO_REAL && variable.alias_of == 0;
            if (variable.role == MOO_STATE || is_input) known_.push_back(i);
            bool const moves = variable.role == MOO_ALGEBRAIC || variable.role == MOO_DERIVATIVE;
            if (moves && variable.type == MOO_REAL && variable.alias_of == 0) unknown_.push_back(i);
        }
        if (with_partials.crossing_partials == nullptr) return;
        crossings_.emplace(with_partials);
        for (std::uint32_t i = 0; i < model_.crossing_count; ++i) unknown_.push_back(model_.variable_count + i);
    }

    void run() {
        if (instance_.compute_continuous() != MOO_OK) return;
        if (tangents_.evaluate(instance_.raw(), PartialExtent::all) != MOO_OK) {
            std::printf("%s at %g: the partial derivatives are not finite\n", name_.c_str(), instance_.time());
            return;
        }
        if (crossings_ && crossings_->evaluate(instance_.raw()) != MOO_OK) return;
        std::vector<double> const before = present();
        for (std::uint32_t const slot : known_) compare_column(slot, before);
        compare_sweeps();
        restore(before);
    }

private:
    // Values of variables, and behind them of crossing functions.
    std::vector<double> present() {
        std::vector<double> values(instance_.values().begin(), instance_.values().begin() + model_.variable_count);
        values.resize(model_.variable_count + model_.crossing_count);
        double* const crossings = values.data() + model_.variable_count;
        return model_.zero_crossings(instance_.raw(), crossings) == MOO_OK ? values : std::vector<double>();
    }
    void restore(std::vector<double> const& before) {
        std::copy_n(before.begin(), model_.variable_count, instance_.values().begin());
    }
    [[nodiscard]] char const* name_of(std::uint32_t quantity) const {
        return quantity < model_.variable_count ? model_.variables[quantity].name
                                                : model_.relation_texts[quantity - model_.variable_count];
    }
    [[nodiscard]] double nominal_of(std::uint32_t quantity) const {
        return quantity < model_.variable_count ? std::abs(model_.variables[quantity].nominal) : 1.0;
    }

    // All values with `slot` moved by a distance; none if they cannot be computed there.
    std::vector<double> moved(std::uint32_t slot, double distance, std::vector<double> const& before) {
        restore(before);
        instance_.values()[slot] += distance;
        return instance_.compute_continuous() == MOO_OK ? present() : std::vector<double>();
    }

    void compare_column(std::uint32_t slot, std::vector<double> const& before) {
        std::vector<double> directions(model_.variable_count, 0.0);
        directions[slot] = 1.0;
        if (!tangents_.forward(directions.data())) {
            std::printf("%s at %g: a singular block contradicts itself\n", name_.c_str(), instance_.time());
            return;
        }
        for (std::uint32_t i = 0; crossings_ && i < model_.crossing_count; ++i) {
            directions.push_back(crossings_->forward(i, directions.data()));
        }
        double const size = std::max(std::abs(before[slot]), std::abs(model_.variables[slot].nominal));
        double const step = 1e-3 * size;
        std::vector<double> const up = moved(slot, step, before);
        std::vector<double> const down = moved(slot, -step, before);
        std::vector<double> const near_up = moved(slot, step / 4, before);
        std::vector<double> const near_down = moved(slot, -step / 4, before);
        if (up.empty() || down.empty() || near_up.empty() || near_down.empty()) return;
        for (std::uint32_t const i : unknown_) {
            double const wide = (up[i] - down[i]) / (2 * step);
            double const narrow = (near_up[i] - near_down[i]) / (step / 2);
            // A kink has two slopes, and the mean of them looks like a derivative.
            double const bend = std::abs((near_up[i] - before[i]) - (before[i] - near_down[i])) / (step / 4);
            double const doubt = std::max(std::abs(wide - narrow), bend);
            // What the solution of a block leaves.
            double const noise = 1e-9 * (std::abs(before[i]) + nominal_of(i)) / step;
            double const size_of = std::max(std::abs(narrow), 1.0 / size);
            if (!std::isfinite(doubt) || doubt > 1e-2 * size_of + noise) {
                ++totals_.not_smooth;
                continue;
            }
            ++totals_.compared;
            if (std::abs(directions[i] - narrow) <= 1e-4 * size_of + 2 * doubt + noise) continue;
            std::printf("%s at %g: the derivative of %s by %s is %g, differences give %g\n", name_.c_str(),
                        instance_.time(), name_of(i), model_.variables[slot].name, directions[i], narrow);
            ++totals_.failures;
        }
    }

    // w'(J d) and (J'w)'d, for random d and w.
    void compare_sweeps() {
        std::mt19937_64 random(1);
        std::uniform_real_distribution<double> unit(-1.0, 1.0);
        std::vector<double> directions(model_.variable_count, 0.0);
        std::vector<double> weights(model_.variable_count, 0.0);
        for (std::uint32_t const slot : known_) directions[slot] = unit(random);
        std::vector<double> const d = directions;
        for (std::uint32_t i = 0; i < model_.state_count; ++i) weights[model_.derivative_slots[i]] = unit(random);
        std::vector<double> w = weights;
        for (std::uint32_t i = 0; crossings_ && i < model_.crossing_count; ++i) {
            w.push_back(unit(random));
            crossings_->backward(i, w.back(), weights.data());
        }
        if (!tangents_.forward(directions.data()) || !tangents_.backward(weights.data())) return;
        for (std::uint32_t i = 0; crossings_ && i < model_.crossing_count; ++i) {
            directions.push_back(crossings_->forward(i, directions.data()));
        }
        double forward = 0.0;
        double backward = 0.0;
        double size = 0.0;
        for (std::uint32_t const i : unknown_) {
            forward += w[i] * directions[i];
            size += std::abs(w[i] * directions[i]);
        }
        for (std::uint32_t const slot : known_) {
            backward += weights[slot] * d[slot];
            size += std::abs(weights[slot] * d[slot]);
        }
        if (std::abs(forward - backward) <= 1e-6 * size) return;
        std::printf("%s at %g: forward %.17g, backward %.17g\n", name_.c_str(), instance_.time(), forward, backward);
        ++totals_.failures;
    }

    std::string name_;
    Instance& instance_;
    MooModel const& model_;
    Tangents tangents_;
    std::optional<runtime::CrossingTangents> crossings_;
    Totals& totals_;
    std::vector<std::uint32_t> known_;
    std::vector<std::uint32_t> unknown_;  // slots, and crossings behind all slots
};

void check_model(std::string const& path, MooModel const& model, MooModel const& with_partials, Totals& totals) {
    runtime::Messages messages([](runtime::MessageSeverity, std::string_view) {});
    bool is_simulated = false;
    for (double const part : {0.0, 0.31, 0.77}) {
        Instance instance(model, messages);
        runtime::SimulationOptions options = runtime::default_options(model);
        double const span = options.stop_time - options.start_time;
        options.stop_time = options.start_time + std::max(part, 1e-9) * std::min(span, 10.0);
        if (simulate(instance, options, {}).end != runtime::SimulationEnd::stop_time) continue;
        is_simulated = true;
        Comparison(path, instance, with_partials, totals).run();
    }
    if (!is_simulated) ++totals.not_simulated;
}

void check_file(std::string const& path, bool breaks, Totals& totals) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FileId const file = sources.load(path).file;
    Document const document = file ? read_document(file, sources, interner, diagnostics) : Document();
    if (!file || diagnostics.has_errors()) {
        std::printf("%s cannot be read\n", path.c_str());
        ++totals.failures;
        return;
    }
    ModelProgram program = lower_model(document, interner, sources);
    ExternalTrust trust = ExternalTrust::everything();
    permit_externals(program, interner, trust, diagnostics);
    InterpretedModel const interpreted(std::move(program), sources);
    ++totals.models;
    if (interpreted.model().partials == nullptr) {
        std::printf("%s has no partial derivatives\n", path.c_str());
        ++totals.without;
        return;
    }
    if (!breaks) return check_model(path, interpreted.model(), interpreted.model(), totals);
    WrongModel wrong(interpreted.model());
    if (!wrong.mix_up()) return;
    Totals broken;
    check_model(path, interpreted.model(), wrong.model(), broken);
    totals.compared += broken.compared;
    if (broken.failures > 0 || broken.not_simulated > 0) return;
    std::printf("%s: a wrong entry goes unnoticed\n", path.c_str());
    ++totals.failures;
}

}  // namespace

int main(int argc, char** argv) {
    Totals totals;
    bool const breaks = argc > 1 && std::strcmp(argv[1], "--break") == 0;
    for (int i = breaks ? 2 : 1; i < argc; ++i) check_file(argv[i], breaks, totals);
    std::printf(
        "%d models, %d without partial derivatives, %d that cannot be simulated: %zu derivatives compared, %zu where "
        "the model is not smooth\n",
        totals.models, totals.without, totals.not_simulated, totals.compared, totals.not_smooth);
    return totals.failures == 0 && totals.compared > 0 ? 0 : 1;
}
