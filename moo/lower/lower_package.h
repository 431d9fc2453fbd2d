// Types, functions and constants next to the model of a Base Modelica package.
#pragma once

#include <deque>
#include <unordered_map>

#include "moo/lower/lower_function.h"

namespace moo {

// Declares classes in any order, because they may be used before they are declared, and lowers the bodies of functions
// at the end.
class PackageLowering {
public:
    PackageLowering(LoweringContext& context, FlatScope& scope, LocateSource const& locate, FlatModel& model)
        : context_(context), ast_(context.ast), scope_(scope), locate_(locate), model_(model) {}

    // Makes the classes known by name.
    void collect(std::span<ast::ElementId const> elements);
    void collect(std::span<ast::ClassId const> classes);
    // Declares the class of that name if there is one and it is not declared yet.
    void declare(Symbol identifier);
    void declare_all();
    // The interfaces of functions that calls need, in the order of the source.
    [[nodiscard]] std::vector<FlatFunction> declared_functions();
    // Fills the types of the model, in the order of the source.
    void finish_types();
    // The same for the functions, and for the types if that has not been done yet.
    void finish();

private:
    enum class State : std::uint8_t { waiting, running, done };
    struct Entry {
        ast::ElementId element;  // none for a class at the top of a file
        ast::ClassId class_id;
        State state = State::waiting;
    };
    struct PlacedType {
        std::uint32_t offset;
        FlatType type;
    };
    struct PlacedFunction {
        std::uint32_t offset;
        FunctionLowering lowering;
    };

    void collect(Entry const& entry);
    [[nodiscard]] ast::Decoration decoration_of(Entry const& entry) const;
    [[nodiscard]] std::vector<PlacedFunction*> functions_in_order();
    void declare_class(Entry const& entry);
    void declare_function(Entry const& entry);
    void declare_enumeration(Entry const& entry);
    void declare_alias(Entry const& entry);
    void declare_record(Entry const& entry);
    void declare_external_object(Entry const& entry);
    [[nodiscard]] TypeId constructed_record(Symbol identifier);
    void add_constructor(Symbol identifier, TypeId record);
    [[nodiscard]] FlatType make_type(Entry const& entry, TypeId type);
    [[nodiscard]] Symbol text_symbol(ast::List<ast::StringLiteral> description);
    FunctionLowering& lower_later(ast::ClassId class_id, Symbol name, ast::Decoration decoration);

    LoweringContext& context_;
    ast::Ast const& ast_;
    FlatScope& scope_;
    LocateSource const& locate_;
    FlatModel& model_;
    std::vector<Symbol> order_;
    std::unordered_map<Symbol, Entry> entries_;
    std::vector<PlacedType> types_;
    std::deque<PlacedFunction> functions_;
};

}  // namespace moo
