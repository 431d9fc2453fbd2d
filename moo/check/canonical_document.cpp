#include "moo/check/canonical_document.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <unordered_map>

#include "moo/check/expression_digests.h"
#include "moo/expr/free_variables.h"
#include "moo/expr/substitute.h"
#include "moo/model/map_document.h"

namespace moo {

namespace {

using Order = std::vector<std::size_t>;  // by new position: the old position

// By old position: the new position.
std::vector<std::uint32_t> inverse(Order const& order) {
    std::vector<std::uint32_t> places(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<std::uint32_t>(i);
    return places;
}

Order order_by(std::vector<std::string> const& keys) {
    Order order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
    return order;
}

// Sorts topologically: after everything that it needs, and by key where there is a choice. Members of a cycle keep
// their order, at the end.
Order order_by_needs(std::vector<std::string> const& keys, std::vector<std::vector<std::size_t>> const& needs) {
    std::vector<std::uint32_t> const rank = inverse(order_by(keys));
    std::vector<std::size_t> missing(keys.size());
    std::vector<std::vector<std::size_t>> users(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (std::size_t const need : needs[i]) {
            if (need == i) continue;
            ++missing[i];
            users[need].push_back(i);
        }
    }
    using Candidate = std::pair<std::uint32_t, std::size_t>;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> ready;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (missing[i] == 0) ready.push({rank[i], i});
    }
    Order order;
    std::vector<bool> is_placed(keys.size());
    while (!ready.empty()) {
        std::size_t const next = ready.top().second;
        ready.pop();
        order.push_back(next);
        is_placed[next] = true;
        for (std::size_t const user : users[next]) {
            if (--missing[user] == 0) ready.push({rank[user], user});
        }
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!is_placed[i]) order.push_back(i);
    }
    return order;
}

template <class T>
void reorder(std::vector<T>& items, Order const& order) {
    std::vector<T> result;
    result.reserve(items.size());
    for (std::size_t const old : order) result.push_back(std::move(items[old]));
    items = std::move(result);
}

// ---- variables -------------------------------------------------------------------------------------

// The name of the array and the position in it, or the name.
std::vector<std::string> variable_keys(Document const& document, Interner const& interner) {
    std::vector<std::string> keys(document.variables.size());
    for (ArrayInfo const& array : document.arrays) {
        std::uint64_t count = 1;
        for (std::int64_t const size : array.sizes)
            count *= static_cast<std::uint64_t>(std::max<std::int64_t>(size, 0));
        std::string const name(interner.text(array.name));
        for (std::uint64_t i = 0; i < count && array.first.index() + i < keys.size(); ++i) {
            std::string& key = keys[array.first.index() + i];
            std::string const number = std::to_string(i);
            if (key.empty()) key = name + '\0' + std::string(20 - number.size(), '0') + number;
        }
    }
    for (VarId const id : document.variables.ids()) {
        if (keys[id.index()].empty()) keys[id.index()] = interner.text(document.variables[id].name);
    }
    return keys;
}

struct VariableMapper : DocumentMapper {
    VariableMapper(Document& document, std::vector<std::uint32_t> new_places)
        : places(std::move(new_places)), substitution(document.exprs) {
        for (VarId const id : document.variables.ids()) {
            if (places[id.index()] == id.index()) continue;
            substitution.set(id, document.exprs.variable(VarId(places[id.index()]), document.variables[id].type));
        }
    }
    void expression(ExprId& expr) { expr = substitution.apply(expr); }
    void variable(VarId& id) { id = VarId(places[id.index()]); }

