#include "moo/expr/store.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace moo {

namespace {

// Full slots per slot at most. Linear probing needs one cache line at this load.
constexpr std::size_t load_numerator = 5;
constexpr std::size_t load_denominator = 8;
constexpr std::size_t smallest_table = 64;
// Users of one operand that are found through it; the others are in the table. Most operands have fewer, and
// a walk over eight of them, which were built not long ago, is cheaper than a miss in the table.
constexpr std::size_t longest_chain = 8;
constexpr std::size_t most_nodes = 0xfffffffeu;

constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15ull;

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * multiplier;
    return hash ^ (hash >> 32);
}

// The bytes before `a`: kind, flags, aux and type.
std::uint64_t head_of(ExprNode const& node) {
    return static_cast<std::uint64_t>(node.kind) | std::uint64_t{node.flags} << 8 | std::uint64_t{node.aux} << 16 |
           std::uint64_t{node.type.index()} << 32;
}

bool is_pooled(ExprNode const& node) { return (node.flags & expr_flag::operand_mask) == expr_flag::pooled; }

[[noreturn]] void stop_full() {
    std::fputs("moo/expr: the expression store is full (2^32 nodes or pool words)\n", stderr);
    std::abort();
}

}  // namespace

void Operands::copy_to(std::vector<ExprId>& out) const {
    out.clear();
    for (std::size_t i = 0; i < count_; ++i) out.push_back((*this)[i]);
}

ExprStore::ExprStore(std::size_t expected_nodes) {
    grow_table();
    reserve(expected_nodes);
}

void ExprStore::reserve(std::size_t nodes) {
    nodes_.reserve(nodes);
    links_.reserve(nodes);
}

double ExprStore::real_value(ExprId id) const {
    ExprNode const n = node(id);
    return std::bit_cast<double>(std::uint64_t{n.b} << 32 | n.a);
}

std::int64_t ExprStore::integer_value(ExprId id) const {
    ExprNode const n = node(id);
    return std::bit_cast<std::int64_t>(std::uint64_t{n.b} << 32 | n.a);
}

double ExprStore::number_value(ExprId id) const {
    return kind(id) == ExprKind::real ? real_value(id) : static_cast<double>(integer_value(id));
}

Symbol ExprStore::symbol(ExprId id) const {
    ExprNode const n = node(id);
    if (n.kind == ExprKind::field) return Symbol(n.b);
    if (n.kind == ExprKind::call) return Symbol(pool_[n.a + n.b]);
    return Symbol(n.a);
}

ReductionIterator ExprStore::iterator_at(ExprId reduction, std::size_t i) const {
    ExprNode const n = node(reduction);
    return {Symbol(pool_[n.a + n.b + i]), ExprId(pool_[n.a + 1 + i])};
}

bool ExprStore::is_reference(ExprId id) const {
    while (kind(id) == ExprKind::subscript || kind(id) == ExprKind::field) id = operand(id, 0);
    return kind(id) == ExprKind::variable || kind(id) == ExprKind::iterator;
}

bool ExprStore::is_record(ExprId id) const {
    TypeId const record = type(id);
    return kind(id) == ExprKind::call && types_.kind(record) == TypeKind::record && symbol(id) == types_.name(record);
}

VarId ExprStore::referenced_variable(ExprId id) const {
    for (;;) {
        ExprKind const k = kind(id);
        if (k == ExprKind::variable) return variable_of(id);
        bool const goes_on =
            k == ExprKind::subscript || k == ExprKind::field || k == ExprKind::der || k == ExprKind::pre;
        if (!goes_on) return {};
        id = operand(id, 0);
    }
}

std::size_t ExprStore::memory_bytes() const {
    return nodes_.memory_bytes() + links_.memory_bytes() + pool_.memory_bytes() + slots_.memory_bytes() +
           variables_.memory_bytes() + types_.memory_bytes();
}

// The operands, followed by the symbols of the function or of the iterators.
std::size_t ExprStore::pool_words(ExprNode const& node) const {
    if (node.kind == ExprKind::call) return std::size_t{node.b} + 1;
    if (node.kind == ExprKind::reduction) return 2 * std::size_t{node.b} - 1;
    return node.b;
}

std::uint64_t ExprStore::hash_of(ExprNode const& node) const {
    std::uint64_t const head = mix(0, head_of(node));
    if (!is_pooled(node)) return mix(head, std::uint64_t{node.b} << 32 | node.a);
    std::uint64_t hash = mix(head, node.b);
    for (std::size_t i = 0; i < pool_words(node); ++i) hash = mix(hash, pool_[node.a + i]);
    return hash;
}

// Whether the node at `index` is the same. The words of a pooled `node` are at the end of the pool.
bool ExprStore::is_same(std::uint32_t index, ExprNode const& node) const {
    ExprNode other = nodes_[index];
    if (!is_pooled(node)) return other == node;
    if (other.kind != node.kind || other.b != node.b) return false;
    std::uint32_t const at = std::exchange(other.a, node.a);
    return other == node && std::memcmp(&pool_[at], &pool_[node.a], pool_words(node) * sizeof(std::uint32_t)) == 0;
}

