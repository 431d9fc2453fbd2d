#include <algorithm>
#include <cmath>

#include "backends/interpret/function_frames.h"
#include "backends/interpret/truth.h"

namespace moo {

namespace {

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

void call_function(FunctionTable const& table, FunctionFrames& frames, CodeCall const& call, MooInstance* m, double* r,
                   MooArray** arrays) {
    FunctionCode const& function = table.functions()[call.function];
    FunctionFrame const frame(frames, function, function.registers_at_begin, function.arrays_at_begin);
    for (CodeCall::Item const& item : call.inputs) {
        if (item.is_array) {
            frame.arrays[item.there] = arrays[item.here];
        } else {
            frame.r[item.there] = r[item.here];
        }
    }
    for (CodeCall::Item const& item : call.outputs) {
        if (!item.is_array) continue;
        frame.arrays[item.there] = arrays[item.here];
        arrays[item.here]->clear();
    }
    (void)run_code(table, &frames, function, m, frame.r, frame.arrays, nullptr);
    for (CodeCall::Item const& item : call.outputs) {
        if (!item.is_array) r[item.here] = frame.r[item.there];
    }
}

MooSubscript subscript(CodeSubscript const& given, double const* r, MooArray* const* arrays) {
    switch (given.kind) {
        case SubscriptKind::whole: return moo_whole();
        case SubscriptKind::single: return moo_single(whole(r[given.first]));
        case SubscriptKind::range: return moo_range(whole(r[given.first]), whole(r[given.step]), whole(r[given.last]));
        case SubscriptKind::list: return moo_list(*arrays[given.values]);
    }
    return moo_whole();
}

void operate(CodeArrayOperation const& o, FunctionCode const& function, double const* r, MooArray** arrays,
             char const* place) {
    MooArray& to = *arrays[o.target];
    auto const from = [&](std::size_t i) -> MooArray const& { return *arrays[o.arrays[i]]; };
    auto const number = [&](std::size_t i) { return r[o.scalars[i]]; };
    auto const sizes = [&](std::size_t first, std::int64_t* found) {
        for (std::size_t i = first; i < o.scalars.size() && i - first < moo_largest_rank; ++i) {
            found[i - first] = whole(number(i));
        }
        return static_cast<int>(o.scalars.size() - first);
    };
    std::int64_t dims[moo_largest_rank];
    MooSubscript subscripts[moo_largest_rank];
    for (std::size_t i = 0; i < o.subscripts.size() && i < moo_largest_rank; ++i) {
        subscripts[i] = subscript(o.subscripts[i], r, arrays);
    }
    switch (o.operation) {
        case ArrayOperation::copy: return moo_copy(to, from(0), place);
        case ArrayOperation::assign: return moo_assign(to, from(0), place);
        case ArrayOperation::fill: {
            int const rank = sizes(1, dims);
            return moo_fill(to, number(0), rank, dims, place);
        }
        case ArrayOperation::shape_like: return moo_shape_like(to, from(0), place);
        case ArrayOperation::same_shape: return moo_same_shape(to, from(0), place);
        case ArrayOperation::check_size:
            return moo_check_size(to, static_cast<int>(o.extra), whole(number(0)),
                                  function.array_names[o.target].c_str(), place);
        case ArrayOperation::slice: return moo_slice(to, from(0), subscripts, place);
        case ArrayOperation::store_slice: return moo_store_slice(to, subscripts, from(0), place);
        case ArrayOperation::clear: return to.clear();
        case ArrayOperation::append: return to.append(number(0), place);
        case ArrayOperation::append_array: return to.append(from(0), place);
        case ArrayOperation::stack: {
            int const rank = sizes(0, dims);
            return moo_stack(to, o.arrays.empty() ? nullptr : &from(0), rank, dims, place);
        }
        case ArrayOperation::make_range:
            return moo_make_range(to, number(0), number(1), number(2), o.extra != 0, place);
        case ArrayOperation::linspace: return moo_linspace(to, number(0), number(1), whole(number(2)), place);
        case ArrayOperation::sizes: return moo_sizes(to, from(0), place);
        case ArrayOperation::identity: return moo_identity(to, whole(number(0)), place);
        case ArrayOperation::diagonal: return moo_diagonal(to, from(0), place);
        case ArrayOperation::transpose: return moo_transpose(to, from(0), place);
        case ArrayOperation::symmetric: return moo_symmetric(to, from(0), place);
        case ArrayOperation::cross: return moo_cross(to, from(0), from(1), place);
        case ArrayOperation::skew: return moo_skew(to, from(0), place);
        case ArrayOperation::outer_product: return moo_outer_product(to, from(0), from(1), place);
        case ArrayOperation::product: return moo_product(to, from(0), from(1), place);
        case ArrayOperation::matrix_power: return moo_matrix_power(to, from(0), whole(number(0)), place);
        case ArrayOperation::cat: {
            std::vector<MooArray const*> parts;
            for (std::size_t i = 0; i < o.arrays.size(); ++i) parts.push_back(&from(i));
            return moo_cat(to, whole(number(0)), parts.data(), static_cast<int>(parts.size()), place);
        }
        case ArrayOperation::vector: return moo_vector(to, from(0), place);
        case ArrayOperation::promote: return moo_promote(to, from(0), whole(number(0)), place);
    }
}

double text_value(FunctionTable const& table, CodeInstruction const& i, FunctionCode const& function, double const* r,
            char const* place) {
    std::vector<std::uint32_t> const& list = function.lists[i.b];
    auto const n = [&](std::size_t k) { return r[list[k]]; };
    switch (static_cast<ProgramOp>(i.extra)) {
        case ProgramOp::concatenate: return moo_concatenate(n(0), n(1));
        case ProgramOp::text_of_real: return moo_text_of_real(n(0), whole(n(1)), whole(n(2)), n(3) != 0.0, place);
        case ProgramOp::text_of_integer: return moo_text_of_integer(whole(n(0)), whole(n(1)), n(2) != 0.0, place);
        case ProgramOp::text_of_boolean: return moo_text_of_boolean(n(0) != 0.0, whole(n(1)), n(2) != 0.0, place);
        case ProgramOp::text_of_literal:
            return moo_text_of_literal(whole(n(0)), table.literals(i.c), table.literal_count(i.c), whole(n(1)),
                                       n(2) != 0.0, place);
        case ProgramOp::format_real: return moo_format_real(n(0), n(1), place);
        case ProgramOp::format_integer: return moo_format_integer(whole(n(0)), n(1), place);
        default: return 0.0;
    }
}

struct Subscripts {
    std::int64_t values[moo_largest_rank] = {0};