    std::vector<std::uint32_t> places;
    Substitution substitution;
};

void order_variables(Document& document, Interner const& interner) {
    Order const order = order_by(variable_keys(document, interner));
    if (std::is_sorted(order.begin(), order.end())) return;
    std::vector<VarId> const old_states = document.states();
    std::unordered_map<VarId, std::uint32_t> colours;
    auto& state_colours = document.dependencies.state_colours;
    bool const has_colours = state_colours.size() == old_states.size();
    VariableMapper mapper(document, inverse(order));
    map_document(document, mapper);
    VariableStore variables;
    Store<VarId, VariableFacts> facts;
    for (std::size_t const old : order) {
        variables.add(document.variables[VarId(old)]);
        facts.add(document.facts[VarId(old)]);
    }
    document.variables = std::move(variables);
    document.facts = std::move(facts);
    if (!has_colours) return;
    for (std::size_t i = 0; i < old_states.size(); ++i) {
        colours[VarId(mapper.places[old_states[i].index()])] = state_colours[i];
    }
    state_colours.clear();
    for (VarId const state : document.states()) state_colours.push_back(colours[state]);
}

// ---- sets ------------------------------------------------------------------------------------------

void sort_partials(ExpressionDigests const& digests, std::vector<PartialEntry>& entries) {
    std::stable_sort(entries.begin(), entries.end(), [&](PartialEntry const& x, PartialEntry const& y) {
        return digests.key(x.by) < digests.key(y.by);
    });
}

// `keep_states`: an equation that uses a state does not wait for its reinit, which takes effect at the end of a pass.
std::vector<std::uint32_t> order_blocks(Document const& document, ExpressionDigests const& digests, EquationSet& set,
                                        bool keep_states) {
    ExprStore const& exprs = document.exprs;
    std::unordered_map<ExprId, std::size_t> block_of;
    std::vector<std::string> keys(set.block_count());
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        for (SetEquation const& equation : set.block(b)) {
            block_of.emplace(equation.target, b);
            std::string key = digests.key(equation.target);
            if (keys[b].empty() || key < keys[b]) keys[b] = std::move(key);
        }
    }
    std::vector<std::vector<std::size_t>> needs(keys.size());
    FreeVariables walk(exprs);
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        for (SetEquation const& equation : set.block(b)) {
            for (ExprId const used : walk.references(equation.value)) {
                VarId const variable = exprs.referenced_variable(used);
                bool const is_kept =
                    keep_states && exprs.kind(used) == ExprKind::variable && document.role(variable) == Role::state;
                auto const found = block_of.find(used);
                if (!is_kept && found != block_of.end()) needs[b].push_back(found->second);
            }
        }
        std::sort(needs[b].begin(), needs[b].end());
        needs[b].erase(std::unique(needs[b].begin(), needs[b].end()), needs[b].end());
    }
    Order const order = order_by_needs(keys, needs);
    std::vector<std::uint32_t> numbers(set.equations.size());
    std::uint32_t number = 0;
    for (std::size_t const old : order) {
        for (std::uint32_t i = set.block_starts[old]; i < set.block_starts[old + 1]; ++i) numbers[i] = number++;
    }
    std::vector<SetBlock> blocks(set.block_count());
    SetRows rows(set);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        blocks[b].facts = b < set.blocks.size() ? set.blocks[b] : default_facts(set.block(b));
        for (std::size_t i = 0; i < set.block(b).size(); ++i) {
            SetRowView const row = rows.next();
            SetRow& copy = blocks[b].equations.emplace_back(SetRow{row.equation, row.jacobian, row.known});
            for (RowEntry& entry : copy.jacobian) entry.column = numbers[entry.column];
            std::stable_sort(copy.jacobian.begin(), copy.jacobian.end(),
                             [](RowEntry const& x, RowEntry const& y) { return x.column < y.column; });
            sort_partials(digests, copy.known);
        }
    }
    EquationSet result;
    for (std::size_t const old : order) append_block(result, std::move(blocks[old]));
    set = std::move(result);
    return numbers;
}

struct IndexMapper : DocumentMapper {
    void index(std::uint32_t& value, IndexOf table) {
        if (table == wanted) value = numbers[value];
    }
    void indices(std::vector<std::uint32_t>& values, IndexOf table) {
        for (std::uint32_t& value : values) index(value, table);
    }
    IndexOf wanted = IndexOf::reinitialization;
    std::vector<std::uint32_t> numbers;
};