ExprId ExprStore::append(ExprNode const& node) {
    std::size_t const index = nodes_.size();
    if (index >= most_nodes || pool_.size() >= most_nodes) stop_full();
    nodes_.push_back(node);
    links_.push_back({});
    return ExprId(index);
}

// The node's newest operand, and another one in case that has too many users already. Literals are used
// all over, so they come last.
ExprStore::Anchors ExprStore::anchors_of(ExprNode const& node) const {
    Operands const operands(*this, node);
    if (operands.empty()) return {};
    Anchors anchors{operands[0], ExprId()};
    for (std::size_t i = 1; i < operands.size(); ++i) {
        ExprId const operand = operands[i];
        if (operand == anchors.first) continue;
        bool const better = !is_literal(kind(operand)) && (operand > anchors.first || is_literal(kind(anchors.first)));
        anchors.second = better ? std::exchange(anchors.first, operand) : operand;
    }
    return anchors;
}

// The node, or the one that equals it. A pooled node has its words at the end of the pool; they are given
// back if the node is known already.
ExprId ExprStore::add_node(ExprNode const& node) {
    Anchors const anchors = anchors_of(node);
    for (ExprId const anchor : {anchors.first, anchors.second}) {
        if (!anchor) break;
        std::size_t length = 0;
        for (std::uint32_t at = links_[anchor.index()].first_user; at != 0; at = links_[at - 1].next, ++length) {
            if (is_same(at - 1, node)) return found(at - 1, node);
        }
        if (length == longest_chain) continue;
        ExprId const id = append(node);
        links_[id.index()].next = links_[anchor.index()].first_user;
        links_[anchor.index()].first_user = id.index() + 1;
        return id;
    }
    std::size_t place = hash_of(node) & slot_mask_;
    for (; slots_[place] != 0; place = (place + 1) & slot_mask_) {
        if (is_same(slots_[place] - 1, node)) return found(slots_[place] - 1, node);
    }
    ExprId const id = append(node);
    slots_[place] = id.index() + 1;
    if (++slots_used_ > slots_.size() / load_denominator * load_numerator) grow_table();
    return id;
}

ExprId ExprStore::found(std::uint32_t index, ExprNode const& node) {
    if (is_pooled(node)) pool_.truncate(node.a);
    return ExprId(index);
}

// Variables are numbered densely, so their nodes are found by number. Those of the same variable with
// different types, which should not happen, form a chain.
ExprId ExprStore::add_variable(ExprNode const& node) {
    while (variables_.size() <= node.a) variables_.push_back(0);
    for (std::uint32_t at = variables_[node.a]; at != 0; at = links_[at - 1].next) {
        if (nodes_[at - 1] == node) return ExprId(at - 1);
    }
    ExprId const id = append(node);
    links_[id.index()].next = variables_[node.a];
    variables_[node.a] = id.index() + 1;
    return id;
}

void ExprStore::grow_table() {
    PodBuffer<std::uint32_t> old;
    old.swap(slots_);
    slots_.assign_zero(std::max(smallest_table, 2 * old.size()));
    slot_mask_ = slots_.size() - 1;
    for (std::size_t i = 0; i < old.size(); ++i) {
        if (old[i] == 0) continue;
        std::size_t place = hash_of(nodes_[old[i] - 1]) & slot_mask_;
        while (slots_[place] != 0) place = (place + 1) & slot_mask_;
        slots_[place] = old[i];
    }
}

ExprId ExprStore::leaf(ExprKind kind, TypeId type, std::uint32_t a, std::uint32_t b, std::uint8_t flags) {
    return add_node({kind, flags, 0, type, a, b});
}

ExprId ExprStore::inline_node(ExprKind kind, std::uint16_t aux, TypeId type, std::uint32_t a, std::uint32_t b,
                              std::uint8_t flags) {
    return add_node({kind, flags, aux, type, a, b});
}

ExprId ExprStore::pool_node(ExprKind kind, std::uint16_t aux, TypeId type, std::span<ExprId const> operands,
                            std::span<Symbol const> trailer, std::uint8_t flags) {
    auto const at = static_cast<std::uint32_t>(pool_.size());
    for (ExprId const operand : operands) pool_.push_back(operand.index());
    for (Symbol const symbol : trailer) pool_.push_back(symbol.index());
    auto const all_flags = static_cast<std::uint8_t>(flags | inherited_flags(operands) | expr_flag::pooled);
    return add_node({kind, all_flags, aux, type, at, static_cast<std::uint32_t>(operands.size())});
}

ExprId ExprStore::operands_node(ExprKind kind, std::uint16_t aux, TypeId type, std::span<ExprId const> operands,
                                std::uint8_t flags) {
    if (operands.size() > 2) return pool_node(kind, aux, type, operands, {}, flags);
    auto const all_flags = static_cast<std::uint8_t>(flags | inherited_flags(operands) | operands.size());
    std::uint32_t const a = operands.empty() ? 0 : operands[0].index();
    std::uint32_t const b = operands.size() < 2 ? 0 : operands[1].index();
    return add_node({kind, all_flags, aux, type, a, b});
}

std::uint8_t ExprStore::inherited_flags(std::span<ExprId const> operands) const {
    unsigned result = 0;
    for (ExprId const operand : operands) result |= flags(operand);
    return static_cast<std::uint8_t>(result & expr_flag::inherited);
}

}  // namespace moo
