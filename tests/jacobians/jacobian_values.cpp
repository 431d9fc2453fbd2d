// Compares every partial derivative in MOO files with difference quotients at random points: the Jacobians of the
// blocks of iEq, Eq and riEq, the derivatives by what is known before (the matrices A, B, C and D), and those of state
// sets.
//
//   jacobian_values FILE.moo…
//
// Also what is not there is checked: a residual that changes with a target of its block has an entry for it. Prints how
// many were compared. Exit code 1 if one differs.
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>

#include "moo/evaluate/interpret_function.h"
#include "moo/expr/free_variables.h"
#include "moo/io/document/read.h"
#include "moo/model/names.h"

namespace {

using namespace moo;

// Differences are accepted if they are below this, in relation to the size of the derivative and the function.
constexpr double largest_error = 2e-4;
// Two difference quotients that agree no better than this say nothing: the function has a kink here, or is very steep.
constexpr double largest_doubt = 2e-5;

struct Totals {
    std::size_t compared = 0;
    std::size_t unknown = 0;     // a value cannot be computed at this point
    std::size_t not_smooth = 0;  // the difference quotients do not agree
    int failures = 0;
};

// A random point: values of all variables, of derivatives and of values before the event.
class Point {
public:
    Point(Document& document, Interner& interner, std::uint64_t seed)
        : document_(document),
          random_(seed),
          interpreter_(document.exprs, interner, [this](Symbol name) { return function(name); }) {
        for (FlatFunction const& each : document.functions) functions_[each.name] = &each;
        interpreter_.set_constants([this](ExprStore const& store, ExprId leaf) { return value_of(store, leaf); });
        EvaluateHooks hooks;
        hooks.strings = &interner;
        hooks.call = [this](ExprId call, std::span<Value const> arguments) {
            return interpreter_.evaluate_call(call, arguments);
        };
        evaluator_.emplace(
            document.exprs, [this](ExprStore const& store, ExprId leaf) { return value_of(store, leaf); },
            EvaluateLimits{}, hooks);
        for (VarId const id : document.parameter_order) {
            if (ExprId const binding = document.variables[id].binding) {
                Evaluation const evaluation = evaluator_->evaluate(binding);
                if (evaluation.has_value()) parameters_[id] = evaluation.value;
                evaluator_->reset();
            }
        }
    }

    // Of an expression, with `by` moved by `distance`; not a number if there is none.
    double evaluate(ExprId expr, ExprId by = {}, double distance = 0.0) {
        moved_ = by;
        distance_ = distance;
        evaluator_->reset();
        return evaluator_->evaluate(expr).as_real();
    }

    double value(ExprId leaf) { return evaluate(leaf); }

private:
    FlatFunction const* function(Symbol name) const {
        auto const found = functions_.find(name);
        return found == functions_.end() ? nullptr : found->second;
    }

    Value value_of(ExprStore const& store, ExprId leaf) {
        ExprKind const kind = store.kind(leaf);
        if (kind == ExprKind::time) return moved(leaf, Value::real(0.37));
        if (kind != ExprKind::variable && kind != ExprKind::der && kind != ExprKind::pre) return {};
        VarId const id = store.referenced_variable(leaf);
        if (!id) return {};
        if (kind == ExprKind::variable) {
            if (auto const known = parameters_.find(id); known != parameters_.end()) return known->second;
        }
        auto const [known, is_new] = values_.try_emplace(leaf);
        if (is_new) known->second = random_value(id, kind == ExprKind::der);
        return moved(leaf, known->second);
    }

    Value moved(ExprId leaf, Value const& value) const {
        return leaf == moved_ ? Value::real(value.as_real() + distance_) : value;
    }

    // Reals near their start value, so that functions of the state of a medium have a value.
    Value random_value(VarId id, bool is_derivative) {
        Variable const& variable = document_.variables[id];
        std::uniform_real_distribution<double> unit(-1.0, 1.0);
        double const random = unit(random_);
        if (variable.type == types::boolean) return Value::boolean(random > 0.0);
        if (variable.type == types::integer) return Value::integer(random > 0.0 ? 1 : 2);
        if (document_.exprs.types().kind(variable.type) == TypeKind::enumeration) return Value::enumeration(1);
        if (variable.type != types::real) return {};
        double centre = 0.5;
        for (Attribute const attribute : {Attribute::start, Attribute::nominal}) {
            ExprId const given = variable.attribute(attribute);
            if (is_derivative || !given) continue;
            double const number = Evaluator(document_.exprs,
                                            [this](ExprStore const& store, ExprId leaf) {
                                                VarId const leaf_id = store.referenced_variable(leaf);
                                                auto const found = parameters_.find(leaf_id);
                                                return found == parameters_.end() ? Value() : found->second;
                                            })
                                      .evaluate(given)
                                      .as_real();
            if (std::isnan(number) || number == 0.0) continue;
            centre = number;
            break;
        }
        return Value::real(centre * (1.0 + 0.1 * random) + 0.01 * unit(random_));
    }

    Document& document_;
    std::mt19937_64 random_;
    std::map<Symbol, FlatFunction const*> functions_;
    FunctionInterpreter interpreter_;
    std::optional<Evaluator> evaluator_;
    std::map<VarId, Value> parameters_;
    std::map<ExprId, Value> values_;
    ExprId moved_;
    double distance_ = 0.0;
};

class Comparison {
public:
    Comparison(Document& document, Interner& interner, std::string file, Totals& totals)
        : document_(document), exprs_(document.exprs), interner_(interner), file_(std::move(file)), totals_(totals) {}

