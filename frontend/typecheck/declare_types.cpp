// The declarations of the records and external objects that the functions and equations of the model use.
#include <algorithm>

#include "frontend/typecheck/elaborator.h"
#include "moo/lower/type_text.h"

namespace moo {

namespace {

// Marks the expressions that the model shows; the store also holds those that were met on the way.
class ShownExpressions {
public:
    explicit ShownExpressions(FlatModel const& model) : exprs_(model.exprs), shown_(exprs_.size(), false) {
        add(model.equations);
        add(model.initial_equations);
        for (FlatAlgorithm const& algorithm : model.algorithms) add(algorithm.statements);
        for (FlatAlgorithm const& algorithm : model.initial_algorithms) add(algorithm.statements);
        for (VarId const id : model.variables.ids()) {
            add(model.variables[id].binding);
            for (ExprId const attribute : model.variables[id].attributes) add(attribute);
        }
        for (FlatFunction const& function : model.functions) {
            add(function.body);
            for (FunctionVariable const& variable : function.variables) {
                add(variable.binding);
                for (ExprId const size : variable.sizes) add(size);
            }
            if (!function.external) continue;
            add(function.external->result);
            for (ExprId const argument : function.external->arguments) add(argument);
        }
    }

    // Calls `visit(TypeId)` for the type of each, in the order in which they were built.
    template <class Visit>
    void for_each_type(Visit const& visit) {
        // An operand has a smaller id than the node that uses it.
        for (std::size_t i = shown_.size(); i-- > 0;) {
            if (!shown_[i]) continue;
            for (ExprId const operand : exprs_.operands(ExprId(i))) add(operand);
        }
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            if (shown_[i]) visit(exprs_.type(ExprId(i)));
        }
    }

private:
    void add(ExprId expr) {
        if (expr) shown_[expr.index()] = true;
    }
    // Equations or statements.
    template <class Item>
    void add(std::vector<Item> const& items) {
        for (Item const& item : items) {
            for (ExprId const expr : {item.a, item.b, item.c}) add(expr);
            for (auto const& branch : item.branches) {
                add(branch.condition);
                add(branch.body);
            }
        }
    }

    ExprStore const& exprs_;
    std::vector<bool> shown_;
};

}  // namespace

void Elaborator::declare_types() {
    for (FlatFunction const& function : model.functions) {
        for (FunctionVariable const& variable : function.variables) declare_type(variable.type);
    }
    ShownExpressions(model).for_each_type([&](TypeId type) { declare_type(type); });
    name_records();
    // The functions of external objects may use the records.
    for (auto const& [type, node] : external_objects_) {
        FlatType declaration;
        declaration.type = type;
        ast::Class const& syntax = node->def->syntax();
        declaration.description = interner.intern(node->def->ast->description_text(syntax.comment.description));
        declaration.source = syntax.name.span;
        model.types.push_back(std::move(declaration));
    }
}

// Records inside a record come first. As deep as the fields are nested.
void Elaborator::declare_type(TypeId type) {
    TypeTable const& types = exprs.types();
    if (types.kind(type) == TypeKind::tuple) {
        for (TypeId const member : types.members(type)) declare_type(member);
        return;
    }
    type = types.element(type);
    if (types.kind(type) != TypeKind::record || !declared_types_.emplace(type, true).second) return;
    for (RecordField const& field : types.fields(type)) declare_type(field.type);
    FlatType declaration;
    declaration.type = type;
    if (auto const found = records_.find(type); found != records_.end()) {
        Node& node = *found->second;
        ast::Class const& syntax = node.def->syntax();
        declaration.description = interner.intern(node.def->ast->description_text(syntax.comment.description));
        declaration.source = syntax.name.span;
        for (RecordField const& field : types.fields(type)) {
            Element* const element = instances.find_element(node, field.name);
            Component const* const component = element != nullptr ? instances.component_of(*element) : nullptr;
            Symbol description;
            if (component != nullptr) {
                ast::Component const& written = (*component->ast)[component->syntax];
                description = interner.intern(component->ast->description_text(written.comment.description));
            }
            declaration.member_descriptions.push_back(description);
        }
    }
    model.types.push_back(std::move(declaration));
}

// Records of one class whose fields have other sizes are other types and need names of their own. Those that differ
// only in sizes that one of them leaves open are declared once, by that one.
void Elaborator::name_records() {
    TypeTable& types = exprs.types();
    std::vector<FlatType> declared = std::move(model.types);
    model.types.clear();
    auto const is_open = [&](TypeId record) {
        auto const fields = types.fields(record);
        return std::any_of(fields.begin(), fields.end(),
                           [&](RecordField const& field) { return !types.has_known_sizes(field.type); });
    };
    std::unordered_map<Symbol, std::vector<TypeId>> by_name;
    for (bool const open : {true, false}) {
        for (FlatType const& declaration : declared) {
            TypeId const type = declaration.type;
            if (types.kind(type) != TypeKind::record || is_open(type) != open) continue;
            std::vector<TypeId>& same_name = by_name[types.name(type)];
            bool const is_covered = std::any_of(same_name.begin(), same_name.end(), [&](TypeId other) {
                return is_open(other) && is_assignable(types, type, other) && is_assignable(types, other, type);
            });
            if (!is_covered) same_name.push_back(type);
        }
    }
    for (FlatType& declaration : declared) {
        TypeId const type = declaration.type;
        if (types.kind(type) == TypeKind::record) {
            std::vector<TypeId> const& same_name = by_name[types.name(type)];
            if (std::find(same_name.begin(), same_name.end(), type) == same_name.end()) continue;
        }
        model.types.push_back(std::move(declaration));
    }
    for (auto const& [name, same_name] : by_name) {
        for (std::size_t i = 1; i < same_name.size(); ++i) {
            types.rename(same_name[i], interner.intern(std::string(interner.text(name)) + "$" + std::to_string(i + 1)));
        }
    }
}

}  // namespace moo
