// Values of all types as scalars and arrays.
#include <algorithm>
#include <utility>

#include "moo/program/program_lowering.h"

namespace moo {

// ---- the context -----------------------------------------------------------------------------------

ProgramContext::ProgramContext(Document const& given, Interner const& texts, Program& made)
    : document(given), exprs(given.exprs), types(given.exprs.types()), interner(texts), program(made) {
    for (std::uint32_t i = 0; i < given.functions.size(); ++i) {
        function_numbers_.emplace(text(given.functions[i].name), i);
    }
}

std::optional<std::uint32_t> ProgramContext::find_function(std::string const& name) const {
    auto const found = function_numbers_.find(name);
    return found == function_numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> ProgramContext::find_function(ExprId call) const {
    std::string const name = text(exprs.symbol(call));
    if (auto const found = find_function(name)) return found;
    // An external object is constructed by the name of its type.
    return find_function(name + ".constructor");
}

std::uint32_t ProgramContext::text_number(std::string const& words) {
    auto const [place, is_new] = text_numbers_.try_emplace(words, static_cast<std::uint32_t>(program.texts.size()));
    if (is_new) program.texts.push_back(words);
    return place->second;
}

std::uint32_t ProgramContext::enumeration_number(TypeId type) {
    auto const [place, is_new] =
        enumeration_numbers_.try_emplace(type, static_cast<std::uint32_t>(program.enumerations.size()));
    if (is_new) {
        std::vector<std::string>& literals = program.enumerations.emplace_back();
        for (Symbol const literal : types.literals(type)) literals.push_back(text(literal));
    }
    return place->second;
}

ScalarType ProgramContext::scalar_type(TypeKind kind) {
    switch (kind) {
        case TypeKind::integer:
        case TypeKind::enumeration: return ScalarType::integer;
        case TypeKind::boolean: return ScalarType::boolean;
        case TypeKind::string: return ScalarType::text;
        case TypeKind::external_object: return ScalarType::object;
        case TypeKind::unknown:
        case TypeKind::real:
        case TypeKind::clock:
        case TypeKind::record:
        case TypeKind::array:
        case TypeKind::tuple: break;
    }
    return ScalarType::real;
}

std::vector<LeafType> ProgramContext::leaf_types(TypeId type) const {
    std::vector<LeafType> found;
    add_leaf_types(type, {}, {}, 0, found);
    return found;
}

void ProgramContext::add_leaf_types(TypeId type, std::vector<std::int64_t> sizes, std::string const& suffix, int depth,
                                    std::vector<LeafType>& found) const {
    constexpr int deepest = 100;
    if (depth > deepest) return;
    auto const dims = types.dims(type);
    sizes.insert(sizes.end(), dims.begin(), dims.end());
    TypeId const element = types.element(type);
    if (types.kind(element) == TypeKind::tuple) {
        for (TypeId const member : types.members(element)) add_leaf_types(member, sizes, suffix, depth + 1, found);
        return;
    }
    if (types.kind(element) != TypeKind::record) {
        found.push_back({scalar_type(types.kind(element)), std::move(sizes), suffix});
        return;
    }
    for (RecordField const& field : types.fields(element)) {
        add_leaf_types(field.type, sizes, suffix + "." + text(field.name), depth + 1, found);
    }
}

ProgramExpr ProgramContext::make(ProgramNode node, std::span<ProgramExpr const> operands) {
    return program.add(node, operands);
}

// ---- problems, nodes, variables --------------------------------------------------------------------

void ProgramLowering::report(std::string text) { c_.program.problems.push_back({f_.places[place_], std::move(text)}); }

Leaves ProgramLowering::broken(TypeId type) {
    Leaves made;
    for (LeafType const& leaf : c_.leaf_types(type)) made.push_back(temporary(leaf.type, leaf.sizes.size()));
    return made;
}

ProgramExpr ProgramLowering::make(ProgramOp op, ScalarType type, std::initializer_list<Expr> operands,
                                  std::uint32_t index, std::uint32_t other) {
    return c_.program.make(op, type, operands, index, other);
}

ProgramExpr ProgramLowering::number(double value, ScalarType type) {
    return c_.program.make_number(value, type);
}

ProgramExpr ProgramLowering::convert(Expr expr, ScalarType type) {
    if (type != ScalarType::real || type_of(expr) != ScalarType::integer) return expr;
    ProgramNode const& node = c_.program.nodes[expr];
    if (node.op == ProgramOp::number) return number(node.number, ScalarType::real);
    return make(ProgramOp::to_real, ScalarType::real, {expr});
}

ScalarType ProgramLowering::element_type(TypeId type) const {
    return ProgramContext::scalar_type(types_.kind(types_.element(type)));
}

bool ProgramLowering::is_cheap(Expr expr) const {
    ProgramOp const op = c_.program.nodes[expr].op;
    return op == ProgramOp::number || op == ProgramOp::text || op == ProgramOp::local || op == ProgramOp::slot;
}

ProgramExpr ProgramLowering::held(Expr expr) {
    if (is_cheap(expr)) return expr;
    std::uint32_t const scalar = new_scalar(type_of(expr));
    emit_assign(scalar, expr);
    return local(scalar);
}

std::uint32_t ProgramLowering::new_scalar(ScalarType type, std::string name) {
    f_.scalars.push_back({std::move(name), type});
    return static_cast<std::uint32_t>(f_.scalars.size() - 1);
}

std::uint32_t ProgramLowering::new_array(ScalarType type, std::size_t rank, std::string name) {
    f_.arrays.push_back({std::move(name), type, static_cast<std::uint32_t>(rank), false});
    return static_cast<std::uint32_t>(f_.arrays.size() - 1);
}

ScalarType ProgramLowering::array_type(std::uint32_t array) const {
    if (array >= first_constant_array) return c_.program.constants[array - first_constant_array].type;
    return f_.arrays[array].type;
}

std::size_t ProgramLowering::array_rank(std::uint32_t array) const {
    if (array >= first_constant_array) return c_.program.constants[array - first_constant_array].sizes.size();
    return f_.arrays[array].rank;
}

ProgramStatement& ProgramLowering::emit(ProgramStatementKind kind) {
    ProgramStatement& statement = out_->emplace_back();
    statement.kind = kind;
    statement.place = place_;
    return statement;
}

void ProgramLowering::emit_assign(std::uint32_t scalar, Expr value) {
    Expr const converted = convert(value, f_.scalars[scalar].type);
    ProgramStatement& statement = emit(ProgramStatementKind::assign);
    statement.target = scalar;
    statement.value = converted;
}

ProgramStatement& ProgramLowering::emit_array(ArrayOperation operation, std::uint32_t target,
                                              std::vector<std::uint32_t> arrays, std::vector<Expr> scalars) {
    ProgramStatement& statement = emit(ProgramStatementKind::array);
    statement.operation = operation;
    statement.target = target;
    statement.arrays = std::move(arrays);
    statement.scalars = std::move(scalars);
    return statement;
}

Leaf ProgramLowering::temporary(ScalarType type, std::size_t rank) {
    if (rank == 0) return {false, local(new_scalar(type)), type, 0};
    return {true, new_array(type, rank), type, static_cast<std::uint32_t>(rank)};
}

// `to` is a scalar of the function, not an expression.
void ProgramLowering::store_leaf(Leaf const& to, Leaf const& from) {
    if (to.is_array != from.is_array) return report("a value has other dimensions than its variable");
    if (!to.is_array) return emit_assign(c_.program.nodes[to.index].index, from.index);
    auto const keeps = keeps_sizes_.find(to.index);
    bool const has_sizes = keeps != keeps_sizes_.end() && keeps->second;
    emit_array(has_sizes ? ArrayOperation::assign : ArrayOperation::copy, to.index, {from.index});
}

// ---- values ----------------------------------------------------------------------------------------

Leaves ProgramLowering::leaves(ExprId id) {
    constexpr int deepest = 2000;
    if (auto const given = given_.find(id); given != given_.end()) return {given->second};
    if (depth_ >= deepest) {
        report("an expression is nested too deeply");
        return broken(exprs_.type(id));
    }
    ++depth_;
    TypeId const type = exprs_.type(id);
    ExprKind const kind = exprs_.kind(id);
    Leaves found;
    bool const is_composed =
        types_.kind(types_.element(type)) == TypeKind::record || types_.kind(type) == TypeKind::tuple;
    if (kind == ExprKind::iterator || kind == ExprKind::variable || kind == ExprKind::subscript ||
        kind == ExprKind::field) {
        found = finish(view(id));
    } else if (kind == ExprKind::call) {
        found = exprs_.is_record(id) ? constructed(id) : call(id);
    } else if (kind == ExprKind::output) {
        Leaves const all = call(exprs_.operand(id, 0));
        auto const members = types_.members(exprs_.type(exprs_.operand(id, 0)));
        std::size_t first = 0;
        for (std::size_t i = 0; i + 1 < exprs_.output_number(id); ++i) first += c_.leaf_types(members[i]).size();
        std::size_t const count = c_.leaf_types(type).size();
        if (first + count <= all.size()) {
            found.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                         all.begin() + static_cast<std::ptrdiff_t>(first + count));
        } else {
            found = broken(type);
        }
    } else if (kind == ExprKind::reduction) {
        found = reduction(id);
    } else if (kind == ExprKind::if_else && (is_composed || types_.is_array(type))) {
        found = choice(id);
    } else if (is_composed && kind == ExprKind::array) {
        std::vector<Leaves> elements;
        for (ExprId const operand : exprs_.operands(id)) elements.push_back(leaves(operand));
        found = stacked(elements, type);
    } else if (is_composed && kind == ExprKind::builtin && exprs_.operands(id).size() == 1) {
        found = leaves(exprs_.operand(id, 0));  // noEvent and similar: the value of the operand
    } else if (is_composed) {
        report("`" + std::string(kind_name(kind)) + "` of records cannot be computed");
        found = broken(type);
    } else if (types_.is_array(type)) {
        std::uint32_t const made = array_node(id);
        found = {{true, made, array_type(made), static_cast<std::uint32_t>(array_rank(made))}};
    } else {
        Expr const made = scalar_node(id);
        found = {{false, made, type_of(made), 0}};
    }
    --depth_;
    return found;
}

ProgramExpr ProgramLowering::scalar(ExprId id) {
    Leaves const found = leaves(id);
    if (found.size() == 1 && !found[0].is_array) return found[0].index;
    report("a number is needed here");
    return number(0.0, ScalarType::real);
}

std::uint32_t ProgramLowering::array(ExprId id) {
    Leaves const found = leaves(id);
    if (found.size() == 1 && found[0].is_array) return found[0].index;
    report("an array is needed here");
    return new_array(ScalarType::real, 1);
}

std::vector<std::uint32_t> ProgramLowering::arrays(std::span<ExprId const> ids) {
    std::vector<std::uint32_t> found;
    for (ExprId const id : ids) found.push_back(array(id));
    return found;
}

Leaves ProgramLowering::call(ExprId id) {
    if (id == shared_call_) return shared_value_;
    auto const number = c_.find_function(id);
    if (!number) {
        report("the function `" + c_.text(exprs_.symbol(id)) + "` is not there");
        return broken(exprs_.type(id));
    }
    FlatFunction const& function = c_.document.functions[*number];
    auto const operands = exprs_.operands(id);
    std::vector<ProgramItem> inputs;
    std::size_t argument = 0;
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role != FunctionRole::input) continue;
        if (argument == operands.size()) {
            report("a call of `" + c_.text(function.name) + "` has too few arguments");
            return broken(exprs_.type(id));
        }
        std::vector<LeafType> const wanted = c_.leaf_types(variable.type);
        Leaves const given = leaves(operands[argument++]);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (i >= given.size() || given[i].is_array != !wanted[i].sizes.empty()) {
                report("an argument of `" + c_.text(function.name) + "` does not have the type of its input");
                return broken(exprs_.type(id));
            }
            inputs.push_back(
                {given[i].is_array, given[i].is_array ? given[i].index : convert(given[i].index, wanted[i].type)});
        }
    }
    Leaves results;
    std::vector<ProgramItem> outputs;
    for (FunctionVariable const& variable : function.variables) {
        if (variable.role != FunctionRole::output) continue;
        for (LeafType const& leaf : c_.leaf_types(variable.type)) {
            results.push_back(temporary(leaf.type, leaf.sizes.size()));
            Leaf const& made = results.back();
            outputs.push_back({made.is_array, made.is_array ? made.index : c_.program.nodes[made.index].index});
        }
    }
    ProgramStatement& statement = emit(ProgramStatementKind::call);
    statement.target = *number;
    statement.inputs = std::move(inputs);
    statement.outputs = std::move(outputs);
    // A call with several results has the type of its first result.
    std::size_t const wanted = c_.leaf_types(exprs_.type(id)).size();
    if (exprs_.type(id) != types::unknown && results.size() > wanted) results.resize(wanted);
    return results;
}

