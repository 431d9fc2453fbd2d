#include "moo/model/document_rows.h"

namespace moo {

SetRowView SetRows::next() {
    row_entries_.clear();
    row_known_.clear();
    for (; entry_ < set_.jacobian.size() && set_.jacobian[entry_].row == equation_; ++entry_) {
        JacobianEntry const& entry = set_.jacobian[entry_];
        row_entries_.push_back({entry.column, entry.value, entry.kind});
    }
    for (; known_ < set_.known.size() && set_.known[known_].row == equation_; ++known_) {
        KnownEntry const& entry = set_.known[known_];
        row_known_.push_back({entry.by, entry.value, entry.kind});
    }
    return {set_.equations[equation_++], row_entries_, row_known_};
}

BlockFacts default_facts(std::span<SetEquation const> block) {
    bool const is_assignment = block.size() == 1 && block[0].form != EquationForm::residual;
    return {is_assignment ? BlockKind::assign : BlockKind::nonlinear, BlockJacobian::full, {}};
}

void find_jacobians(EquationSet& set) {
    std::vector<bool> has_row(set.equations.size());
    for (JacobianEntry const& entry : set.jacobian) has_row[entry.row] = true;
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        bool has_all = true;
        bool has_some = false;
        for (std::uint32_t i = set.block_starts[b]; i < set.block_starts[b + 1]; ++i) {
            has_some = has_some || has_row[i];
            has_all = has_all && (has_row[i] || set.equations[i].form != EquationForm::residual);
        }
        set.blocks[b].jacobian = has_all    ? BlockJacobian::full
                                 : has_some ? BlockJacobian::partial
                                            : BlockJacobian::none;
    }
}

void append_block(EquationSet& set, SetBlock&& block) {
    for (SetRow& row : block.equations) {
        auto const number = static_cast<std::uint32_t>(set.equations.size());
        for (RowEntry const& entry : row.jacobian) {
            set.jacobian.push_back({number, entry.column, entry.value, entry.kind});
        }
        for (PartialEntry const& entry : row.known) set.known.push_back({number, entry.by, entry.value, entry.kind});
        set.equations.push_back(std::move(row.equation));
    }
    set.block_starts.push_back(static_cast<std::uint32_t>(set.equations.size()));
    set.blocks.push_back(block.facts);
}

TypeRow type_row(Document const& document, FlatType const& type) {
    TypeTable const& types = document.exprs.types();
    TypeRow row;
    row.name = types.name(type.type);
    row.description = type.description;
    row.source = type.source;
    auto const description = [&](std::size_t i) {
        return i < type.member_descriptions.size() ? type.member_descriptions[i] : Symbol();
    };
    switch (types.kind(type.type)) {
        case TypeKind::enumeration:
            row.kind = DeclaredKind::enumeration;
            for (Symbol const literal : types.literals(type.type)) {
                row.members.push_back({literal, TypeId(), description(row.members.size())});
            }
            break;
        case TypeKind::record:
            for (RecordField const& field : types.fields(type.type)) {
                row.members.push_back({field.name, field.type, description(row.members.size())});
            }
            break;
        case TypeKind::external_object: row.kind = DeclaredKind::external_object; break;
        case TypeKind::unknown:
        case TypeKind::real:
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::string:
        case TypeKind::clock:
        case TypeKind::array:
        case TypeKind::tuple: break;
    }
    return row;
}

void append_type(Document& document, TypeRow const& row) {
    TypeTable& types = document.exprs.types();
    FlatType type;
    type.description = row.description;
    type.source = row.source;
    std::vector<Symbol> literals;
    std::vector<RecordField> fields;
    bool has_descriptions = false;
    for (TypeMember const& member : row.members) {
        literals.push_back(member.name);
        fields.push_back({member.name, member.type});
        type.member_descriptions.push_back(member.description);
        has_descriptions = has_descriptions || member.description;
    }
    if (!has_descriptions) type.member_descriptions.clear();
    switch (row.kind) {
        case DeclaredKind::enumeration: type.type = types.enumeration(row.name, literals); break;
        case DeclaredKind::record: type.type = types.record(row.name, fields); break;
        case DeclaredKind::external_object: type.type = types.external_object(row.name); break;
    }
    document.types.push_back(std::move(type));
}

}  // namespace moo
