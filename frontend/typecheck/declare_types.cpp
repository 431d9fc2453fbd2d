// The declarations of the records and external objects that the functions and equations of the model use.
#include <algorithm>

#include "frontend/typecheck/elaborator.h"
#include "frontend/typecheck/shown_expressions.h"
#include "moo/lower/type_text.h"

namespace moo {

namespace {

// One declaration for types of one name that differ in the sizes of their fields: those sizes are open.
TypeId with_open_sizes(TypeTable& types, std::vector<TypeId> const& records) {
    if (records.size() == 1) return records[0];
    auto const first = types.fields(records[0]);
    std::vector<RecordField> fields(first.begin(), first.end());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        auto const own = types.dims(fields[i].type);
        std::vector<std::int64_t> dims(own.begin(), own.end());
        for (TypeId const record : records) {
            auto const other = types.dims(types.fields(record)[i].type);
            for (std::size_t d = 0; d < dims.size(); ++d) {
                if (other[d] != dims[d]) dims[d] = TypeTable::unknown_size;
            }
        }
        fields[i].type = types.array(types.element(fields[i].type), dims);
    }
    return types.record(types.name(records[0]), fields);
}

}  // namespace

void ModelTypes::declare_types(ShownExpressions const& shown) {
    for (FlatFunction const& function : model.functions) {
        for (FunctionVariable const& variable : function.variables) declare_type(variable.type);
    }
    shown.visit_all([&](ExprId expr) { declare_type(exprs.type(expr)); });
    name_records();
    // The functions of external objects may use the records.
    for (ExternalObject const& object : external_objects_) {
        if (!object.is_used) continue;
        FlatType declaration;
        declaration.type = object.type;
        ClassDef const& def = *object.node->def;
        ast::Class const& syntax = def.syntax();
        declaration.description = interner.intern(def.ast->description_text(syntax.comment.description));
        declaration.source = syntax.name.span;
        model.types.push_back(std::move(declaration));
    }
}

// Records inside a record come first. As deep as the fields are nested.
void ModelTypes::declare_type(TypeId type) {
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
    if (Node* const found = class_of_record(type); found != nullptr) {
        Node& node = *found;
        ast::Class const& syntax = node.def->syntax();
        declaration.description = interner.intern(node.def->ast->description_text(syntax.comment.description));
        declaration.source = syntax.name.span;
        for (RecordField const& field : types.fields(type)) {
            Element* const element = instances.find_element(node, field.name);
            Component const* const component =
                element != nullptr ? instances.components.component_of(*element) : nullptr;
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
void ModelTypes::name_records() {
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
            if (same_name.empty() || same_name[0] != type) continue;
            declaration.type = with_open_sizes(types, same_name);
        }
        model.types.push_back(std::move(declaration));
    }
}

}  // namespace moo
