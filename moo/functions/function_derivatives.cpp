#include "moo/functions/function_derivatives.h"

#include <algorithm>
#include <string>
#include <utility>

#include "moo/expr/derivative_rules.h"
#include "moo/expr/type_rules.h"
#include "moo/functions/derivative_record.h"

namespace moo {

namespace {

// Functions that call each other, each with its own tangent. Each level takes about 1 kB of the C++ stack.
constexpr int deepest = 200;

}  // namespace

FunctionDerivatives::FunctionDerivatives(ExprStore& store, Interner& interner, std::vector<FlatFunction>& functions)
    : store_(store), interner_(interner), functions_(functions) {}

LeafDerivative FunctionDerivatives::with_calls(LeafDerivative leaf) {
    DerivativePurpose const purpose = leaf.is_time ? DerivativePurpose::by_time : DerivativePurpose::by_unknown;
    leaf.of_call = [this, purpose](ExprStore&, ExprId call, std::span<ExprId const> derivatives) {
        return of_call(call, derivatives, purpose);
    };
    return leaf;
}

DerivativeObstacle const* FunctionDerivatives::obstacle(ExprId call) const {
    auto const found = obstacles_.find(call);
    return found == obstacles_.end() ? nullptr : &found->second;
}

std::string FunctionDerivatives::obstacle_text(ExprId call) const {
    DerivativeObstacle const* const found = obstacle(call);
    if (found == nullptr) return {};
    return std::string("`").append(interner_.text(found->function)) + "` has no derivative: " + found->reason;
}

bool FunctionDerivatives::fail(FlatFunction const& function, std::string reason) {
    if (obstacle_.reason.empty()) obstacle_ = {function.name, ExprId(), function.source, std::move(reason)};
    return false;
}

ExprId FunctionDerivatives::of_call(ExprId call, std::span<ExprId const> argument_derivatives,
                                    DerivativePurpose purpose) {
    obstacle_ = {};
    ExprId const result = of_inner_call(call, argument_derivatives, purpose);
    if (!result) obstacles_[call] = obstacle_;
    return result;
}

ExprId FunctionDerivatives::of_inner_call(ExprId expr, std::span<ExprId const> derivatives, DerivativePurpose purpose) {
    Symbol const name = store_.symbol(expr);
    Call call{expr, functions_.find(name), {}, derivatives};
    if (call.function == nullptr) {
        if (obstacle_.reason.empty()) obstacle_ = {name, expr, {}, "there is no such function"};
        return {};
    }
    store_.operands(expr).copy_to(call.arguments);
    if (call.arguments.size() != variables_with(*call.function, FunctionRole::input).size()) {
        fail(*call.function, "arguments are left out");
        return {};
    }
    bool const moves = std::any_of(derivatives.begin(), derivatives.end(),
                                   [&](ExprId derivative) { return !store_.is_zero(derivative); });
    ExprId const result = moves ? find(call, purpose) : store_.real(0);
    if (result) obstacle_ = {};
    return result;
}

// Assumptions about arguments that an annotation leaves out are known to hold in the equations of the model. In the
// body of a function they are used only if there is no other way.
ExprId FunctionDerivatives::find(Call const& call, DerivativePurpose purpose) {
    bool const trusts_time = purpose == DerivativePurpose::by_time && depth_ == 0;
    DerivativePurpose const first = trusts_time ? DerivativePurpose::by_time : DerivativePurpose::by_unknown;
    if (ExprId const result = by_annotation(call, first)) return result;
    if (ExprId const result = by_tangent(call, purpose)) return result;
    if (first == purpose) return {};
    // `by_tangent` may have moved the functions.
    Call again = call;
    again.function = functions_.find(store_.symbol(call.expr));
    return by_annotation(again, purpose);
}

// ---- annotations -----------------------------------------------------------------------------------

ExprId FunctionDerivatives::by_annotation(Call const& call, DerivativePurpose purpose) {
    for (FlatDerivative const& annotation : call.function->derivatives) {
        AnnotatedDerivative const read =
            read_derivative(store_.types(), interner_, functions_, *call.function, annotation);
        if (!read.fault.empty() || !conditions_hold(call, read, purpose)) continue;
        if (ExprId const result = annotated_call(call, annotation, read)) return result;
    }
    return {};
}

bool FunctionDerivatives::conditions_hold(Call const& call, AnnotatedDerivative const& read,
                                          DerivativePurpose purpose) {
    auto const rests = [&](std::size_t i) { return store_.is_zero(call.derivatives[i]); };
    if (!std::all_of(read.must_rest.begin(), read.must_rest.end(), rests)) return false;
    if (read.derived_from != nullptr) {
        // A second derivative is one by time.
        return purpose == DerivativePurpose::by_time && is_derivative_call(call, read);
    }
    if (purpose == DerivativePurpose::by_time) return true;
    return std::all_of(read.left_out.begin(), read.left_out.end(),
                       [&](std::size_t i) { return rests(i) || moves_with_others(call, i, read); });
}

// A derivative of order n + 1 is that of a call which came from differentiation, f1(x, x'). Substitutions may have
// changed that call since, so it is also recognized by its arguments.
bool FunctionDerivatives::is_derivative_call(Call const& call, AnnotatedDerivative const& read) {
    if (derived_calls_.contains(call.expr)) return true;
    AnnotatedDerivative const before =
        read_derivative(store_.types(), interner_, functions_, *read.derived_from, *read.derived_by);
    std::size_t const first = call.arguments.size() - before.seeds.size();
    for (std::size_t i = 0; i < before.seeds.size(); ++i) {
        ExprId const given = call.arguments[first + i];
        ExprId const derivative = call.derivatives[before.seeds[i]];
        if (given != derivative && given != seed(call.arguments[before.seeds[i]], derivative)) return false;
    }
    return before.fault.empty();
}

// g(x) in f(x, g(x)), where the derivative by x is passed on.
bool FunctionDerivatives::moves_with_others(Call const& call, std::size_t argument, AnnotatedDerivative const& read) {
    ExprId const inner = call.arguments[argument];
    if (store_.kind(inner) != ExprKind::call || store_.is_record(inner)) return false;
    for (ExprId const operand : store_.operands(inner)) {
        if (!store_.varies(operand)) continue;
        bool const is_passed_on = std::any_of(read.seeds.begin(), read.seeds.end(),
                                              [&](std::size_t seed) { return call.arguments[seed] == operand; });
        bool const rests = std::any_of(read.must_rest.begin(), read.must_rest.end(),
                                       [&](std::size_t i) { return call.arguments[i] == operand; });
        bool const is_discrete = !contains_real(store_.types(), store_.type(operand));
        if (!is_passed_on && !rests && !is_discrete) return false;
    }
    return true;
}

ExprId FunctionDerivatives::annotated_call(Call const& call, FlatDerivative const& annotation,
                                           AnnotatedDerivative const& read) {
    std::vector<ExprId> arguments = call.arguments;
    for (std::size_t i = 0; i < read.seeds.size(); ++i) {
        ExprId const ours = seed(call.arguments[read.seeds[i]], call.derivatives[read.seeds[i]]);
        ExprId const theirs = ours ? to_derivative_type(store_, ours, read.seed_types[i]) : ExprId();
        if (!theirs) return {};
        arguments.push_back(theirs);
    }
    // The results have the shapes of those of the call, and for records the types of the derivative function.
    TypeTable& types = store_.types();
    TypeId const type = store_.type(call.expr);
    std::vector<ExprId> originals;
    if (types.kind(type) == TypeKind::tuple) {
        for (std::size_t i = 0; i < types.members(type).size(); ++i) {
            if (contains_real(types, types.members(type)[i])) originals.push_back(store_.output(call.expr, i + 1));
        }
    } else {
        originals.push_back(call.expr);
    }
    std::vector<TypeId> result_types;
    for (std::size_t i = 0; i < originals.size(); ++i) {
        TypeId const element = types.element(read.result_types[i]);
        TypeId const shape = store_.type(originals[i]);
        bool const is_other =
            types.kind(element) == TypeKind::record && types.name(element) != types.name(types.element(shape));
        result_types.push_back(is_other ? types.with_element(shape, element) : shape);
    }
    bool const is_single = result_types.size() == 1;
    ExprId const derived =
        store_.call(annotation.function, arguments, is_single ? result_types[0] : types.tuple(result_types));
    derived_calls_.insert(derived);
    if (result_types.size() == 1) return from_derivative_type(store_, derived, originals[0]);
    std::vector<ExprId> results;
    bool is_changed = false;
    for (std::size_t i = 0; i < originals.size(); ++i) {
        ExprId const output = store_.output(derived, i + 1);
        results.push_back(from_derivative_type(store_, output, originals[i]));
        if (!results.back()) return {};
        is_changed = is_changed || results.back() != output;
    }
    return is_changed ? store_.tuple(results) : derived;
}

// ---- tangents --------------------------------------------------------------------------------------

ExprId FunctionDerivatives::by_tangent(Call const& call, DerivativePurpose purpose) {
    std::vector<std::size_t> const inputs = variables_with(*call.function, FunctionRole::input);
    std::vector<std::size_t> seeds;
    std::vector<ExprId> arguments = call.arguments;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        bool const has_reals = contains_real(store_.types(), call.function->variables[inputs[i]].type);
        if (!has_reals || store_.is_zero(call.derivatives[i])) continue;
        seeds.push_back(inputs[i]);
        arguments.push_back(seed(call.arguments[i], call.derivatives[i]));
        if (!arguments.back()) return {};
    }
    if (seeds.empty()) return store_.real(0);
    Tangent& tangent = tangents_[{call.function->name, seeds}];
    if (!tangent.name) tangent.name = tangent_name(*call.function, seeds);
    if (!have_tangent(call, seeds, tangent, purpose)) return {};
    TypeTable& types = store_.types();
    TypeId type = store_.type(call.expr);
    if (types.kind(type) == TypeKind::tuple) {
        std::vector<TypeId> members;
        for (TypeId const member : types.members(type)) {
            if (contains_real(types, member)) members.push_back(member);
        }
        type = members.size() == 1 ? members[0] : types.tuple(members);
    }
    return store_.call(tangent.name, arguments, type);
}

