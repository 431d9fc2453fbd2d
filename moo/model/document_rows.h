// Rows of a MOO document as files hold them: what is spread over several tables in memory, put together, and back.
#pragma once

#include "moo/model/document.h"

namespace moo {

// ---- sets of equations -----------------------------------------------------------------------------

// An entry of a row of a Jacobian: the column is the number of an equation of the same set.
struct RowEntry {
    std::uint32_t column = 0;
    ExprId value;
    EntryKind kind = EntryKind::dependent;
};

struct RowKnown {
    ExprId by;
    ExprId value;
    EntryKind kind = EntryKind::dependent;
};

struct SetRow {
    SetEquation equation;
    std::vector<RowEntry> jacobian;
    std::vector<RowKnown> known;
};

struct SetBlock {
    BlockFacts facts;
    std::vector<SetRow> equations;
};

// Goes through the blocks of a set in order; the entries of the Jacobians are found by going along.
class BlockReader {
public:
    explicit BlockReader(EquationSet const& set) : set_(set) {}
    [[nodiscard]] bool has_next() const { return block_ < set_.block_count(); }
    // Valid until the next call.
    SetBlock const& next();

private:
    EquationSet const& set_;
    std::size_t block_ = 0;
    std::size_t entry_ = 0;
    std::size_t known_ = 0;
    SetBlock row_;
};

void append_block(EquationSet& set, SetBlock&& block);

// ---- types -----------------------------------------------------------------------------------------

enum class DeclaredKind : std::uint8_t { enumeration, record, external_object };

struct TypeMember {
    Symbol name;
    TypeId type;  // of a field; none for a literal
    Symbol description;
};

struct TypeRow {
    DeclaredKind kind = DeclaredKind::record;
    Symbol name;
    Symbol description;
    std::vector<TypeMember> members;
    SourceSpan source;
};

[[nodiscard]] TypeRow type_row(Document const& document, FlatType const& type);
void append_type(Document& document, TypeRow const& row);

}  // namespace moo
