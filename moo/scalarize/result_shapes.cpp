#include "moo/scalarize/result_shapes.h"

#include <algorithm>

#include "moo/expr/array_layout.h"

namespace moo {

namespace {

constexpr int deepest_call = 20;

bool has_shape(Value const& value) { return value.is_array() || value.is_record(); }

// The names that a list of statements assigns to, as a whole or in part.
void collect_assigned(ExprStore const& exprs, std::vector<FlatStatement> const& statements,
                      std::unordered_set<Symbol>& names) {
    auto const add = [&](ExprId target) {
        while (exprs.kind(target) == ExprKind::subscript || exprs.kind(target) == ExprKind::field) {
            target = exprs.operand(target, 0);
        }
        if (exprs.kind(target) == ExprKind::iterator) names.insert(exprs.symbol(target));
    };
    for (FlatStatement const& statement : statements) {
        if (statement.kind == FlatStatementKind::assignment && statement.a) {
            if (exprs.kind(statement.a) == ExprKind::tuple) {
                for (ExprId const target : exprs.operands(statement.a)) {
                    if (target) add(target);
                }
            } else {
                add(statement.a);
            }
        }
        for (FlatStatementBranch const& branch : statement.branches) collect_assigned(exprs, branch.body, names);
    }
}

}  // namespace

ResultShapes::ResultShapes(FlatModel const& model, ScalarTypes& types, KnownValues& known, std::int64_t max_elements)
    : model_(model), types_(types), known_(known), max_elements_(max_elements) {
    for (FlatFunction const& function : model.functions) functions_[function.name] = &function;
}

FlatFunction const* ResultShapes::find_function(Symbol name) const {
    auto const found = functions_.find(name);
    return found == functions_.end() ? nullptr : found->second;
}

TypeId ResultShapes::call_type(FlatFunction const& function, TypeId declared, std::span<Value const> arguments) {
    TypeTable& table = types_.table();
    std::vector<Value> const shapes = results(function, arguments);
    if (table.kind(declared) != TypeKind::tuple) return shapes.empty() ? declared : with_sizes(declared, shapes[0]);
    std::vector<TypeId> members(table.members(declared).begin(), table.members(declared).end());
    for (std::size_t i = 0; i < std::min(members.size(), shapes.size()); ++i) {
        members[i] = with_sizes(members[i], shapes[i]);
    }
    return table.tuple(members);
}

// ---- types and shapes ------------------------------------------------------------------------------

Value ResultShapes::shape_of(TypeId type) {
    TypeTable& table = types_.table();
    auto const count = types_.count(type);
    if (!count || static_cast<std::int64_t>(*count) > max_elements_) return {};
    if (table.kind(type) == TypeKind::record) {
        std::vector<Value> fields;
        for (std::size_t i = 0; i < table.fields(type).size(); ++i) {
            fields.push_back(shape_of(table.fields(type)[i].type));
        }
        return Value::record(std::move(fields));
    }
    if (!table.is_array(type)) return {};
    Dims const dims = types_.dims(type);
    auto const elements = static_cast<std::size_t>(element_count(dims, max_elements_));
    return Value::array(dims, std::vector<Value>(elements, shape_of(table.element(type))));
}

TypeId ResultShapes::with_sizes(TypeId type, Value const& shape) {
    TypeTable& table = types_.table();
    if (types_.is_sized(type)) return type;
    if (shape.is_record() && table.kind(type) == TypeKind::record) {
        std::vector<RecordField> fields(table.fields(type).begin(), table.fields(type).end());
        if (fields.size() != shape.fields().size()) return type;
        for (std::size_t i = 0; i < fields.size(); ++i) fields[i].type = with_sizes(fields[i].type, shape.fields()[i]);
        return table.record(table.name(type), fields);
    }
    if (!shape.is_array() || !table.is_array(type)) return type;
    Dims dims = types_.dims(type);
    if (dims.size() != shape.dims().size()) return type;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == TypeTable::unknown_size) dims[i] = shape.dims()[i];
    }
    TypeId const element = table.element(type);
    return table.array(shape.elements().empty() ? element : with_sizes(element, shape.elements()[0]), dims);
}

// ---- functions -------------------------------------------------------------------------------------

std::vector<Value> ResultShapes::results(FlatFunction const& function, std::span<Value const> arguments) {
    std::vector<Value> shapes;
    if (depth_ >= deepest_call) return shapes;
    ++depth_;
    Names names;
    std::size_t next = 0;
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role != FunctionRole::input || next == arguments.size()) continue;
        if (arguments[next].has_value()) names[variable.name] = arguments[next];
        ++next;
    }
    add_first_values(function, names);
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role == FunctionRole::output) shapes.push_back(output_shape(function, variable, names));
    }
    --depth_;
    return shapes;
}

// Sizes may use constants and local variables, in any order of declaration.
void ResultShapes::add_first_values(FlatFunction const& function, Names& names) {
    for (bool is_progress = true; is_progress;) {
        is_progress = false;
        for (FunctionVariable const& variable : function.variables) {
            if (variable.role != FunctionRole::local || !variable.binding || names.contains(variable.name)) continue;
            Value value = known_.size(variable.binding, names);
            if (!value.has_value()) continue;
            names[variable.name] = std::move(value);
            is_progress = true;
        }
    }
}