bool FunctionDerivatives::have_tangent(Call const& call, std::vector<std::size_t> const& seeds, Tangent& tangent,
                                       DerivativePurpose purpose) {
    // A function that calls itself finds its tangent open.
    auto const is_there = [](Progress progress) { return progress == Progress::done || progress == Progress::open; };
    if (is_there(tangent.exact)) return true;
    if (tangent.exact == Progress::none && generate(call, seeds, tangent, DerivativePurpose::by_unknown)) return true;
    if (purpose == DerivativePurpose::by_time) {
        if (is_there(tangent.by_time)) return true;
        if (tangent.by_time == Progress::none && generate(call, seeds, tangent, purpose)) return true;
    }
    if (obstacle_.reason.empty()) obstacle_ = tangent.obstacle;
    return false;
}

bool FunctionDerivatives::generate(Call const& call, std::vector<std::size_t> const& seeds, Tangent& tangent,
                                   DerivativePurpose purpose) {
    // The list of functions grows below.
    FlatFunction const function = *functions_.find(store_.symbol(call.expr));
    if (function.external) return fail(function, "it is external, and no derivative annotation applies here");
    if (function.purity == FlatPurity::impure) return fail(function, "it is impure");
    if (depth_ >= deepest) return fail(function, "too many functions call each other");
    Progress& progress = purpose == DerivativePurpose::by_unknown ? tangent.exact : tangent.by_time;
    progress = Progress::open;
    std::size_t const first = functions_.all().size();
    std::size_t const first_generated = generated_.size();
    FlatFunction result;
    ++depth_;
    bool const good = build_tangent(
        store_, interner_, function, seeds,
        [this, purpose](ExprStore&, ExprId inner, std::span<ExprId const> derivatives) {
            return of_inner_call(inner, derivatives, purpose);
        },
        result, obstacle_);
    --depth_;
    if (!good) {
        // Functions generated in the meantime may call this tangent.
        for (std::size_t i = first_generated; i < generated_.size(); ++i) {
            Tangent& other = tangents_[generated_[i]];
            if (other.exact == Progress::done) other.exact = Progress::none;
            if (other.by_time == Progress::done) other.by_time = Progress::none;
        }
        generated_.resize(first_generated);
        functions_.shrink(first);
        progress = Progress::failed;
        tangent.obstacle = obstacle_;
        return false;
    }
    result.name = tangent.name;
    result.source = function.source;
    if (function.smooth_order && *function.smooth_order > 0) result.smooth_order = *function.smooth_order - 1;
    functions_.add(std::move(result));
    generated_.emplace_back(function.name, seeds);
    progress = Progress::done;
    return true;
}

