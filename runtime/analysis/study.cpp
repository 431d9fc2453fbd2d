#include "runtime/analysis/study.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "runtime/simulate/settings.h"
#include "runtime/simulate/variable_names.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

struct Target {
    std::uint32_t slot = 0;
    std::string text;   // the text after the `=`
    std::string error;  // empty: fine
};

// Tries a number as a setting, so that a variable that cannot be set is refused here and not in each run.
Target find_target(MooModel const& model, std::string_view option, std::string_view text) {
    Target target;
    Setting setting = split_setting(SettingKind::parameter, text);
    if (setting.name.empty()) {
        target.error = "`" + std::string(option) + "` needs `name=values`, not `" + std::string(text) + "`";
        return target;
    }
    target.text = setting.value;
    setting.value = "1";
    if (std::optional<std::uint32_t> const slot = find_variable(model, setting.name)) {
        MooRole const role = model.variables[*slot].role;
        bool const is_start = role == MOO_STATE || role == MOO_ALGEBRAIC || role == MOO_DISCRETE;
        if (is_start) setting.kind = SettingKind::start;
    }
    SettingResult const resolved = resolve_setting(model, setting);
    target.slot = resolved.assignment.slot;
    target.error = resolved.error;
    return target;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        std::size_t const end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// Whether a variable of the type can have the value.
bool fits(MooType type, double value) {
    return std::isfinite(value) && (type == MOO_REAL || value == std::floor(value));
}

}  // namespace

std::size_t Study::run_count() const {
    std::size_t count = std::max<std::size_t>(1, draws);
    for (Sweep const& sweep : sweeps) {
        if (sweep.values.empty() || count > most_runs) return count > most_runs ? count : 0;
        count *= sweep.values.size();
    }
    return count;
}

std::vector<std::uint32_t> Study::slots() const {
    std::vector<std::uint32_t> slots;
    for (Sweep const& sweep : sweeps) slots.push_back(sweep.slot);
    for (Variation const& variation : variations) slots.push_back(variation.slot);
    return slots;
}

std::vector<double> Study::values(std::size_t run) const {
    std::size_t const draw_count = std::max<std::size_t>(1, draws);
    std::size_t const draw_number = run % draw_count;
    std::size_t combination = run / draw_count;
    std::vector<double> values(sweeps.size());
    for (std::size_t i = sweeps.size(); i-- > 0;) {
        values[i] = sweeps[i].values[combination % sweeps[i].values.size()];
        combination /= sweeps[i].values.size();
    }
    for (std::size_t i = 0; i < variations.size(); ++i) {
        values.push_back(draw(variations[i].distribution, seed, draw_number, i));
    }
    return values;
}

ParsedSweep parse_sweep(MooModel const& model, std::string_view text) {
    ParsedSweep result;
    Target const target = find_target(model, "--sweep", text);
    result.error = target.error;
    if (!result.error.empty()) return result;
    result.sweep.slot = target.slot;
    bool const is_range = std::count(target.text.begin(), target.text.end(), ':') == 2;
    std::vector<double> numbers;
    for (std::string_view const part : split(target.text, is_range ? ':' : ',')) {
        std::optional<double> const number = parse_number(part);
        if (!number || !std::isfinite(*number)) {
            result.error =
                "`--sweep` needs `name=from:to:count` or `name=value,value,…`, not `" + std::string(text) + "`";
            return result;
        }
        numbers.push_back(*number);
    }
    std::vector<double>& values = result.sweep.values;
    if (is_range) {
        if (numbers[2] != std::floor(numbers[2]) || numbers[2] < 2.0) {
            result.error = "`--sweep " + std::string(text) + "` needs a whole number of values, at least two";
            return result;
        }
        if (numbers[2] > static_cast<double>(most_runs)) {
            result.error = "`--sweep " + std::string(text) + "` has too many values; " + std::to_string(most_runs) +
                           " runs are the most";
            return result;
        }
        auto const count = static_cast<std::size_t>(numbers[2]);
        for (std::size_t i = 0; i < count; ++i) {
            double const share = static_cast<double>(i) / static_cast<double>(count - 1);
            // Both ends are exact.
            values.push_back(i + 1 == count ? numbers[1] : numbers[0] + share * (numbers[1] - numbers[0]));
        }
    } else {
        values = numbers;
    }
    MooVariable const& variable = model.variables[target.slot];
    for (double const value : values) {
        if (!fits(variable.type, value)) {
            result.error =
                number_text(value) + " is not a value for `" + variable.name + "`, which takes whole numbers";
        }
    }
    return result;
}

ParsedVariation parse_variation(MooModel const& model, std::string_view text) {
    ParsedVariation result;
    Target const target = find_target(model, "--vary", text);
    result.error = target.error;
    if (!result.error.empty()) return result;
    result.variation.slot = target.slot;
    if (model.variables[target.slot].type != MOO_REAL) {
        result.error = "`--vary` needs a Real, and `" + std::string(model.variables[target.slot].name) + "` is none";
        return result;
    }
    ParsedDistribution const parsed = parse_distribution(target.text);
    result.error = parsed.error;
    result.variation.distribution = parsed.distribution;
    return result;
}

}  // namespace moo::runtime
