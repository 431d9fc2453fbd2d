#include <algorithm>
#include <bit>
#include <unordered_map>

#include "backends/interpret/function_code.h"
#include "backends/interpret/scalar_functions.h"

namespace moo {

namespace {

// While a function is compiled, literals and values in between are counted apart from its scalars.
constexpr std::uint32_t literal_base = 0x40000000u;
constexpr std::uint32_t temporary_base = 0x80000000u;

class FunctionCompiler {
public:
    FunctionCompiler(Program const& program, ProgramFunction const& function, std::vector<double> const& texts)
        : program_(program), source_(function), texts_(texts) {
        code_.name = function.name;
        code_.array_count = static_cast<std::uint32_t>(function.arrays.size());
        is_given_.assign(function.arrays.size(), false);
        for (ProgramArray const& array : function.arrays) code_.array_names.push_back(array.name);
        for (ProgramItem const& item : function.inputs) mark_given(item);
        for (ProgramItem const& item : function.outputs) mark_given(item);
        for (std::uint32_t i = 0; i < code_.array_count; ++i) {
            if (!is_given_[i]) code_.own_arrays.push_back(i);
        }
        code_.scalar_count = static_cast<std::uint32_t>(function.scalars.size());
        is_fixed_.assign(function.scalars.size(), false);
        for (ProgramItem const& item : function.inputs) {
            if (!item.is_array) is_fixed_[item.index] = true;
        }
    }

    FunctionCode run() {
        statements(source_.body);
        if (source_.external) {
            at_ = 0;
            for (ProgramExternalArgument const& argument : source_.external->arguments) external_inputs(argument);
            emit(CodeOp::external);
        }
        emit(CodeOp::leave);
        put_prologue();
        for (std::uint32_t i = 0; i < here(); ++i) {
            if (code_.code[i].op >= CodeOp::jump) code_.code[i].to -= i;
        }
        place_registers();
        return std::move(code_);
    }

private:
    void mark_given(ProgramItem const& item) {
        if (item.is_array) is_given_[item.index] = true;
    }

    // ---- instructions ----

    std::uint32_t emit(CodeOp op, std::uint32_t to = 0, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                       std::uint32_t extra = 0) {
        code_.code.push_back({op, static_cast<std::uint16_t>(extra), to, a, b, c});
        code_.places.push_back(at_);
        return static_cast<std::uint32_t>(code_.code.size() - 1);
    }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.code.size()); }
    void land(std::uint32_t jump) { landed_ = code_.code[jump].to = here(); }

    std::uint32_t literal(double value) {
        auto const [place, is_new] = literal_registers_.try_emplace(std::bit_cast<std::uint64_t>(value),
                                                                    static_cast<std::uint32_t>(code_.literals.size()));
        if (is_new) code_.literals.push_back(value);
        return literal_base + place->second;
    }
    std::uint32_t temporary() {
        most_temporaries_ = std::max(most_temporaries_, temporaries_ + 1);
        return temporary_base + temporaries_++;
    }
    std::uint32_t list(std::vector<std::uint32_t> registers) {
        code_.lists.push_back(std::move(registers));
        return static_cast<std::uint32_t>(code_.lists.size() - 1);
    }
    // Constants stand behind the arrays of the function.
    std::uint32_t array(std::uint32_t index) {
        if (index < first_constant_array) return index;
        std::uint32_t const constant = index - first_constant_array;
        auto const found = std::find(code_.constants.begin(), code_.constants.end(), constant);
        auto const place = static_cast<std::uint32_t>(found - code_.constants.begin());
        if (found == code_.constants.end()) code_.constants.push_back(constant);
        return code_.array_count + place;
    }

    // ---- expressions ----

    [[nodiscard]] ProgramNode const& node(ProgramExpr expr) const { return program_.nodes[expr]; }
    [[nodiscard]] ProgramExpr operand(ProgramNode const& n, std::size_t i) const { return program_.operand(n, i); }