    void run(std::uint64_t seed) {
        Point point(document_, interner_, seed);
        point_ = &point;
        check_set("iEq", document_.initialization);
        check_set("Eq", document_.integration);
        check_set("riEq", document_.reinitialization);
        for (StateSet const& set : document_.state_sets) check_state_set(set);
        point_ = nullptr;
    }

private:
    ExprId residual(SetEquation const& equation) {
        return equation.form == EquationForm::residual ? equation.value : exprs_.sub(equation.target, equation.value);
    }

    void check_set(char const* name, EquationSet const& set) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, ExprId> entries;
        std::set<std::uint32_t> rows;
        for (JacobianEntry const& entry : set.jacobian) {
            entries[{entry.row, entry.column}] = entry.value;
            rows.insert(entry.row);
        }
        for (std::size_t block = 0; block < set.block_count(); ++block) {
            for (std::uint32_t row = set.block_starts[block]; row < set.block_starts[block + 1]; ++row) {
                if (!rows.contains(row)) continue;  // discrete, or the block leaves it to the solver
                for (std::uint32_t column = set.block_starts[block]; column < set.block_starts[block + 1]; ++column) {
                    ExprId const target = set.equations[column].target;
                    if (exprs_.type(target) != types::real || is_discrete(target)) continue;
                    auto const found = entries.find({row, column});
                    compare(name, row, residual(set.equations[row]), target,
                            found == entries.end() ? ExprId() : found->second);
                }
            }
        }
        for (KnownEntry const& entry : set.known) {
            compare(name, entry.row, residual(set.equations[entry.row]), entry.by, entry.value);
        }
    }

    [[nodiscard]] bool is_discrete(ExprId target) const {
        VarId const id = exprs_.referenced_variable(target);
        return id && document_.variables[id].variability == Variability::discrete;
    }

    // Where other variables than the candidates move with them the entry is a total derivative, which the constraint
    // alone does not show.
    void check_state_set(StateSet const& set) {
        FreeVariables walk(exprs_);
        std::map<std::pair<std::uint32_t, std::uint32_t>, ExprId> entries;
        for (JacobianEntry const& entry : set.jacobian) entries[{entry.row, entry.column}] = entry.value;
        for (std::uint32_t row = 0; row < set.constraints.size(); ++row) {
            bool is_direct = true;
            for (VariableUse const& use : walk.uses(set.constraints[row])) {
                bool const is_candidate =
                    std::find(set.candidates.begin(), set.candidates.end(), use.variable) != set.candidates.end();
                is_direct = is_direct && (is_candidate || document_.variables[use.variable].is_parameter());
            }
            if (!is_direct) continue;
            for (std::uint32_t column = 0; column < set.candidates.size(); ++column) {
                auto const found = entries.find({row, column});
                ExprId const candidate = exprs_.variable(set.candidates[column], types::real);
                compare("stateSets", row, set.constraints[row], candidate,
                        found == entries.end() ? ExprId() : found->second);
            }
        }
    }

    void compare(char const* set, std::uint32_t row, ExprId function, ExprId by, ExprId entry) {
        double const given = entry ? point_->evaluate(entry) : 0.0;
        double const centre = std::abs(point_->value(by));
        double const value = std::abs(point_->evaluate(function));
        double const step = 1e-4 * std::max(centre, 1e-3);
        double const wide = quotient(function, by, step);
        double const narrow = quotient(function, by, step / 4);
        if (!std::isfinite(given) || !std::isfinite(wide) || !std::isfinite(narrow)) {
            ++totals_.unknown;
            return;
        }
        // Rounding errors of the difference quotient.
        double const noise = 1e-13 * value / step;
        double const size = 1.0 + std::abs(narrow);
        if (std::abs(wide - narrow) > largest_doubt * size + noise || noise > largest_doubt * size) {
            ++totals_.not_smooth;
            return;
        }
        ++totals_.compared;
        if (std::abs(given - narrow) <= largest_error * size) return;
        VariableNames const names(document_.variables, interner_, NameStyle::plain);
        std::printf("%s: %s[%u] by %s: the entry is %s%g, differences give %g\n", file_.c_str(), set, row + 1,
                    to_string(exprs_, by, names).c_str(), entry ? "" : "missing, so ", given, narrow);
        ++totals_.failures;
    }

    double quotient(ExprId function, ExprId by, double step) {
        return (point_->evaluate(function, by, step) - point_->evaluate(function, by, -step)) / (2 * step);
    }

    Document& document_;
    ExprStore& exprs_;
    Interner& interner_;
    std::string file_;
    Totals& totals_;
    Point* point_ = nullptr;
};

void check_file(std::string const& path, Totals& totals) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FileId const file = sources.load(path).file;
    if (!file) {
        std::printf("%s cannot be read\n", path.c_str());
        ++totals.failures;
        return;
    }
    Document document = read_document(file, sources, interner, diagnostics);
    if (diagnostics.has_errors()) {
        std::printf("%s\n", render_text(diagnostics, sources).c_str());
        ++totals.failures;
        return;
    }
    Comparison comparison(document, interner, path, totals);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) comparison.run(seed);
}

}  // namespace

int main(int argc, char** argv) {
    Totals totals;
    for (int i = 1; i < argc; ++i) check_file(argv[i], totals);
    std::printf("%d files: %zu derivatives compared, %zu without a value, %zu where the function is not smooth\n",
                argc - 1, totals.compared, totals.unknown, totals.not_smooth);
    return totals.failures == 0 && totals.compared > 0 ? 0 : 1;
}
