#include "moo/scalarize/expander.h"

#include <algorithm>
#include <utility>

#include "moo/expr/value_expr.h"

namespace moo {

namespace {

// The operator that does to two scalars what this one does to elements.
ExprKind scalar_kind(ExprKind kind) {
    if (kind < ExprKind::element_add || kind > ExprKind::element_pow) return kind;
    auto const shift = static_cast<int>(ExprKind::element_add) - static_cast<int>(ExprKind::add);
    return static_cast<ExprKind>(static_cast<int>(kind) - shift);
}

// A literal array that stays as it is written: `zeros(1000)`. Back ends know neither ranges nor reductions in
// equations, and what selects from an array is better done now: `({1.0, 2.0})[1:0]`.
bool is_short_literal(ExprStore const& store, ExprId array) {
    if (store.varies(array)) return false;
    std::vector<ExprId> pending{array};
    while (!pending.empty()) {
        ExprId const id = pending.back();
        pending.pop_back();
        ExprKind const kind = store.kind(id);
        bool const stays = is_literal(kind) || kind == ExprKind::array || kind == ExprKind::matrix ||
                           kind == ExprKind::matrix_row || kind == ExprKind::neg || kind == ExprKind::builtin;
        if (!stays) return false;
        for (ExprId const operand : store.operands(id)) pending.push_back(operand);
    }
    return true;
}

// Operators that apply to a reference and not to its value.
bool looks_at_reference(ExprStore const& store, ExprId id) {
    ExprKind const kind = store.kind(id);
    if (kind == ExprKind::der || kind == ExprKind::pre) return true;
    if (kind != ExprKind::builtin) return false;
    Builtin const builtin = store.builtin_of(id);
    return builtin == Builtin::previous || builtin == Builtin::edge || builtin == Builtin::change;
}

}  // namespace

Value literal_value(ExprStore const& store, ExprId literal) {
    switch (store.kind(literal)) {
        case ExprKind::real: return Value::real(store.real_value(literal));
        case ExprKind::integer: return Value::integer(store.integer_value(literal));
        case ExprKind::boolean: return Value::boolean(store.boolean_value(literal));
        case ExprKind::enumeration: return Value::enumeration(store.enumeration_ordinal(literal));
        case ExprKind::string: return Value::string(store.symbol(literal));
        default: return {};
    }
}

Expander::Expander(FlatModel const& from, FlatModel& to, Store<VarId, VariableParts> const& parts, KnownValues& known,
                   ScalarizeLimits const& limits)
    : from_(from),
      to_(to),
      old_(from.exprs),
      new_(to.exprs),
      parts_(parts),
      known_(known),
      limits_(limits),
      array_limits_{limits.max_elements},
      types_(to.exprs.types()),
      shapes_(from, types_, known, limits.max_elements) {}

// ---- the interface ---------------------------------------------------------------------------------

std::optional<Scalars> Expander::expand(ExprId expr) {
    if (!run(expr)) return std::nullopt;
    return scalars_of(expr);
}

ExprId Expander::scalar(ExprId expr) {
    if (!run(expr)) return {};
    Scalars const found = scalars_of(expr);
    if (found.items.size() == 1) return found.items[0];
    fail(EvaluateError::type_mismatch, expr);
    return {};
}

ExprId Expander::whole(ExprId expr) { return run(expr) ? whole_of(expr) : ExprId(); }

Expander::Loop::Loop(Expander& expander, Symbol iterator)
    : expander_(expander), outer_stamp_(expander.iterator_stamp_), index_(expander.bindings_.size()) {
    expander_.bindings_.push_back({iterator, ExprId()});
    expander_.known_.enter(iterator);
}

Expander::Loop::~Loop() {
    expander_.bindings_.pop_back();
    expander_.known_.leave();
    expander_.iterator_stamp_ = outer_stamp_;
}

void Expander::Loop::set(ExprId value) {
    expander_.bindings_[index_].value = value;
    expander_.known_.set(index_, literal_value(expander_.new_, value));
    expander_.iterator_stamp_ = ++expander_.last_stamp_;
}

bool Expander::charge(std::size_t scalars, ExprId where) {
    built_ += static_cast<std::int64_t>(scalars);
    return built_ <= limits_.max_scalars || fail(EvaluateError::too_large, where);
}

// ---- results ---------------------------------------------------------------------------------------

bool Expander::is_composite(ExprId id) const { return !types_.is_scalar(old_.type(id)); }

bool Expander::is_done(ExprId id) const {
    if (!is_composite(id)) return singles_.get(id).stamp == stamp_for(id);
    std::uint32_t const index = composite_index_.get(id);
    return index != 0 && composites_[index - 1].stamp == stamp_for(id);
}

Scalars Expander::scalars_of(ExprId id) const {
    if (!is_composite(id)) return {old_.type(id), {&singles_.get(id).expr, 1}};
    Composite const& found = composites_[composite_index_.get(id) - 1];
    return {found.type, found.items};
}

Expander::Composite& Expander::composite(ExprId id) {
    std::uint32_t& index = composite_index_[id];
    if (index == 0) {
        composites_.emplace_back();
        index = static_cast<std::uint32_t>(composites_.size());
    }
    return composites_[index - 1];
}

bool Expander::fail(EvaluateError error, ExprId where) {
    failure_ = {error, where};
    return false;
}

bool Expander::finish(ExprId id, ExprId expr) {
    if (is_composite(id)) return finish(id, new_.type(expr), std::vector{expr});
    singles_[id] = {stamp_for(id), expr};
    return true;
}

bool Expander::finish(ExprId id, TypeId type, std::vector<ExprId> items) {
    if (!is_composite(id)) return items.size() == 1 ? finish(id, items[0]) : fail(EvaluateError::type_mismatch, id);
    if (!charge(items.size(), id)) return false;
    Composite& entry = composite(id);
    entry = {stamp_for(id), type, std::move(items), ExprId(), false};
    return true;
}

// A call, or a variable that stays whole. The outputs of a call with several results are requested one by one.
bool Expander::finish_base(ExprId id, TypeId type, ExprId base) {
    if (!is_composite(id)) return finish(id, base);
    std::vector<ExprId> items;
    if (types_.table().kind(type) != TypeKind::tuple) {
        auto const count = types_.count(type);
        if (!count) return fail(EvaluateError::unknown_value, id);
        if (static_cast<std::int64_t>(*count) > limits_.max_elements) return fail(EvaluateError::too_large, id);
        items.reserve(*count);
        append_parts(base, type, items);
    }
    if (!finish(id, type, std::move(items))) return false;
    composite(id).whole = base;
    composite(id).is_base = true;
    return true;
}

ExprId Expander::whole_of(ExprId id) {
    if (!is_composite(id)) return item_of(id);
    Composite& found = composite(id);
    if (!found.whole) {
        bool const is_literal = types_.table().is_array(found.type) && is_short_literal(old_, id);
        ExprId const built = is_literal ? copy(id) : assemble(found.type, found.items);
        found.whole = built;
    }
    return found.whole;
}

ExprId Expander::assemble(TypeId type, std::span<ExprId const> items) {
    TypeTable& table = types_.table();
    if (types_.is_scalar(type)) return items[0];
    std::vector<ExprId> built;
    if (table.kind(type) == TypeKind::record) {
        for (std::size_t i = 0; i < table.fields(type).size(); ++i) {
            TypeId const field = table.fields(type)[i].type;
            std::size_t const count = types_.count(field).value_or(0);
            built.push_back(assemble(field, items.first(count)));
            items = items.subspan(count);
        }
        return new_.record(type, built);
    }
    Dims const dims = types_.dims(type);
    if (items.empty()) {
        ExprId const empty = value_to_expr(new_, Value::array(dims, {}), table.with_element(type, table.element(type)));
        return empty ? empty : new_.array({});
    }
    TypeId const inner = table.array(table.element(type), std::span(dims).subspan(1));
    std::size_t const chunk = items.size() / static_cast<std::size_t>(dims[0]);
    for (std::size_t i = 0; i < items.size(); i += chunk) built.push_back(assemble(inner, items.subspan(i, chunk)));
    return new_.array(built);
}

TypeId Expander::sized_type(ExprId id, Dims const& dims, ExprId operand) {
    TypeTable& table = types_.table();
    TypeId element = table.element(old_.type(id));
    bool const is_unsized = !types_.is_scalar(element) && !types_.is_sized(element);
    if (is_unsized && operand) element = table.element(scalars_of(operand).type);
    return table.array(element, dims);
}

// ---- the machine -----------------------------------------------------------------------------------

bool Expander::run(ExprId root) {
    std::size_t const base = tasks_.size();
    tasks_.push_back(root);
    while (tasks_.size() > base) {
        ExprId const id = tasks_.back();
        if (is_done(id)) {
            tasks_.pop_back();
        } else if (!step(id)) {
            tasks_.resize(base);
            return false;
        }
    }
    return true;
}

// Finishes the node, or pushes what it waits for.
bool Expander::step(ExprId id) {
    switch (old_.kind(id)) {
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::time: return finish(id, new_.rebuild(old_, id, {}));
        case ExprKind::variable: return compute_variable(id);
        case ExprKind::iterator: return compute_iterator(id);
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::tuple: return fail(EvaluateError::unsupported, id);
        case ExprKind::if_else: return step_if(id);
        case ExprKind::logical_and:
        case ExprKind::logical_or: return step_logic(id);
        case ExprKind::reduction: return step_reduction(id);
        case ExprKind::neg:
        case ExprKind::logical_not:
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::mul:
        case ExprKind::div:
        case ExprKind::pow:
        case ExprKind::element_add:
        case ExprKind::element_sub:
        case ExprKind::element_mul:
        case ExprKind::element_div:
        case ExprKind::element_pow:
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::field:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::builtin:
        case ExprKind::call:
        case ExprKind::output: return step_operands(id);
    }
    return false;
}

bool Expander::step_operands(ExprId id) {
    Operands const operands = old_.operands(id);
    bool waits = false;
    for (std::size_t i = operands.size(); i-- > 0;) {
        bool const is_colon = old_.kind(operands[i]) == ExprKind::whole && old_.kind(id) == ExprKind::subscript;
        if (is_colon || is_done(operands[i])) continue;
        tasks_.push_back(operands[i]);
        waits = true;
    }
    return waits || compute(id);
}

// A branch that is never taken may not even have elements: `if i > 1 then x[i - 1] else 0`.
bool Expander::step_if(ExprId id) {
    Operands const operands = old_.operands(id);
    if (!is_done(operands[0])) {
        tasks_.push_back(operands[0]);
        return true;
    }
    auto const decided = known_condition(operands[0]);
    if (!decided) return step_operands(id);
    ExprId const branch = *decided ? operands[1] : operands[2];
    if (!is_done(branch)) {
        tasks_.push_back(branch);
        return true;
    }
    Scalars const taken = scalars_of(branch);
    if (!is_composite(id)) return finish(id, taken.items[0]);
    std::vector<ExprId> items(taken.items.begin(), taken.items.end());
    return finish(id, taken.type, std::move(items));
}

bool Expander::step_logic(ExprId id) {
    Operands const operands = old_.operands(id);
    if (!is_done(operands[0])) {
        tasks_.push_back(operands[0]);
        return true;
    }
    if (is_composite(id)) return step_operands(id);
    bool const deciding = old_.kind(id) == ExprKind::logical_or;
    auto const first = known_condition(operands[0]);
    if (first && *first == deciding) return finish(id, new_.boolean(deciding));
    if (!first) return step_operands(id);
    if (is_done(operands[1])) return finish(id, item_of(operands[1]));
    tasks_.push_back(operands[1]);
    return true;
}

std::optional<bool> Expander::known_condition(ExprId condition) {
    if (is_composite(condition)) return std::nullopt;
    ExprId const item = item_of(condition);
    if (new_.kind(item) == ExprKind::boolean) return new_.boolean_value(item);
    Value const value = known_.settled(condition);
    return value.kind() == ValueKind::boolean ? std::optional(value.as_boolean()) : std::nullopt;
}

bool Expander::compute(ExprId id) {
    ExprKind const kind = old_.kind(id);
    if (is_binary(kind)) return compute_binary(id);
    if (kind == ExprKind::subscript) return compute_subscript(id);
    if (kind == ExprKind::field) return compute_field(id);
    if (kind == ExprKind::call) return compute_call(id);
    if (kind == ExprKind::output) return compute_output(id);
    if (kind == ExprKind::builtin) return compute_builtin(id);
    if (kind == ExprKind::array) return compute_array(id);
    if (kind == ExprKind::matrix || kind == ExprKind::matrix_row) return compute_matrix(id);
    if (kind == ExprKind::range) return compute_range(id);
    return compute_elementwise(id);
}

// ---- element by element ----------------------------------------------------------------------------

bool Expander::compute_binary(ExprId id) {
    ExprKind const kind = old_.kind(id);
    Operands const operands = old_.operands(id);
    TypeTable const& table = types_.table();
    bool const first = table.is_array(scalars_of(operands[0]).type);
    bool const second = table.is_array(scalars_of(operands[1]).type);
    if (kind == ExprKind::mul && first && second) return compute_product(id);
    if (kind == ExprKind::pow && (first || second)) return compute_power(id);
    bool const needs_both = kind == ExprKind::add || kind == ExprKind::sub;
    bool const fits = is_relation(kind)       ? !first && !second
                      : needs_both            ? first == second
                      : kind == ExprKind::div ? !second
                                              : true;
    return fits ? compute_elementwise(id) : fail(EvaluateError::type_mismatch, id);
}

// Operands with elements have the same shape; scalars go with every element.
bool Expander::compute_elementwise(ExprId id) {
    Operands const operands = old_.operands(id);
    ExprId shaped;
    std::size_t count = 1;
    for (ExprId const operand : operands) {
        Scalars const scalars = scalars_of(operand);
        if (types_.is_scalar(scalars.type)) continue;
        bool const fits = !shaped || (scalars.items.size() == count && dims_of(operand) == dims_of(shaped));
        if (!fits) return fail(EvaluateError::type_mismatch, id);
        if (!shaped) count = scalars.items.size();
        shaped = operand;
    }
    std::vector<ExprId> row(operands.size());
    if (!shaped) {
        for (std::size_t k = 0; k < row.size(); ++k) row[k] = item_of(operands[k]);
        return finish(id, build_item(id, row));
    }
    std::vector<ExprId> items;
    items.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < row.size(); ++k) {
            Scalars const scalars = scalars_of(operands[k]);
            row[k] = scalars.items[types_.is_scalar(scalars.type) ? 0 : i];
        }
        items.push_back(build_item(id, row));
    }
    TypeId const own = old_.type(id);
    bool const is_known = types_.is_sized(own) && types_.count(own) == count;
    return finish(id, is_known ? own : sized_type(id, dims_of(shaped), shaped), std::move(items));
}