    // ---- what stays the same in loops ----

    // Sizes of inputs and simple arithmetic on them, on inputs and on literals: it cannot fail.
    bool is_fixed(ProgramExpr expr) {
        ProgramNode const& n = node(expr);
        auto const has_fixed_operands = [&] {
            for (std::size_t i = 0; i < n.operand_count; ++i) {
                if (!is_fixed(operand(n, i))) return false;
            }
            return true;
        };
        switch (n.op) {
            case ProgramOp::number:
            case ProgramOp::text: return true;
            case ProgramOp::local: return is_fixed_[n.index];
            case ProgramOp::size: {
                bool const is_given = n.index >= first_constant_array || source_.arrays[n.index].is_input;
                ProgramNode const& dimension = node(operand(n, 0));
                std::size_t const rank = n.index >= first_constant_array
                                             ? program_.constants[n.index - first_constant_array].sizes.size()
                                             : source_.arrays[n.index].rank;
                return is_given && dimension.op == ProgramOp::number && dimension.number >= 1.0 &&
                       dimension.number <= static_cast<double>(rank);
            }
            case ProgramOp::to_real:
            case ProgramOp::neg:
            case ProgramOp::add:
            case ProgramOp::sub:
            case ProgramOp::mul: return has_fixed_operands();
            default: return false;
        }
    }

    // Computed before the function begins.
    std::uint32_t hoisted(ProgramExpr expr) {
        auto const [place, is_new] = hoisted_.try_emplace(expr, code_.scalar_count);
        if (!is_new) return place->second;
        std::uint32_t const to = code_.scalar_count++;
        std::swap(code_.code, prologue_);
        std::swap(code_.places, prologue_places_);
        int const loops = std::exchange(loops_, 0);
        value_into(expr, to);
        loops_ = loops;
        std::swap(code_.code, prologue_);
        std::swap(code_.places, prologue_places_);
        return to;
    }

    void put_prologue() {
        auto const shift = static_cast<std::uint32_t>(prologue_.size());
        for (CodeInstruction& i : code_.code) {
            if (i.op >= CodeOp::jump) i.to += shift;
        }
        code_.code.insert(code_.code.begin(), prologue_.begin(), prologue_.end());
        code_.places.insert(code_.places.begin(), prologue_places_.begin(), prologue_places_.end());
    }

    static constexpr std::uint32_t anywhere = 0xffffffffu;

    std::uint32_t target(std::uint32_t to) { return to == anywhere ? temporary() : to; }

