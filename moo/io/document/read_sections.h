// Assembles a document from its sections: the common part of the readers of all encodings.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/io/document/read_row.h"

namespace moo {

enum class SectionShape : std::uint8_t {
    value,   // a text at the top
    object,  // one object
    rows,    // a list, which is read row by row
};

struct ReadSection {
    std::string_view name;
    SectionShape shape;
    std::string_view row;  // what its rows are called; empty if they are expressions
    // Reads the value, the object or the next row. Returns true if the tree is needed again, because the row mentions
    // something that is declared later.
    std::function<bool(RowTree&, Item)> read;
    std::size_t rows = 0;  // read so far
};

// The sections are in the order of the description, so that everything is declared before it is used; only variables
// and functions may refer to each other.
class SectionReader {
public:
    SectionReader(Document& document, SourceManager& sources, Interner& interner, Diagnostics& diagnostics);

    // Call it with the version in the file; false if we cannot read that version.
    bool check_version(std::string_view version, SourceSpan place);
    // The next section of the file; null, after a report, if there is no section of that name or it is not allowed
    // here.
    ReadSection* begin_section(std::string_view name, SourceSpan place);
    [[nodiscard]] ReadSection* find(std::string_view name);
    // The value, the object or the next row of the section. True if the tree is needed again later.
    bool read(ReadSection& section, RowTree& tree, Item item);
    // Call it after the last section.
    void finish(SourceSpan place);

    // For an encoding with its own forms for some sections: the order is the same.
    bool enter_section(std::size_t rank, SourceSpan place, bool may_be_again);
    [[nodiscard]] std::size_t rank_of(std::string_view name) const;
    [[nodiscard]] std::size_t section_count() const { return sections_.size(); }
    [[nodiscard]] ReadSection& section(std::size_t rank) { return sections_[rank]; }
    // Called when all variables are declared, and when the shared expressions are known.
    std::function<void()> on_declared;
    std::function<void()> on_shared;
    void check_set(EquationSet const& set, SourceSpan place);
    void check_equation(EquationSet const& set, std::size_t index, SourceSpan place);
    void check_columns(EquationSet const& set, SourceSpan place);
    void report_column(std::uint32_t column, SourceSpan place);

    [[nodiscard]] ReadContext& context() { return context_; }
    void report(SourceSpan place, std::string const& text);

private:
    friend class SectionList;
    struct Kept {
        RowTree* tree;
        Item item;
        std::size_t index;
    };

    bool read_type(RowTree& tree, Item item);
    bool read_function(RowTree& tree, Item item);
    bool read_variable(RowTree& tree, Item item);
    bool read_block(RowTree& tree, Item item, EquationSet& set);
    // Columns of equations that were not known yet when their entries were read.
    struct LateColumn {
        EquationSet const* set;
        std::uint32_t column;
        SourceSpan place;
    };
    void check_late_columns();
    void add_what_was_implied();
    void check_remembered();
    // Reads the rows that were kept, as far as the sections before `rank` make this possible.
    void complete(std::size_t rank);
    void complete_function(Kept const& kept);

    ReadContext context_;
    std::vector<ReadSection> sections_;
    std::size_t next_ = 0;  // the rank of the first section that may begin now
    std::vector<LateColumn> late_columns_;
    std::vector<Kept> functions_;
    std::vector<Kept> variables_;
    bool has_completed_functions_ = false;
    bool has_completed_variables_ = false;
};

}  // namespace moo
