#include "moo/program/spell_out.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "moo/program/operations.h"

namespace moo {

namespace {

// Deeper trees are split, so that back ends may walk them recursively.
constexpr std::uint32_t deepest_tree = 100;

class Speller {
public:
    Speller(ModelProgram const& model, std::span<ModelStatement const> statements)
        : model_(model), values_(model.values), statements_(statements), out_(&made_.body) {}

    SpelledOut run() {
        examine();
        for (ModelStatement const& statement : statements_) write(statement);
        return std::move(made_);
    }

private:
    // ---- which values need a variable ----

    struct Facts {
        std::uint32_t uses = 0;
        std::uint32_t depth = 0;  // of the tree, down to variables
        bool is_held = false;     // has a variable
        bool has_call = false;    // there is a call in it or below it
        bool is_split = false;    // an operand that is evaluated conditionally needs statements
        bool needs_statements = false;
    };

    [[nodiscard]] ProgramNode const& node(ProgramExpr value) const { return values_.nodes[value]; }
    [[nodiscard]] ProgramExpr operand(ProgramExpr value, std::size_t i) const { return values_.operand(node(value), i); }
    [[nodiscard]] Facts const& facts(ProgramExpr value) const { return facts_.at(value); }

    // Whether operand `i` is computed whenever the value is.
    [[nodiscard]] bool always_counts(ProgramExpr value, std::size_t i) const {
        bool const is_split = facts(value).is_split;
        return i == 0 || !is_split;
    }

    void examine() {
        std::vector<ProgramExpr> open;
        std::vector<ProgramExpr> reached;
        auto const use = [&](ProgramExpr value) {
            if (value != no_value && facts_[value].uses++ == 0) open.push_back(value);
        };
        for (ModelStatement const& statement : statements_) {
            use(statement.condition);
            use(statement.value);
            while (!open.empty()) {
                ProgramExpr const value = open.back();
                open.pop_back();
                reached.push_back(value);
                for (std::size_t i = 0; i < node(value).operand_count; ++i) use(operand(value, i));
            }
        }
        // Operands precede the nodes that use them.
        std::sort(reached.begin(), reached.end());
        for (ProgramExpr const value : reached) examine(value);
        find_shared_calls();
    }

    void examine(ProgramExpr value) {
        ProgramNode const& n = node(value);
        Facts& of = facts_.at(value);
        if (is_leaf(n.op)) return;
        of.has_call = n.op == ProgramOp::call;
        bool is_conditional = false;  // an operand that is evaluated conditionally needs statements or contains a call
        bool operands_need_statements = false;
        for (std::size_t i = 0; i < n.operand_count; ++i) {
            Facts const& below = facts(values_.operand(n, i));
            of.depth = std::max(of.depth, below.is_held ? 0 : below.depth + 1);
            of.has_call = of.has_call || below.has_call;
            operands_need_statements = operands_need_statements || below.needs_statements;
            bool const is_branch = n.op == ProgramOp::if_else && i > 0;
            is_conditional = is_conditional || (is_branch && below.needs_statements);
            is_conditional = is_conditional || (is_logic(n.op) && i > 0 && below.has_call);
        }
        of.is_split = is_conditional;
        bool const is_too_deep = of.depth >= deepest_tree;
        bool const is_variable_already = n.op == ProgramOp::call || n.op == ProgramOp::result;
        of.is_held = !is_variable_already && (of.uses > 1 || is_too_deep || of.is_split);
        of.needs_statements = of.is_held || n.op == ProgramOp::call || operands_need_statements;
    }