    // The register that holds the value: `to`, unless the value is somewhere already.
    std::uint32_t value(ProgramExpr expr, std::uint32_t to = anywhere) {
        ProgramNode const& n = node(expr);
        if (loops_ > 0 && n.operand_count > 0 && is_fixed(expr)) return hoisted(expr);
        switch (n.op) {
            case ProgramOp::number: return literal(n.number);
            case ProgramOp::text: return literal(texts_[n.index]);
            case ProgramOp::local: return n.index;
            case ProgramOp::to_real: return value(operand(n, 0), to);
            case ProgramOp::logical_and:
            case ProgramOp::logical_or: return logic(n, to);
            case ProgramOp::if_else: return choice(n, to);
            case ProgramOp::global:
            case ProgramOp::neg:
            case ProgramOp::logical_not:
            case ProgramOp::add:
            case ProgramOp::sub:
            case ProgramOp::mul:
            case ProgramOp::div:
            case ProgramOp::pow:
            case ProgramOp::less:
            case ProgramOp::less_equal:
            case ProgramOp::greater:
            case ProgramOp::greater_equal:
            case ProgramOp::equal:
            case ProgramOp::not_equal:
            case ProgramOp::function:
            case ProgramOp::element:
            case ProgramOp::place:
            case ProgramOp::size:
            case ProgramOp::count:
            case ProgramOp::sum:
            case ProgramOp::product:
            case ProgramOp::smallest:
            case ProgramOp::largest:
            case ProgramOp::only_element:
            case ProgramOp::dot:
            case ProgramOp::concatenate:
            case ProgramOp::text_of_real:
            case ProgramOp::text_of_integer:
            case ProgramOp::text_of_boolean:
            case ProgramOp::text_of_literal:
            case ProgramOp::format_real:
            case ProgramOp::format_integer: break;
        }
        std::uint32_t const kept = temporaries_;
        std::vector<std::uint32_t> registers;
        bool const adds_product =
            n.op == ProgramOp::add && n.type == ScalarType::real &&
            (node(operand(n, 0)).op == ProgramOp::mul || node(operand(n, 1)).op == ProgramOp::mul);
        if (adds_product) {
            std::size_t const product = node(operand(n, 0)).op == ProgramOp::mul ? 0 : 1;
            ProgramNode const& factors = node(operand(n, product));
            std::uint32_t const a = value(operand(factors, 0));
            std::uint32_t const b = value(operand(factors, 1));
            std::uint32_t const c = value(operand(n, 1 - product));
            temporaries_ = kept;
            std::uint32_t const result = target(to);
            multiply_add(result, a, b, c);
            return result;
        }
        // x[i + 1] is one instruction.
        bool const is_element = n.op == ProgramOp::element && n.operand_count <= 2;
        std::uint32_t offset = 0;
        for (std::size_t i = 0; i < n.operand_count; ++i) {
            ProgramExpr const part = is_element && i == 0 ? without_offset(operand(n, 0), offset) : operand(n, i);
            registers.push_back(value(part));
        }
        temporaries_ = kept;
        std::uint32_t const result = target(to);
        compute(n, result, registers, offset);
        return result;
    }

    // Multiplying the last result by the same number and adding to it again goes on with a polynomial.
    void multiply_add(std::uint32_t to, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        bool const may_join = !code_.code.empty() && here() != landed_;
        if (may_join) {
            CodeInstruction& last = code_.code.back();
            bool const is_sum = last.op == CodeOp::multiply_add || last.op == CodeOp::polynomial;
            // The result in between is lost; a temporary has no other use.
            bool const is_free = last.to == to || last.to >= temporary_base;
            // The addends of all steps are read before anything is written.
            bool const is_whole = c != last.to && b != last.to;
            if (is_sum && is_free && is_whole && last.to == a && last.b == b) {
                if (last.op == CodeOp::multiply_add) {
                    last.op = CodeOp::polynomial;
                    last.c = list({last.c});
                }
                code_.lists[last.c].push_back(c);
                last.to = to;
                return;
            }
        }
        emit(CodeOp::multiply_add, to, a, b, c);
    }

    void value_into(ProgramExpr expr, std::uint32_t to) {
        std::uint32_t const found = value(expr, to);
        if (found != to) emit(CodeOp::move, to, found);
    }

    // `i` for `i + 1`.
    ProgramExpr without_offset(ProgramExpr expr, std::uint32_t& offset) const {
        constexpr double largest = 30'000.0;
        ProgramNode const& n = node(expr);
        if (n.op != ProgramOp::add && n.op != ProgramOp::sub) return expr;
        ProgramNode const& by = node(operand(n, 1));
        if (by.op != ProgramOp::number || by.number < 0.0 || by.number > largest) return expr;
        auto const distance = static_cast<std::int16_t>(by.number);
        offset = static_cast<std::uint16_t>(n.op == ProgramOp::add ? distance : -distance);
        return operand(n, 0);
    }