    Subscripts(std::vector<std::uint32_t> const& list, double const* r) {
        for (std::size_t i = 0; i < list.size() && i < moo_largest_rank; ++i) values[i] = whole(r[list[i]]);
    }
};

double element(MooArray const& array, std::vector<std::uint32_t> const& list, double const* r, char const* place) {
    return array.at(Subscripts(list, r).values, place);
}

void store_element(MooArray& array, std::vector<std::uint32_t> const& list, double const* r, double value,
                   char const* place) {
    array.at(Subscripts(list, r).values, place) = value;
}

// Finds the place of an instruction. Used only by instructions that fail or take longer than this.
[[gnu::noinline]] char const* place_of(FunctionCode const& function, CodeInstruction const& i) {
    return function.place_texts[function.places[static_cast<std::size_t>(&i - function.code.data())]].c_str();
}

[[noreturn, gnu::cold, gnu::noinline]] void fail_subscript(FunctionCode const& function, CodeInstruction const& i,
                                                           std::int64_t place, MooArray const& array, int axis) {
    moo_fail_subscript(place_of(function, i), place + 1, array.size(axis), axis + 1);
}

// A subscript as position from 0, checked to be in range. A single comparison also catches numbers below 0.
std::int64_t checked(FunctionCode const& function, CodeInstruction const& i, MooArray const& array, int axis,
                     std::int64_t place) {
    if (static_cast<std::uint64_t>(place) >= static_cast<std::uint64_t>(array.size(axis))) {
        fail_subscript(function, i, place, array, axis);
    }
    return place;
}

// The subscript is r[b] + `extra`, where `extra` is one less than the offset in the model.
std::int64_t place1(FunctionCode const& function, CodeInstruction const& i, MooArray const& array, double const* r) {
    return checked(function, i, array, 0, whole(r[i.b]) + static_cast<std::int16_t>(i.extra));
}

std::int64_t place2(FunctionCode const& function, CodeInstruction const& i, MooArray const& array, double const* r) {
    std::int64_t const row = place1(function, i, array, r);
    return row * array.size(1) + checked(function, i, array, 1, whole(r[i.c]) - 1);
}

double size_of(FunctionCode const& function, CodeInstruction const& i, MooArray const& array, double const* r) {
    std::int64_t const dimension = whole(r[i.b]);
    bool const is_there = dimension >= 1 && dimension <= array.rank();
    return static_cast<double>(is_there ? array.size(static_cast<int>(dimension - 1))
                                        : moo_size(array, dimension, place_of(function, i)));
}

// Horner's rule; the value stays in a processor register.
double polynomial(double const* r, double value, double x, std::vector<std::uint32_t> const& addends) {
    for (std::uint32_t const each : addends) value = value * x + r[each];
    return value;
}

double checked_step(FunctionCode const& function, CodeInstruction const& i, double step) {
    if (step == 0.0) moo_fail(place_of(function, i), "the step of a loop is zero");
    return step;
}

bool is_within(double value, double step, double last) { return step > 0.0 ? value <= last : value >= last; }

// False if the simulation has to end.
[[gnu::noinline]] bool say(FunctionTable const& table, std::uint32_t number, MooInstance* m, double text) {
    ModelMessage const& said = table.messages[number];
    if (said.has_text) {
        std::string const all = said.place.empty() ? said.text : said.place + ": " + said.text;
        m->message(m->host, said.severity, all.c_str());
    } else {
        moo_tell(m, said.place.c_str(), text, said.severity);
    }
    if (said.severity == 0) m->terminate_asked = 1;
    return said.severity != 2;
}

}  // namespace

// The address of each instruction's code is looked up by its number (token threading). A switch would check the number
// and share one jump among all instructions, which costs as much as most instructions. Addresses of labels are not part
// of ISO C++, but g++ and clang support them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

MooStatus run_code(FunctionTable const& table, FunctionFrames* frames, FunctionCode const& function, MooInstance* m,
                   double* const r, MooArray** const arrays, double* const result) {
    static void* const codes[] = {
#define MOO_CODE_OP(name, to, a, b, c) &&code_##name,
#define MOO_BATCH_OP(name, to, a, b, c) &&code_##name,
#include "backends/interpret/code_ops.def"
#define MOO_CODE_OP(name, to, a, b, c)
#define MOO_BATCH_OP(name, to, a, b, c) &&code_many_##name,
#include "backends/interpret/code_ops.def"
    };
    CodeInstruction const* at = function.code.data();
// Executes an instruction and continues with the next one.
#define MOO_CODE(name, ...)                              \
    code_##name : {                                      \
        CodeInstruction const& i = *at;                  \
        __VA_ARGS__;                                     \
        ++at;                                            \
        goto* codes[static_cast<std::uint16_t>(at->op)]; \
    }
// The same for an instruction that can also run in a loop over the ones after it.
#define MOO_BATCH(name, ...)                                                \
    MOO_CODE(name, __VA_ARGS__)                                             \
    code_many_##name : {                                                    \
        CodeInstruction const* const last = at + at->extra;                 \
        for (; at <= last; ++at) {                                          \
            CodeInstruction const& i = *at;                                 \
            __VA_ARGS__;                                                    \
        }                                                                   \
        goto* codes[static_cast<std::uint16_t>(at->op)];                    \
    }
