// The types of components and classes, and which of them the model declares.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/typecheck/elaboration_context.h"

namespace moo {

class ShownExpressions;
struct FunctionEntry;

class ModelTypes : private ElaborationContext {
public:
    ModelTypes(Elaborator& elaborator, ElaborationContext const& context)
        : ElaborationContext(context), e_(elaborator) {}

    // The type of the component's value with its dimensions.
    TypeId type_of(Component& component);
    // The type of a record, enumeration or predefined type as a class; unknown for others.
    TypeId type_of_class(Node& node);

    // ---- records ----
    // The type of a record class with these fields. Types of one name that differ in more than their sizes are told
    // apart by a number, `R$2`: a class may be redeclared inside one of them.
    TypeId record_type(Symbol name, Node& node, std::vector<RecordField> const& fields);
    // The class of a record type, for its operators; null for one that no class has.
    [[nodiscard]] Node* class_of_record(TypeId type) const;
    // Without the modifiers of one component.
    Symbol record_name(Node& node);
    // The qualified name; a class inside a component is named by the model and the path of the component.
    Symbol class_name(Node& node);
    // What getInstanceName() says (section 3.7.4.4): the model without the packages around it, then the instance.
    std::string instance_name(Node& node);

    // ---- external objects ----
    // The constructor or destructor of an external object; null if there is none.
    FunctionEntry* object_function(TypeId type, std::string_view part);
    // A constructor is called by the name of the class. Null if no external object has that name.
    FunctionEntry* constructor_named(Symbol name);
    // The constructor and destructor of an external object, which the model is going to declare.
    std::vector<FunctionEntry*> use_external_object(TypeId type);

    // Declares the records and external objects that the complete model uses, each before what uses it.
    void declare_types(ShownExpressions const& shown);

private:
    TypeId enumeration_type(Node& node);
    TypeId external_object_type(Node& node);
    // Reports what is wrong with the class of an external object.
    void check_external_object(TypeId type, Node& node);
    void declare_type(TypeId type);
    void name_records();

    struct ExternalObject {
        TypeId type;
        Node* node = nullptr;
        bool is_used = false;  // in the complete model
    };

    Elaborator& e_;
    std::unordered_map<ClassDef const*, TypeId> enumerations_;
    std::unordered_map<Symbol, std::vector<std::vector<RecordField>>> record_variants_;
    std::unordered_map<TypeId, Node*> records_;
    std::vector<ExternalObject> external_objects_;  // in the order in which they were met
    std::unordered_map<TypeId, bool> declared_types_;
};

}  // namespace moo
