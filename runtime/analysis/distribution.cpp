#include "runtime/analysis/distribution.h"

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

struct KindInfo {
    std::string_view name;
    DistributionKind kind;
    std::size_t argument_count;
};

constexpr std::array<KindInfo, 4> kinds{{{"normal", DistributionKind::normal, 2},
                                         {"lognormal", DistributionKind::lognormal, 2},
                                         {"uniform", DistributionKind::uniform, 2},
                                         {"triangular", DistributionKind::triangular, 3}}};

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): neighbouring numbers come out unrelated.
std::uint64_t mix(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Between 0 and 1, neither of them: the middles of 2^52 equal pieces.
double unit_interval(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

// What is wrong with the arguments; empty if nothing is wrong.
std::string_view complaint(Distribution const& d) {
    switch (d.kind) {
        case DistributionKind::normal:
        case DistributionKind::lognormal:
            return d.b >= 0.0 ? std::string_view() : "a standard deviation cannot be negative";
        case DistributionKind::uniform:
            return d.a <= d.b ? std::string_view() : "the lowest value must come first, then the highest";
        case DistributionKind::triangular:
            return d.a <= d.b && d.b <= d.c ? std::string_view()
                                            : "the lowest value must come first, then the likeliest, then the highest";
    }
    return {};
}

}  // namespace

ParsedDistribution parse_distribution(std::string_view text) {
    ParsedDistribution result;
    std::size_t const open = text.find('(');
    KindInfo const* info = nullptr;
    for (KindInfo const& candidate : kinds) {
        if (text.substr(0, open) == candidate.name) info = &candidate;
    }
    if (info == nullptr || !text.ends_with(')')) {
        result.error = "`" + std::string(text) +
                       "` is not a distribution; the distributions are normal(mean,deviation), "
                       "lognormal(mean,deviation), uniform(low,high) and triangular(low,likeliest,high)";
        return result;
    }
    std::vector<double> arguments;
    std::string_view rest = text.substr(open + 1, text.size() - open - 2);
    while (true) {
        std::size_t const comma = rest.find(',');
        std::string_view part = rest.substr(0, comma);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        std::optional<double> const value = parse_number(part);
        if (!value || !std::isfinite(*value)) {
            result.error = "`" + std::string(part) + "` in `" + std::string(text) + "` is not a number";
            return result;
        }
        arguments.push_back(*value);
        if (comma == std::string_view::npos) break;
        rest.remove_prefix(comma + 1);
    }
    if (arguments.size() != info->argument_count) {
        result.error = "`" + std::string(info->name) + "` takes " + std::to_string(info->argument_count) +
                       " numbers, not " + std::to_string(arguments.size());
        return result;
    }
    arguments.resize(3, 0.0);
    result.distribution = {info->kind, arguments[0], arguments[1], arguments[2]};
    if (std::string_view const problem = complaint(result.distribution); !problem.empty()) {
        result.error = "`" + std::string(text) + "`: " + std::string(problem);
    }
    return result;
}

double draw(Distribution const& d, std::uint64_t seed, std::uint64_t run, std::uint64_t variable) {
    std::uint64_t const first = mix(mix(mix(seed) ^ run) ^ variable);
    double const u = unit_interval(first);
    switch (d.kind) {
        case DistributionKind::uniform: return d.a + (d.b - d.a) * u;
        case DistributionKind::triangular: {
            // The inverse of its distribution function, which has a bend at the likeliest value.
            double const span = d.c - d.a;
            if (span == 0.0) return d.a;
            double const bend = (d.b - d.a) / span;
            return u < bend ? d.a + std::sqrt(u * span * (d.b - d.a)) : d.c - std::sqrt((1.0 - u) * span * (d.c - d.b));
        }
        case DistributionKind::normal:
        case DistributionKind::lognormal: break;
    }
    // Box and Muller (1958).
    double const v = unit_interval(mix(first));
    double const normal = d.a + d.b * std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
    return d.kind == DistributionKind::lognormal ? std::exp(normal) : normal;
}

}  // namespace moo::runtime
