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

struct SetRow {
    SetEquation equation;
    std::vector<RowEntry> jacobian;
    std::vector<PartialEntry> known;
};

struct SetBlock {
    BlockFacts facts;
    std::vector<SetRow> equations;
};

// The same while it stands in its set.
struct SetRowView {
    SetEquation const& equation;
    std::vector<RowEntry> const& jacobian;
    std::vector<PartialEntry> const& known;
};

// Goes through the equations of a set in order; the entries of the Jacobians are found by going along.
class SetRows {
public:
    explicit SetRows(EquationSet const& set) : set_(set) {}
    // Valid until the next call.
    SetRowView next();

private:
    EquationSet const& set_;
    std::uint32_t equation_ = 0;
    std::size_t entry_ = 0;
    std::size_t known_ = 0;
    std::vector<RowEntry> row_entries_;
    std::vector<PartialEntry> row_known_;
};

// What a block is as long as nobody says more: an assignment if that is all it holds.
[[nodiscard]] BlockFacts default_facts(std::span<SetEquation const> block);

void append_block(EquationSet& set, SetBlock&& block);

// Files before MOO 1.0 do not say what the Jacobian of a block contains: this finds out from the entries.
void find_jacobians(EquationSet& set);

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