    void compute(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r, std::uint32_t offset) {
        auto const binary = [&](CodeOp op) { emit(op, to, r[0], r[1]); };
        auto const fold = [&](CodeOp op) { emit(op, to, array(n.index)); };
        switch (n.op) {
            case ProgramOp::global: emit(CodeOp::global, to, n.index); return;
            case ProgramOp::neg: emit(CodeOp::neg, to, r[0]); return;
            case ProgramOp::logical_not: emit(CodeOp::logical_not, to, r[0]); return;
            case ProgramOp::add: return binary(CodeOp::add);
            case ProgramOp::sub: return binary(CodeOp::sub);
            case ProgramOp::mul: return binary(CodeOp::mul);
            case ProgramOp::div: return binary(CodeOp::div);
            case ProgramOp::pow: return binary(CodeOp::pow);
            case ProgramOp::less:
            case ProgramOp::less_equal:
            case ProgramOp::greater:
            case ProgramOp::greater_equal:
            case ProgramOp::equal:
            case ProgramOp::not_equal: return relation(n, to, r);
            case ProgramOp::function: return function(n, to, r);
            case ProgramOp::element:
                if (r.size() == 1) {
                    emit(CodeOp::element, to, array(n.index), r[0], 0, offset - 1);
                } else if (r.size() == 2) {
                    emit(CodeOp::element2, to, array(n.index), r[0], r[1], offset - 1);
                } else {
                    emit(CodeOp::elements, to, array(n.index), list(r), 0, static_cast<std::uint32_t>(r.size()));
                }
                return;
            case ProgramOp::place: emit(CodeOp::place, to, array(n.index), r[0]); return;
            case ProgramOp::size: emit(CodeOp::size, to, array(n.index), r[0]); return;
            case ProgramOp::count: return fold(CodeOp::count);
            case ProgramOp::sum: return fold(CodeOp::sum);
            case ProgramOp::product: return fold(CodeOp::product);
            case ProgramOp::smallest: return fold(CodeOp::smallest);
            case ProgramOp::largest: return fold(CodeOp::largest);
            case ProgramOp::only_element: return fold(CodeOp::only_element);
            case ProgramOp::dot: emit(CodeOp::dot, to, array(n.index), array(n.other)); return;
            case ProgramOp::concatenate:
            case ProgramOp::text_of_real:
            case ProgramOp::text_of_integer:
            case ProgramOp::text_of_boolean:
            case ProgramOp::text_of_literal:
            case ProgramOp::format_real:
            case ProgramOp::format_integer:
                emit(CodeOp::text, to, 0, list(r), n.index, static_cast<std::uint32_t>(n.op));
                return;
            case ProgramOp::number:
            case ProgramOp::text:
            case ProgramOp::local:
            case ProgramOp::to_real:
            case ProgramOp::logical_and:
            case ProgramOp::logical_or:
            case ProgramOp::if_else: return;
        }
    }

    static CodeOp relation_op(ProgramOp op) {
        auto const offset = static_cast<int>(op) - static_cast<int>(ProgramOp::less);
        return static_cast<CodeOp>(static_cast<int>(CodeOp::less) + offset);
    }

    // Texts are equal where their numbers are; for their order the texts are compared.
    void relation(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r) {
        bool const orders_texts =
            node(operand(n, 0)).type == ScalarType::text && n.op != ProgramOp::equal && n.op != ProgramOp::not_equal;
        if (!orders_texts) {
            emit(relation_op(n.op), to, r[0], r[1]);
            return;
        }
        emit(CodeOp::compare_texts, to, r[0], r[1]);
        emit(relation_op(n.op), to, to, literal(0.0));
    }

    void function(ProgramNode const& n, std::uint32_t to, std::vector<std::uint32_t> const& r) {
        auto const builtin = static_cast<Builtin>(n.index);
        if (builtin == Builtin::div) {
            emit(CodeOp::quotient, to, r[0], r[1]);
        } else if (builtin == Builtin::mod) {
            emit(CodeOp::modulo, to, r[0], r[1]);
        } else if (builtin == Builtin::rem) {
            emit(CodeOp::remainder, to, r[0], r[1]);
        } else if (r.size() == 1) {
            emit(CodeOp::unary_function, to, r[0], 0, 0, *find_unary(builtin));
        } else {
            emit(CodeOp::binary_function, to, r[0], r[1], 0, *find_binary(builtin));
        }
    }