Leaves ProgramLowering::choice(ExprId id) {
    Expr const condition = scalar(exprs_.operand(id, 0));
    Leaves results = broken(exprs_.type(id));
    auto const branch = [&](std::size_t operand) {
        return block([&] {
            Leaves const values = leaves(exprs_.operand(id, operand));
            for (std::size_t i = 0; i < results.size() && i < values.size(); ++i) store_leaf(results[i], values[i]);
        });
    };
    Block body = branch(1);
    Block otherwise = branch(2);
    ProgramStatement& statement = emit(ProgramStatementKind::if_);
    statement.value = condition;
    statement.body = std::move(body);
    statement.otherwise = std::move(otherwise);
    return results;
}

// The value of a record: the values of its fields.
Leaves ProgramLowering::constructed(ExprId id) {
    Leaves found;
    auto const fields = types_.fields(exprs_.type(id));
    auto const operands = exprs_.operands(id);
    for (std::size_t i = 0; i < operands.size() && i < fields.size(); ++i) {
        std::vector<LeafType> const wanted = c_.leaf_types(fields[i].type);
        Leaves values = leaves(operands[i]);
        for (std::size_t k = 0; k < values.size() && k < wanted.size(); ++k) {
            if (!values[k].is_array) values[k] = {false, convert(values[k].index, wanted[k].type), wanted[k].type, 0};
        }
        found.insert(found.end(), values.begin(), values.end());
    }
    return found;
}

// A constant or parameter of the model that a function uses. Arrays and records have no slots, so their value is
// computed.
Leaves ProgramLowering::global(VarId id) {
    Variable const& variable = c_.document.variables[id];
    bool const has_slot = !types_.is_array(variable.type) && types_.kind(variable.type) != TypeKind::record;
    if (variable.binding && exprs_.kind(variable.binding) <= ExprKind::enumeration) {
        Leaves value = leaves(variable.binding);
        value[0].index = convert(value[0].index, element_type(variable.type));
        value[0].type = type_of(value[0].index);
        return value;
    }
    if (has_slot) {
        ScalarType const type = element_type(variable.type);
        return {{false, make(ProgramOp::slot, type, {}, id.index()), type, 0}};
    }
    if (!variable.binding) {
        report("the value of `" + c_.text(variable.name) + "` is not known");
        return broken(variable.type);
    }
    return leaves(variable.binding);
}

}  // namespace moo
