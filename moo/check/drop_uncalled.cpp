#include "moo/check/drop_uncalled.h"

#include <unordered_set>

#include "moo/model/visit_document.h"

namespace moo {

namespace {

// Collects the functions that are called, including those that called functions call.
class Called : public DocumentVisitor {
public:
    explicit Called(Document const& document) : exprs_(document.exprs), is_seen_(document.exprs.size()) {}
    void begin_section(std::string_view name) { is_function_ = name == "functions"; }
    void expression(ExprId root) {
        if (is_function_) return;
        walk(root);
    }
    void walk(ExprId root) {
        stack_.assign(1, root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (is_seen_[id.index()]) continue;
            is_seen_[id.index()] = true;
            if (exprs_.kind(id) == ExprKind::call) names.insert(exprs_.symbol(id));
            for (ExprId const operand : exprs_.operands(id)) stack_.push_back(operand);
        }
    }
    std::unordered_set<Symbol> names;

private:
    ExprStore const& exprs_;
    std::vector<bool> is_seen_;
    std::vector<ExprId> stack_;
    bool is_function_ = false;
};

// Constructors and destructors are kept with their external objects.
void note_constructors(Document const& document, Interner const& interner, std::unordered_set<Symbol>& names) {
    TypeTable const& types = document.exprs.types();
    for (FlatType const& type : document.types) {
        if (types.kind(type.type) != TypeKind::external_object) continue;
        for (char const* const part : {".constructor", ".destructor"}) {
            Symbol const name = interner.find(std::string(interner.text(types.name(type.type))) + part);
            if (name) names.insert(name);
        }
    }
}

}  // namespace

void drop_uncalled(Document& document, Interner const& interner) {
    Called called(document);
    note_constructors(document, interner, called.names);
    visit_document(document, called);
    // A function may be called only by functions, so repeat until nothing new is found.
    VisitArchive<Called> archive(called);
    std::unordered_set<Symbol> visited;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (FlatFunction const& function : document.functions) {
            bool const is_needed = called.names.contains(function.name);
            if (!is_needed || !visited.insert(function.name).second) continue;
            for (FlatDerivative const& derivative : function.derivatives) called.names.insert(derivative.function);
            for (FlatInverse const& inverse : function.inverses) called.names.insert(inverse.function);
            called.begin_section({});
            describe(archive, function);
            has_grown = true;
        }
    }
    std::erase_if(document.functions,
                  [&](FlatFunction const& function) { return !called.names.contains(function.name); });
}

}  // namespace moo
