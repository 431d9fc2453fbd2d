// The expression store: an append-only table of interned 16-byte nodes.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

#include "moo/base/interner.h"
#include "moo/expr/builtin.h"
#include "moo/expr/chunked_buffer.h"
#include "moo/expr/ids.h"
#include "moo/expr/kind.h"
#include "moo/expr/pod_buffer.h"
#include "moo/expr/types.h"

namespace moo {

// The meaning of `a` and `b` depends on the kind (kinds.def). Operands are in `a` and `b` if they fit there; otherwise
// `a` is their place in the pool and `b` their number. `flags` says which.
struct ExprNode {
    ExprKind kind;
    std::uint8_t flags;
    std::uint16_t aux;
    TypeId type;
    std::uint32_t a;
    std::uint32_t b;
    friend bool operator==(ExprNode const&, ExprNode const&) = default;
};
static_assert(sizeof(ExprNode) == 16);

namespace expr_flag {
inline constexpr std::uint8_t operand_mask = 3;  // 0, 1, 2 operands in place, or `pooled`
inline constexpr std::uint8_t pooled = 3;
inline constexpr std::uint8_t varies = 4;         // contains a leaf or call whose value the store does not know
inline constexpr std::uint8_t has_der = 8;        // contains der(…)
inline constexpr std::uint8_t has_iterator = 16;  // contains a reference to an iterator, bound or free
inline constexpr std::uint8_t inherited = varies | has_der | has_iterator;
}  // namespace expr_flag

class ExprStore;

// The operands of a node. Remains valid while the store grows.
class Operands {
public:
    struct Iterator {
        using iterator_category = std::input_iterator_tag;
        using value_type = ExprId;
        using difference_type = std::ptrdiff_t;
        using pointer = ExprId const*;
        using reference = ExprId;
        Operands const* operands;
        std::size_t at;
        ExprId operator*() const { return (*operands)[at]; }
        Iterator& operator++() {
            ++at;
            return *this;
        }
        friend bool operator==(Iterator const& x, Iterator const& y) { return x.at == y.at; }
    };

    Operands(ExprStore const& store, ExprNode const& node)
        : store_(&store),
          a_(node.a),
          b_(node.b),
          pooled_((node.flags & expr_flag::operand_mask) == expr_flag::pooled),
          count_(pooled_ ? node.b : node.flags & expr_flag::operand_mask) {}

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] ExprId operator[](std::size_t i) const;
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, count_}; }
    void copy_to(std::vector<ExprId>& out) const;

private:
    ExprStore const* store_;
    std::uint32_t a_;
    std::uint32_t b_;
    bool pooled_;
    std::uint32_t count_;
};

// A list of expressions as an argument: a vector, a span, or `{a, b}` at the call.
class ExprList {
public:
    ExprList(std::initializer_list<ExprId> items) : items_(items.begin(), items.size()) {}
    ExprList(std::vector<ExprId> const& items) : items_(items) {}
    ExprList(std::span<ExprId const> items) : items_(items) {}
    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] ExprId operator[](std::size_t i) const { return items_[i]; }
    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }
    [[nodiscard]] std::span<ExprId const> span() const { return items_; }

private:
    std::span<ExprId const> items_;
};

// `for name in range` of a reduction.
struct ReductionIterator {
    Symbol name;
    ExprId range;
};

// Equal expressions have equal ids, and an operand has a smaller id than the node that uses it. So an
// analysis of the whole store is a loop over ids, and a memo table is a vector with one entry per id.
//
// The builders compute the type of a node from its operands and fold exact local identities (fold.h says
// which); they never reorder terms. Arguments of one expression must come from this store.
class ExprStore {
public:
    // `expected_nodes` allocates the tables at once; without it they grow, which costs almost no time.
    explicit ExprStore(std::size_t expected_nodes = 0);
    void reserve(std::size_t nodes);

