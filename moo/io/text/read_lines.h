// The lines after `equation` in MOO text: sets in the notation of the paper, and rows of all other sections.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "moo/io/document/read_sections.h"
#include "moo/io/text/text_tree.h"

namespace moo {

class LineReader {
public:
    LineReader(ast::Ast const& ast, SectionReader& sections, AstExpressions& expressions, TextTree& tree);

    void read(ast::EquationId id);

private:
    enum class Form : std::uint8_t {
        unknown,
        equation,  // iEq[1,1] = {target, value, "ass"}
        block,     // iBlock[1] = {"linear", "derivatives"}
        jacobian,  // iJac[1] = {{1, entry}}
        known,     // iKnown[1] = {{x, entry}}
        crossings,
        conditions,
        triggers,
        list,    // p = {a, b}
        object,  // residualView = residualView(…)
        rows,    // aliases[1] = alias(…)
    };
    // The kind of line that a name on the left side begins.
    struct Line {
        Form form = Form::unknown;
        std::size_t rank = 0;  // of its section
        EquationSet* set = nullptr;
    };
    struct Left {
        Line line;
        std::span<ast::ExprId const> indices;
        SourceSpan span;
    };

    void add_set(std::string const& prefix, std::string_view section, EquationSet& set);
    [[nodiscard]] std::optional<Left> read_left(ast::Equation const& equation);
    [[nodiscard]] std::optional<Left> read_partition_left(std::span<ast::ReferencePart const> parts, SourceSpan span);

    void read_equation(ast::Equation const& equation, Left const& left);
    void read_block(ast::Equation const& equation, Left const& left);
    void read_entries(ast::Equation const& equation, Left const& left);
    bool read_entry(ast::ExprId id, std::uint32_t row, bool is_known, EquationSet& set);
    void read_crossings(ast::Equation const& equation);
    void read_conditions(ast::Equation const& equation);
    void read_triggers(ast::Equation const& equation);
    void read_assertion(ast::EquationId id);
    void read_row(ast::Equation const& equation, Left const& left);
    // The fields of a row that are in the annotation of its line.
    template <class Row>
    void read_annotation(ast::ModificationId annotation, Row& row, std::span<std::string_view const> elsewhere);
    template <class Row>
    void read_rest(ast::Equation const& equation, std::int64_t number, std::vector<Row>& rows,
                   std::span<std::string_view const> elsewhere);

    // None after a report.
    [[nodiscard]] ExprId read_expression(ast::ExprId id);
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> numbers_of(ast::ExprId id);
    [[nodiscard]] std::optional<std::uint32_t> equation_number(ast::ExprId id);
    [[nodiscard]] std::int64_t integer_of(ast::ExprId id) const;
    [[nodiscard]] std::span<ast::ExprId const> array_of(ast::ExprId id) const;
    // A string literal without its quotes, if it has no escapes.
    [[nodiscard]] std::string_view raw_text(ast::ExprId id) const;
    void fail(SourceSpan place, std::string const& text) { sections_.report(place, text); }

    ast::Ast const& ast_;
    SectionReader& sections_;
    ReadContext& context_;
    Document& document_;
    AstExpressions& expressions_;
    TextTree& tree_;
    std::unordered_map<Symbol, Line> lines_;
    Symbol last_name_;
    Line last_line_;
    std::size_t rank_ = static_cast<std::size_t>(-1);  // of the section that the last line belonged to
};

}  // namespace moo
