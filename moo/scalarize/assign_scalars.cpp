#include "moo/scalarize/assign_scalars.h"

#include <algorithm>
#include <queue>

namespace moo {

namespace {

constexpr Message<> not_a_variable{DiagnosticKind::TypeMismatch, "only variables can be assigned to"};
constexpr Message<> mixed_choice{
    DiagnosticKind::UnsupportedConstruct,
    "this assigns to elements that different subscripts select at run time, which is not supported yet"};

// The elements of nested array constructors, row by row, and their sizes.
void flatten_array(ExprStore const& store, ExprId array, std::size_t rank, std::vector<ExprId>& elements, Dims& dims) {
    if (rank == 0) {
        elements.push_back(array);
        return;
    }
    Operands const rows = store.operands(array);
    bool const is_first = dims.size() < rank;
    if (is_first) dims.push_back(std::ssize(rows));
    for (ExprId const row : rows) flatten_array(store, row, rank - 1, elements, dims);
}

bool is_choice(ExprStore const& store, ExprId item) {
    return store.kind(item) == ExprKind::subscript && store.kind(store.operand(item, 0)) == ExprKind::array;
}

std::vector<ExprId> subscripts_of(ExprStore const& store, ExprId choice) {
    std::vector<ExprId> subscripts;
    store.operands(choice).copy_to(subscripts);
    subscripts.erase(subscripts.begin());
    return subscripts;
}

// The value of a subscript at this position, from 0.
ExprId place_literal(ExprStore& store, TypeId type, std::size_t place) {
    if (type == types::boolean) return store.boolean(place == 1);
    if (store.types().kind(type) == TypeKind::enumeration) {
        return store.enumeration(type, static_cast<std::uint32_t>(place + 1));
    }
    return store.integer(static_cast<std::int64_t>(place) + 1);
}

}  // namespace

// ---- targets ---------------------------------------------------------------------------------------

std::optional<AssignmentTarget> ScalarAssigner::find_target(ExprId expr, SourceSpan source) {
    AssignmentTarget target;
    std::vector<ExprId> items;
    if (!s_.expand(expr, source, items, target.type)) return std::nullopt;
    ExprStore const& exprs = s_.to.exprs;
    bool has_choice = false;
    for (ExprId const item : items) {
        has_choice = has_choice || is_choice(exprs, item);
        if (is_choice(exprs, item) || exprs.kind(item) == ExprKind::variable) continue;
        s_.diagnostics.error(source, not_a_variable);
        return std::nullopt;
    }
    if (!has_choice) {
        target.choices.push_back({{}, std::move(items)});
        return target;
    }
    if (!decode_choices(expr, source, items, target)) return std::nullopt;
    return target;
}

// `{x1, x2}[i]` gives (i == 1, x1) and (i == 2, x2).
bool ScalarAssigner::decode_choices(ExprId expr, SourceSpan source, std::vector<ExprId> const& items,
                                    AssignmentTarget& target) {
    ExprStore& exprs = s_.to.exprs;
    std::vector<ExprId> subscripts;
    Dims dims;
    for (ExprId const item : items) {
        std::vector<ExprId> const own = is_choice(exprs, item) ? subscripts_of(exprs, item) : std::vector<ExprId>();
        if (subscripts.empty()) subscripts = own;
        if (own.empty() || own != subscripts) {
            s_.diagnostics.error(source, mixed_choice);
            return false;
        }
        std::vector<ExprId> elements;
        dims.clear();
        flatten_array(exprs, exprs.operand(item, 0), own.size(), elements, dims);
        if (!s_.expander.charge(elements.size(), expr)) return s_.report(source);
        target.choices.resize(elements.size());
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (exprs.kind(elements[i]) != ExprKind::variable) {
                s_.diagnostics.error(source, not_a_variable);
                return false;
            }
            target.choices[i].items.push_back(elements[i]);
        }
    }
    for (std::size_t i = 0; i < target.choices.size(); ++i) {
        auto rest = i;
        for (std::size_t axis = subscripts.size(); axis-- > 0;) {
            auto const size = static_cast<std::size_t>(dims[axis]);
            ExprId const literal = place_literal(exprs, exprs.type(subscripts[axis]), rest % size);
            rest /= size;
            ExprId const here = exprs.binary(ExprKind::equal, subscripts[axis], literal);
            ExprId& condition = target.choices[i].condition;
            condition = condition ? exprs.logical_and(here, condition) : here;
        }
    }
    for (ExprId const subscript : subscripts) {
        target.may_miss = target.may_miss || exprs.type(subscript) == types::integer;
    }
    return true;
}