    std::uint32_t logic(ProgramNode const& n, std::uint32_t to) {
        // Not in a variable that is assigned to: the second operand may need its old value.
        std::uint32_t const result = temporary();
        std::uint32_t const kept = temporaries_;
        value_into(operand(n, 0), result);
        std::uint32_t const jump =
            emit(n.op == ProgramOp::logical_and ? CodeOp::jump_if_false : CodeOp::jump_if_true, 0, result);
        value_into(operand(n, 1), result);
        land(jump);
        temporaries_ = kept;
        if (to == anywhere) return result;
        emit(CodeOp::move, to, result);
        return to;
    }

    std::uint32_t choice(ProgramNode const& n, std::uint32_t to) {
        std::uint32_t const result = temporary();
        std::uint32_t const kept = temporaries_;
        std::vector<std::uint32_t> const jumps = jump_unless(operand(n, 0));
        value_into(operand(n, 1), result);
        std::uint32_t const over = emit(CodeOp::jump);
        for (std::uint32_t const jump : jumps) land(jump);
        value_into(operand(n, 2), result);
        land(over);
        temporaries_ = kept;
        if (to == anywhere) return result;
        emit(CodeOp::move, to, result);
        return to;
    }

    // Jumps that are taken if the condition is false.
    std::vector<std::uint32_t> jump_unless(ProgramExpr condition) {
        ProgramNode const& n = node(condition);
        if (n.op == ProgramOp::logical_and) {
            std::vector<std::uint32_t> jumps = jump_unless(operand(n, 0));
            for (std::uint32_t const jump : jump_unless(operand(n, 1))) jumps.push_back(jump);
            return jumps;
        }
        std::uint32_t const kept = temporaries_;
        bool const is_relation =
            n.op >= ProgramOp::less && n.op <= ProgramOp::not_equal && node(operand(n, 0)).type != ScalarType::text;
        std::uint32_t jump = 0;
        if (is_relation) {
            std::uint32_t const a = value(operand(n, 0));
            std::uint32_t const b = value(operand(n, 1));
            auto const offset = static_cast<int>(n.op) - static_cast<int>(ProgramOp::less);
            jump = emit(static_cast<CodeOp>(static_cast<int>(CodeOp::jump_unless_less) + offset), 0, a, b);
        } else if (n.op == ProgramOp::logical_not) {
            jump = emit(CodeOp::jump_if_true, 0, value(operand(n, 0)));
        } else {
            jump = emit(CodeOp::jump_if_false, 0, value(condition));
        }
        temporaries_ = kept;
        return {jump};
    }

    // Jumps to `start` if the condition is true; gives the jumps that are taken if it is false.
    std::vector<std::uint32_t> jump_back_if(ProgramExpr condition, std::uint32_t start) {
        ProgramNode const& n = node(condition);
        if (n.op == ProgramOp::logical_and) {
            std::vector<std::uint32_t> jumps = jump_unless(operand(n, 0));
            for (std::uint32_t const jump : jump_back_if(operand(n, 1), start)) jumps.push_back(jump);
            return jumps;
        }
        std::uint32_t const kept = temporaries_;
        bool const is_relation =
            n.op >= ProgramOp::less && n.op <= ProgramOp::not_equal && node(operand(n, 0)).type != ScalarType::text;
        if (is_relation) {
            std::uint32_t const a = value(operand(n, 0));
            std::uint32_t const b = value(operand(n, 1));
            auto const offset = static_cast<int>(n.op) - static_cast<int>(ProgramOp::less);
            emit(static_cast<CodeOp>(static_cast<int>(CodeOp::jump_if_less) + offset), start, a, b);
        } else {
            emit(CodeOp::jump_if_true, start, value(condition));
        }
        temporaries_ = kept;
        return {};
    }

