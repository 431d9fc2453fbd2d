#include "moo/io/document/canonical.h"

#include <algorithm>

#include "moo/model/describe_document.h"

namespace moo {

namespace {

// Takes away all places.
class ClearPlaces {
public:
    template <class T>
    void name(std::string_view, T&) {}
    template <class T>
    void required(std::string_view, T& value) {
        clear(value);
    }
    template <class T>
    void field(std::string_view, T& value) {
        clear(value);
    }
    template <class T>
    void index(std::string_view, T&, IndexOf) {}
    template <class T>
    void indices(std::string_view, T&, IndexOf) {}
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}
    void set(std::string_view, EquationSet& set) {
        for (SetEquation& equation : set.equations) equation.source = {};
    }
    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view, T& thing) {
        describe(*this, thing);
    }
    template <class T>
    void table(std::string_view, std::vector<T>& rows) {
        clear(rows);
    }
    void types(std::string_view, Document& document) {
        for (FlatType& type : document.types) type.source = {};
    }
    void variables(std::string_view, Document& document) {
        for (Variable& variable : document.variables) variable.source = {};
    }

private:
    template <class T>
    void clear(T& value) {
        if constexpr (std::same_as<T, SourceSpan>) {
            value = {};
        } else if constexpr (requires { describe(*this, value); }) {
            describe(*this, value);
        }
    }
    template <class T>
    void clear(std::vector<T>& values) {
        for (T& value : values) clear(value);
    }
    template <class T>
    void clear(std::optional<T>& value) {
        if (value) clear(*value);
    }
};

}  // namespace

void make_canonical(Document& document, Interner const& interner) {
    ClearPlaces archive;
    describe(archive, document);
    document.generator.clear();
    document.options.clear();
    document.report.clear();
    auto const name = [&](VarId variable) { return interner.text(document.variables[variable].name); };
    std::sort(document.aliases.begin(), document.aliases.end(),
              [&](Alias const& a, Alias const& b) { return name(a.variable) < name(b.variable); });
    std::sort(document.evaluated.begin(), document.evaluated.end(),
              [&](EvaluatedParameter const& a, EvaluatedParameter const& b) {
                  return name(a.parameter) < name(b.parameter);
              });
    std::sort(document.static_choices.begin(), document.static_choices.end(),
              [&](StaticChoice const& a, StaticChoice const& b) { return name(a.state) < name(b.state); });
    std::sort(document.results.begin(), document.results.end(), [&](VarId a, VarId b) { return name(a) < name(b); });
}

}  // namespace moo
