#include "moo/lower/lower_partition.h"

#include <numeric>
#include <optional>

#include "moo/lower/lower_statement.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> malformed{DiagnosticKind::UnsupportedConstruct, "{}"};

// A rational number of 32-bit parts in effect: what does not fit is refused.
struct Rational {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;

    static std::optional<Rational> make(std::int64_t numerator, std::int64_t denominator) {
        constexpr std::int64_t most = std::int64_t{1} << 31;
        if (denominator == 0) return std::nullopt;
        std::int64_t const divisor = std::gcd(numerator, denominator);
        Rational const result{numerator / divisor, denominator / divisor};
        if (result.numerator >= most || result.numerator <= -most || result.denominator >= most) return std::nullopt;
        return result;
    }
    friend std::optional<Rational> operator*(Rational const& a, Rational const& b) {
        return make(a.numerator * b.numerator, a.denominator * b.denominator);
    }
    friend std::optional<Rational> operator+(Rational const& a, Rational const& b) {
        // Both products are below 2^62.
        return make(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
    }
};

// A clock against the base clock of its partition: its period, and its first tick in periods of the base clock.
struct SubClock {
    Rational period{1, 1};
    Rational shift{0, 1};
};

class PartitionLowering {
public:
    PartitionLowering(LoweringContext& context, FlatScope& scope, LocateSource const& locate)
        : context_(context), ast_(context.ast), scope_(scope), locate_(locate) {}

    std::optional<FlatPartition> lower(ast::Partition const& partition) {
        for (ast::ClockClause const& clock : ast_.items(partition.clocks)) {
            if (!lower_clock(clock)) return std::nullopt;
        }
        for (ast::SubPartition const& sub : ast_.items(partition.sub_partitions)) {
            if (!lower_sub_partition(sub)) return std::nullopt;
        }
        if (!result_.clock) return fail(partition.span, "this partition declares no clock");
        return std::move(result_);
    }

private:
    std::nullopt_t fail(SourceSpan span, std::string_view text) {
        context_.diagnostics.error(span, malformed, text);
        return std::nullopt;
    }

    // The first clock is the base clock; the others are derived from it.
    bool lower_clock(ast::ClockClause const& clock) {
        if (!result_.clock) {
            result_.clock = lower_expression(context_, clock.value);
            if (!result_.clock) return false;
            // A name that a tool made up is made up again.
            bool const is_generated = context_.interner.text(clock.name.symbol).starts_with('_');
            if (!is_generated) result_.clock_name = scope_.name_of(clock.name.symbol);
            result_.source = locate_({clock.decoration, clock.comment.annotation, clock.name.span}).span;
            clocks_.emplace(clock.name.symbol, SubClock());
            return true;
        }
        auto const derived = derive(clock.value);
        if (derived) clocks_.emplace(clock.name.symbol, *derived);
        return derived.has_value();
    }

    // `superSample(subSample(c, 2), 3)`; the depth is bounded by ParseOptions::max_nesting.
    std::optional<SubClock> derive(ast::ExprId id) {
        constexpr std::string_view form =
            "each clock of a partition after the first one is subSample, superSample, shiftSample or backSample of "
            "another, with literal factors";
        id = ast_.strip(id);
        if (ast_[id].kind == ast::ExprKind::reference && ast_.reference_parts(id).size() == 1) {
            auto const found = clocks_.find(ast_.reference_parts(id)[0].name);
            if (found == clocks_.end()) return fail(ast_[id].span, "this clock is not declared in the partition");
            return found->second;
        }
        if (ast_[id].kind != ast::ExprKind::call || !ast_.simple_callee(id)) return fail(ast_[id].span, form);
        auto const arguments = ast_.arguments(id);
        if (arguments.size() < 2 || arguments.size() > 3) return fail(ast_[id].span, form);
        auto const factor = integer_of(arguments[1].value);
        auto const resolution = arguments.size() == 3 ? integer_of(arguments[2].value) : std::optional<std::int64_t>(1);
        if (!factor || !resolution || *resolution < 1) return fail(ast_[id].span, form);
        auto const inner = derive(arguments[0].value);
        if (!inner) return std::nullopt;
        std::optional<SubClock> const result =
            apply(context_.interner.text(*ast_.simple_callee(id)), *inner, *factor, *resolution);
        if (!result) return fail(ast_[id].span, form);
        return result;
    }