    // ---- statements ----

    void statements(std::vector<ProgramStatement> const& list) {
        for (ProgramStatement const& each : list) {
            at_ = each.place;
            std::uint32_t const kept = temporaries_;
            statement(each);
            temporaries_ = kept;
        }
    }

    std::vector<std::uint32_t> values(std::vector<ProgramExpr> const& exprs) {
        std::vector<std::uint32_t> registers;
        for (ProgramExpr const expr : exprs) registers.push_back(value(expr));
        return registers;
    }

    void statement(ProgramStatement const& s) {
        switch (s.kind) {
            case ProgramStatementKind::assign: return value_into(s.value, s.target);
            case ProgramStatementKind::store: {
                std::uint32_t const stored = value(s.value);
                std::vector<std::uint32_t> const r = values(s.scalars);
                if (r.size() == 1) {
                    emit(CodeOp::store, s.target, stored, r[0], 0, ~0u);
                } else if (r.size() == 2) {
                    emit(CodeOp::store2, s.target, stored, r[0], r[1], ~0u);
                } else {
                    emit(CodeOp::stores, s.target, stored, list(r), 0, static_cast<std::uint32_t>(r.size()));
                }
                return;
            }
            case ProgramStatementKind::place: {
                std::uint32_t const stored = value(s.value);
                emit(CodeOp::store_place, s.target, stored, value(s.scalars[0]));
                return;
            }
            case ProgramStatementKind::array: return array_operation(s);
            case ProgramStatementKind::call: return call(s);
            case ProgramStatementKind::if_: {
                std::vector<std::uint32_t> const jumps = jump_unless(s.value);
                statements(s.body);
                if (s.otherwise.empty()) {
                    for (std::uint32_t const jump : jumps) land(jump);
                    return;
                }
                std::uint32_t const over = emit(CodeOp::jump);
                for (std::uint32_t const jump : jumps) land(jump);
                statements(s.otherwise);
                land(over);
                return;
            }
            case ProgramStatementKind::loop: return loop(s);
            case ProgramStatementKind::while_: {
                ++loops_;
                std::vector<std::uint32_t> jumps = jump_unless(s.value);
                std::vector<std::uint32_t> const outer = std::exchange(breaks_, {});
                std::uint32_t const start = landed_ = here();
                statements(s.body);
                // The condition stands at the end as well: one jump a turn.
                at_ = s.place;
                for (std::uint32_t const jump : jump_back_if(s.value, start)) jumps.push_back(jump);
                --loops_;
                for (std::uint32_t const jump : jumps) land(jump);
                for (std::uint32_t const jump : breaks_) land(jump);
                breaks_ = outer;
                return;
            }
            case ProgramStatementKind::break_: breaks_.push_back(emit(CodeOp::jump)); return;
            case ProgramStatementKind::return_: emit(CodeOp::leave); return;
            case ProgramStatementKind::assertion:
                emit(CodeOp::assertion, 0, value(s.scalars[0]), 0, 0, s.extra);
                return;
            case ProgramStatementKind::terminate: emit(CodeOp::terminate, 0, value(s.scalars[0])); return;
        }
    }

    void loop(ProgramStatement const& s) {
        // Step and end stay as they are while the loop runs.
        std::uint32_t const step = value(s.scalars[1]);
        std::uint32_t last = value(s.scalars[2]);
        value_into(s.scalars[0], s.target);
        ProgramNode const& by = node(s.scalars[1]);
        bool const is_known = by.op == ProgramOp::number && by.number != 0.0;
        CodeOp const next = !is_known ? CodeOp::next_turn : by.number > 0.0 ? CodeOp::next_up : CodeOp::next_down;
        std::uint32_t const enter = emit(CodeOp::enter_loop, 0, s.target, step, last);
        std::uint32_t const start = landed_ = here();
        std::vector<std::uint32_t> const outer = std::exchange(breaks_, {});
        ++loops_;
        statements(s.body);
        --loops_;
        emit(next, start, s.target, step, last);
        land(enter);
        for (std::uint32_t const jump : breaks_) land(jump);
        breaks_ = outer;
    }

