// Variables of MOO text.
#pragma once

#include <vector>

#include "moo/io/document/read_sections.h"
#include "moo/io/text/read_classes.h"
#include "moo/io/text/text_tree.h"

namespace moo {

class DeclarationReader {
public:
    DeclarationReader(ast::Ast const& ast, SectionReader& sections, AstExpressions& expressions, TextTree& tree,
                      TextClasses& classes)
        : ast_(ast),
          sections_(sections),
          context_(sections.context()),
          expressions_(expressions),
          tree_(tree),
          classes_(classes) {}

    // True if the tree is needed again, because it uses something that is declared later.
    bool read(ast::ElementId id);
    // Reads what could not be read then.
    void complete();
    // Roles that do not follow from the declarations.
    void finish();

private:
    struct Kept {
        VarId variable;
        ast::ComponentId component;
    };

    void read_component(ast::Element const& element, ast::ComponentClause const& clause, ast::ComponentId id);
    [[nodiscard]] std::optional<TypeId> read_type(ast::ComponentClause const& clause, ast::Component const& component);
    bool read_sizes(ast::List<ast::ExprId> subscripts, std::vector<std::int64_t>& sizes);
    // Attributes, binding and annotation; false if something is missing that may come later.
    bool read_values(VarId id, ast::Component const& component, bool is_last);
    bool read_value(ast::ExprId value, ExprId& target, bool is_last);
    void fail(SourceSpan place, std::string const& text) { sections_.report(place, text); }

    ast::Ast const& ast_;
    SectionReader& sections_;
    ReadContext& context_;
    AstExpressions& expressions_;
    TextTree& tree_;
    TextClasses& classes_;
    std::vector<Kept> kept_;
    std::vector<bool> has_role_;  // by variable
};

}  // namespace moo