ExprId Expander::build_item(ExprId id, std::span<ExprId const> operands) {
    ExprKind const kind = old_.kind(id);
    if (is_binary(kind)) return new_.binary(scalar_kind(kind), operands[0], operands[1]);
    if (looks_at_reference(old_, id)) return build_around_choice(id, operands[0]);
    return new_.rebuild(old_, id, operands);
}

// pre({x1, x2}[i]) is {pre(x1), pre(x2)}[i].
ExprId Expander::build_around_choice(ExprId id, ExprId item) {
    bool const is_choice =
        new_.kind(item) == ExprKind::subscript && new_.kind(new_.operand(item, 0)) == ExprKind::array;
    if (!is_choice) return new_.rebuild(old_, id, {item});
    Operands const operands = new_.operands(item);
    std::vector<ExprId> subscripts;
    for (std::size_t i = 1; i < operands.size(); ++i) subscripts.push_back(operands[i]);
    return new_.subscript(map_array(id, operands[0]), subscripts);
}

// The depth is the number of dimensions.
ExprId Expander::map_array(ExprId id, ExprId array) {
    std::vector<ExprId> elements;
    for (ExprId const element : new_.operands(array)) {
        bool const is_row = new_.kind(element) == ExprKind::array;
        elements.push_back(is_row ? map_array(id, element) : new_.rebuild(old_, id, {element}));
    }
    return new_.array(elements);
}

}  // namespace moo
