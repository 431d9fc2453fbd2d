#include "runtime/analysis/final_statistics.h"

#include <algorithm>
#include <cmath>

#include "runtime/results/csv_writer.h"
#include "runtime/text/markup_text.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

double quantile(std::vector<double> const& sorted, double share) {
    double const place = share * static_cast<double>(sorted.size() - 1);
    auto const below = static_cast<std::size_t>(place);
    if (below + 1 >= sorted.size()) return sorted.back();
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

FinalStatistics statistics_of(std::uint32_t slot, std::vector<double> values) {
    FinalStatistics result;
    result.slot = slot;
    result.count = values.size();
    if (values.empty()) return result;
    // Welford's recurrence (1962), which does not subtract large numbers.
    double squares = 0.0;
    double seen = 0.0;
    for (double const value : values) {
        seen += 1.0;
        double const distance = value - result.mean;
        result.mean += distance / seen;
        squares += distance * (value - result.mean);
    }
    result.deviation = values.size() > 1 ? std::sqrt(squares / (seen - 1.0)) : 0.0;
    std::sort(values.begin(), values.end());
    result.lowest = values.front();
    result.highest = values.back();
    result.low = quantile(values, 0.05);
    result.median = quantile(values, 0.5);
    result.high = quantile(values, 0.95);
    return result;
}

std::string padded(std::string const& text, std::size_t width, bool to_the_right) {
    std::size_t const length = character_count(text);
    std::string const blanks(length < width ? width - length : 0, ' ');
    return to_the_right ? blanks + text : text + blanks;
}

}  // namespace

std::vector<FinalStatistics> final_statistics(MooModel const& model, std::vector<std::uint32_t> const& slots,
                                              std::vector<double> const& finals) {
    std::vector<FinalStatistics> all;
    std::size_t const runs = slots.empty() ? 0 : finals.size() / slots.size();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        MooType const type = model.variables[slots[i]].type;
        if (type == MOO_STRING || type == MOO_OBJECT) continue;
        std::vector<double> values(runs);
        for (std::size_t run = 0; run < runs; ++run) values[run] = finals[run * slots.size() + i];
        all.push_back(statistics_of(slots[i], std::move(values)));
    }
    return all;
}

std::string statistics_csv(MooModel const& model, std::vector<FinalStatistics> const& all) {
    std::string text = "variable,unit,runs,lowest,quantile_5,median,mean,quantile_95,highest,deviation\n";
    for (FinalStatistics const& one : all) {
        append_csv_name(text, model.variables[one.slot].name);
        text += ',';
        append_csv_name(text, model.variables[one.slot].unit);
        text += ',' + std::to_string(one.count);
        for (double const value : {one.lowest, one.low, one.median, one.mean, one.high, one.highest, one.deviation}) {
            text += ',';
            append_number(text, value);
        }
        text += '\n';
    }
    return text;
}

std::string statistics_table(MooModel const& model, std::vector<FinalStatistics> const& all, std::size_t most) {
    std::vector<FinalStatistics> varying;
    std::copy_if(all.begin(), all.end(), std::back_inserter(varying), [&](FinalStatistics const& one) {
        return one.lowest < one.highest && model.variables[one.slot].role != MOO_DERIVATIVE;
    });
    std::size_t const left_out = varying.size() > most ? varying.size() - most : 0;
    varying.resize(varying.size() - left_out);
    if (varying.empty()) return {};
    std::size_t width = 16;
    auto const name_of = [&](FinalStatistics const& one) {
        MooVariable const& variable = model.variables[one.slot];
        std::string const name = variable.name;
        return variable.unit[0] == '\0' ? name : name + " [" + variable.unit + "]";
    };
    for (FinalStatistics const& one : varying) width = std::max(width, character_count(name_of(one)));
    std::string text = padded("at the end", width, false);
    for (char const* const head : {"lowest", "5 %", "median", "mean", "95 %", "highest", "deviation"}) {
        text += padded(head, 13, true);
    }
    text += '\n';
    for (FinalStatistics const& one : varying) {
        text += padded(name_of(one), width, false);
        for (double const value : {one.lowest, one.low, one.median, one.mean, one.high, one.highest, one.deviation}) {
            text += padded(rounded_text(value, 6), 13, true);
        }
        text += '\n';
    }
    if (left_out > 0) text += "… and " + std::to_string(left_out) + " more; `--variables` chooses\n";
    return text;
}

}  // namespace moo::runtime
