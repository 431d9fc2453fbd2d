#include "moo/program/specialize_program.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <unordered_map>

#include "moo/program/operations.h"

namespace moo {

namespace {

constexpr std::size_t most_copies = 200;       // of functions
constexpr std::size_t largest_unrolled = 800;  // nodes of a loop that is unrolled
constexpr std::size_t most_turns = 50;         // of a while-loop that is unrolled
constexpr std::uint32_t none = 0xffffffffu;

bool is_constant(std::uint32_t array) { return array >= first_constant_array; }

bool writes_target(ProgramStatement const& s) {
    if (s.kind == ProgramStatementKind::store || s.kind == ProgramStatementKind::place) return true;
    return s.kind == ProgramStatementKind::array && s.operation != ArrayOperation::check_size &&
           s.operation != ArrayOperation::same_shape;
}

void exclude(ProgramItem const& item, std::vector<std::uint32_t>& writes) {
    if (item.is_array && item.index < writes.size()) writes[item.index] = none;
}

// Counts the statements that write to each array; `none` for arrays that a call writes to.
void count_writes(std::vector<ProgramStatement> const& list, std::vector<std::uint32_t>& writes) {
    for (ProgramStatement const& s : list) {
        if (writes_target(s) && !is_constant(s.target) && writes[s.target] != none) ++writes[s.target];
        for (ProgramItem const& item : s.outputs) exclude(item, writes);
        count_writes(s.body, writes);
        count_writes(s.otherwise, writes);
    }
}

// One function, with some of its arrays replaced by constants.
class Specializer {
public:
    // `bound` maps arrays of the function to constants; `none` for arrays that stay.
    Specializer(Program& program, ProgramFunction const& source, std::vector<std::uint32_t> bound)
        : program_(program), source_(source), bound_(std::move(bound)) {}

    ProgramFunction run() {
        find_constant_locals();
        ProgramFunction made;
        made.name = source_.name;
        made.is_of_model = source_.is_of_model;
        made.is_recursive = source_.is_recursive;
        made.scalars = source_.scalars;
        made.places = source_.places;
        for (std::uint32_t i = 0; i < source_.arrays.size(); ++i) {
            renumbered_.push_back(bound_[i] != none ? bound_[i] : static_cast<std::uint32_t>(made.arrays.size()));
            if (bound_[i] == none) made.arrays.push_back(source_.arrays[i]);
        }
        for (ProgramItem const& item : source_.inputs) {
            if (!item.is_array || bound_[item.index] == none) made.inputs.push_back(mapped(item));
        }
        for (ProgramItem const& item : source_.outputs) made.outputs.push_back(mapped(item));
        statements(source_.body, made.body);
        return made;
    }

private:
    [[nodiscard]] ProgramNode const& node(ProgramExpr expr) const { return program_.nodes[expr]; }
    [[nodiscard]] bool is_number(ProgramExpr expr) const { return node(expr).op == ProgramOp::number; }
    [[nodiscard]] std::uint32_t array(std::uint32_t index) const {
        return is_constant(index) ? index : renumbered_[index];
    }
    [[nodiscard]] ProgramItem mapped(ProgramItem item) const {
        if (item.is_array && item.index != ProgramItem::nothing) item.index = array(item.index);
        return item;
    }
    [[nodiscard]] ConstantArray const& constant(std::uint32_t index) const {
        return program_.constants[index - first_constant_array];
    }

    // ---- arrays that hold one constant ----

    // `Real n[3] = {1, 2, 3}` allocates and then assigns; nothing else may write to it.
    void find_constant_locals() {
        std::vector<std::uint32_t> writes(source_.arrays.size());
        count_writes(source_.body, writes);
        for (ProgramItem const& item : source_.inputs) exclude(item, writes);
        for (ProgramItem const& item : source_.outputs) exclude(item, writes);
        std::vector<std::uint32_t> known(source_.arrays.size());
        std::vector<ProgramStatement const*> room(source_.arrays.size());
        for (ProgramStatement const& s : source_.body) {
            if (s.kind != ProgramStatementKind::array) continue;
            if (s.operation == ArrayOperation::fill) {
                ++known[s.target];
                room[s.target] = &s;
            }
            bool const is_copy = s.operation == ArrayOperation::copy || s.operation == ArrayOperation::assign;
            if (!is_copy || !is_constant(s.arrays[0]) || ++known[s.target] != writes[s.target]) continue;
            if (room[s.target] == nullptr || has_sizes(*room[s.target], constant(s.arrays[0]))) {
                bound_[s.target] = s.arrays[0];
            }
        }
    }