    static std::optional<SubClock> apply(std::string_view operation, SubClock clock, std::int64_t factor,
                                         std::int64_t resolution) {
        bool const is_shift = operation == "shiftSample";
        if (is_shift || operation == "backSample") {
            auto const amount = Rational::make(is_shift ? factor : -factor, resolution);
            auto const periods = amount ? clock.period * *amount : std::nullopt;
            auto const shift = periods ? clock.shift + *periods : std::nullopt;
            if (!shift) return std::nullopt;
            clock.shift = *shift;
            return clock;
        }
        bool const is_sub = operation == "subSample";
        if ((!is_sub && operation != "superSample") || factor < 1) return std::nullopt;
        auto const ratio = is_sub ? Rational::make(factor, 1) : Rational::make(1, factor);
        auto const period = ratio ? clock.period * *ratio : std::nullopt;
        if (!period) return std::nullopt;
        clock.period = *period;
        return clock;
    }

    [[nodiscard]] std::optional<std::int64_t> integer_of(ast::ExprId id) const {
        ast::Expr const& expr = ast_[ast_.strip(id)];
        bool const fits = expr.kind == ast::ExprKind::integer && expr.integer < (std::int64_t{1} << 31);
        return fits ? std::optional(expr.integer) : std::nullopt;
    }

    bool lower_sub_partition(ast::SubPartition const& sub) {
        FlatSubPartition result;
        bool has_clock = false;
        for (ast::ModifierId const id : ast_.items(sub.arguments)) {
            ast::Modifier const& modifier = ast_[id];
            std::string const name = name_text(ast_, context_.interner, modifier.name);
            ast::ExprId const value = modifier.modification ? ast_[modifier.modification].value : ast::ExprId();
            if (name == "clock" && value) {
                auto const clock = derive(value);
                if (!clock) return false;
                result.sub_numerator = clock->period.numerator;
                result.sub_denominator = clock->period.denominator;
                result.shift_numerator = clock->shift.numerator;
                result.shift_denominator = clock->shift.denominator;
                has_clock = true;
            } else if (name == "solverMethod" && value && ast_[value].kind == ast::ExprKind::string) {
                result.solver_method = context_.interner.intern(ast_.string_value(value));
            } else {
                fail(modifier.span, "the arguments of a subpartition are `clock = name` and `solverMethod = \"text\"`");
                return false;
            }
        }
        if (!has_clock) {
            fail(sub.span, "this subpartition has no clock");
            return false;
        }
        for (ast::Section const& section : ast_.items(sub.sections)) lower_section(section, result);
        result_.sub_partitions.push_back(std::move(result));
        return true;
    }

    void lower_section(ast::Section const& section, FlatSubPartition& result) {
        for (ast::EquationId const id : ast_.items(section.equations)) {
            if (auto equation = lower_equation(context_, id, locate_)) result.equations.push_back(std::move(*equation));
        }
        if (section.kind != ast::SectionKind::algorithm) return;
        result.algorithms.push_back(lower_algorithm(context_, section, locate_));
    }

    LoweringContext& context_;
    ast::Ast const& ast_;
    FlatScope& scope_;
    LocateSource const& locate_;
    FlatPartition result_;
    std::unordered_map<Symbol, SubClock> clocks_;
};

}  // namespace

void lower_partition(LoweringContext& context, FlatScope& scope, ast::Partition const& partition,
                     LocateSource const& locate, FlatModel& model) {
    if (auto lowered = PartitionLowering(context, scope, locate).lower(partition)) {
        model.partitions.push_back(std::move(*lowered));
    }
}

}  // namespace moo