    // Values below a root that are computed whenever it is, and for which `wants` holds, in computing order.
    template <class Wants>
    std::vector<ProgramExpr> always_needed(ProgramExpr root, Wants const& wants) const {
        std::vector<ProgramExpr> found;
        std::vector<ProgramExpr> open{root};
        std::unordered_set<ProgramExpr> seen;
        while (!open.empty()) {
            ProgramExpr const value = open.back();
            open.pop_back();
            if (known_.contains(value) || !facts(value).needs_statements || !seen.insert(value).second) continue;
            if (wants(value)) found.push_back(value);
            for (std::size_t i = 0; i < node(value).operand_count; ++i) {
                if (always_counts(value, i)) open.push_back(operand(value, i));
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    // Calls that several conditional statements need, and their conditions.
    void find_shared_calls() {
        for (ModelStatement const& statement : statements_) {
            if (statement.condition == no_value || statement.value == no_value) continue;
            if (!facts(statement.value).has_call) continue;
            auto const is_call = [this](ProgramExpr value) { return node(value).op == ProgramOp::call; };
            for (ProgramExpr const call : always_needed(statement.value, is_call)) {
                std::vector<ProgramExpr>& conditions = conditions_of_calls_[call];
                bool const is_new = std::find(conditions.begin(), conditions.end(), statement.condition) == conditions.end();
                if (is_new) conditions.push_back(statement.condition);
            }
        }
    }

    // ---- writing ----

    std::uint32_t new_scalar(ScalarType type, bool is_held) {
        made_.scalars.push_back({{}, type});
        made_.is_held.push_back(is_held);
        return static_cast<std::uint32_t>(made_.scalars.size() - 1);
    }

    ProgramExpr local(std::uint32_t scalar) {
        return made_.nodes.make(ProgramOp::local, made_.scalars[scalar].type, {}, scalar);
    }

    ProgramStatement& emit(ProgramStatementKind kind, std::uint32_t target, ProgramExpr value) {
        ProgramStatement& made = out_->emplace_back();
        made.kind = kind;
        made.target = target;
        made.value = value;
        made.place = origin_;
        return made;
    }

    // `write` emits code under a condition, so the values that it computes are forgotten afterwards.
    template <class Write>
    std::vector<ProgramStatement> branch(Write const& write) {
        std::vector<ProgramStatement> statements;
        std::vector<ProgramStatement>* const outer = std::exchange(out_, &statements);
        std::size_t const mark = log_.size();
        write();
        for (; log_.size() > mark; log_.pop_back()) known_.erase(log_.back());
        out_ = outer;
        return statements;
    }

    void know(ProgramExpr value, std::uint32_t scalar) {
        known_.emplace(value, scalar);
        log_.push_back(value);
    }

    // The value as a tree; everything in it that needs statements has been prepared.
    ProgramExpr tree(ProgramExpr value) {
        if (auto const found = known_.find(value); found != known_.end()) return local(found->second);
        ProgramNode const& n = node(value);
        if (n.op == ProgramOp::result) return result(n);
        return copy(value);
    }

    ProgramExpr copy(ProgramExpr value) {
        ProgramNode const& n = node(value);
        std::vector<ProgramExpr> operands;
        for (std::size_t i = 0; i < n.operand_count; ++i) operands.push_back(tree(values_.operand(n, i)));
        return made_.nodes.add(n, operands);
    }

    // In equations, Integer results of functions are Reals.
    ProgramExpr result(ProgramNode const& n) {
        std::uint32_t const scalar = known_.at(values_.operand(n, 0)) + n.index;
        ProgramExpr const given = local(scalar);
        if (made_.scalars[scalar].type != ScalarType::integer) return given;
        return made_.nodes.make(ProgramOp::to_real, ScalarType::real, {given});
    }

    // Computes the values below `root` that get variables, so that the rest is a tree.
    void prepare(ProgramExpr root) {
        if (!facts(root).needs_statements) return;
        auto const has_variable = [this](ProgramExpr value) {
            return facts(value).is_held || node(value).op == ProgramOp::call;
        };
        for (ProgramExpr const value : always_needed(root, has_variable)) {
            if (node(value).op == ProgramOp::call) {
                call(value);
            } else if (facts(value).is_split) {
                split(value);
            } else {
                std::uint32_t const scalar = new_scalar(node(value).type, true);
                emit(ProgramStatementKind::hold, scalar, copy(value));
                know(value, scalar);
            }
        }
    }

    ProgramExpr prepared(ProgramExpr value) {
        prepare(value);
        return tree(value);
    }

    // `first` is the variable of the first result; the others follow.
    void make_call(ProgramExpr value, std::uint32_t first) {
        ProgramNode const& n = node(value);
        std::uint32_t const callee = model_.callees[n.index];
        ProgramFunction const& function = model_.functions.functions[callee];
        std::vector<ProgramItem> inputs;
        for (std::size_t i = 0; i < n.operand_count; ++i) inputs.push_back({false, tree(values_.operand(n, i))});
        ProgramStatement& made = emit(ProgramStatementKind::call, callee, 0);
        made.inputs = std::move(inputs);
        for (std::uint32_t i = 0; i < function.outputs.size(); ++i) made.outputs.push_back({false, first + i});
    }

    std::uint32_t new_results(ProgramExpr value) {
        ProgramFunction const& function = model_.functions.functions[model_.callees[node(value).index]];
        auto const first = static_cast<std::uint32_t>(made_.scalars.size());
        for (ProgramItem const& output : function.outputs) new_scalar(function.scalars[output.index].type, false);
        return first;
    }

    void call(ProgramExpr value) {
        std::uint32_t const first = new_results(value);
        make_call(value, first);
        know(value, first);
    }

    // Writes an operator whose last operands are evaluated conditionally as statements.
    void split(ProgramExpr value) {
        ProgramNode const& n = node(value);
        std::uint32_t const scalar = new_scalar(n.type, false);
        ProgramExpr const first = tree(values_.operand(n, 0));
        auto const assigned = [&](std::size_t i) {
            return branch([&] {
                ProgramExpr const made = prepared(values_.operand(n, i));
                emit(ProgramStatementKind::assign, scalar, made);
            });
        };
        if (n.op == ProgramOp::if_else) {
            std::vector<ProgramStatement> then = assigned(1);
            std::vector<ProgramStatement> otherwise = assigned(2);
            ProgramStatement& made = emit(ProgramStatementKind::if_, 0, first);
            made.body = std::move(then);
            made.otherwise = std::move(otherwise);
        } else {
            emit(ProgramStatementKind::assign, scalar, first);
            std::vector<ProgramStatement> second = assigned(1);
            ProgramExpr condition = local(scalar);
            if (n.op == ProgramOp::logical_or) condition = negated(condition);
            emit(ProgramStatementKind::if_, 0, condition).body = std::move(second);
        }
        know(value, scalar);
    }

    ProgramExpr negated(ProgramExpr condition) {
        return made_.nodes.make(ProgramOp::logical_not, ScalarType::boolean, {condition});
    }

    // Makes calls that this statement and later ones need, if any of their conditions holds.
    void make_shared_calls(ModelStatement const& statement) {
        if (conditions_of_calls_.empty() || statement.value == no_value) return;
        auto const is_shared = [this](ProgramExpr value) {
            auto const found = conditions_of_calls_.find(value);
            return found != conditions_of_calls_.end() && found->second.size() > 1;
        };
        for (ProgramExpr const value : always_needed(statement.value, is_shared)) {
            ProgramExpr any = no_value;
            for (ProgramExpr const condition : conditions_of_calls_.at(value)) {
                ProgramExpr const made = prepared(condition);
                any = any == no_value ? made : either(any, made);
            }
            std::uint32_t const first = new_results(value);
            std::vector<ProgramStatement> body = branch([&] {
                for (std::size_t i = 0; i < node(value).operand_count; ++i) prepare(operand(value, i));
                make_call(value, first);
            });
            emit(ProgramStatementKind::if_, 0, any).body = std::move(body);
            know(value, first);
        }
    }

    ProgramExpr either(ProgramExpr a, ProgramExpr b) {
        return made_.nodes.make(ProgramOp::logical_or, ScalarType::boolean, {a, b});
    }

    void write(ModelStatement const& statement) {
        origin_ = statement.origin;
        if (statement.condition == no_value) return write_plain(statement);
        make_shared_calls(statement);
        ProgramExpr const condition = prepared(statement.condition);
        std::vector<ProgramStatement> body = branch([&] { write_plain(statement); });
        emit(ProgramStatementKind::if_, 0, condition).body = std::move(body);
    }

    void write_plain(ModelStatement const& statement) {
        if (statement.kind == ProgramStatementKind::call) return prepare(statement.value);
        ProgramExpr const value = statement.value == no_value ? no_value : prepared(statement.value);
        bool const is_known = statement.kind == ProgramStatementKind::evaluate &&
                              made_.nodes.nodes[value].op == ProgramOp::local;
        if (!is_known) emit(statement.kind, statement.target, value);
        bool const is_object = value != no_value && made_.nodes.nodes[value].type == ScalarType::object;
        if (is_object) forget_call(statement.value);
    }

    // Each construction makes an object of its own, which is destroyed once.
    void forget_call(ProgramExpr value) {
        known_.erase(value);
        if (node(value).op == ProgramOp::result) known_.erase(operand(value, 0));
    }

    ModelProgram const& model_;
    ProgramNodes const& values_;
    std::span<ModelStatement const> statements_;
    SpelledOut made_;
    std::vector<ProgramStatement>* out_;
    std::unordered_map<ProgramExpr, Facts> facts_;
    std::unordered_map<ProgramExpr, std::uint32_t> known_;  // variables of values; of a call, that of its first result
    std::vector<ProgramExpr> log_;                          // values that are forgotten at the end of a branch
    std::map<ProgramExpr, std::vector<ProgramExpr>> conditions_of_calls_;
    std::uint32_t origin_ = 0;
};

}  // namespace

SpelledOut spell_out(ModelProgram const& model, std::span<ModelStatement const> statements) {
    return Speller(model, statements).run();
}

}  // namespace moo