    [[nodiscard]] bool has_sizes(ProgramStatement const& fill, ConstantArray const& array) const {
        if (fill.scalars.size() != array.sizes.size() + 1) return false;
        for (std::size_t i = 0; i < array.sizes.size(); ++i) {
            ProgramExpr const size = fill.scalars[i + 1];
            if (!is_number(size) || node(size).number != static_cast<double>(array.sizes[i])) return false;
        }
        return true;
    }

    // ---- expressions ----

    ProgramExpr number(double value, ScalarType type) {
        program_.nodes.push_back({ProgramOp::number, type, 0, 0, value, 0, 0});
        return static_cast<ProgramExpr>(program_.nodes.size() - 1);
    }

    // Works on copies, because nodes may move while others are added.
    ProgramExpr expression(ProgramExpr expr) {
        ProgramNode n = node(expr);
        if (n.op == ProgramOp::local) {
            auto const known = known_.find(n.index);
            return known == known_.end() ? expr : number(known->second, n.type);
        }
        if (is_leaf(n.op)) return expr;
        std::vector<ProgramExpr> operands;
        for (std::size_t i = 0; i < n.operand_count; ++i) operands.push_back(program_.operand(node(expr), i));
        bool is_same = true;
        for (ProgramExpr& operand : operands) {
            ProgramExpr const made = expression(operand);
            is_same = is_same && made == operand;
            operand = made;
        }
        if (is_of_array(n.op)) {
            std::uint32_t const place = array(n.index);
            std::uint32_t const other = n.op == ProgramOp::dot ? array(n.other) : n.other;
            is_same = is_same && place == n.index && other == n.other;
            n.index = place;
            n.other = other;
        }
        if (auto const value = folded(n, operands)) return number(*value, n.type);
        if (auto const chosen = decided(n, operands)) return *chosen;
        if (is_same) return expr;
        if (n.op == ProgramOp::element) take_column(n, operands);
        return program_.add(n, operands);
    }

    static bool is_of_array(ProgramOp op) { return op >= ProgramOp::element && op <= ProgramOp::dot; }