void renumber(Document& document, IndexOf table, std::vector<std::uint32_t> numbers) {
    IndexMapper mapper;
    mapper.wanted = table;
    mapper.numbers = std::move(numbers);
    map_document(document, mapper);
}

// ---- rows ------------------------------------------------------------------------------------------

struct SortIndices : DocumentMapper {
    void indices(std::vector<std::uint32_t>& values, IndexOf table) {
        // Equations of the residual view correspond to its unknowns one by one, so they keep their order.
        if (table != IndexOf::integration) std::sort(values.begin(), values.end());
    }
};

// The archive that makes a sort key of a row: its contents in the order of the description, without the source
// position.
class RowKey {
public:
    RowKey(Document const& document, ExpressionDigests const& digests, Interner const& interner)
        : document_(document), digests_(digests), interner_(interner) {}

    template <class Row>
    std::string of(Row const& row) {
        text_.clear();
        describe(*this, row);
        return std::move(text_);
    }

    template <class T>
    void name(std::string_view, T const& value) {
        add(value);
    }
    template <class T>
    void required(std::string_view, T const& value) {
        add(value);
    }
    template <class T>
    void field(std::string_view, T const& value) {
        add(value);
    }
    void index(std::string_view, std::uint32_t value, IndexOf) { add(value); }
    void indices(std::string_view, std::vector<std::uint32_t> const& values, IndexOf) { add(values); }
    void set(std::string_view, EquationSet const&) {}
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

private:
    template <class T>
    void add(T const& value) {
        if constexpr (std::same_as<T, SourceSpan>) {
            return;
        } else if constexpr (std::same_as<T, ExprId>) {
            text_ += digests_.key(value);
        } else if constexpr (std::same_as<T, VarId>) {
            if (value) text_ += interner_.text(document_.variables[value].name);
        } else if constexpr (std::same_as<T, Symbol>) {
            if (value) text_ += interner_.text(value);
        } else if constexpr (std::same_as<T, std::string>) {
            text_ += value;
        } else if constexpr (std::is_enum_v<T>) {
            text_ += name_of_value(value);
        } else if constexpr (std::integral<T>) {
            // Pad numbers to one length, so that 10 comes after 9.
            std::string const digits = std::to_string(value);
            text_ += std::string(20 - std::min<std::size_t>(digits.size(), 20), '0') + digits;
        } else if constexpr (std::floating_point<T>) {
            text_ += std::to_string(value);
        } else if constexpr (std::same_as<T, TypeId>) {
            if (value) text_ += std::to_string(value.index());
        } else if constexpr (requires { value.has_value(); }) {
            if (value) add(*value);
        } else if constexpr (requires { value.begin(); }) {
            for (auto const& item : value) add(item);
        } else {
            describe(*this, value);
        }
        text_ += '\0';
    }

    Document const& document_;
    ExpressionDigests const& digests_;
    Interner const& interner_;
    std::string text_;
};

class Canonical {
public:
    Canonical(Document& document, Interner const& interner)
        : document_(document),
          interner_(interner),
          digests_(document.exprs, document.variables, interner),
          row_key_(document, digests_, interner) {}