// `to` of a jump is a distance. The two exits are separate, so that the processor predicts each on its own.
#define MOO_JUMP_IF(name, condition)                         \
    code_##name : {                                          \
        CodeInstruction const& i = *at;                      \
        if (condition) {                                     \
            at += static_cast<std::int32_t>(i.to);           \
            goto* codes[static_cast<std::uint16_t>(at->op)]; \
        }                                                    \
        ++at;                                                \
        goto* codes[static_cast<std::uint16_t>(at->op)];     \
    }
    goto* codes[static_cast<std::uint16_t>(at->op)];

    MOO_BATCH(move, r[i.to] = r[i.a])
// Operations of operations.def.
#define MOO_PREFIX(name, text, value, source) \
    MOO_BATCH(name, double const a = r[i.a]; r[i.to] = value)
#define MOO_INFIX(name, text, level, value, source) \
    MOO_BATCH(name, double const a = r[i.a]; double const b = r[i.b]; r[i.to] = value)
#define MOO_FUNCTION(name, operands, text, whole_text, value, source) \
    MOO_BATCH(name, double const a = r[i.a]; [[maybe_unused]] double const b = r[i.b]; r[i.to] = value)
#define MOO_CHECKED(name, text, whole_text, value, source)                                              \
    MOO_CODE(name, double const a = r[i.a]; double const b = r[i.b]; char const* const place = place_of(function, i); \
             r[i.to] = value)