// `_tangent(f; x, y)`
Symbol FunctionDerivatives::tangent_name(FlatFunction const& function, std::vector<std::size_t> const& seeds) {
    std::string text = "_tangent(" + std::string(interner_.text(function.name));
    char const* separator = "; ";
    for (std::size_t const seed : seeds) {
        text.append(separator).append(interner_.text(function.variables[seed].name));
        separator = ", ";
    }
    return interner_.intern(text + ")");
}

// ---- arguments -------------------------------------------------------------------------------------

// The derivative of an argument as an argument. In equations, which are scalar, zeros of arrays are written out.
ExprId FunctionDerivatives::seed(ExprId argument, ExprId derivative) {
    ExprId value = derivative;
    if (store_.is_zero(derivative)) value = DerivativeRules(store_, store_.real(0), false).zero_of(argument);
    return value && depth_ == 0 ? spread(value) : value;
}

// fill(0.0, 2) as {0.0, 0.0}, also inside arrays and records. As deep as they are nested in declarations.
ExprId FunctionDerivatives::spread(ExprId value) {
    ExprKind const kind = store_.kind(value);
    if (store_.is_builtin(value, Builtin::fill) && store_.types().has_known_sizes(store_.type(value))) {
        auto const dims = store_.types().dims(store_.type(value));
        std::vector<std::int64_t> const sizes(dims.begin(), dims.end());
        ExprId result = store_.operand(value, 0);
        for (std::size_t i = sizes.size(); i-- > 0;) {
            result = store_.array(std::vector<ExprId>(static_cast<std::size_t>(sizes[i]), result));
        }
        return result;
    }
    if (kind != ExprKind::array && !store_.is_record(value)) return value;
    std::vector<ExprId> operands;
    store_.operands(value).copy_to(operands);
    bool changed = false;
    for (ExprId& operand : operands) {
        ExprId const written = spread(operand);
        changed = changed || written != operand;
        operand = written;
    }
    return changed ? store_.rebuild(value, operands) : value;
}

}  // namespace moo
