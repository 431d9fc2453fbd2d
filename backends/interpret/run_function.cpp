#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/interpret/function_code.h"
#include "backends/interpret/scalar_functions.h"

namespace moo {

namespace {

// Memory that is taken and given back like a stack, in chunks that stay where they are.
template <class T>
class Stack {
public:
    T* take(std::size_t count) {
        if (static_cast<std::size_t>(end_ - next_) < count) next_chunk(count);
        return std::exchange(next_, next_ + count);
    }
    struct Mark {
        T* next;
        T* end;
        std::size_t chunk;
    };
    [[nodiscard]] Mark mark() const { return {next_, end_, chunk_}; }
    void release(Mark const& mark) {
        next_ = mark.next;
        end_ = mark.end;
        chunk_ = mark.chunk;
    }

private:
    void next_chunk(std::size_t count) {
        constexpr std::size_t usual = 16384;
        // Chunk 0 is none: that of a stack from which nothing was taken.
        for (++chunk_; chunk_ <= chunks_.size(); ++chunk_) {
            if (chunks_[chunk_ - 1].size() >= count) break;
        }
        if (chunk_ > chunks_.size()) chunks_.emplace_back(std::max(count, usual));
        next_ = chunks_[chunk_ - 1].data();
        end_ = next_ + chunks_[chunk_ - 1].size();
    }

    std::deque<std::vector<T>> chunks_;
    T* next_ = nullptr;
    T* end_ = nullptr;
    std::size_t chunk_ = 0;
};

// Frames of the calls that run now, one behind the other. What is allocated stays, so that a call takes no memory once
// it was made before.
class Machine {
public:
    MooArray* array() {
        if (arrays_used_ == arrays_.size()) arrays_.push_back(std::make_unique<MooArray>());
        MooArray* const found = arrays_[arrays_used_++].get();
        found->clear();
        return found;
    }

    struct Mark {
        Stack<double>::Mark registers;
        Stack<MooArray*>::Mark tables;
        std::size_t arrays;
    };
    [[nodiscard]] Mark mark() const { return {registers.mark(), tables.mark(), arrays_used_}; }
    void release(Mark const& mark) {
        registers.release(mark.registers);
        tables.release(mark.tables);
        arrays_used_ = mark.arrays;
    }