Value ResultShapes::output_shape(FlatFunction const& function, FunctionVariable const& output, Names const& names) {
    TypeTable& table = types_.table();
    if (types_.is_sized(output.type)) return shape_of(output.type);
    if (table.is_array(output.type) && types_.dims(output.type).size() == output.sizes.size()) {
        Dims dims = types_.dims(output.type);
        for (std::size_t i = 0; i < dims.size(); ++i) {
            if (dims[i] != TypeTable::unknown_size || !output.sizes[i]) continue;
            Value const size = known_.size(output.sizes[i], names);
            if (size.kind() == ValueKind::integer && size.as_integer() >= 0) dims[i] = size.as_integer();
        }
        Value found = shape_of(table.array(table.element(output.type), dims));
        if (found.has_value()) return found;
    }
    if (output.binding) {
        Value found = shape(output.binding, names);
        if (has_shape(found)) return found;
    }
    // While the algorithm runs, what it assigns to has other values than in the beginning.
    std::unordered_set<Symbol> assigned;
    collect_assigned(model_.exprs, function.body, assigned);
    Names lasting = names;
    for (Symbol const name : assigned) lasting.erase(name);
    return assigned_shape(function.body, output.name, lasting);
}

// The shape of the first assignment to the whole output that has one.
Value ResultShapes::assigned_shape(std::vector<FlatStatement> const& statements, Symbol output, Names const& names) {
    ExprStore const& exprs = model_.exprs;
    auto const is_output = [&](ExprId target) {
        return target && exprs.kind(target) == ExprKind::iterator && exprs.symbol(target) == output;
    };
    for (FlatStatement const& statement : statements) {
        Value found;
        if (statement.kind == FlatStatementKind::assignment && is_output(statement.a)) {
            found = shape(statement.b, names);
        } else if (statement.kind == FlatStatementKind::assignment && exprs.kind(statement.a) == ExprKind::tuple) {
            Operands const targets = exprs.operands(statement.a);
            std::size_t number = 0;
            while (number < targets.size() && !is_output(targets[number])) ++number;
            if (number < targets.size() && exprs.kind(statement.b) == ExprKind::call) {
                std::vector<Value> const shapes = call_shapes(statement.b, names);
                if (number < shapes.size()) found = shapes[number];
            }
        }
        for (FlatStatementBranch const& branch : statement.branches) {
            if (!has_shape(found)) found = assigned_shape(branch.body, output, names);
        }
        if (has_shape(found)) return found;
    }
    return {};
}

// ---- expressions -----------------------------------------------------------------------------------

Value ResultShapes::shape(ExprId expr, Names const& names) {
    ExprStore const& exprs = model_.exprs;
    if (Value value = known_.size(expr, names); value.has_value()) return value;
    if (types_.is_sized(exprs.type(expr))) return shape_of(exprs.type(expr));
    ExprKind const kind = exprs.kind(expr);
    if (kind == ExprKind::array) return array_shape(expr, names);
    if (kind == ExprKind::call && exprs.is_record(expr)) {
        std::vector<Value> fields;
        for (ExprId const operand : exprs.operands(expr)) fields.push_back(shape(operand, names));
        return Value::record(std::move(fields));
    }
    if (kind == ExprKind::call) {
        std::vector<Value> shapes = call_shapes(expr, names);
        return shapes.empty() ? Value() : std::move(shapes[0]);
    }
    if (exprs.is_builtin(expr, Builtin::fill)) {
        Dims dims;
        Operands const operands = exprs.operands(expr);
        for (std::size_t i = 1; i < operands.size(); ++i) {
            Value const size = known_.size(operands[i], names);
            if (size.kind() != ValueKind::integer || size.as_integer() < 0) return {};
            dims.push_back(size.as_integer());
        }
        return types_.is_scalar(exprs.type(operands[0])) ? unknown_array(std::move(dims)) : Value();
    }
    Operands const operands = exprs.operands(expr);
    if (kind == ExprKind::mul && types_.table().is_array(exprs.type(operands[0])) &&
        types_.table().is_array(exprs.type(operands[1]))) {
        Value const a = shape(operands[0], names);
        Value const b = shape(operands[1], names);
        if (!a.is_array() || !b.is_array()) return {};
        return unknown_array(matrix_product_layout(a.dims(), b.dims(), {max_elements_}).dims);
    }
    // An operation on elements has the shape of an operand.
    bool const is_elementwise =
        kind == ExprKind::neg || kind == ExprKind::add || kind == ExprKind::sub || kind == ExprKind::mul ||
        kind == ExprKind::div || kind == ExprKind::if_else ||
        (kind >= ExprKind::element_add && kind <= ExprKind::element_pow);
    if (!is_elementwise) return {};
    for (std::size_t i = kind == ExprKind::if_else ? 1 : 0; i < operands.size(); ++i) {
        Value found = shape(operands[i], names);
        if (has_shape(found)) return found;
    }
    return {};
}

Value ResultShapes::unknown_array(Dims dims) const {
    std::int64_t const count = element_count(dims, max_elements_);
    if (dims.empty() || count < 0) return {};
    return Value::array(std::move(dims), std::vector<Value>(static_cast<std::size_t>(count)));
}

Value ResultShapes::array_shape(ExprId array, Names const& names) {
    Dims dims{std::ssize(model_.exprs.operands(array))};
    std::vector<Value> elements;
    for (ExprId const operand : model_.exprs.operands(array)) {
        Value const element = shape(operand, names);
        if (!element.is_array()) {
            elements.push_back(element);
            continue;
        }
        if (elements.empty()) dims.insert(dims.end(), element.dims().begin(), element.dims().end());
        elements.insert(elements.end(), element.elements().begin(), element.elements().end());
    }
    if (element_count(dims, max_elements_) != std::ssize(elements)) return {};
    return Value::array(std::move(dims), std::move(elements));
}

std::vector<Value> ResultShapes::call_shapes(ExprId call, Names const& names) {
    FlatFunction const* const function = find_function(model_.exprs.symbol(call));
    if (function == nullptr) return {};
    std::vector<Value> arguments;
    for (ExprId const operand : model_.exprs.operands(call)) arguments.push_back(shape(operand, names));
    return results(*function, arguments);
}

}  // namespace moo