    // The value, if it is known and computing it cannot fail.
    [[nodiscard]] std::optional<double> folded(ProgramNode const& n, std::vector<ProgramExpr> const& operands) const {
        bool const is_known =
            std::all_of(operands.begin(), operands.end(), [this](ProgramExpr each) { return is_number(each); });
        if (!is_known) return std::nullopt;
        double const a = operands.empty() ? 0.0 : node(operands[0]).number;
        [[maybe_unused]] double const b = operands.size() < 2 ? 0.0 : node(operands[1]).number;
        auto const truth = [](bool value) { return value ? 1.0 : 0.0; };
        switch (n.op) {
#define MOO_PREFIX(name, text, value, source) \
    case ProgramOp::name: return value;
#define MOO_INFIX(name, text, level, value, source) \
    case ProgramOp::name: return value;
#define MOO_FUNCTION(name, operands, text, whole_text, value, source) case ProgramOp::name:
#define MOO_CHECKED(name, text, whole_text, value, source) case ProgramOp::name:
#include "moo/program/operations.def"
                return std::nullopt;
            case ProgramOp::to_real:
            case ProgramOp::to_whole: return a;
            case ProgramOp::count:
                if (!is_constant(n.index)) return std::nullopt;
                return static_cast<double>(constant(n.index).elements.size());
            case ProgramOp::size: {
                if (!is_constant(n.index)) return std::nullopt;
                std::vector<std::int64_t> const& sizes = constant(n.index).sizes;
                bool const is_there = a >= 1.0 && a <= static_cast<double>(sizes.size());
                if (!is_there) return std::nullopt;
                return static_cast<double>(sizes[static_cast<std::size_t>(a) - 1]);
            }
            case ProgramOp::element: return element(n, operands);
            case ProgramOp::number:
            case ProgramOp::text:
            case ProgramOp::local:
            case ProgramOp::slot:
            case ProgramOp::pre:
            case ProgramOp::time:
            case ProgramOp::initial:
            case ProgramOp::terminal:
            case ProgramOp::interval:
            case ProgramOp::first_tick:
            case ProgramOp::is_set:
            case ProgramOp::condition:
            case ProgramOp::rises:
            case ProgramOp::sampled:
            case ProgramOp::remembered:
            case ProgramOp::blend:
            case ProgramOp::delayed:
            case ProgramOp::transported:
            case ProgramOp::call:
            case ProgramOp::result:
            case ProgramOp::if_else:
            case ProgramOp::place:
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
            case ProgramOp::format_integer: return std::nullopt;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<double> element(ProgramNode const& n, std::vector<ProgramExpr> const& operands) const {
        if (!is_constant(n.index) || constant(n.index).type == ScalarType::text) return std::nullopt;
        ConstantArray const& values = constant(n.index);
        if (operands.size() != values.sizes.size()) return std::nullopt;
        std::size_t place = 0;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            double const subscript = node(operands[i]).number;
            if (subscript < 1.0 || subscript > static_cast<double>(values.sizes[i])) return std::nullopt;
            place = place * static_cast<std::size_t>(values.sizes[i]) + static_cast<std::size_t>(subscript) - 1;
        }
        return values.elements[place];
    }

    // What `and`, `or` and `if` give if their first operand is known.
    [[nodiscard]] std::optional<ProgramExpr> decided(ProgramNode const& n,
                                                     std::vector<ProgramExpr> const& operands) const {
        bool const decides = is_logic(n.op) || n.op == ProgramOp::if_else;
        if (!decides || !is_number(operands[0])) return std::nullopt;
        bool const is_true = node(operands[0]).number != 0.0;
        if (n.op == ProgramOp::if_else) return operands[is_true ? 1 : 2];
        return operands[is_true == (n.op == ProgramOp::logical_and) ? 1 : 0];
    }

    // t[i, 2] of a constant matrix is an element of its second column.
    void take_column(ProgramNode& n, std::vector<ProgramExpr>& operands) {
        if (!is_constant(n.index) || operands.size() != 2 || !is_number(operands[1])) return;
        auto const column = static_cast<std::size_t>(node(operands[1]).number) - 1;
        ConstantArray const& matrix = constant(n.index);
        if (column >= static_cast<std::size_t>(matrix.sizes[1])) return;
        auto const [place, is_new] = columns_.try_emplace({n.index, column}, 0u);
        if (is_new) {
            ConstantArray made{matrix.type, {matrix.sizes[0]}, {}};
            auto const width = static_cast<std::size_t>(matrix.sizes[1]);
            for (std::size_t i = column; i < matrix.elements.size(); i += width) {
                made.elements.push_back(matrix.elements[i]);
            }
            place->second = first_constant_array + static_cast<std::uint32_t>(program_.constants.size());
            program_.constants.push_back(std::move(made));
        }
        n.index = place->second;
        operands.pop_back();
    }

    // ---- statements ----

    void statements(std::vector<ProgramStatement> const& list, std::vector<ProgramStatement>& made) {
        for (ProgramStatement const& each : list) statement(each, made);
    }

    void statement(ProgramStatement const& s, std::vector<ProgramStatement>& made) {
        if (s.kind == ProgramStatementKind::array && is_settled(s)) return;
        if (s.kind == ProgramStatementKind::loop && unroll(s, made)) return;
        if (s.kind == ProgramStatementKind::while_ && unroll_while(s, made)) return;
        // A variable that a loop assigns has another value in the next turn.
        bool const is_loop = s.kind == ProgramStatementKind::loop || s.kind == ProgramStatementKind::while_;
        if (is_loop) forget_assigned(s);
        ProgramStatement copy = s;
        copy.body.clear();
        copy.otherwise.clear();
        bool const has_value = s.kind == ProgramStatementKind::assign || s.kind == ProgramStatementKind::store ||
                               s.kind == ProgramStatementKind::place || s.kind == ProgramStatementKind::if_ ||
                               s.kind == ProgramStatementKind::while_;
        if (has_value) copy.value = expression(s.value);
        if (s.kind == ProgramStatementKind::if_ && is_number(copy.value)) {
            return statements(node(copy.value).number != 0.0 ? s.body : s.otherwise, made);
        }
        for (ProgramExpr& each : copy.scalars) each = expression(each);
        for (std::uint32_t& each : copy.arrays) each = array(each);
        for (ProgramSubscript& each : copy.subscripts) subscript(each);
        for (ProgramItem& item : copy.inputs) {
            if (!item.is_array) item.index = expression(item.index);
            item = mapped(item);
        }
        for (ProgramItem& item : copy.outputs) item = mapped(item);
        bool const has_array = s.kind == ProgramStatementKind::array || s.kind == ProgramStatementKind::store ||
                               s.kind == ProgramStatementKind::place;
        if (has_array) copy.target = array(s.target);
        if (s.kind == ProgramStatementKind::assign && is_number(copy.value)) {
            known_[s.target] = node(copy.value).number;
        } else if (!is_loop) {
            forget_targets(s);
        }
        auto const known = known_;
        statements(s.body, copy.body);
        known_ = known;
        statements(s.otherwise, copy.otherwise);
        known_ = known;
        forget_assigned(s);
        made.push_back(std::move(copy));
    }

    // Forgets the scalars that the statement itself assigns.
    void forget_targets(ProgramStatement const& s) {
        if (s.kind == ProgramStatementKind::assign || s.kind == ProgramStatementKind::loop) known_.erase(s.target);
        for (ProgramItem const& item : s.outputs) {
            if (!item.is_array) known_.erase(item.index);
        }
    }
    // Forgets the scalars that the statements inside it assign.
    void forget_assigned(ProgramStatement const& s) {
        for (auto const* const list : {&s.body, &s.otherwise}) {
            for (ProgramStatement const& each : *list) {
                forget_targets(each);
                forget_assigned(each);
            }
        }
        if (s.kind == ProgramStatementKind::loop) known_.erase(s.target);
    }

    void subscript(ProgramSubscript& each) {
        bool const is_range = each.kind == SubscriptKind::range;
        if (is_range || each.kind == SubscriptKind::single) each.first = expression(each.first);
        if (is_range) {
            each.step = expression(each.step);
            each.last = expression(each.last);
        }
        if (each.kind == SubscriptKind::list) each.values = array(each.values);
    }

    // Whether the statement is no longer needed: it fills an array that is now a constant, or checks sizes that are
    // right.
    bool is_settled(ProgramStatement const& s) {
        std::uint32_t const target = array(s.target);
        if (!is_constant(target)) return false;
        if (writes_target(s)) return true;
        if (s.operation != ArrayOperation::check_size) return false;
        ProgramExpr const size = expression(s.scalars[0]);
        std::vector<std::int64_t> const& sizes = constant(target).sizes;
        return is_number(size) && s.extra < sizes.size() && node(size).number == static_cast<double>(sizes[s.extra]);
    }

    bool unroll(ProgramStatement const& s, std::vector<ProgramStatement>& made) {
        ProgramExpr const first = expression(s.scalars[0]);
        ProgramExpr const step = expression(s.scalars[1]);
        ProgramExpr const last = expression(s.scalars[2]);
        if (!is_number(first) || !is_number(step) || !is_number(last) || node(step).number == 0.0) return false;
        double const begin = node(first).number;
        double const by = node(step).number;
        double const turns = std::floor((node(last).number - begin) / by) + 1.0;
        if (!std::isfinite(turns)) return false;
        std::size_t const size = size_of(s.body);
        if (turns > 0.0 && turns * static_cast<double>(size) > static_cast<double>(largest_unrolled)) return false;
        if (breaks_or_assigns(s.body, s.target)) return false;
        for (double turn = 0.0; turn < turns; turn += 1.0) {
            known_[s.target] = begin + turn * by;
            statements(s.body, made);
        }
        known_.erase(s.target);
        return true;
    }

    // A search in a table of constants, `while i < n and t[i] < u loop i := i + 1`, becomes nested ifs if an upper
    // bound of its length is known.
    bool unroll_while(ProgramStatement const& s, std::vector<ProgramStatement>& made) {
        if (known_.empty() || breaks_or_assigns(s.body, none)) return false;
        auto const known = known_;
        std::size_t const turns = std::min(most_turns, largest_unrolled / (size_of(s.body) + node_count(s.value)));
        std::vector<ProgramStatement> unrolled;
        bool const has_ended = turn(s, turns, unrolled);
        known_ = known;
        if (!has_ended) return false;
        forget_assigned(s);
        std::move(unrolled.begin(), unrolled.end(), std::back_inserter(made));
        return true;
    }

    bool turn(ProgramStatement const& s, std::size_t left, std::vector<ProgramStatement>& made) {
        ProgramExpr const condition = expression(s.value);
        bool const is_known = is_number(condition);
        if (is_known && node(condition).number == 0.0) return true;
        if (left == 0) return false;
        if (is_known) {
            statements(s.body, made);
            return turn(s, left - 1, made);
        }
        ProgramStatement chosen;
        chosen.kind = ProgramStatementKind::if_;
        chosen.value = condition;
        chosen.place = s.place;
        statements(s.body, chosen.body);
        if (!turn(s, left - 1, chosen.body)) return false;
        made.push_back(std::move(chosen));
        return true;
    }

    // Does not look into inner loops for breaks: those end the inner loop.
    static bool breaks_or_assigns(std::vector<ProgramStatement> const& list, std::uint32_t scalar) {
        return std::any_of(list.begin(), list.end(), [scalar](ProgramStatement const& s) {
            bool const is_assigned =
                (s.kind == ProgramStatementKind::assign || s.kind == ProgramStatementKind::loop) && s.target == scalar;
            bool const is_output = std::any_of(s.outputs.begin(), s.outputs.end(), [scalar](ProgramItem const& item) {
                return !item.is_array && item.index == scalar;
            });
            return s.kind == ProgramStatementKind::break_ || is_assigned || is_output ||
                   breaks_or_assigns(s.body, scalar) || breaks_or_assigns(s.otherwise, scalar);
        });
    }

    [[nodiscard]] std::size_t size_of(std::vector<ProgramStatement> const& list) const {
        std::size_t size = 0;
        for (ProgramStatement const& s : list) {
            size += 1 + node_count(s.value) + size_of(s.body) + size_of(s.otherwise);
            for (ProgramExpr const each : s.scalars) size += node_count(each);
            size += s.inputs.size() + s.outputs.size() + s.arrays.size();
        }
        return size;
    }
    [[nodiscard]] std::size_t node_count(ProgramExpr expr) const {
        if (expr >= program_.nodes.size()) return 0;
        std::size_t count = 1;
        for (std::size_t i = 0; i < node(expr).operand_count; ++i) count += node_count(program_.operand(node(expr), i));
        return count;
    }

    Program& program_;
    ProgramFunction const& source_;
    std::vector<std::uint32_t> bound_;
    std::vector<std::uint32_t> renumbered_;
    // Scalars with known values: variables of loops that are being unrolled, and results of recent assignments.
    std::unordered_map<std::uint32_t, double> known_;
    std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> columns_;
};

class ProgramSpecializer {
public:
    explicit ProgramSpecializer(Program& program) : program_(program), own_count_(program.functions.size()) {}