    Stack<double> registers;
    Stack<MooArray*> tables;

private:
    std::vector<std::unique_ptr<MooArray>> arrays_;
    std::size_t arrays_used_ = 0;
};

Machine& machine() {
    static thread_local Machine one;
    return one;
}

// The frame of one call, given back however it ends.
class Frame {
public:
    Frame(FunctionTable const& table, FunctionCode const& function)
        : machine_(machine()),
          mark_(machine_.mark()),
          depth_(function.place_texts.empty() ? "" : function.place_texts[0].c_str()),
          r(machine_.registers.take(function.register_count)),
          arrays(machine_.tables.take(function.array_count + function.constants.size())) {
        std::copy(function.literals.begin(), function.literals.end(), r);
        std::fill_n(r + function.literals.size(), function.scalar_count, 0.0);
        for (std::uint32_t i = 0; i < function.array_count; ++i) {
            arrays[i] = function.is_given[i] != 0 ? nullptr : machine_.array();
        }
        for (std::size_t i = 0; i < function.constants.size(); ++i) {
            // Nothing writes to a constant.
            arrays[function.array_count + i] = const_cast<MooArray*>(&table.constant(function.constants[i]));
        }
    }
    ~Frame() { machine_.release(mark_); }
    Frame(Frame const&) = delete;
    Frame& operator=(Frame const&) = delete;

private:
    Machine& machine_;
    Machine::Mark mark_;
    MooDepth depth_;

public:
    double* const r;
    MooArray** const arrays;
};

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }
double truth(bool value) { return value ? 1.0 : 0.0; }

void call(FunctionTable const& table, CodeCall const& call, MooInstance* m, double* r, MooArray** arrays) {
    FunctionCode const& function = table.functions()[call.function];
    Frame frame(table, function);
    double* const scalars = frame.r + function.literals.size();
    for (CodeCall::Item const& item : call.inputs) {
        if (item.is_array) {
            frame.arrays[item.there] = arrays[item.here];
        } else {
            scalars[item.there] = r[item.here];
        }
    }
    for (CodeCall::Item const& item : call.outputs) {
        if (!item.is_array) continue;
        frame.arrays[item.there] = arrays[item.here];
        arrays[item.here]->clear();
    }
    run_function(table, function, m, frame.r, frame.arrays);
    for (CodeCall::Item const& item : call.outputs) {
        if (!item.is_array) r[item.here] = scalars[item.there];
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

double text(FunctionTable const& table, CodeInstruction const& i, FunctionCode const& function, double const* r,
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

double element(MooArray const& array, std::vector<std::uint32_t> const& list, double const* r, char const* place) {
    std::int64_t subscripts[moo_largest_rank] = {0};
    for (std::size_t i = 0; i < list.size() && i < moo_largest_rank; ++i) subscripts[i] = whole(r[list[i]]);
    return array.at(subscripts, place);
}

bool is_within(double value, double step, double last) { return step > 0.0 ? value <= last : value >= last; }

}  // namespace

void run_function(FunctionTable const& table, FunctionCode const& function, MooInstance* m, double* r,
                  MooArray** arrays) {
    CodeInstruction const* const begin = function.code.data();
    // Where an instruction comes from is looked up only if it fails, or costs more than that.
    auto const place_of = [&](CodeInstruction const& i) {
        return function.place_texts[function.places[static_cast<std::size_t>(&i - begin)]].c_str();
    };
    for (CodeInstruction const* at = begin;; ++at) {
        CodeInstruction const& i = *at;
        switch (i.op) {
            case CodeOp::move: r[i.to] = r[i.a]; break;
            case CodeOp::neg: r[i.to] = -r[i.a]; break;
            case CodeOp::logical_not: r[i.to] = truth(r[i.a] == 0.0); break;
            case CodeOp::add: r[i.to] = r[i.a] + r[i.b]; break;
            case CodeOp::sub: r[i.to] = r[i.a] - r[i.b]; break;
            case CodeOp::mul: r[i.to] = r[i.a] * r[i.b]; break;
            case CodeOp::div: r[i.to] = r[i.a] / r[i.b]; break;
            case CodeOp::pow: r[i.to] = moo_power(r[i.a], r[i.b]); break;
            case CodeOp::multiply_add: r[i.to] = r[i.a] * r[i.b] + r[i.c]; break;
            case CodeOp::less: r[i.to] = truth(r[i.a] < r[i.b]); break;
            case CodeOp::less_equal: r[i.to] = truth(r[i.a] <= r[i.b]); break;
            case CodeOp::greater: r[i.to] = truth(r[i.a] > r[i.b]); break;
            case CodeOp::greater_equal: r[i.to] = truth(r[i.a] >= r[i.b]); break;
            case CodeOp::equal: r[i.to] = truth(r[i.a] == r[i.b]); break;
            case CodeOp::not_equal: r[i.to] = truth(r[i.a] != r[i.b]); break;
            case CodeOp::compare_texts: r[i.to] = moo_compare(r[i.a], r[i.b]); break;
            case CodeOp::unary_function: r[i.to] = unary_function(i.extra)(r[i.a]); break;
            case CodeOp::binary_function: r[i.to] = binary_function(i.extra)(r[i.a], r[i.b]); break;
            case CodeOp::quotient: r[i.to] = moo_div(r[i.a], r[i.b], place_of(i)); break;
            case CodeOp::modulo: r[i.to] = moo_mod(r[i.a], r[i.b], place_of(i)); break;
            case CodeOp::remainder: r[i.to] = moo_rem(r[i.a], r[i.b], place_of(i)); break;
            case CodeOp::global: r[i.to] = m->value[i.a]; break;
            case CodeOp::element: {
                MooArray const& array = *arrays[i.a];
                std::int64_t const k = whole(r[i.b]) + static_cast<std::int16_t>(i.extra);
                if (k < 1 || k > array.size(0)) moo_fail_subscript(place_of(i), k, array.size(0), 1);
                r[i.to] = array[k - 1];
                break;
            }
            case CodeOp::element2: {
                MooArray const& array = *arrays[i.a];
                std::int64_t const k = whole(r[i.b]) + static_cast<std::int16_t>(i.extra);
                std::int64_t const l = whole(r[i.c]);
                if (k < 1 || k > array.size(0)) moo_fail_subscript(place_of(i), k, array.size(0), 1);
                if (l < 1 || l > array.size(1)) moo_fail_subscript(place_of(i), l, array.size(1), 2);
                r[i.to] = array[(k - 1) * array.size(1) + l - 1];
                break;
            }
            case CodeOp::elements: r[i.to] = element(*arrays[i.a], function.lists[i.b], r, place_of(i)); break;
            case CodeOp::place: r[i.to] = (*arrays[i.a])[whole(r[i.b])]; break;
            case CodeOp::size: {
                std::int64_t const dimension = whole(r[i.b]);
                MooArray const& array = *arrays[i.a];
                bool const is_there = dimension >= 1 && dimension <= array.rank();
                r[i.to] = static_cast<double>(is_there ? array.size(static_cast<int>(dimension - 1))
                                                       : moo_size(array, dimension, place_of(i)));
                break;
            }
            case CodeOp::count: r[i.to] = static_cast<double>(arrays[i.a]->count()); break;
            case CodeOp::sum: r[i.to] = moo_sum(*arrays[i.a]); break;
            case CodeOp::product: r[i.to] = moo_product_of(*arrays[i.a]); break;
            case CodeOp::smallest: r[i.to] = moo_smallest(*arrays[i.a], place_of(i)); break;
            case CodeOp::largest: r[i.to] = moo_largest(*arrays[i.a], place_of(i)); break;
            case CodeOp::only_element: r[i.to] = moo_scalar(*arrays[i.a], place_of(i)); break;
            case CodeOp::dot: r[i.to] = moo_dot(*arrays[i.a], *arrays[i.b], place_of(i)); break;
            case CodeOp::text: r[i.to] = text(table, i, function, r, place_of(i)); break;
            case CodeOp::store: {
                MooArray& array = *arrays[i.to];
                std::int64_t const k = whole(r[i.b]);
                if (k < 1 || k > array.size(0)) moo_fail_subscript(place_of(i), k, array.size(0), 1);
                array[k - 1] = r[i.a];
                break;
            }
            case CodeOp::store2: arrays[i.to]->at(whole(r[i.b]), whole(r[i.c]), place_of(i)) = r[i.a]; break;
            case CodeOp::stores: {
                std::vector<std::uint32_t> const& list = function.lists[i.b];
                std::int64_t subscripts[moo_largest_rank] = {0};
                for (std::size_t k = 0; k < list.size() && k < moo_largest_rank; ++k) subscripts[k] = whole(r[list[k]]);
                arrays[i.to]->at(subscripts, place_of(i)) = r[i.a];
                break;
            }
            case CodeOp::store_place: (*arrays[i.to])[whole(r[i.b])] = r[i.a]; break;
            case CodeOp::array_operation: operate(function.operations[i.a], function, r, arrays, place_of(i)); break;
            case CodeOp::call: call(table, function.calls[i.a], m, r, arrays); break;
            case CodeOp::external: function.external->call(m, r, arrays, place_of(i)); break;
            case CodeOp::assertion: moo_assertion(m, place_of(i), r[i.a], i.extra != 0); break;
            case CodeOp::terminate: moo_terminate(m, place_of(i), r[i.a]); break;
            case CodeOp::leave: return;
            // The loop goes on behind the instruction that `at` stands on.
            case CodeOp::jump: at = begin + i.to - 1; break;
            case CodeOp::jump_if_false:
                if (r[i.a] == 0.0) at = begin + i.to - 1;
                break;
            case CodeOp::jump_if_true:
                if (r[i.a] != 0.0) at = begin + i.to - 1;
                break;
            case CodeOp::jump_if_less:
                if (r[i.a] < r[i.b]) at = begin + i.to - 1;
                break;
            case CodeOp::jump_if_less_equal:
                if (r[i.a] <= r[i.b]) at = begin + i.to - 1;
                break;
            case CodeOp::jump_if_greater:
                if (r[i.a] > r[i.b]) at = begin + i.to - 1;
                break;
            case CodeOp::jump_if_greater_equal:
                if (r[i.a] >= r[i.b]) at = begin + i.to - 1;
                break;
            case CodeOp::jump_if_equal:
                if (r[i.a] == r[i.b]) at = begin + i.to - 1;
                break;
            case CodeOp::jump_if_not_equal:
                if (r[i.a] != r[i.b]) at = begin + i.to - 1;
                break;
            case CodeOp::jump_unless_less:
                if (!(r[i.a] < r[i.b])) at = begin + i.to - 1;
                break;
            case CodeOp::jump_unless_less_equal:
                if (!(r[i.a] <= r[i.b])) at = begin + i.to - 1;
                break;
            case CodeOp::jump_unless_greater:
                if (!(r[i.a] > r[i.b])) at = begin + i.to - 1;
                break;
            case CodeOp::jump_unless_greater_equal:
                if (!(r[i.a] >= r[i.b])) at = begin + i.to - 1;
                break;
            case CodeOp::jump_unless_equal:
                if (!(r[i.a] == r[i.b])) at = begin + i.to - 1;
                break;
            case CodeOp::jump_unless_not_equal:
                if (!(r[i.a] != r[i.b])) at = begin + i.to - 1;
                break;
            case CodeOp::enter_loop:
                if (r[i.b] == 0.0) moo_fail(place_of(i), "the step of a loop is zero");
                if (!is_within(r[i.a], r[i.b], r[i.c])) at = begin + i.to - 1;
                break;
            case CodeOp::next_turn:
                r[i.a] += r[i.b];
                if (is_within(r[i.a], r[i.b], r[i.c])) at = begin + i.to - 1;
                break;
            case CodeOp::next_one:
                r[i.a] += 1.0;
                if (r[i.a] <= r[i.c]) at = begin + i.to - 1;
                break;
        }
    }
}

// ---- all functions ---------------------------------------------------------------------------------

FunctionTable::FunctionTable(Program const& program, Interner const& interner, SourceManager const& sources) {
    std::vector<double> texts;
    for (std::string const& text : program.texts) texts.push_back(moo_text(text.c_str()));
    for (ConstantArray const& constant : program.constants) {
        constant_elements_.push_back(constant.elements);
        constants_.emplace_back(constant_elements_.back().data(), static_cast<int>(constant.sizes.size()),
                                constant.sizes.data());
    }
    for (std::vector<std::string> const& literals : program.enumerations) {
        std::vector<char const*>& kept = enumeration_texts_.emplace_back();
        for (std::string const& literal : literals) kept.push_back(texts_.emplace_back(literal).c_str());
    }
    for (ProgramFunction const& function : program.functions) {
        FunctionCode& code = functions_.emplace_back(compile_function(program, function, texts));
        for (SourceSpan const& place : function.places) {
            std::string text = sources.place_text(place.begin);
            if (!function.name.empty()) text += (text.empty() ? "in `" : ", in `") + function.name + "`";
            code.place_texts.push_back(std::move(text));
        }
        if (code.external) code.external->prepare(interner);
        forwards_.push_back(find_forward(program, function));
    }
}

// An expression that is nothing but a call goes to the function itself.
std::optional<FunctionTable::Forward> FunctionTable::find_forward(Program const& program,
                                                                  ProgramFunction const& function) {
    bool const begins_with_call =
        function.is_of_model && !function.body.empty() && function.body[0].kind == ProgramStatementKind::call;
    if (!begins_with_call) return std::nullopt;
    ProgramStatement const& call = function.body[0];
    Forward made;
    made.function = call.target;
    for (ProgramItem const& item : call.inputs) {
        if (item.is_array) {
            if (item.index < first_constant_array) return std::nullopt;
            made.inputs.push_back({Forward::Kind::constant, item.index - first_constant_array, 0.0});
            continue;
        }
        ProgramNode const& node = program.nodes[item.index];
        if (node.op == ProgramOp::number) {
            made.inputs.push_back({Forward::Kind::literal, 0, node.number});
            continue;
        }
        auto const given = std::find_if(function.inputs.begin(), function.inputs.end(), [&](ProgramItem const& input) {
            return node.op == ProgramOp::local && input.index == node.index;
        });
        if (given == function.inputs.end()) return std::nullopt;
        made.inputs.push_back(
            {Forward::Kind::argument, static_cast<std::uint32_t>(given - function.inputs.begin()), 0.0});
    }
    if (std::any_of(call.outputs.begin(), call.outputs.end(), [](ProgramItem const& each) { return each.is_array; })) {
        return std::nullopt;
    }
    if (function.body.size() != 1 + function.outputs.size()) return std::nullopt;
    for (std::size_t i = 0; i < function.outputs.size(); ++i) {
        ProgramStatement const& assigned = function.body[1 + i];
        ProgramNode const& node = program.nodes[assigned.value];
        bool const is_move = assigned.kind == ProgramStatementKind::assign &&
                             assigned.target == function.outputs[i].index && node.op == ProgramOp::local;
        auto const from = std::find_if(call.outputs.begin(), call.outputs.end(), [&](ProgramItem const& output) {
            return is_move && output.index == node.index;
        });
        if (from == call.outputs.end()) return std::nullopt;
        made.outputs.push_back(static_cast<std::uint32_t>(from - call.outputs.begin()));
    }
    return made;
}

void FunctionTable::call(std::uint32_t number, MooInstance* m, double const* inputs, double* outputs) const {
    if (std::optional<Forward> const& forward = forwards_[number]) {
        FunctionCode const& function = functions_[forward->function];
        Frame frame(*this, function);
        double* const scalars = frame.r + function.literals.size();
        for (std::size_t i = 0; i < forward->inputs.size(); ++i) {
            Forward::Input const& input = forward->inputs[i];
            std::uint32_t const there = function.inputs[i].index;
            switch (input.kind) {
                case Forward::Kind::argument: scalars[there] = inputs[input.index]; break;
                case Forward::Kind::literal: scalars[there] = input.number; break;
                case Forward::Kind::constant:
                    frame.arrays[there] = const_cast<MooArray*>(&constants_[input.index]);
                    break;
            }
        }
        run_function(*this, function, m, frame.r, frame.arrays);
        for (std::size_t i = 0; i < forward->outputs.size(); ++i) {
            outputs[i] = scalars[function.outputs[forward->outputs[i]].index];
        }
        return;
    }
    FunctionCode const& function = functions_[number];
    Frame frame(*this, function);
    double* const scalars = frame.r + function.literals.size();
    for (std::size_t i = 0; i < function.inputs.size(); ++i) scalars[function.inputs[i].index] = inputs[i];
    run_function(*this, function, m, frame.r, frame.arrays);
    for (std::size_t i = 0; i < function.outputs.size(); ++i) outputs[i] = scalars[function.outputs[i].index];
}

}  // namespace moo