    void array_operation(ProgramStatement const& s) {
        CodeArrayOperation operation;
        operation.operation = s.operation;
        operation.target = array(s.target);
        operation.extra = s.extra;
        operation.scalars = values(s.scalars);
        for (std::uint32_t const each : s.arrays) operation.arrays.push_back(array(each));
        for (ProgramSubscript const& each : s.subscripts) {
            CodeSubscript made;
            made.kind = each.kind;
            if (each.kind == SubscriptKind::single || each.kind == SubscriptKind::range) made.first = value(each.first);
            if (each.kind == SubscriptKind::range) {
                made.step = value(each.step);
                made.last = value(each.last);
            }
            if (each.kind == SubscriptKind::list) made.values = array(each.values);
            operation.subscripts.push_back(made);
        }
        code_.operations.push_back(std::move(operation));
        emit(CodeOp::array_operation, 0, static_cast<std::uint32_t>(code_.operations.size() - 1));
    }

    void call(ProgramStatement const& s) {
        ProgramFunction const& callee = program_.functions[s.target];
        CodeCall made;
        made.function = s.target;
        for (std::size_t i = 0; i < s.inputs.size(); ++i) {
            ProgramItem const& item = s.inputs[i];
            made.inputs.push_back(
                {item.is_array, item.is_array ? array(item.index) : value(item.index), callee.inputs[i].index});
        }
        for (std::size_t i = 0; i < s.outputs.size(); ++i) {
            made.outputs.push_back({s.outputs[i].is_array, s.outputs[i].index, callee.outputs[i].index});
        }
        code_.calls.push_back(std::move(made));
        emit(CodeOp::call, 0, static_cast<std::uint32_t>(code_.calls.size() - 1));
    }

    // Arguments that are expressions are computed before the call, in the order in which it takes them.
    void external_inputs(ProgramExternalArgument const& argument) {
        for (ProgramExternalArgument const& member : argument.members) external_inputs(member);
        if (argument.is_structure || argument.item.is_array || argument.is_written) return;
        external_registers_.push_back(value(argument.item.index));
    }

    // ---- the end ----

    void place_registers() {
        auto const literals = static_cast<std::uint32_t>(code_.literals.size());
        code_.register_count = literals + code_.scalar_count + most_temporaries_;
        auto const placed = [&](std::uint32_t reg) {
            if (reg >= temporary_base) return reg - temporary_base + literals + code_.scalar_count;
            return reg >= literal_base ? reg - literal_base : reg + literals;
        };
        auto const place = [&](std::uint32_t& reg) { reg = placed(reg); };
        for (CodeInstruction& i : code_.code) place_operands(i, place);
        for (auto& each : code_.lists) std::for_each(each.begin(), each.end(), place);
        for (CodeArrayOperation& operation : code_.operations) {
            std::for_each(operation.scalars.begin(), operation.scalars.end(), place);
            for (CodeSubscript& each : operation.subscripts) {
                place(each.first);
                place(each.step);
                place(each.last);
            }
        }
        for (CodeCall& each : code_.calls) {
            for (CodeCall::Item& item : each.inputs) {
                if (!item.is_array) place(item.here);
            }
            for (CodeCall::Item& item : each.outputs) {
                if (!item.is_array) place(item.here);
            }
        }
        code_.inputs = source_.inputs;
        code_.outputs = source_.outputs;
        if (!source_.external) return;
        std::for_each(external_registers_.begin(), external_registers_.end(), place);
        ProgramExternal external = *source_.external;
        for (ProgramExternalArgument& argument : external.arguments) {
            if (argument.item.is_array) argument.item.index = array(argument.item.index);
        }
        code_.external = std::make_unique<ExternalCall>(external, std::move(external_registers_), literals);
    }