// ---- assignments -----------------------------------------------------------------------------------

bool ScalarAssigner::assign(FlatStatement const& head, AssignmentTarget const& target,
                            std::vector<ExprId> const& values, std::vector<FlatStatement>& result) {
    if (!target.choices.front().condition) {
        assign_in_order(head, target.choices.front().items, values, result);
        return true;
    }
    FlatStatement choice = head;
    choice.kind = FlatStatementKind::if_;
    choice.branches.clear();
    for (TargetChoice const& one : target.choices) {
        FlatStatementBranch& branch = choice.branches.emplace_back();
        branch.condition = one.condition;
        assign_in_order(head, one.items, values, branch.body);
    }
    if (target.may_miss) {
        FlatStatement miss = head;
        miss.kind = FlatStatementKind::assertion;
        miss.a = s_.to.exprs.boolean(false);
        miss.b = s_.to.exprs.string(s_.interner.intern("A subscript is out of range"));
        choice.branches.emplace_back().body.push_back(std::move(miss));
    }
    result.push_back(std::move(choice));
    return true;
}

void ScalarAssigner::add(FlatStatement const& head, ExprId target, ExprId value,
                         std::vector<FlatStatement>& result) const {
    FlatStatement statement = head;
    statement.kind = FlatStatementKind::assignment;
    statement.a = target;
    statement.b = value;
    result.push_back(std::move(statement));
}

// An assignment that reads a target comes before the assignment that writes it: a topological order (Kahn 1962), in
// which earlier assignments are preferred. The rest forms cycles and goes through temporary variables.
void ScalarAssigner::assign_in_order(FlatStatement const& head, std::vector<ExprId> const& targets,
                                     std::vector<ExprId> const& values, std::vector<FlatStatement>& result) {
    std::unordered_map<VarId, std::size_t> writers;
    for (std::size_t i = 0; i < targets.size(); ++i) writers[s_.to.exprs.variable_of(targets[i])] = i;
    std::vector<std::vector<std::size_t>> later(targets.size());
    std::vector<std::size_t> waits_for(targets.size(), 0);
    for (std::size_t i = 0; i < targets.size() && targets.size() > 1; ++i) {
        for (VariableUse const& use : s_.free_variables.uses(values[i])) {
            auto const writer = writers.find(use.variable);
            if (use.occurrence != Occurrence::value || writer == writers.end() || writer->second == i) continue;
            later[i].push_back(writer->second);
            ++waits_for[writer->second];
        }
    }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (waits_for[i] == 0) ready.push(i);
    }
    std::vector<bool> is_done(targets.size(), false);
    while (!ready.empty()) {
        std::size_t const i = ready.top();
        ready.pop();
        is_done[i] = true;
        add(head, targets[i], values[i], result);
        for (std::size_t const writer : later[i]) {
            if (--waits_for[writer] == 0) ready.push(writer);
        }
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (!is_done[i]) add(head, temporary(s_.to.exprs.variable_of(targets[i])), values[i], result);
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (!is_done[i]) add(head, targets[i], temporary(s_.to.exprs.variable_of(targets[i])), result);
    }
}

// ---- temporaries -----------------------------------------------------------------------------------

ExprId ScalarAssigner::temporary(VarId variable) {
    ExprId& known = temporaries_[variable];
    if (known) return known;
    Variable copy = s_.to.variables[variable];
    std::string const name = "-" + std::string(s_.interner.text(copy.name));
    std::string numbered = name;
    // No name of a model begins so, and temporaries of other algorithms are few.
    for (int number = 2; s_.interner.find(numbered); ++number) numbered = name + "." + std::to_string(number);
    copy.name = s_.interner.intern(numbered);
    copy.causality = Causality::local;
    copy.connector_role = ConnectorRole::none;
    copy.binding = {};
    copy.attributes = {};
    copy.description = s_.interner.intern("");
    copy.is_protected = true;
    copy.hide_result = true;
    known = s_.to.exprs.variable(s_.to.variables.add(copy), copy.type);
    return known;
}

std::vector<ExprId> ScalarAssigner::make_temporaries(std::vector<ExprId> const& like) {
    std::vector<ExprId> result;
    for (ExprId const one : like) result.push_back(temporary(s_.to.exprs.variable_of(one)));
    return result;
}

}  // namespace moo