    void run() {
        for (std::size_t i = 0; i < own_count_; ++i) {
            ProgramFunction const source = program_.functions[i];
            if (source.external) continue;
            std::vector<std::uint32_t> const nothing(source.arrays.size(), none);
            program_.functions[i] = Specializer(program_, source, nothing).run();
        }
        // Copies are appended at the end and may call others.
        for (std::size_t i = 0; i < program_.functions.size(); ++i) {
            std::vector<ProgramStatement> body = std::move(program_.functions[i].body);
            calls(body);
            program_.functions[i].body = std::move(body);
        }
    }

private:
    void calls(std::vector<ProgramStatement>& list) {
        for (ProgramStatement& s : list) {
            if (s.kind == ProgramStatementKind::call) call(s);
            calls(s.body);
            calls(s.otherwise);
        }
    }

    void call(ProgramStatement& s) {
        ProgramFunction const& called = program_.functions[s.target];
        std::vector<std::uint32_t> bound(called.arrays.size(), none);
        std::vector<std::uint32_t> writes(called.arrays.size());
        count_writes(called.body, writes);
        bool has_constant = false;
        for (std::size_t i = 0; i < s.inputs.size(); ++i) {
            if (!s.inputs[i].is_array || !is_constant(s.inputs[i].index)) continue;
            if (writes[called.inputs[i].index] != 0) return;
            bound[called.inputs[i].index] = s.inputs[i].index;
            has_constant = true;
        }
        if (!has_constant || called.is_recursive || called.external || s.target >= own_count_) return;
        auto const [place, is_new] = copies_.try_emplace({s.target, bound}, 0u);
        if (is_new) {
            if (copies_.size() > most_copies) {
                copies_.erase(place);
                return;
            }
            ProgramFunction const source = called;
            place->second = static_cast<std::uint32_t>(program_.functions.size());
            program_.functions.push_back(Specializer(program_, source, bound).run());
        }
        s.target = place->second;
        std::erase_if(s.inputs, [](ProgramItem const& item) { return item.is_array && is_constant(item.index); });
    }

    Program& program_;
    std::size_t own_count_;
    std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::uint32_t> copies_;
};

}  // namespace

void specialize_program(Program& program) { ProgramSpecializer(program).run(); }

}  // namespace moo