    // Reading. A node is returned by value, because building moves the table.
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] ExprNode node(ExprId id) const { return nodes_[id.index()]; }
    [[nodiscard]] ExprKind kind(ExprId id) const { return nodes_[id.index()].kind; }
    [[nodiscard]] TypeId type(ExprId id) const { return nodes_[id.index()].type; }
    [[nodiscard]] std::uint8_t flags(ExprId id) const { return nodes_[id.index()].flags; }
    [[nodiscard]] Operands operands(ExprId id) const { return {*this, nodes_[id.index()]}; }
    [[nodiscard]] ExprId operand(ExprId id, std::size_t i) const { return operands(id)[i]; }
    [[nodiscard]] bool varies(ExprId id) const { return (flags(id) & expr_flag::varies) != 0; }
    [[nodiscard]] bool has_der(ExprId id) const { return (flags(id) & expr_flag::has_der) != 0; }
    [[nodiscard]] bool has_iterator(ExprId id) const { return (flags(id) & expr_flag::has_iterator) != 0; }

    // Each of these functions is for the kind of node that it names.
    [[nodiscard]] double real_value(ExprId id) const;
    [[nodiscard]] std::int64_t integer_value(ExprId id) const;
    [[nodiscard]] bool boolean_value(ExprId id) const { return node(id).a != 0; }
    [[nodiscard]] std::uint32_t enumeration_ordinal(ExprId id) const { return node(id).a; }
    [[nodiscard]] VarId variable_of(ExprId id) const { return VarId(node(id).a); }
    // Of an output: which result of the call it is, from 1.
    [[nodiscard]] std::size_t output_number(ExprId id) const { return node(id).aux; }
    // Of a string, iterator, field or call.
    [[nodiscard]] Symbol symbol(ExprId id) const;
    [[nodiscard]] Builtin builtin_of(ExprId id) const { return static_cast<Builtin>(node(id).aux); }
    [[nodiscard]] Reduction reduction_of(ExprId id) const { return static_cast<Reduction>(node(id).aux); }
    [[nodiscard]] std::size_t iterator_count(ExprId reduction) const { return node(reduction).b - 1; }
    [[nodiscard]] ReductionIterator iterator_at(ExprId reduction, std::size_t i) const;

    // A Real or Integer literal, possibly of that value.
    [[nodiscard]] bool is_number(ExprId id) const { return kind(id) <= ExprKind::integer; }
    [[nodiscard]] double number_value(ExprId id) const;
    [[nodiscard]] bool is_number(ExprId id, double value) const { return is_number(id) && number_value(id) == value; }
    [[nodiscard]] bool is_zero(ExprId id) const { return is_number(id, 0.0); }
    [[nodiscard]] bool is_one(ExprId id) const { return is_number(id, 1.0); }
    [[nodiscard]] bool is_boolean(ExprId id, bool value) const {
        return kind(id) == ExprKind::boolean && boolean_value(id) == value;
    }
    [[nodiscard]] bool is_builtin(ExprId id, Builtin builtin) const {
        return kind(id) == ExprKind::builtin && builtin_of(id) == builtin;
    }
    // A variable, an iterator (inside a function: one of its variables), or an element or field of one: the expressions
    // allowed under der, pre and on a left-hand side.
    [[nodiscard]] bool is_reference(ExprId id) const;
    // The value of a record: `record(…)`.
    [[nodiscard]] bool is_record(ExprId id) const;
    // The variable that a reference, or der or pre of one, refers to; none for anything else, also for an iterator.
    [[nodiscard]] VarId referenced_variable(ExprId id) const;

    // Leaves
    ExprId real(double value);
    ExprId integer(std::int64_t value);
    ExprId boolean(bool value);
    ExprId string(Symbol text);
    ExprId enumeration(TypeId type, std::uint32_t ordinal);
    ExprId variable(VarId variable, TypeId type = types::real);
    // Also stands for an input, output or local variable of a function, in the function.
    ExprId iterator(Symbol name, TypeId type = types::integer);
    ExprId time();
    ExprId end();
    ExprId whole();

    // Operators
    ExprId neg(ExprId a);
    ExprId logical_not(ExprId a);
    ExprId der(ExprId a);
    ExprId pre(ExprId a);
    ExprId binary(ExprKind kind, ExprId a, ExprId b);
    ExprId add(ExprId a, ExprId b) { return binary(ExprKind::add, a, b); }
    ExprId sub(ExprId a, ExprId b) { return binary(ExprKind::sub, a, b); }
    ExprId mul(ExprId a, ExprId b) { return binary(ExprKind::mul, a, b); }
    ExprId div(ExprId a, ExprId b) { return binary(ExprKind::div, a, b); }
    ExprId pow(ExprId a, ExprId b) { return binary(ExprKind::pow, a, b); }
    ExprId logical_and(ExprId a, ExprId b) { return binary(ExprKind::logical_and, a, b); }
    ExprId logical_or(ExprId a, ExprId b) { return binary(ExprKind::logical_or, a, b); }

    // Structure
    ExprId if_else(ExprId condition, ExprId then_value, ExprId else_value);
    ExprId range(ExprId start, ExprId stop);
    ExprId range(ExprId start, ExprId step, ExprId stop);
    ExprId subscript(ExprId base, ExprList subscripts);
    // Without a type: that of the field in the record's type, if it is known.
    ExprId field(ExprId record, Symbol name, TypeId type = types::unknown);
    // Without elements its type is unknown[0], which is assignable to any array of that size.
    ExprId array(ExprList elements);
    ExprId matrix(ExprList rows);
    ExprId matrix_row(ExprList elements);
    // A member that is left out, as in `(a, , b)`, is `whole()`.
    ExprId tuple(ExprList members);
    // The caller has checked the number of arguments against builtin_info.
    ExprId builtin(Builtin builtin, ExprList arguments);
    ExprId call(Symbol function, ExprList arguments, TypeId type = types::unknown);
    // One result of a call, from 1; the type of a call with several is the tuple of them. The only result of a call is
    // the call itself.
    ExprId output(ExprId call, std::size_t number);
    // A record value: a call whose function is the name of the type. The fields are in the order of the type.
    ExprId record(TypeId record_type, ExprList fields);
    ExprId reduction(Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators);

    // The same node with other operands, built anew: its type and folding depend on the new operands.
    ExprId rebuild(ExprId original, ExprList operands) { return rebuild(*this, original, operands); }
    // The same for a node of another store whose types are those of this one.
    ExprId rebuild(ExprStore const& from, ExprId original, ExprList operands);

    [[nodiscard]] TypeTable& types() { return types_; }
    [[nodiscard]] TypeTable const& types() const { return types_; }
    // Nodes, links, pool and tables as allocated.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    friend class Operands;

    ExprId leaf(ExprKind kind, TypeId type, std::uint32_t a, std::uint32_t b, std::uint8_t flags = 0);
    ExprId inline_node(ExprKind kind, std::uint16_t aux, TypeId type, std::uint32_t a, std::uint32_t b,
                       std::uint8_t flags);
    ExprId pool_node(ExprKind kind, std::uint16_t aux, TypeId type, std::span<ExprId const> operands,
                     std::span<Symbol const> trailer, std::uint8_t flags);
    // A node of any number of operands, in place if they fit.
    ExprId operands_node(ExprKind kind, std::uint16_t aux, TypeId type, std::span<ExprId const> operands,
                         std::uint8_t flags = 0);
    [[nodiscard]] std::uint8_t inherited_flags(std::span<ExprId const> operands) const;
    // How an equal node is found. A table of all nodes would cost a cache miss for each node that is built; it made
    // building a million equations six times as slow per equation as building ten thousand. But the operands of a node
    // have almost always just been built or visited. So each node has a list of its users, chained through `next`, and
    // an equal node is searched for among the users of the newest operand; if that has many users already, among those
    // of another operand; and only then in the table. Leaves are in the table, except for variables, which are found by
    // their number.
    struct Links {
        std::uint32_t first_user = 0;  // index plus one; zero is none
        std::uint32_t next = 0;
    };
    struct Anchors {
        ExprId first;
        ExprId second;
    };
    ExprId add_node(ExprNode const& node);
    ExprId add_variable(ExprNode const& node);
    ExprId append(ExprNode const& node);
    ExprId found(std::uint32_t index, ExprNode const& node);
    [[nodiscard]] Anchors anchors_of(ExprNode const& node) const;
    [[nodiscard]] bool is_same(std::uint32_t index, ExprNode const& node) const;
    [[nodiscard]] std::uint64_t hash_of(ExprNode const& node) const;
    [[nodiscard]] std::size_t pool_words(ExprNode const& node) const;
    void grow_table();

    ChunkedBuffer<ExprNode> nodes_;
    ChunkedBuffer<Links> links_;
    PodBuffer<std::uint32_t> pool_;
    ChunkedBuffer<std::uint32_t> variables_;
    // Open addressing with linear probing; a slot is the index of a node plus one, and zero is empty.
    PodBuffer<std::uint32_t> slots_;
    std::size_t slot_mask_ = 0;
    std::size_t slots_used_ = 0;
    TypeTable types_;
};

inline ExprId Operands::operator[](std::size_t i) const {
    if (pooled_) return ExprId(store_->pool_[a_ + i]);
    return ExprId(i == 0 ? a_ : b_);
}

}  // namespace moo
