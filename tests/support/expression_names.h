// Names for the expressions of tests: variables are called x0, x1, … unless they are given a name.
#pragma once

#include <map>
#include <string>

#include "moo/base/interner.h"
#include "moo/expr/print.h"

namespace moo::test {

class TestNames : public NameSource {
public:
    Interner symbols;

    // A new variable of that name.
    ExprId variable(ExprStore& store, std::string const& name, TypeId type = types::real) {
        VarId const id(static_cast<std::uint32_t>(names_.size()));
        names_[id] = name;
        return store.variable(id, type);
    }
    Symbol operator()(std::string_view text) { return symbols.intern(text); }

    void write_variable(TextWriter& out, VarId variable) const override {
        auto const found = names_.find(variable);
        if (found != names_.end()) {
            out.write(found->second);
            return;
        }
        out.write('x');
        out.write_integer(variable.index());
    }
    [[nodiscard]] std::string_view text(Symbol symbol) const override { return symbols.text(symbol); }

private:
    std::map<VarId, std::string> names_;
};

}  // namespace moo::test
