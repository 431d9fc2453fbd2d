// Everything that the equations and variables of the model use: functions, constants of packages, types. Anything that
// was only needed during translation, such as a function that gave a size, or one in a branch that is not taken, is
// left out of the model.
#include <algorithm>
#include <set>

#include "frontend/typecheck/elaborator.h"
#include "frontend/typecheck/shown_expressions.h"

namespace moo {

namespace {

class UsedParts {
public:
    UsedParts(Elaborator& elaborator, ShownExpressions& shown, std::function<void(Component&)> const& finish_constant)
        : e_(elaborator), shown_(shown), finish_constant_(finish_constant) {}

    void find() {
        FlatModel const& model = e_.model;
        shown_.add(model.equations);
        shown_.add(model.initial_equations);
        for (FlatAlgorithm const& algorithm : model.algorithms) shown_.add(algorithm);
        for (FlatAlgorithm const& algorithm : model.initial_algorithms) shown_.add(algorithm);
        for (VarId const id : model.listing) {
            shown_.add(model.variables[id]);
            need_type(model.variables[id].type);
        }
        // Lowering a body or the value of a constant leads to more of both.
        while (true) {
            shown_.visit_new([&](ExprId expr) { look(expr); });
            if (!open_constants_.empty()) {
                finish_constants();
            } else if (!open_functions_.empty()) {
                finish_function();
            } else {
                break;
            }
        }
        std::sort(constants_.begin(), constants_.end());
        e_.model.listing.insert(e_.model.listing.end(), constants_.begin(), constants_.end());
    }

private:
    void look(ExprId expr) {
        ExprStore const& exprs = e_.exprs;
        if (exprs.kind(expr) == ExprKind::call) need(exprs.symbol(expr));
        need_type(exprs.type(expr));
        if (exprs.kind(expr) != ExprKind::variable) return;
        VarId const id = exprs.variable_of(expr);
        Component const* const component = e_.components.component_of(id);
        if (component != nullptr && !component->is_listed) open_constants_.push_back(id);
    }

    void need(Symbol function) {
        if (FunctionEntry* const entry = e_.functions.entry_named(function)) need(*entry);
    }
    void need(FunctionEntry& entry) {
        if (entry.is_template || entry.is_used) return;
        entry.is_used = true;
        open_functions_.insert(entry.number);
    }
    // The functions of external objects. As deep as the types are nested.
    void need_type(TypeId type) {
        if (!types_.insert(type).second) return;
        TypeTable const& types = e_.exprs.types();
        switch (types.kind(type)) {
            case TypeKind::array: need_type(types.element(type)); break;
            case TypeKind::tuple:
                for (TypeId const member : types.members(type)) need_type(member);
                break;
            case TypeKind::record:
                for (RecordField const& field : types.fields(type)) need_type(field.type);
                break;
            case TypeKind::external_object:
                for (FunctionEntry* const entry : e_.types.use_external_object(type)) need(*entry);
                break;
            case TypeKind::unknown:
            case TypeKind::real:
            case TypeKind::integer:
            case TypeKind::boolean:
            case TypeKind::string:
            case TypeKind::clock:
            case TypeKind::enumeration: break;
        }
    }

    void finish_constants() {
        for (VarId const id : std::exchange(open_constants_, {})) {
            Component& component = *e_.components.component_of(id);
            if (component.is_listed) continue;
            component.is_listed = true;
            finish_constant_(component);
            shown_.add(e_.model.variables[id]);
            constants_.push_back(id);
        }
    }

    // In the order in which they were met.
    void finish_function() {
        std::uint32_t const number = *open_functions_.begin();
        open_functions_.erase(open_functions_.begin());
        FlatFunction const& function = *e_.functions.complete_function(e_.functions.function_numbered(number));
        shown_.add(function);
        for (FunctionVariable const& variable : function.variables) need_type(variable.type);
        for (FlatDerivative const& derivative : function.derivatives) need(derivative.function);
        for (FlatInverse const& inverse : function.inverses) need(inverse.function);
    }

    Elaborator& e_;
    ShownExpressions& shown_;
    std::function<void(Component&)> const& finish_constant_;
    std::set<std::uint32_t> open_functions_;
    std::unordered_set<TypeId> types_;
    std::vector<VarId> open_constants_;
    std::vector<VarId> constants_;
};

}  // namespace

void Elaborator::finish_used(std::function<void(Component&)> const& finish_constant) {
    ShownExpressions shown(exprs);
    UsedParts(*this, shown, finish_constant).find();
    for (FunctionEntry const& entry : functions.entries()) {
        bool const is_builtin = entry.flat.external && interner.text(entry.flat.external->language) == "builtin";
        if (entry.is_used && !is_builtin) model.functions.push_back(entry.flat);
    }
    types.declare_types(shown);
}

}  // namespace moo
