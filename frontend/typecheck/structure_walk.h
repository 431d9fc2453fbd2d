// Visits the equations that determine the structure of a model before the others are lowered: connections and
// transitions between states.
#pragma once

#include <string_view>

#include "frontend/typecheck/scope_resolver.h"

namespace moo {

// The position of a walk: a class of an instance, and the names as seen from there.
struct StructureScope {
    LoweringContext& context;
    ScopeResolver& resolver;
    Node* node;  // the instance; the resolver's scope is it or a class that it inherits
    Symbol instance;
};

class StructureVisitor {
public:
    virtual ~StructureVisitor() = default;
    // Whether the equation concerns the visitor; it is neither an if- nor a for-equation.
    [[nodiscard]] virtual bool concerns(ast::Ast const& ast, ast::Equation const& equation) const = 0;
    virtual void visit(StructureScope& scope, ast::Equation const& equation) = 0;
    // How messages refer to such an equation: "a connect-equation".
    [[nodiscard]] virtual std::string_view noun() const = 0;
};

// Visits the equations that concern the visitor in the equation sections of all instances with their base classes, in
// the order of the source. If-equations around it are decided and loops unrolled, so their conditions and ranges must
// be known.
void walk_structure(Elaborator& elaborator, std::vector<Node*> const& nodes, StructureVisitor& visitor);

}  // namespace moo