    void run() {
        order_blocks(document_, digests_, document_.initialization, false);
        renumber(document_, IndexOf::integration, order_blocks(document_, digests_, document_.integration, false));
        renumber(document_, IndexOf::reinitialization,
                 order_blocks(document_, digests_, document_.reinitialization, true));
        for (ClockedPartition& partition : document_.partitions) {
            order_blocks(document_, digests_, partition.equations, false);
        }
        SortIndices sort_indices;
        map_document(document_, sort_indices);
        renumber(document_, IndexOf::when_conditions, sort(document_.when_conditions));
        renumber(document_, IndexOf::clocks, sort(document_.clocks));
        map_document(document_, sort_indices);
        std::sort(document_.requirements.begin(), document_.requirements.end());
        sort(document_.functions);
        sort(document_.arrays);
        sort(document_.aliases);
        sort(document_.evaluated);
        sort(document_.dropped);
        for (ZeroCrossing& crossing : document_.zero_crossings) sort_partials(digests_, crossing.known);
        sort(document_.zero_crossings);
        sort(document_.triggers);
        sort(document_.samplings);
        sort(document_.assertions);
        sort(document_.delays);
        sort(document_.transports);
        sort(document_.state_sets);
        sort(document_.static_choices);
        sort_terms(document_.residual_view.dependencies);
        sort_terms(document_.residual_view.outputs);
        sort_terms(document_.residual_view.crossings);
        sort_terms(document_.dependencies.derivatives);
        sort_terms(document_.dependencies.outputs);
        sort_terms(document_.dependencies.crossings);
        sort_terms(document_.dependencies.initial_unknowns);
        sort(document_.extensions);
        order_types();
        order_parameters();
        order_recovered();
    }

private:
    template <class Row>
    std::vector<std::uint32_t> sort(std::vector<Row>& rows) {
        std::vector<std::string> keys;
        keys.reserve(rows.size());
        for (Row const& row : rows) keys.push_back(row_key_.of(row));
        Order const order = order_by(keys);
        reorder(rows, order);
        return inverse(order);
    }
    void sort_terms(std::vector<Dependency>& dependencies) {
        for (Dependency& dependency : dependencies) {
            sort(dependency.terms);
            sort(dependency.derivatives);
            sort(dependency.at_events);
            sort(dependency.parameters);
        }
        sort(dependencies);
    }

    // Puts a record after the types of its fields.
    void order_types() {
        TypeTable const& types = document_.exprs.types();
        std::unordered_map<TypeId, std::size_t> place;
        std::vector<std::string> keys;
        for (std::size_t i = 0; i < document_.types.size(); ++i) {
            place.emplace(document_.types[i].type, i);
            keys.emplace_back(interner_.text(types.name(document_.types[i].type)));
        }
        std::vector<std::vector<std::size_t>> needs(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            TypeId const type = document_.types[i].type;
            if (types.kind(type) != TypeKind::record) continue;
            for (RecordField const& field : types.fields(type)) {
                auto const found = place.find(types.element(field.type));
                if (found != place.end()) needs[i].push_back(found->second);
            }
        }
        reorder(document_.types, order_by_needs(keys, needs));
    }

    template <class Item, class VariableOf, class ValueOf>
    void order_computed(std::vector<Item>& items, VariableOf variable_of, ValueOf value_of) {
        std::unordered_map<VarId, std::size_t> place;
        std::vector<std::string> keys;
        for (std::size_t i = 0; i < items.size(); ++i) {
            place.emplace(variable_of(items[i]), i);
            keys.emplace_back(interner_.text(document_.variables[variable_of(items[i])].name));
        }
        std::vector<std::vector<std::size_t>> needs(items.size());
        FreeVariables walk(document_.exprs);
        for (std::size_t i = 0; i < items.size(); ++i) {
            ExprId const value = value_of(items[i]);
            if (!value) continue;
            for (VariableUse const& use : walk.uses(value)) {
                auto const found = place.find(use.variable);
                if (found != place.end()) needs[i].push_back(found->second);
            }
        }
        reorder(items, order_by_needs(keys, needs));
    }
    void order_parameters() {
        order_computed(
            document_.parameter_order, [](VarId id) { return id; },
            [this](VarId id) { return document_.variables[id].binding; });
    }
    void order_recovered() {
        order_computed(
            document_.recovered, [](Recovered const& row) { return row.variable; },
            [](Recovered const& row) { return row.value; });
    }

    Document& document_;
    Interner const& interner_;
    ExpressionDigests digests_;
    RowKey row_key_;
};

}  // namespace

void make_canonical(Document& document, Interner const& interner) {
    order_variables(document, interner);
    Canonical(document, interner).run();
}

}  // namespace moo