    template <class Place>
    static void place_operands(CodeInstruction& i, Place const& place) {
        bool const writes_register = i.op <= CodeOp::text;
        if (writes_register) place(i.to);
        switch (i.op) {
            case CodeOp::global:
            case CodeOp::elements:
            case CodeOp::count:
            case CodeOp::sum:
            case CodeOp::product:
            case CodeOp::smallest:
            case CodeOp::largest:
            case CodeOp::only_element:
            case CodeOp::dot:
            case CodeOp::text:
            case CodeOp::array_operation:
            case CodeOp::call:
            case CodeOp::external:
            case CodeOp::leave:
            case CodeOp::jump: return;
            case CodeOp::element:
            case CodeOp::place:
            case CodeOp::size: return place(i.b);
            case CodeOp::element2: place(i.b); return place(i.c);
            case CodeOp::stores:
            case CodeOp::move:
            case CodeOp::neg:
            case CodeOp::logical_not:
            case CodeOp::unary_function:
            case CodeOp::assertion:
            case CodeOp::terminate:
            case CodeOp::jump_if_false:
            case CodeOp::jump_if_true: return place(i.a);
            case CodeOp::add:
            case CodeOp::sub:
            case CodeOp::mul:
            case CodeOp::div:
            case CodeOp::pow:
            case CodeOp::less:
            case CodeOp::less_equal:
            case CodeOp::greater:
            case CodeOp::greater_equal:
            case CodeOp::equal:
            case CodeOp::not_equal:
            case CodeOp::compare_texts:
            case CodeOp::binary_function:
            case CodeOp::quotient:
            case CodeOp::modulo:
            case CodeOp::remainder:
            case CodeOp::store:
            case CodeOp::store_place:
            case CodeOp::jump_if_less:
            case CodeOp::jump_if_less_equal:
            case CodeOp::jump_if_greater:
            case CodeOp::jump_if_greater_equal:
            case CodeOp::jump_if_equal:
            case CodeOp::jump_if_not_equal:
            case CodeOp::jump_unless_less:
            case CodeOp::jump_unless_less_equal:
            case CodeOp::jump_unless_greater:
            case CodeOp::jump_unless_greater_equal:
            case CodeOp::jump_unless_equal:
            case CodeOp::jump_unless_not_equal: place(i.a); return place(i.b);
            case CodeOp::polynomial: place(i.a); return place(i.b);
            case CodeOp::multiply_add:
            case CodeOp::store2:
            case CodeOp::enter_loop:
            case CodeOp::next_turn:
            case CodeOp::next_up:
            case CodeOp::next_down:
                place(i.a);
                place(i.b);
                return place(i.c);
        }
    }

    Program const& program_;
    ProgramFunction const& source_;
    std::vector<double> const& texts_;
    FunctionCode code_;
    std::unordered_map<std::uint64_t, std::uint32_t> literal_registers_;
    std::vector<std::uint32_t> breaks_;
    std::vector<bool> is_given_;  // arrays that are inputs or outputs: the caller keeps them
    std::vector<bool> is_fixed_;  // scalars that nothing is assigned to
    std::unordered_map<ProgramExpr, std::uint32_t> hoisted_;
    std::vector<CodeInstruction> prologue_;
    std::vector<std::uint32_t> prologue_places_;
    int loops_ = 0;
    std::vector<std::uint32_t> external_registers_;
    std::uint32_t temporaries_ = 0;
    std::uint32_t most_temporaries_ = 0;
    std::uint32_t at_ = 0;
    std::uint32_t landed_ = 0;  // where a jump goes to: no instruction joins the one before it
};

}  // namespace

FunctionCode compile_function(Program const& program, ProgramFunction const& function,
                              std::vector<double> const& texts) {
    return FunctionCompiler(program, function, texts).run();
}

}  // namespace moo