#include "moo/program/operations.def"
    MOO_BATCH(multiply_add, r[i.to] = r[i.a] * r[i.b] + r[i.c])
    MOO_BATCH(select, r[i.to] = r[i.a] != 0.0 ? r[i.b] : r[i.c])
    MOO_BATCH(pre, r[i.to] = m->pre[i.a])
    MOO_BATCH(remember, r[i.to] = moo_relation(m, i.b, r[i.a] != 0.0 ? 1 : 0))
    MOO_BATCH(blend, r[i.to] = moo_homotopy(m, r[i.a], r[i.b]))
    MOO_BATCH(set_pre, m->pre[i.to] = r[i.a])
    MOO_BATCH(set_result, result[i.to] = r[i.a])
    MOO_CODE(time, r[i.to] = m->time)
    MOO_CODE(initial, r[i.to] = truth(m->phase == MOO_INITIALIZATION))
    MOO_CODE(terminal, r[i.to] = truth(m->is_terminal != 0))
    MOO_CODE(interval, r[i.to] = m->tick_interval)
    MOO_CODE(first_tick, r[i.to] = truth(m->is_first_tick != 0))
    MOO_CODE(is_set, r[i.to] = truth(m->is_set[i.a] != 0))
    MOO_CODE(sampled, r[i.to] = truth(m->sampled[i.a] != 0))
    MOO_CODE(delayed, r[i.to] = moo_delay(m, i.c, r[i.a], r[i.b]))
    MOO_CODE(condition, r[i.to] = truth(m->condition[i.a] != 0))
    MOO_CODE(rises, r[i.to] = truth(m->condition[i.a] != 0 && m->pre_condition[i.a] == 0))
    MOO_CODE(transported, std::vector<std::uint32_t> const& in = function.lists[i.b];
             r[i.to] = moo_transport(m, i.a, i.extra, r[in[0]], r[in[1]], r[in[2]], r[in[3]] != 0.0 ? 1 : 0))
    MOO_CODE(slot, r[i.to] = m->value[i.a])
    MOO_CODE(polynomial, r[i.to] = polynomial(r, r[i.a], r[i.b], function.lists[i.c]))
    MOO_CODE(compare_texts, r[i.to] = moo_compare(r[i.a], r[i.b]))
    MOO_CODE(element, r[i.to] = (*arrays[i.a])[place1(function, i, *arrays[i.a], r)])
    MOO_CODE(element2, r[i.to] = (*arrays[i.a])[place2(function, i, *arrays[i.a], r)])
    MOO_CODE(elements, r[i.to] = element(*arrays[i.a], function.lists[i.b], r, place_of(function, i)))
    MOO_CODE(place, r[i.to] = (*arrays[i.a])[whole(r[i.b])])
    MOO_CODE(size, r[i.to] = size_of(function, i, *arrays[i.a], r))
    MOO_CODE(count, r[i.to] = static_cast<double>(arrays[i.a]->count()))
    MOO_CODE(sum, r[i.to] = moo_sum(*arrays[i.a]))
    MOO_CODE(product, r[i.to] = moo_product_of(*arrays[i.a]))
    MOO_CODE(smallest, r[i.to] = moo_smallest(*arrays[i.a], place_of(function, i)))
    MOO_CODE(largest, r[i.to] = moo_largest(*arrays[i.a], place_of(function, i)))
    MOO_CODE(only_element, r[i.to] = moo_scalar(*arrays[i.a], place_of(function, i)))
    MOO_CODE(dot, r[i.to] = moo_dot(*arrays[i.a], *arrays[i.b], place_of(function, i)))
    MOO_CODE(text, r[i.to] = text_value(table, i, function, r, place_of(function, i)))
    MOO_CODE(store, (*arrays[i.to])[place1(function, i, *arrays[i.to], r)] = r[i.a])
    MOO_CODE(store2, (*arrays[i.to])[place2(function, i, *arrays[i.to], r)] = r[i.a])
    MOO_CODE(stores, store_element(*arrays[i.to], function.lists[i.b], r, r[i.a], place_of(function, i)))
    MOO_CODE(store_place, (*arrays[i.to])[whole(r[i.b])] = r[i.a])
    MOO_CODE(array_operation, operate(function.operations[i.a], function, r, arrays, place_of(function, i)))
    MOO_CODE(call, call_function(table, *frames, function.calls[i.a], m, r, arrays))
    MOO_CODE(enter, table.enter(function.calls[i.a], m, r))
    MOO_CODE(external, function.external->call(m, r, arrays, place_of(function, i)))
    MOO_CODE(assertion, moo_assertion(m, place_of(function, i), r[i.a], i.extra != 0))
    MOO_CODE(terminate, moo_terminate(m, place_of(function, i), r[i.a]))
    MOO_CODE(set_condition, m->condition[i.to] = r[i.a] != 0.0 ? 1 : 0)
    MOO_CODE(set_clock, m->clock_condition[i.to] = r[i.a] != 0.0 ? 1 : 0)
    MOO_CODE(reinit, m->reinit_asked[i.to] = 1; m->reinit_value[i.to] = r[i.a])
    MOO_CODE(solve, MooStatus const status = moo_solve_block(m, table.blocks[i.to]); if (status != MOO_OK) return status)
    MOO_CODE(say, if (!say(table, i.to, m, r[i.a])) return MOO_FATAL)
    MOO_JUMP_IF(jump_if_less, r[i.a] < r[i.b])
    MOO_JUMP_IF(jump_if_less_equal, r[i.a] <= r[i.b])
    MOO_JUMP_IF(jump_if_greater, r[i.a] > r[i.b])
    MOO_JUMP_IF(jump_if_greater_equal, r[i.a] >= r[i.b])
    MOO_JUMP_IF(jump_if_equal, r[i.a] == r[i.b])
    MOO_JUMP_IF(jump_if_not_equal, r[i.a] != r[i.b])
    MOO_JUMP_IF(jump_unless_less, !(r[i.a] < r[i.b]))
    MOO_JUMP_IF(jump_unless_less_equal, !(r[i.a] <= r[i.b]))
    MOO_JUMP_IF(jump_unless_greater, !(r[i.a] > r[i.b]))
    MOO_JUMP_IF(jump_unless_greater_equal, !(r[i.a] >= r[i.b]))
    MOO_JUMP_IF(jump_unless_equal, !(r[i.a] == r[i.b]))
    MOO_JUMP_IF(jump_unless_not_equal, !(r[i.a] != r[i.b]))
    MOO_JUMP_IF(jump, true)
    MOO_JUMP_IF(jump_if_false, r[i.a] == 0.0)
    MOO_JUMP_IF(jump_if_true, r[i.a] != 0.0)
    MOO_JUMP_IF(enter_loop, !is_within(r[i.a], checked_step(function, i, r[i.b]), r[i.c]))
    MOO_JUMP_IF(next_turn, is_within(r[i.a] += r[i.b], r[i.b], r[i.c]))
    MOO_JUMP_IF(next_up, (r[i.a] += r[i.b]) <= r[i.c])
    MOO_JUMP_IF(next_down, (r[i.a] += r[i.b]) >= r[i.c])
code_leave:
    return MOO_OK;
#undef MOO_CODE
#undef MOO_BATCH
#undef MOO_JUMP_IF
}

#pragma GCC diagnostic pop

MooStatus run_procedure(FunctionTable const& table, FunctionCode const& code, MooInstance* m, double* result) {
    try {
        return run_code(table, nullptr, code, m, m->value, nullptr, result);
    } catch (MooFailure const& failure) {
        return moo_report(m, failure);
    }
}

}  // namespace moo
